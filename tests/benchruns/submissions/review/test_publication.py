"""What accepting, withdrawing and superseding do to results and to the catalogue."""

import threading

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test.utils import CaptureQueriesContext

from benchruns.figures.metrics import Figures
from benchruns.models import InstanceClass, Provider, Result, Submission
from benchruns.parsers.stored.report import as_json
from benchruns.parsers.tool_report import Format, ReportRow, ToolReport
from benchruns.submissions.review import moves
from benchruns.submissions.understanding.understood import understand
from tests.benchruns.runs.test_lifecycle import in_threads
from tests.benchruns.submissions.review.under_review import (
    STATED,
    accept,
    accepted,
    draft,
    submitted,
)
from tests.factories import InstanceClassFactory, ProviderFactory
from tests.submission_factories import (
    ReviewerFactory,
    SubmissionFactory,
    SubmittedFileFactory,
    SubmittedResultFactory,
)

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
PROPOSED = {
    **STATED,
    "vcpus": 4,
    "memory_gb": 8.0,
    "family": "dedicated",
    "max_connections": 4000,
    "iops": 8000,
}


def proposing(**stated):
    """A submission whose class the catalogue lacks, with its size."""
    return submitted(statement=PROPOSED | stated)


def shown(user=None):
    return Result.objects.visible_to(user or AnonymousUser())


def test_results_are_in_lists_only_while_accepted_and_at_their_address_for_good():
    one = submitted()
    result = one.results.get()
    address = Result.objects.filter(pk=result.pk).at_address
    assert not shown().exists()
    assert not address(AnonymousUser()).exists()
    assert address(one.owner).exists()

    accept(one)
    assert shown().get() == result

    moves.withdraw(one.pk, by=one.owner, reason="Wrong.")
    assert not shown().exists()
    assert not shown(one.owner).exists()
    assert address(AnonymousUser()).get().status == "withdrawn"


def test_a_result_that_was_never_accepted_stays_hidden_when_it_is_withdrawn():
    one = submitted()

    moves.withdraw(one.pk, by=one.owner, reason="Wrong.")

    assert not Result.objects.at_address(AnonymousUser()).exists()


def test_a_proposed_class_enters_the_catalogue_when_it_is_accepted():
    one = proposing()
    assert not InstanceClass.objects.exists()

    accept(one)

    made = InstanceClass.objects.get()
    assert one.results.get().instance_class == made
    assert one.results.get().provider == made.provider
    assert (made.provider.slug, made.provider.name) == (
        "alibaba-cloud",
        "Alibaba Cloud",
    )
    assert (made.engine, made.code) == ("mysql", "mysql.n2.large.1")
    assert (made.vcpus, made.memory_gb) == (4, 8.0)
    assert (made.family, made.max_connections, made.iops) == ("dedicated", 4000, 8000)


def test_a_class_that_came_meanwhile_is_used_as_it_is():
    one = proposing()
    provider = ProviderFactory(slug="alibaba-cloud", name="Alibaba")
    there = InstanceClassFactory(provider=provider, code=STATED["instance_class"])

    accept(one)

    assert one.results.get().instance_class == there
    there.refresh_from_db()
    assert (there.vcpus, there.family) == (2, "")
    assert Provider.objects.get().name == "Alibaba"


def test_a_class_of_the_catalogue_is_left_alone():
    one = proposing()
    known = one.results.get()
    there = InstanceClassFactory()
    one.results.update(instance_class=there)
    proposed = SubmittedResultFactory(draft=True, submission=one)

    accept(one)

    known.refresh_from_db()
    proposed.refresh_from_db()
    assert known.instance_class == there
    assert proposed.instance_class.code == STATED["instance_class"]


@pytest.mark.parametrize(
    "stated",
    [
        {"provider": "!?"},
        {"provider": None},
        {"instance_class": None},
        {"vcpus": None},
        {"memory_gb": None},
    ],
)
def test_what_is_not_known_well_enough_makes_no_class(stated):
    one = proposing(**stated)

    accept(one)

    assert one.results.get().status == "current"
    assert not InstanceClass.objects.exists()


def test_many_results_of_one_class_cost_no_more_queries():
    ProviderFactory(slug="alibaba-cloud")

    def queries(files):
        one = draft(statement=PROPOSED | {"instance_class": f"class-{files}"})
        for _ in range(files - 1):
            SubmittedResultFactory(draft=True, submission=one)
        submission = moves.submit(one.pk, by=one.owner)
        reviewer = ReviewerFactory()
        with CaptureQueriesContext(connection) as caught:
            accept(submission, by=reviewer)
        assert one.results.filter(instance_class__isnull=False).count() == files
        return len(caught)

    few = queries(1)
    assert queries(8) == few


def test_rows_of_a_report_may_name_a_class_each():
    figures = Figures(tps=100.0)
    rows = [
        ReportRow(number=1, place="row 2", figures=figures, stated={"vcpus": 4}),
        ReportRow(
            number=2,
            place="row 3",
            figures=figures,
            stated={"instance_class": "mysql.n4.large.1", "vcpus": 8},
        ),
    ]
    report = ToolReport(
        format=Format.TEMPLATE_CSV,
        tool="sysbench",
        tool_version=None,
        parser_version="1",
        rows=tuple(rows),
    )
    one = SubmissionFactory(statement=PROPOSED)
    file = SubmittedFileFactory(submission=one, report=as_json(report))
    for row in rows:
        SubmittedResultFactory(
            draft=True, submission=one, submitted_file=file, submitted_row=row.number
        )

    accept(moves.submit(one.pk, by=one.owner))

    made = one.results.order_by("submitted_row").values_list(
        "instance_class__code", "instance_class__vcpus"
    )
    assert list(made) == [("mysql.n2.large.1", 4), ("mysql.n4.large.1", 8)]


@pytest.mark.django_db(transaction=True)
def test_one_class_is_made_of_two_that_are_proposed_at_once():
    proposed = [(proposing(), ReviewerFactory()) for _ in range(4)]
    todo, lock = iter(proposed), threading.Lock()

    def accept_next():
        with lock:
            submission, reviewer = next(todo)
        accept(submission, by=reviewer)

    in_threads(len(proposed), accept_next)

    made = InstanceClass.objects.get()
    assert made.results.count() == 4
    assert Submission.objects.filter(state="accepted").count() == 4


def test_a_superseded_result_makes_room_for_the_new_one():
    old = accepted()

    new = accept(submitted(owner=old.owner, replaces=old))

    assert shown().get() == new.results.get()
    addresses = Result.objects.at_address(AnonymousUser())
    assert addresses.get(submission=old).status == "superseded"


@pytest.mark.parametrize("code", ["MYSQL.n2.large.1", "Mysql.N2.Large.1"])
def test_a_class_is_found_whatever_the_case_of_its_code(code):
    there = InstanceClassFactory(
        provider=ProviderFactory(slug="alibaba-cloud", name="Alibaba"),
        code="Mysql.N2.Large.1",
    )
    InstanceClassFactory(provider__slug="other", code=code.lower())

    one = proposing(instance_class=code, provider="Alibaba-Cloud")
    assert understand(one).runs[0].instance_class == there
    accept(one)

    assert one.results.get().instance_class == there
    assert there.provider.classes.count() == 1


def test_two_reports_that_propose_one_class_in_two_cases_make_one():
    first, second = proposing(), proposing(instance_class="MYSQL.N2.LARGE.1")

    accept(first)
    accept(second)

    assert first.results.get().instance_class == second.results.get().instance_class


def test_rows_that_propose_one_class_in_two_cases_make_one():
    codes = ("mysql.n2.large.1", "Mysql.N2.large.1")
    report = ToolReport(
        format=Format.TEMPLATE_CSV,
        tool="sysbench",
        tool_version=None,
        parser_version="1",
        rows=tuple(
            ReportRow(
                number=number,
                place=f"row {number + 1}",
                figures=Figures(tps=100.0),
                stated={"instance_class": code, "vcpus": 4},
            )
            for number, code in enumerate(codes, start=1)
        ),
    )
    one = SubmissionFactory(statement=PROPOSED)
    file = SubmittedFileFactory(submission=one, report=as_json(report))
    for row in report.rows:
        SubmittedResultFactory(
            draft=True, submission=one, submitted_file=file, submitted_row=row.number
        )

    accept(moves.submit(one.pk, by=one.owner))

    assert InstanceClass.objects.count() == 1
    assert one.results.filter(instance_class__isnull=False).count() == 2
