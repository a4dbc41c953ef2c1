"""Who is told of what, once."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from benchruns.errors import NotAllowed
from benchruns.models import Notice, Submission, SubmissionEvent
from benchruns.submissions.review import moves, notices
from benchruns.submissions.review.move import record
from benchruns.submissions.review.result_names import for_titles, title_of
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
    SubmittedFileFactory,
    SubmittedResultFactory,
)

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture
def ann():
    return UserFactory(username="ann")


@pytest.fixture
def rita():
    return ReviewerFactory(username="rita")


def told(user):
    return [notices.words(notice) for notice in notices.page_of(user)]


def test_all_reviewers_are_told_of_what_comes_in_but_its_owner(rita):
    other, ann = ReviewerFactory(), ReviewerFactory(username="ann")
    ReviewerFactory(is_active=False)
    UserFactory(staff=True)

    submitted(owner=ann)

    whom = Notice.objects.values_list("user", flat=True)
    assert set(whom) == {rita.pk, other.pk}
    assert told(rita) == [
        "ann submitted OLTP read/write on MySQL 8.0, mysql.n2.large.1 (version 1)."
    ]


def test_a_title_names_loads_by_file_and_place_in_it(ann):
    one = SubmissionFactory(owner=ann)
    for name, row, workload in (
        ("b.txt", 0, "oltp_write_only"),
        ("a.txt", 1, "oltp_read_only"),
        ("a.txt", 0, "oltp_read_write"),
    ):
        file = one.files.filter(name=name).first() or SubmittedFileFactory(
            submission=one, name=name
        )
        SubmittedResultFactory(
            submission=one, submitted_file=file, submitted_row=row, workload=workload
        )

    titles = {title_of(one)}
    titles.add(title_of(Submission.objects.prefetch_related(*for_titles()).get()))

    assert titles == {"OLTP write-only, OLTP read/write … on MySQL 8.0"}


def test_without_reviewers_the_superusers_are_told(ann):
    boss = UserFactory(is_superuser=True)

    submitted(owner=ann)

    assert Notice.objects.get().user == boss


def test_who_asked_for_changes_alone_is_told_of_the_next_version(ann, rita):
    other = ReviewerFactory()
    one = submitted(owner=ann)
    moves.request_changes(one.pk, by=rita, text="Change it.", version=1)
    notices.mark_read(rita)
    notices.mark_read(other)

    moves.submit(one.pk, by=ann)
    moves.comment(one.pk, by=ann, text="Done.")
    moves.take_back(one.pk, by=ann)

    assert notices.unread_count(rita) == 3
    assert notices.unread_count(other) == 0
    assert (
        told(rita)[0]
        == "ann took OLTP read/write on MySQL 8.0, mysql.n2.large.1 back to change it."
    )


def test_the_owner_is_told_of_what_others_do_and_not_of_own_acts(ann, rita):
    old = accepted(owner=ann, by=rita)
    one = submitted(owner=ann, replaces=old)
    notices.mark_read(ann)

    moves.comment(one.pk, by=rita, text="Which zone?")
    moves.comment(one.pk, by=ann, text="Zone b.")
    accept(one, by=rita, grade="excellent")
    moves.withdraw(one.pk, by=rita, reason="Made up.")

    assert told(ann)[:-1] == [
        "rita withdrew OLTP read/write on MySQL 8.0, mysql.n2.large.1.",
        "A newer submission took the place of OLTP read/write on MySQL 8.0, mysql.n2.large.1.",
        "rita accepted OLTP read/write on MySQL 8.0, mysql.n2.large.1 (rated excellent); "
        "its results are public.",
        "rita wrote about OLTP read/write on MySQL 8.0, mysql.n2.large.1.",
    ]
    assert notices.unread_count(ann) == 4


def test_nobody_is_told_of_editing(ann, rita):
    one = draft(owner=ann)

    for step in ("created", "file_added", "stated", "reparsed"):
        record(one, step, by=ann)

    assert SubmissionEvent.objects.count() == 4
    assert not Notice.objects.exists()


def test_a_report_is_named_by_its_results_before_its_statement(ann, rita):
    submitted(owner=ann, statement={})

    assert told(rita) == ["ann submitted OLTP read/write on MySQL 8.0 (version 1)."]


def test_a_report_without_results_is_named_by_its_day_and_its_first_file():
    one = SubmissionFactory()
    SubmittedFileFactory(submission=one, name="gone.txt", removed_at=one.created_at)
    SubmittedFileFactory(submission=one, name="run.txt")

    day = one.created_at.strftime("%Y-%m-%d")
    assert title_of(one) == f"Report of {day}, run.txt"


def test_ones_own_notices_are_marked_read_and_no_others(rita):
    other = ReviewerFactory()
    first, second = submitted(), submitted()
    foreign = other.notices.first()

    assert notices.mark_read(rita, notices=[foreign.pk]) == 0
    assert notices.mark_read(rita, of=first) == 1
    assert notices.unread_count(rita) == 1
    assert notices.mark_read(rita, notices=[rita.notices.first().pk]) == 1
    assert rita.notices.first().event.submission == second
    assert notices.mark_read(rita) == 0
    assert notices.unread_count(other) == 2


def test_a_move_that_is_refused_tells_nobody(ann, rita):
    one = submitted(owner=ann)

    with pytest.raises(NotAllowed):
        accept(one, by=rita, grade="best")

    assert not ann.notices.exists()


def test_the_number_of_queries_does_not_grow_with_the_notices(rita):
    def queries():
        with CaptureQueriesContext(connection) as caught:
            told(rita)
        return len(caught)

    submitted()
    few = queries()
    for _ in range(5):
        submitted()
    assert queries() == few == 3
