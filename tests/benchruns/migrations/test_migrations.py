"""What migrations make of rows that were there before them."""

import pytest
from django.db import connection

from benchruns.models import CampaignDraft, Result, SubmittedFile
from portal.models import IdempotencyRecord
from tests import portal_database
from tests.benchruns.migrations import codes_of_failures, described
from tests.benchruns.migrations.moving import (
    NEWEST,
    OF_CODES,
    OF_EQUAL_NAMES,
    OF_SENTENCES,
    OLDEST,
    migrate,
    models_of,
)
from tests.benchruns.submissions.campaigns.paper_values import VALUES
from tests.examples import few_or
from tests.factories import UserFactory
from tests.stored_bytes import stored_text
from tests.submission_factories import (
    SubmissionFactory,
    SubmittedFileFactory,
    SubmittedResultFactory,
)

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]
WAITING = {"code": "asynchronous_clients", "severity": "caution", "message": "."}


@pytest.fixture
def as_it_was():
    """A test that fails on its way leaves the others today's tables."""
    yield
    portal_database.put_back()


def tpcc(tool, **columns):
    return SubmittedResultFactory(
        **{"tool": tool, "workload": "tpcc", "nopm": 900.0, **columns}
    )


def loads_of_other_tools_and_with_waits_become_variants():
    variants = {
        tpcc("go-tpc"): "other_mix",
        tpcc("benchbase"): "other_mix",
        tpcc("benchbase", workload="tpch"): "",
        tpcc("go-tpc", variant="rate_limited"): "rate_limited",
        tpcc("hammerdb"): "",
        tpcc("hammerdb", findings=[WAITING]): "waits",
    }

    yield NEWEST

    found = Result.objects.in_bulk()
    assert {result: found[result.pk].variant for result in variants} == variants


def a_file_tells_the_waits_too_so_that_they_are_not_lost_when_it_is_derived():
    result = tpcc("hammerdb", findings=[WAITING])
    plain = tpcc("hammerdb")

    yield NEWEST

    told = SubmittedFile.objects.get(pk=result.submitted_file_id)
    assert told.report["variant"] == "waits"
    assert "variant" not in SubmittedFile.objects.get(pk=plain.submitted_file_id).report


def figures_of_sql_server_become_private_with_all_of_their_report():
    statuses = ("current", "withdrawn", "superseded")
    results = [tpcc("hammerdb", engine="sqlserver", status=each) for each in statuses]
    beside = [tpcc("hammerdb", submission=each.submission) for each in results]
    other = tpcc("hammerdb")

    yield NEWEST

    ours = Result.objects.in_bulk([each.pk for each in (*results, *beside, other)])
    private = {each for each in ours.values() if each.visibility == "private"}
    assert private == {*results, *beside}
    assert ours[other.pk].visibility == "public"


def with_the_vendor_s_consent_they_stay_public():
    def of_sql_server(*, shared: str, own: dict[str, str]) -> Result:
        one = SubmissionFactory(accepted=True, statement={"vendor_consent": shared})
        file = SubmittedFileFactory(submission=one, statement=own)
        whose = {"submission": one, "submitted_file": file}
        return tpcc("hammerdb", engine="sqlserver", **whose)

    consent, refusal = {"vendor_consent": "yes"}, {"vendor_consent": "no"}
    visibilities = {
        of_sql_server(shared="yes", own={}): "public",
        of_sql_server(shared="no", own=consent): "public",
        of_sql_server(shared="yes", own=refusal): "private",
    }

    yield NEWEST

    found = Result.objects.in_bulk()
    assert {each: found[each.pk].visibility for each in visibilities} == visibilities


def a_version_that_names_none_becomes_unstated_and_stays_to_be_read():
    cases = {  # version and full version, before and after
        ("n/a", ""): ("", "n/a"),
        ("custom/build", ""): ("", "custom/build"),
        ("unknown", "10.11.6-weird"): ("", "10.11.6-weird"),
        ("8.0", "8.0.36"): ("8.0", "8.0.36"),
        ("2008 R2", ""): ("2008 R2", ""),
        ("", ""): ("", ""),
    }
    results = {
        before: tpcc(
            "hammerdb", engine_version=before[0], engine_version_full=before[1]
        )
        for before in cases
    }

    yield NEWEST

    for before, result in results.items():
        result.refresh_from_db()
        found = result.engine_version, result.engine_version_full
        assert found == cases[before], before


def what_uploads_were_kept_with_in_clear_is_blanked():
    statement = {"command": "go-tpc tpcc -d mysql -p S3cret run"}
    file = SubmittedFileFactory(
        submission=SubmissionFactory(accepted=True, statement=statement),
        text=f"# {statement['command']}",
        statement=statement,
    )
    SubmittedResultFactory(
        submission=file.submission,
        submitted_file=file,
        tool_facts={"statement_1": "SET PASSWORD = 'S3cret'"},
    )
    answer = {"statement": statement, "files": []}
    owner = file.submission.owner
    IdempotencyRecord.objects.create(user=owner, key="k", fingerprint="f", body=answer)
    assert "S3cret" in stored_text()

    yield NEWEST

    assert "S3cret" not in stored_text()
    assert "-d mysql -p *** run" in stored_text()


def of_drafts_that_share_a_name_the_last_stays():
    entered = {
        **VALUES,
        "file_name": "a.csv",
        "report": {},
        "entered_by_id": UserFactory().pk,
    }

    yield OF_EQUAL_NAMES

    drafts = models_of(OF_EQUAL_NAMES).get_model("benchruns", "CampaignDraft").objects
    first = drafts.create(**entered)
    last = drafts.create(**{**entered, "slug": "AWS-mysql-8.0-60s"})

    yield NEWEST

    states = dict(CampaignDraft.objects.values_list("id", "state"))
    assert states == {first.pk: "withdrawn", last.pk: "waiting"}
    reason = CampaignDraft.objects.get(pk=first.pk).reason
    assert "later draft of the same name" in reason


CASES = (
    loads_of_other_tools_and_with_waits_become_variants,
    a_file_tells_the_waits_too_so_that_they_are_not_lost_when_it_is_derived,
    figures_of_sql_server_become_private_with_all_of_their_report,
    with_the_vendor_s_consent_they_stay_public,
    a_version_that_names_none_becomes_unstated_and_stays_to_be_read,
    what_uploads_were_kept_with_in_clear_is_blanked,
    of_drafts_that_share_a_name_the_last_stays,
    codes_of_failures.a_sentence_stays_where_code_and_values_do_not_tell_it_and_comes_back,
    codes_of_failures.going_back_writes_every_sentence_and_coming_again_drops_it,
)
# One way back to the oldest and one to today's; with many examples one more from there.
WALK = (
    *(OF_SENTENCES, OF_CODES, OF_SENTENCES, OLDEST, OF_EQUAL_NAMES, NEWEST),
    *few_or((OF_SENTENCES,), few=()),
)


def test_what_an_older_release_held_becomes_what_its_upgrade_makes_of_it(
    as_it_was, subtests
):
    """To walk there and back takes longer than all cases: they share one walk.

    Each begins with rows at the newest and yields the release to go on at. A new install's
    tables were made at once, those after the walk step by step.
    """
    at_once = described.tables()
    cases = [case() for case in CASES]
    wanted = [next(case) for case in cases]
    for release in WALK:
        migrate(release)
        for place, case in enumerate(cases):
            if wanted[place] == release:
                with subtests.test(CASES[place].__name__):
                    wanted[place] = next(case, None)

    assert wanted == [None] * len(cases)
    assert described.tables() == at_once
