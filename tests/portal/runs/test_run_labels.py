"""Name, note and tags of a run: the owner's own, at every door."""

import pytest

from benchruns.models import Run
from benchruns.names.labels import LONGEST_NAME, LONGEST_NOTE, MOST_TAGS
from tests.factories import NOON, EndpointFactory, RunFactory, UserFactory
from tests.hostile_names import NAMES
from tests.portal.runs.new_run.given import given_for
from tests.portal.runs.run_pages.measured import measured_run, text_of
from tests.portal.web.test_overview import text_of as words_of
from tests.sentences import of_events

LABELS = {"name": "Buffer of 8 GB, second try", "note": "After\nANALYZE", "tags": "A b"}


@pytest.fixture
def run(user):
    return measured_run(owner=user)


def change(page, run, **given):
    return page.post(f"/runs/{run.pk}/label/", {**LABELS, **given})


def test_an_owner_names_a_run_and_finds_it_by_it(page, run, user):
    other = RunFactory(owner=user)

    change(page, run)

    run.refresh_from_db()
    assert (run.name, run.note, run.tag_list) == (
        "Buffer of 8 GB, second try", "After\nANALYZE", ["a", "b"],
    )  # fmt: skip
    for query in ("name=buffer", "name=analyze", "tag=b", "tag=A"):
        assert [r.run for r in page.get(f"/runs/?{query}").context["runs"]] == [run]
    assert page.get("/runs/?tag=uf").context["runs"] == []
    assert len(page.get(f"/runs/?endpoint={other.endpoint_id}").context["runs"]) == 1
    for address in (f"/runs/{run.pk}/", "/runs/", f"/compare/?result={run.result.pk}"):
        assert "Buffer of 8 GB, second try" in text_of(page.get(address))
    assert of_events(run) == ["Its owner changed: name, note, tags."]


def test_what_a_published_run_is_called_is_for_its_owner_and_staff(page, run, client):
    change(page, run)
    Run.objects.filter(pk=run.pk).update(visibility="public")
    client.force_login(UserFactory())

    for address in (f"/runs/{run.pk}/", "/runs/", f"/compare/?result={run.result.pk}"):
        assert "second try" not in text_of(client.get(address))
    assert client.get("/runs/?name=second").context["runs"] == []
    assert client.get("/runs/?tag=a").context["runs"] == []
    assert client.post(f"/runs/{run.pk}/label/", LABELS).status_code == 404
    client.force_login(UserFactory(staff=True))
    assert "second try" in text_of(client.get(f"/runs/{run.pk}/"))


def test_that_a_published_run_was_renamed_is_no_event_of_strangers(page, run, client):
    change(page, run)
    Run.objects.filter(pk=run.pk).update(visibility="public")
    told = "Its owner changed: name, note, tags."
    events = f"/api/v1/runs/{run.pk}/events/"

    assert told in text_of(page.get(f"/runs/{run.pk}/"))
    assert "labelled" in {each["code"] for each in page.get(events).json()["results"]}
    for stranger in (UserFactory(), None):
        client.logout()
        if stranger:
            client.force_login(stranger)
        assert told not in text_of(client.get(f"/runs/{run.pk}/"))
        codes = {each["code"] for each in client.get(events).json()["results"]}
        assert "labelled" not in codes


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"name": "x" * (LONGEST_NAME + 1)}, f"Give {LONGEST_NAME} characters at most"),
        ({"note": "x" * (LONGEST_NOTE + 1)}, f"Give {LONGEST_NOTE} characters at most"),
        ({"name": "\u202eevil"}, "Remove the characters that cannot be seen"),
        ({"note": "evil\u200b"}, "Remove the characters that cannot be seen"),
        ({"tags": "<b>"}, "Give letters, digits, blanks and"),
        ({"tags": "x" * 41}, "Give 40 characters at most"),
        (
            {"tags": " ".join(f"t{n}" for n in range(MOST_TAGS + 1))},
            f"Give {MOST_TAGS} tags at most; these are {MOST_TAGS + 1}.",
        ),
    ],
)
def test_what_is_unfit_is_told_and_changes_nothing(page, run, given, sentence):
    answer = change(page, run, **given)

    assert answer.status_code == 400
    assert sentence in words_of(answer)
    assert Run.objects.get(pk=run.pk).name == ""


@pytest.mark.parametrize("name", NAMES)
def test_whatever_a_run_is_called_its_pages_show_it_as_text(page, run, name):
    Run.objects.filter(pk=run.pk).update(name=name[:120], tags="a <i> %2f ?#")

    for address in (f"/runs/{run.pk}/", "/runs/", f"/compare/?result={run.result.pk}"):
        assert "<i>" not in text_of(page.get(address)).replace("<i></i>", "")
    found = page.get("/runs/", {"name": name[:120], "tag": "%2f"}).context["runs"]
    assert [row.run for row in found] == [run]


def test_the_name_of_a_run_stands_on_its_chip_for_its_owner(page, run, client):
    change(page, run)
    page.post("/compare/tick/", {"item": f"result:{run.result.pk}", "on": "1"})

    assert "1 ticked Buffer of 8 GB, second try ×" in words_of(page.get("/runs/"))


def test_a_new_run_is_named_at_once_and_its_repeat_likewise(page, user):
    given = given_for(EndpointFactory(owner=user, checked=True))

    page.post("/runs/new/", {**given, **LABELS, "tags": "a, b"})

    run = Run.objects.get()
    assert (run.name, run.tags) == ("Buffer of 8 GB, second try", "a b")
    run.state, run.finished_at = "cancelled", NOON
    run.save()
    repeat = page.get(f"/runs/{run.pk}/").context["repeat_url"]
    assert 'value="Buffer of 8 GB, second try"' in text_of(page.get(repeat))


def test_a_name_that_is_unfit_starts_no_run(page, user):
    given = given_for(EndpointFactory(owner=user, checked=True))

    answer = page.post("/runs/new/", {**given, "name": "\u202e"})

    assert answer.status_code == 400
    assert "Remove the characters that cannot be seen" in words_of(answer)
    assert not Run.objects.exists()
