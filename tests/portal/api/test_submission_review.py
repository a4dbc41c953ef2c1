"""A submission's way by the API: submitted, talked about, decided, seen by others."""

import pytest

from benchruns.models import Submission
from tests.benchruns.submissions.review import under_review
from tests.factories import UserFactory
from tests.portal.api.conftest import client_of
from tests.portal.api.submitting import (
    URL,
    WHOLE,
    a_file,
    at,
    begun,
    errors,
    upload,
)
from tests.portal.submissions.review.rated import FAR, far_above_its_class
from tests.submission_factories import (
    ReviewerFactory,
    SubmissionFactory,
    SubmittedFileFactory,
    SubmittedResultFactory,
)
from tests.submission_files import sysbench_text

pytestmark = pytest.mark.django_db

UNSEEN = "\u202e"  # a sign that turns what follows it, and nothing to read
ACCEPTED = {"grade": "excellent", "version": 1, "text": "Well done."}


@pytest.fixture
def reviewer(db):
    return client_of(ReviewerFactory())


@pytest.fixture
def draft(client):
    told = begun(client, a_file(sysbench_text()))
    return client.patch(at(told), {"statement": WHOLE, "credit": "Ada"}).json()


@pytest.fixture
def submitted(client, draft):
    return done(client.post(at(draft, "submit/")))


def done(answer):
    assert answer.status_code == 200, answer.content
    return answer.json()


def refused(answer):
    assert answer.status_code == 409, answer.content
    assert answer["Content-Type"] == "application/problem+json"
    return answer.json()["detail"]


def ids(answer):
    return [row["id"] for row in done(answer)["results"]]


# The whole way -------------------------------------------------------------------------


def test_from_upload_to_a_public_result_and_its_reward(
    client, reviewer, anonymous, draft
):
    under_review.promise("excellent", discount_percent=20, gift="A mug")

    submitted = done(client.post(at(draft, "submit/")))
    asked = reviewer.post(
        at(draft, "request-changes/"), {"version": 1, "text": "Which zone?"}
    )
    changed = done(client.patch(at(draft), {"statement": {"zone": "b"}}))
    done(client.post(at(draft, "comment/"), {"text": "It was b."}))
    again = done(client.post(at(draft, "submit/")))
    accepted = done(reviewer.post(at(draft, "accept/"), {**ACCEPTED, "version": 2}))

    assert [submitted["state"], done(asked)["state"]] == [
        "submitted",
        "changes_requested",
    ]
    assert changed["can_be_submitted"]
    assert (again["version"], accepted["state"]) == (2, "accepted")
    assert (accepted["grade"], accepted["reward"]) == ("excellent", None)
    (result,) = accepted["results"]
    assert anonymous.get(f"/api/v1/results/{result}/").json()["status"] == "current"
    found = anonymous.get("/api/v1/results/", {"submission": draft["id"]})
    assert ids(found) == [result]
    reward = done(client.get(at(draft)))["reward"]
    assert (reward["grade"], reward["discount_percent"], reward["gift"]) == (
        "excellent",
        20,
        "A mug",
    )
    assert reward["code"].startswith("BB-")
    assert (reward["redeemed_at"], reward["revoked_at"]) == (None, None)


def test_the_code_is_in_no_answer_that_is_kept_for_a_repeat(client, submitted):
    under_review.promise("excellent")
    under_review.accept(Submission.objects.get(pk=submitted["id"]), grade="excellent")

    told = done(client.post(at(submitted, "comment/"), {"text": "Thank you."}))

    assert told["reward"]["code"] is None


def test_a_draft_that_lacks_something_is_not_submitted(client):
    told = begun(client, a_file(sysbench_text()))

    detail = refused(client.post(at(told, "submit/")))

    assert "Put right what the checks found first" in detail


def test_it_is_taken_back_and_withdrawn_by_its_owner(client, reviewer, submitted):
    back = done(client.post(at(submitted, "take-back/")))
    gone = done(client.post(at(submitted, "withdraw/"), {"reason": "A wrong disk."}))

    assert (back["state"], gone["state"]) == ("draft", "withdrawn")
    assert "It is withdrawn" in refused(client.patch(at(submitted), {"credit": ""}))
    said = refused(reviewer.post(at(submitted, "accept/"), ACCEPTED))
    assert "withdrew it on" in said


def test_a_rejected_one_stays_private(client, reviewer, anonymous, submitted):
    body = {"version": 1, "text": "These figures are of another class."}

    told = done(reviewer.post(at(submitted, "reject/"), body))

    assert told["state"] == "rejected"
    assert anonymous.get(at(submitted)).status_code == 404
    assert done(client.get(at(submitted)))["state"] == "rejected"


def test_figures_far_above_their_class_are_accepted_by_who_is_sure(reviewer):
    one = far_above_its_class()
    path = f"{URL}{one.pk}/accept/"

    asked = refused(reviewer.post(path, ACCEPTED))

    total = one.rating["total"]
    assert asked == (
        f"{FAR} Proposed: ask for changes ({total} of 100). Send is_sure to accept it all "
        "the same."
    )
    accepted = done(reviewer.post(path, ACCEPTED | {"is_sure": True}))
    assert accepted["state"] == "accepted"
    row = done(reviewer.get(f"/api/v1/results/{accepted['results'][0]}/"))
    assert row["doubt"] == "figure"


def test_a_newer_one_takes_the_place_of_an_accepted_one(client, reviewer, submitted):
    done(reviewer.post(at(submitted, "accept/"), ACCEPTED))
    newer = begun(client, a_file(sysbench_text(tps=120)), replaces=submitted["id"])
    client.patch(at(newer), {"statement": WHOLE})
    done(client.post(at(newer, "submit/")))

    done(reviewer.post(at(newer, "accept/"), ACCEPTED))

    assert newer["replaces"] == submitted["id"]
    assert done(client.get(at(submitted)))["state"] == "superseded"
    assert ids(client.get(URL, {"replaces": submitted["id"]})) == [newer["id"]]
    last = done(client.get(at(submitted, "events/")))["results"][-1]
    assert (last["step"], last["superseded_by"]) == ("superseded", newer["id"])


# What is refused -----------------------------------------------------------------------


MOVES = {
    "request-changes": {"version": 1, "text": "More."},
    "reject": {"version": 1, "text": "No."},
    "accept": ACCEPTED,
}


@pytest.mark.parametrize("word", MOVES)
def test_nobody_decides_on_their_own_not_even_superusers(word):
    owner = UserFactory(is_superuser=True, is_staff=True)
    submission = under_review.submitted(owner=owner)

    detail = refused(
        client_of(owner).post(f"{URL}{submission.pk}/{word}/", MOVES[word])
    )

    assert "It is your own submission" in detail


@pytest.mark.parametrize("word", MOVES)
def test_staff_who_are_no_reviewers_do_not_decide(staff, submitted, word):
    assert "Only reviewers" in refused(
        staff.post(at(submitted, f"{word}/"), MOVES[word])
    )


@pytest.mark.parametrize("word", [*MOVES, "submit", "take-back", "comment", "withdraw"])
def test_who_may_not_see_it_may_not_know_of_it(stranger, submitted, word):
    body = MOVES.get(word) or {
        "comment": {"text": "x"},
        "withdraw": {"reason": "x"},
    }.get(word)

    assert stranger.post(at(submitted, f"{word}/"), body).status_code == 404


def test_a_decision_is_about_the_version_that_was_looked_at(
    client, reviewer, submitted
):
    client.post(at(submitted, "take-back/"))
    client.post(at(submitted, "submit/"))

    detail = refused(reviewer.post(at(submitted, "accept/"), ACCEPTED))

    assert "You looked at version 1; now there is version 2." in detail


@pytest.mark.parametrize(
    ("word", "body", "field"),
    [
        ("accept", {"version": 1}, "grade"),
        ("accept", {"grade": "accepted"}, "version"),
        ("accept", {"grade": "best", "version": 1}, "grade"),
        ("accept", {"grade": "accepted", "version": "1"}, "version"),
        ("accept", {"grade": "accepted", "version": 2**53}, "version"),
        ("accept", {**ACCEPTED, "reason": "x"}, "reason"),
        ("reject", {"version": 1}, "text"),
        ("reject", {"version": 1, "text": ""}, "text"),
        ("reject", {"version": 1, "text": UNSEEN}, "text"),
        ("request-changes", {"version": 1, "text": UNSEEN}, "text"),
        ("request-changes", {"version": 1, "text": "x" * 5001}, "text"),
        ("request-changes", {"version": 1, "text": ["x"]}, "text"),
        ("comment", {}, "text"),
        ("comment", {"text": "  "}, "text"),
        ("comment", {"text": UNSEEN}, "text"),
        ("withdraw", {}, "reason"),
        ("submit", {"text": "x"}, "text"),
        ("take-back", {"text": "x"}, "text"),
    ],
    ids=str,
)
def test_a_body_at_fault_is_told_by_field(reviewer, submitted, word, body, field):
    assert set(errors(reviewer.post(at(submitted, f"{word}/"), body))) == {field}


def test_a_reason_of_nothing_to_read_is_told_by_its_field(client, submitted):
    answer = client.post(at(submitted, "withdraw/"), {"reason": UNSEEN})

    assert errors(answer) == {"reason": "Give the reason for withdrawing."}


def test_what_is_submitted_is_not_changed(client, submitted):
    file = submitted["files"][0]["id"]

    for answer in (
        client.patch(at(submitted), {"credit": "x"}),
        client.patch(at(submitted, f"files/{file}/"), {"statement": {"tables": 1}}),
        client.delete(at(submitted, f"files/{file}/")),
        client.delete(at(submitted)),
        upload(client, a_file("x"), to=at(submitted, "files/")),
    ):
        assert answer.status_code in (400, 409)
    added = upload(client, a_file(sysbench_text(tps=9)), to=at(submitted, "files/"))
    assert "It is submitted, and cannot be changed now." in refused(added)


def test_a_repeated_move_with_its_key_is_told_the_same(client, draft):
    key = {"headers": {"Idempotency-Key": "submit-1"}}

    first = client.post(at(draft, "submit/"), **key)
    again = client.post(at(draft, "submit/"), **key)

    assert done(again) == done(first)
    assert again["Idempotent-Replayed"] == "true"
    assert Submission.objects.get().version == 1


def test_a_token_that_reads_moves_nothing(reader, draft):
    assert reader.post(at(draft, "submit/")).status_code == 403
    assert reader.patch(at(draft), {"credit": "x"}).status_code == 403
    assert reader.get(at(draft)).status_code == 200


# Who sees what -------------------------------------------------------------------------


def test_the_public_sees_what_was_accepted_without_names_and_words(
    client, reviewer, anonymous, user, submitted
):
    done(reviewer.post(at(submitted, "accept/"), ACCEPTED))

    told = done(anonymous.get(at(submitted)))
    steps = done(anonymous.get(at(submitted, "events/")))["results"]
    listed = done(anonymous.get(URL))["results"]

    assert (told["owner"], told["reviewer"], told["credit"]) == (None, None, "Ada")
    assert (told["checks"], told["rating"], told["reward"]) == ([], None, None)
    assert told["files"][0]["printed"]["tps"] == 100
    assert [(step["step"], step["who"], step["text"]) for step in steps] == [
        ("submitted", None, ""),
        ("accepted", None, ""),
    ]
    assert [row["id"] for row in listed] == [submitted["id"]]
    assert user.get_username() not in str([told, steps, listed])
    file = told["files"][0]["id"]
    assert (told["files"][0]["name"], told["files"][0]["sha256"]) == ("File 1", None)
    assert anonymous.get(at(submitted, f"files/{file}/raw/")).status_code == 404
    raw = reviewer.get(at(submitted, f"files/{file}/raw/"))
    assert raw.content.decode() == sysbench_text()


def test_reviewers_see_what_waits_and_its_conversation(
    client, reviewer, user, submitted
):
    client.post(at(submitted, "comment/"), {"text": "Run twice."})

    told = done(reviewer.get(at(submitted)))
    steps = done(reviewer.get(at(submitted, "events/")))["results"]

    assert ids(reviewer.get(URL, {"state": "submitted"})) == [submitted["id"]]
    assert (told["owner"], told["state"]) == (user.get_username(), "submitted")
    assert told["rating"]["lines"]
    assert not told["can_be_submitted"]
    assert [step["step"] for step in steps] == ["submitted", "commented"]
    assert steps[1]["text"] == "Run twice."
    assert steps[1]["side"] == "owner"


def test_its_owner_sees_the_whole_history_by_pages(client, submitted):
    page = done(client.get(at(submitted, "events/"), {"page_size": 2}))
    rest = done(client.get(page["next"]))

    assert [step["number"] for step in page["results"]] == [1, 2]
    assert page["results"][0]["step"] == "created"
    assert rest["results"][0]["number"] == 3
    assert done(client.get(rest["previous"])) == page


def test_lists_are_filtered(client, stranger, submitted):
    other = begun(client, a_file(sysbench_text(tps=7)))
    theirs = SubmissionFactory(accepted=True)

    assert set(ids(client.get(URL, {"mine": "true"}))) == {
        submitted["id"],
        other["id"],
    }
    assert ids(client.get(URL, {"mine": "false"})) == [str(theirs.pk)]
    assert ids(client.get(URL, {"state": "draft"})) == [other["id"]]
    assert ids(client.get(URL, {"grade": "accepted"})) == [str(theirs.pk)]
    assert set(ids(client.get(URL, {"replaces": "null"}))) == {
        submitted["id"],
        other["id"],
        str(theirs.pk),
    }
    assert set(errors(client.get(URL, {"state": "best", "mine": "x", "a": "b"}))) >= {
        "a"
    }
    assert set(errors(client.get(URL, {"state": "best", "mine": "x"}))) == {
        "state",
        "mine",
    }
    assert ids(stranger.get(URL, {"mine": "true"})) == []


def test_a_removed_file_stays_for_the_history_alone(client, reviewer, submitted):
    client.post(at(submitted, "take-back/"))
    upload(client, a_file(sysbench_text(tps=50)), to=at(submitted, "files/"))
    first = submitted["files"][0]["id"]
    client.delete(at(submitted, f"files/{first}/"))

    client.post(at(submitted, "submit/"))

    shown = client.get(at(submitted)).json()["files"]
    assert first not in [file["id"] for file in shown]
    for caller in (client, reviewer):
        assert caller.get(at(submitted, f"files/{first}/raw/")).status_code == 200
        assert caller.get(at(submitted, f"files/{first}/samples/")).status_code == 404


def test_the_number_of_queries_does_not_grow(
    reviewer, django_assert_max_num_queries, django_assert_num_queries
):
    one = under_review.submitted()
    reviewer.get(URL)  # notes the use of the token
    with django_assert_max_num_queries(60) as first:
        reviewer.get(f"{URL}{one.pk}/")
    with django_assert_max_num_queries(20) as short:
        reviewer.get(URL)
    for _ in range(3):
        many = under_review.submitted()
        for _ in range(3):
            file = SubmittedFileFactory(submission=many)
            SubmittedResultFactory(draft=True, submission=many, submitted_file=file)

    with django_assert_num_queries(len(first.captured_queries)):
        done(reviewer.get(f"{URL}{many.pk}/"))
    with django_assert_num_queries(len(short.captured_queries)):
        assert len(ids(reviewer.get(URL))) == 4
