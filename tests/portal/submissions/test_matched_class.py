"""A reviewer says which class of the catalogue a report's new name stands for."""

import pytest

from benchruns.errors import NotAllowed
from benchruns.models import AuditEntry, InstanceClass, Provider, Result
from benchruns.submissions.review import moves
from benchruns.submissions.understanding import derive
from tests.factories import InstanceClassFactory
from tests.portal.submissions.test_measured_table import (
    STATEMENT,
    page_of,
    paper,
    submitted,
    sysbench_text,
    text_of_html,
)
from tests.submission_factories import ReviewerFactory

__all__ = ["paper"]  # a fixture
pytestmark = pytest.mark.django_db
NEW = {
    "provider": "our own rack",
    "instance_class": "vm-small",
    "vcpus": 2,
    "memory_gb": 24,
}


@pytest.fixture
def known():
    return InstanceClassFactory(engine="mysql", code="rack.small")


@pytest.fixture
def word(known):
    return f"{known.provider_id}/mysql/rack.small"


@pytest.fixture
def report(known):
    found = submitted(sysbench_text(), statement=STATEMENT | NEW)
    found.refresh_from_db()
    return found


def accept(report, word, by):
    return moves.accept(
        report.pk, by=by, grade="accepted", version=report.version, instance_class=word
    )


def test_its_results_are_of_that_class_and_the_new_name_is_not_entered(
    client, report, known, word
):
    page = page_of(client, report)
    form = {"move": "accept", "version": report.version, "grade": "accepted"}

    client.post(
        f"/submissions/{report.pk}/decide/",
        {**form, "instance_class": word, "is_sure": "accept"},
    )

    assert f'<option value="{word}">' in page
    assert "It is this class of the catalogue" in text_of_html(page)
    (result,) = Result.objects.filter(submission=report)
    assert (result.status, result.instance_class) == ("current", known)
    assert result.provider == known.provider
    assert not Provider.objects.filter(name="our own rack").exists()
    assert not InstanceClass.objects.filter(code="vm-small").exists()
    noted = AuditEntry.objects.get(action="class_matched")
    assert noted.details["stated"] == "vm-small"
    assert noted.details["matched_as"] == word


def test_a_report_that_is_read_anew_keeps_the_class(report, known, word):
    accept(report, word, ReviewerFactory())

    derive.derive(report)

    assert Result.objects.get(submission=report).instance_class == known


@pytest.mark.parametrize(
    "wrong", ["nobody/mysql/none", "words", "alibaba-cloud/postgresql/rack.small"]
)
def test_a_class_that_there_is_not_is_refused_and_nothing_decided(report, wrong):
    with pytest.raises(NotAllowed, match="The catalogue has no class"):
        accept(report, wrong, ReviewerFactory())

    report.refresh_from_db()
    assert report.state == "submitted"


def test_a_report_whose_class_is_known_has_none_to_match(paper, word):
    known = submitted(sysbench_text(intervals=False))

    with pytest.raises(NotAllowed, match="names 0 classes"):
        accept(known, word, ReviewerFactory())


def test_its_owner_matches_nothing(report, word):
    with pytest.raises(NotAllowed, match="eviewer"):
        accept(report, word, report.owner)
