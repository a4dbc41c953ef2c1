"""A row that cannot be shown ends no list: it is left out, told, and named in the log."""

import logging
from math import inf

import pytest
from django.db.models import JSONField, Value

from benchruns.models import Result
from tests.factories import CampaignFactory, InstanceClassFactory, ResultFactory
from tests.submission_factories import SubmittedFileFactory, SubmittedResultFactory

pytestmark = pytest.mark.django_db

DAMAGES = [
    {"findings": 7},
    {"findings": [1]},
    {"findings": [{}]},
    {"findings": [{"code": "a", "message": "b", "severity": "odd"}]},
    {"derived": [1]},
    {"variant": "odd"},
    {"tps": inf},
    {"memory_gb": inf},
    {"tool_facts": []},
    {"client": "x"},
    {"parameters": []},
    {"steady": 5},
    {"parameter_settings": 5},
]
CLASSES = "class=acme/mysql/big&class=acme/mysql/other"
ENGINE, PAPER = "/engines/mysql/8.0/", "/whitepaper/mysql/8.0/"
SOLD, NEED = "/classes/acme/mysql/big/", "/classes/need/?tps=10&regime=any"
# Pages whose list has the rows, and so tells how many it leaves out.
TELLING = [
    "/", "/engines/", ENGINE, PAPER, SOLD, f"/compare/?{CLASSES}",
    f"/compare/?{CLASSES}&view=repeats", f"/compare/?{CLASSES}&view=timeline",
]  # fmt: skip
SILENT = [
    f"{ENGINE}?format=csv", f"{ENGINE}?format=svg", f"{ENGINE}embed/",
    f"{PAPER}?format=csv", *(f"{SOLD}?format={f}" for f in ("csv", "tsv", "md", "json")),
    *(f"/classes/?format={f}" for f in ("csv", "tsv", "md", "json")),
    "/classes/", NEED, f"{NEED}&format=json", f"/compare/?{CLASSES}&format=csv",
    "/search/?q=mysql", "/search/?q=big", "/feeds/results.atom", "/trends/",
    "/submissions/", "/api/v1/engines/", "/api/v1/instance-classes/",
    "/api/v1/instance-classes/needed/?tps=10&regime=any", f"/api/v1/compare/?{CLASSES}",
]  # fmt: skip


@pytest.fixture
def sold():
    return InstanceClassFactory(provider__slug="acme", code="big")


@pytest.fixture
def damaged(sold):
    """Damaged rows of all origins, beside a sound one of each of two classes."""
    other = InstanceClassFactory(provider=sold.provider, code="other")
    campaign = CampaignFactory(provider=sold.provider)
    of = {"campaign": campaign, "tps": 100.0, "qps": 2000.0}
    for each in (sold, other):
        ResultFactory(instance_class=each, **of)
    kinds = (
        lambda: ResultFactory(instance_class=sold, **of),
        lambda: ResultFactory(measured=True, instance_class=sold, visibility="public"),
        lambda: SubmittedResultFactory(instance_class=sold),
    )
    return [
        damage(kinds[number % len(kinds)](), columns)
        for number, columns in enumerate(DAMAGES)
    ]


def damage(result, columns):
    fields = {name: Result._meta.get_field(name) for name in columns}
    Result.objects.filter(pk=result.pk).update(
        **{
            name: Value(value, JSONField())
            if isinstance(fields[name], JSONField)
            else value
            for name, value in columns.items()
        }
    )
    return result


def test_lists_show_the_others_and_tell_how_many_are_left_out(client, damaged, caplog):
    for address in TELLING:
        caplog.clear()
        answer = client.get(address)
        text = answer.content.decode()
        named = [record.getMessage() for record in caplog.records if record.exc_info]

        assert answer.status_code == 200, address
        assert "cannot be shown: what is stored of" in text, address
        assert any(str(each.pk) in line for each in damaged for line in named), address
    assert (
        f"{len(DAMAGES)} results cannot be shown" in client.get(ENGINE).content.decode()
    )


def test_files_feeds_and_programs_get_the_others(client, damaged):
    answers = {address: client.get(address).status_code for address in SILENT}

    assert {a: s for a, s in answers.items() if s != 200} == {}


def test_programs_are_told_how_many_are_left_out(client, damaged):
    listed = client.get("/api/v1/results/").json()

    assert len(listed["results"]) == 2
    assert listed["left_out"] == len(DAMAGES)
    assert client.get(f"{ENGINE}?format=json").json()["left_out"] == len(DAMAGES)
    assert client.get(f"{PAPER}?format=json").json()["left_out"] == len(DAMAGES)


def test_a_list_of_sound_rows_says_nothing(client, sold):
    ResultFactory(instance_class=sold)

    assert "left_out" not in client.get("/api/v1/results/").json()
    for address in TELLING:
        assert "cannot be shown" not in client.get(address).content.decode()


def test_a_damaged_row_has_an_address_that_says_so(client, damaged, caplog):
    for each in damaged:
        with caplog.at_level(logging.ERROR):
            page = client.get(f"/results/{each.pk}/")
            problem = client.get(f"/api/v1/results/{each.pk}/")

        assert (page.status_code, problem.status_code) == (404, 404)
        assert "This result cannot be shown" in page.content.decode()
        assert (
            "cannot be shown: what is stored of it is damaged"
            in problem.json()["detail"]
        )


def test_a_need_counts_a_class_whose_evidence_is_damaged_as_left_out(client, damaged):
    damage(Result.objects.get(instance_class__code="other"), {"findings": 7})

    answer = client.get("/api/v1/instance-classes/needed/?tps=10&regime=any").json()

    assert answer["left_out"] >= 1
    assert "cannot be shown" in client.get(NEED).content.decode()


def test_a_load_that_nobody_knows_is_shown_by_its_own_name(client, sold):
    ResultFactory(instance_class=sold, workload="unheard/of")

    assert client.get("/").status_code == 200
    for address in (ENGINE, SOLD):
        assert "unheard/of" in client.get(address).content.decode(), address


def test_a_report_with_a_damaged_result_shows_the_others(client, sold):
    sound = SubmittedResultFactory(instance_class=sold, tps=123.0)
    file = SubmittedFileFactory(submission=sound.submission)
    other = SubmittedResultFactory(
        submission=sound.submission, submitted_file=file, instance_class=sold
    )
    damage(other, {"findings": 7})
    damage(ResultFactory(instance_class=sold), {"client": "x"})

    text = client.get(f"/submissions/{sound.submission_id}/").content.decode()

    assert "1 result cannot be shown" in text
    assert str(sound.pk) in text
    assert str(other.pk) not in text


def test_the_best_figure_of_a_class_is_none_that_has_no_end(client, sold):
    ResultFactory(instance_class=sold, tps=50.0)
    damage(ResultFactory(instance_class=sold), {"tps": inf})

    (found,) = client.get("/api/v1/instance-classes/").json()["results"]

    assert found["best"]["cached_tps"]["value"] == 50.0


def test_nobody_leaves_a_damaged_row_out_or_in_by_hand(client, sold):
    result = damage(ResultFactory(measured=True, instance_class=sold), {"findings": 7})
    client.force_login(result.owner)

    for step in ("exclude", "include"):
        answer = client.post(f"/results/{result.pk}/{step}/", {"reason": "odd"})
        assert answer.status_code == 404
