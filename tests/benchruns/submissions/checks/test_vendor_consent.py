"""Results of an engine whose licence restricts publishing: private, unless consented."""

import pytest
from django.contrib.auth.models import AnonymousUser

from benchruns.engines import ENGINES, RESTRICTED
from benchruns.models import Event, Notice, Result, Run, Submission, Sweep
from benchruns.runs import lifecycle, sweeps
from benchruns.sentences.checks.table import worded_check
from benchruns.sentences.checks.vendor_consent import reason_of
from benchruns.submissions.checks import vendor_consent
from benchruns.submissions.review import moves, notices
from benchruns.submissions.statement.clean import BadValue
from benchruns.submissions.statement.fields import FIELDS
from benchruns.submissions.understanding.understood import understand
from tests.benchruns.submissions.review.under_review import (
    STATED,
    accept,
    draft,
    submitted,
)
from tests.factories import NOON, EndpointFactory, RunFactory, UserFactory
from tests.sentences import of_event
from tests.submission_factories import (
    ReviewerFactory,
    SubmittedFileFactory,
    SubmittedResultFactory,
)

pytestmark = pytest.mark.django_db
MEASURED = {
    "format": "sysbench",
    "tool": "sysbench",
    "workload": "oltp_read_write",
    "figures": {"tps": 90.0},
}


def measured(engine="sqlserver", **columns) -> Run:
    run = RunFactory(succeeded=True, **columns)
    Result.objects.filter(run=run).update(engine=engine)
    return run


def test_sql_server_alone_is_restricted_and_says_why():
    assert RESTRICTED == ("sqlserver",)
    assert "Microsoft's prior written approval" in str(
        ENGINES["sqlserver"].publishing_restricted
    )


def test_a_run_is_published_with_consent_alone():
    run = measured()

    with pytest.raises(lifecycle.ConsentNeeded, match="State that you have it"):
        lifecycle.publish(run.pk)

    run.refresh_from_db()
    assert (run.visibility, run.result.visibility) == ("private", "private")


def test_its_events_keep_that_consent_was_stated():
    run = measured()

    published = lifecycle.publish(run.pk, vendor_consent=True)

    assert published.visibility == "public"
    assert Result.objects.visible_to(AnonymousUser()).get() == run.result
    event = Event.objects.get(run=run, code="published")
    assert event.data == {"vendor_consent": True, "engine": "sqlserver"}
    assert "the vendor of SQL Server consents" in of_event(event)


def test_other_engines_need_none():
    run = measured(engine="mariadb")

    lifecycle.publish(run.pk)

    assert not Event.objects.filter(run=run, code="published").exists()


def test_a_sweep_is_published_as_a_whole_or_not_at_all():
    endpoint = EndpointFactory(engine="sqlserver")
    sweep = Sweep.objects.create(
        owner=endpoint.owner,
        endpoint=endpoint,
        workload="tpcc",
        parameters={},
        threads=[1, 2],
        repetitions=1,
    )
    for position in (1, 2):
        measured(sweep=sweep, sweep_position=position, repetition=1)

    with pytest.raises(lifecycle.ConsentNeeded):
        sweeps.publish(sweep)
    assert not sweep.runs.filter(visibility="public").exists()

    assert sweeps.publish(sweep, vendor_consent=True) == 2


# Submissions ------------------------------------------------------------------------


def reported(**stated) -> Submission:
    """Submitted, with one result on SQL Server."""
    one = submitted(statement={**STATED, "engine": "sqlserver", **stated})
    one.results.update(engine="sqlserver")
    return one


def test_without_consent_accepted_results_count_and_stay_private():
    one = accept(reported())

    result = one.results.get()
    assert (result.status, result.visibility) == ("current", "private")
    assert Result.objects.visible_to(one.owner).get() == result
    assert "upload a newer report that states it" in reason_of(one)


def test_nobody_but_owner_reviewers_and_staff_sees_them_or_their_report():
    one = accept(reported(vendor_consent="no"))
    staff, reviewer = UserFactory(staff=True), ReviewerFactory()

    for user in (one.owner, reviewer, staff):
        assert Result.objects.at_address(user).exists()
        assert Submission.objects.visible_to(user).get() == one
    for user in (AnonymousUser(), UserFactory()):
        assert not Result.objects.at_address(user).exists()
        assert not Submission.objects.visible_to(user).exists()


def test_with_consent_they_are_public():
    one = accept(reported(vendor_consent="yes"))

    assert one.results.get().visibility == "public"
    assert Submission.objects.visible_to(AnonymousUser()).get() == one
    assert reason_of(one) == ""


@pytest.mark.parametrize(
    ("stated", "words"),
    [
        ({}, "its results stay private"),
        ({"vendor_consent": "yes"}, "its results are public"),
    ],
)
def test_the_notice_says_what_became_of_them(stated, words):
    one = accept(reported(**stated))

    notice = Notice.objects.get(user=one.owner)

    assert words in notices.words(notice)


def test_a_private_report_stays_so_when_it_is_withdrawn():
    one = accept(reported())

    moves.withdraw(one.pk, by=one.owner, reason="Wrong.")

    assert not Submission.objects.visible_to(AnonymousUser()).exists()


@pytest.mark.parametrize(
    ("stated", "outcome", "words"),
    [
        ({}, "caution", "the results stay private when they are accepted"),
        ({"vendor_consent": "no"}, "caution", "Microsoft's prior written approval"),
        ({"vendor_consent": "yes"}, "ok", "the vendor consents"),
    ],
)
def test_the_check_tells_it_before_anybody_reviews(stated, outcome, words):
    runs = understand(reported(**stated)).runs

    found = vendor_consent.check(runs)

    assert found.severity == outcome
    assert words in worded_check(found).message


def mixed(consent="", **columns) -> Submission:
    """With a file of SQL Server, and one of MySQL as its statement says."""
    one = draft(**columns)
    own = {"engine": "sqlserver", **({"vendor_consent": consent} if consent else {})}
    file = SubmittedFileFactory(submission=one, statement=own, report=MEASURED)
    SubmittedResultFactory(
        draft=True, submission=one, submitted_file=file, engine="sqlserver"
    )
    return one


def test_a_report_is_shown_as_a_whole_or_withheld():
    found = vendor_consent.check(understand(mixed()).runs)

    assert found.severity == "failed"
    remedy = worded_check(found).remedy
    assert "Upload the figures of SQL Server as a report of their own" in remedy


def test_with_consent_other_engines_may_stand_beside_it():
    assert vendor_consent.check(understand(mixed(consent="yes")).runs).severity == "ok"


def test_no_public_figure_has_its_evidence_in_a_withheld_report():
    one = mixed()
    Submission.objects.filter(pk=one.pk).update(  # before there was that check
        state="submitted", version=1, submitted_at=NOON
    )
    one.refresh_from_db()

    accept(one)

    assert set(one.results.values_list("visibility", flat=True)) == {"private"}
    assert reason_of(one).startswith("SQL Server's licence terms")


def test_of_other_engines_there_is_nothing_to_check():
    assert vendor_consent.check(understand(submitted()).runs) is None


@pytest.mark.parametrize("value", [True, "true", "Yes", "yes, in writing"])
def test_consent_is_stated_in_json_or_words(value):
    assert FIELDS["vendor_consent"].clean(value) == "yes"


def test_what_is_neither_yes_nor_no_is_refused():
    with pytest.raises(BadValue, match="Give one of: yes, no"):
        FIELDS["vendor_consent"].clean("maybe")
