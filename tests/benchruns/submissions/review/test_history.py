"""What owner, reviewers and the public see of a history; what versions differ in."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test.utils import CaptureQueriesContext

from benchruns.models import Submission, SubmissionEvent, SubmittedFile
from benchruns.submissions.review import history, moves, queue
from benchruns.submissions.review.check_counts import check_counts
from tests.benchruns.submissions.review.under_review import (
    accept,
    accepted,
    draft,
    submitted,
)
from tests.factories import UserFactory
from tests.submission_factories import (
    ReviewerFactory,
    SubmissionFactory,
    SubmittedResultFactory,
)

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture
def rita():
    return ReviewerFactory(username="rita")


def talked_about(rita):
    """Begun, submitted, sent back with a text, submitted again, accepted."""
    one = draft(owner=UserFactory(username="ann"))
    SubmissionEvent.objects.create(submission=one, step="created", actor=one.owner)
    moves.submit(one.pk, by=one.owner)
    moves.request_changes(one.pk, by=rita, text="Which zone?", version=1)
    return accept(moves.submit(one.pk, by=one.owner), by=rita, grade="excellent")


def steps(entries):
    return [entry.step.value for entry in entries]


def test_its_owner_sees_every_step_with_names_and_words(rita):
    one = talked_about(rita)

    entries = history.timeline(one, viewer=one.owner)

    assert steps(entries) == [
        "created",
        "submitted",
        "changes_requested",
        "submitted",
        "accepted",
    ]
    asked = entries[2]
    assert (asked.who, asked.side, asked.text) == ("rita", "reviewer", "Which zone?")
    assert (asked.is_own, asked.version) == (False, 1)
    assert entries[1].is_own
    assert entries[-1].grade == "excellent"


@pytest.mark.parametrize("traits", [{"staff": True}, {}])
def test_reviewers_and_staff_see_what_is_not_editing(rita, traits):
    one = talked_about(rita)
    viewer = UserFactory(**traits) if traits else rita

    entries = history.timeline(one, viewer=viewer)

    assert steps(entries) == [
        "submitted",
        "changes_requested",
        "submitted",
        "accepted",
    ]
    assert entries[0].who == "ann"


def test_the_public_sees_states_and_dates_without_names_and_words(rita):
    one = talked_about(rita)
    moves.comment(one.pk, by=rita, text="Thank you.")
    moves.withdraw(one.pk, by=one.owner, reason="A wrong figure.")

    for viewer in (AnonymousUser(), UserFactory()):
        entries = history.timeline(one, viewer=viewer)

        assert steps(entries) == ["submitted", "submitted", "accepted", "withdrawn"]
        assert {(entry.who, entry.text) for entry in entries} == {("", "")}
        assert entries[-1].side == "owner"


def test_a_superseded_one_names_what_took_its_place():
    old = accepted()
    new = accept(submitted(owner=old.owner, replaces=old))
    old.refresh_from_db()

    last = history.timeline(old, viewer=AnonymousUser())[-1]

    assert (last.step, last.superseded_by) == ("superseded", str(new.pk))


def test_the_number_of_queries_does_not_grow_with_the_history(rita):
    one = submitted()

    def queries():
        with CaptureQueriesContext(connection) as caught:
            history.timeline(one, viewer=rita)
        return len(caught)

    queries()  # whether one reviews is looked up once
    few = queries()
    for _ in range(10):
        moves.comment(one.pk, by=rita, text="And?")
    assert queries() == few


def test_what_a_new_version_changed_is_told_part_by_part(rita):
    one = draft(parameter_settings={"sync_binlog": "1", "gone": "x"}, credit="")
    old_file = one.files.get()
    moves.submit(one.pk, by=one.owner)
    moves.request_changes(one.pk, by=rita, text="Change it.", version=1)
    SubmittedFile.objects.filter(pk=old_file.pk).update(statement={"threads": 16})
    one.results.update(tps=120.0)
    SubmittedResultFactory(
        draft=True, submission=one, submitted_file__name="more.txt", qps=None
    )
    stated = one.statement | {"zone": "b", "engine_version": "8.0.36"}
    Submission.objects.filter(pk=one.pk).update(
        statement=stated, parameter_settings={"sync_binlog": "0"}, credit="Ann"
    )
    moves.submit(one.pk, by=one.owner)

    found = history.differences(one, older=1, newer=2)

    told = [(d.part.value, d.of, d.name, d.before, d.after) for d in found]
    added = one.files.get(name="more.txt")
    assert told == [
        ("statement", "", "engine_version", "8.0", "8.0.36"),
        ("statement", "", "zone", None, "b"),
        ("statement", "", "credit", None, "Ann"),
        ("settings", "", "gone", "x", None),
        ("settings", "", "sync_binlog", "1", "0"),
        ("statement", old_file.name, "threads", None, 16),
        ("files", "", "more.txt", None, added.sha256),
        ("figures", old_file.name, "tps", 100.0, 120.0),
        ("figures", "more.txt", "tps", None, 100.0),
        ("figures", "more.txt", "duration_s", None, 60.0),
    ]
    assert found[1].label == "Zone of the server"
    assert (str(found[-1].label), found[-1].unit) == ("Measured time", "s")
    assert found[-2].unit == "TPS"
    assert history.versions(one) == [1, 2]
    assert history.differences(one, older=2, newer=2) == []


def test_a_removed_file_is_told_and_files_of_one_name_are_told_apart():
    one = draft()
    second = SubmittedResultFactory(
        draft=True,
        submission=one,
        submitted_file__name=one.files.get().name,
        submitted_row=3,
        tps=7.0,
    )
    moves.submit(one.pk, by=one.owner)
    moves.take_back(one.pk, by=one.owner)
    file = second.submitted_file
    second.delete()
    SubmittedFile.objects.filter(pk=file.pk).update(removed_at=file.added_at)
    moves.submit(one.pk, by=one.owner)

    found = history.differences(one, older=1, newer=2)

    assert [(d.part.value, d.of, d.before, d.after) for d in found] == [
        ("files", "", file.sha256, None),
        ("figures", f"{file.name}, row 3", 7.0, None),
        ("figures", f"{file.name}, row 3", 2000.0, None),
        ("figures", f"{file.name}, row 3", 60.0, None),
    ]


def test_a_version_that_never_was_is_refused():
    with pytest.raises(history.UnknownVersion):
        history.differences(submitted(), older=1, newer=2)


def test_what_waits_is_not_ones_own_and_longest_waiting_first(rita):
    first, second = submitted(), submitted()
    own = submitted(owner=rita)
    draft()
    accepted()
    SubmittedResultFactory(draft=True, submission=second)

    waiting = list(queue.waiting(rita))

    assert [each.pk for each in waiting] == [first.pk, second.pk]
    assert [(each.results_count, each.files_count) for each in waiting] == [
        (1, 1),
        (2, 2),
    ]
    assert own in queue.waiting(ReviewerFactory())
    assert not queue.waiting(UserFactory(staff=True)).exists()


def test_what_one_decided_stays_listed_newest_first(rita):
    asked, taken = submitted(), submitted()
    moves.request_changes(asked.pk, by=rita, text="Change it.", version=1)
    accept(taken, by=rita)
    again = moves.submit(asked.pk, by=asked.owner)
    accept(again, by=ReviewerFactory())  # another decides in the end

    decided = list(queue.decided(rita))

    assert [each.pk for each in decided] == [taken.pk, asked.pk]
    assert decided[0].own_decision_at == taken.events.get(step="accepted").at
    assert not queue.decided(UserFactory()).exists()


def test_checks_are_counted_by_outcome():
    outcomes = ["ok", "ok", "note", "caution", "failed"]
    checks = [
        {"code": f"c{n}", "severity": outcome} for n, outcome in enumerate(outcomes)
    ]

    counts = check_counts(SubmissionFactory.build(checks=checks))

    assert (counts.in_order, counts.notes, counts.cautions) == (2, 1, 1)
    assert [check.code for check in counts.failed] == ["c4"]
