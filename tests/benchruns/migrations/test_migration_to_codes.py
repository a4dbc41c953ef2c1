"""Checks, ratings, voided codes and differences: stored in sentences, then in codes."""

from dataclasses import replace

import pytest

from benchruns.findings import read
from benchruns.models import AuditEntry, Run
from benchruns.reproduction.differences import Why
from benchruns.sentences import differences as difference_sentences
from benchruns.sentences import rating as rating_sentences
from benchruns.sentences.checks.table import as_answered
from benchruns.sentences.rewards import REVOKED
from benchruns.submissions.rating.rating import Rating, rate
from tests.benchruns.submissions.checks.check_cases import CASES
from tests.benchruns.migrations.moving import downgrade_rows, upgrade_rows
from tests.benchruns.submissions.review.test_rating import NOTHING, WHOLE
from tests.factories import RunFactory
from tests.submission_factories import SubmissionFactory

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
MIGRATION = "0014_codes_of_checks"

HERE = {
    Why.LADDER: "1, 2, 4",
    Why.GIVEN_LADDER: "1, 2",
    Why.GIVEN: True,
    Why.NOT_STATED: 60,
}
VALUES = {Why.DIVIDED: {"divisor": 1_500}, Why.RATIO_KEPT: {"share": 0.25}}
DIFFERENCES = [
    {
        "kind": "scaled",
        "name": "table_size",
        "published": 5_000,
        "here": HERE.get(why, 1_000),
        "code": why.value,
        "values": VALUES.get(why, {}),
    }
    for why in Why
]


def test_what_is_in_codes_has_its_sentences_in_an_older_release_and_none_again():
    checks = [case.stored for case in CASES]
    ratings = [rate(facts).as_dict() for facts in (WHOLE, replace(WHOLE, settings=0))]
    submissions = [SubmissionFactory(checks=checks, rating=each) for each in ratings]
    run = RunFactory(differences=DIFFERENCES)
    voided = [
        AuditEntry.objects.create(action="code_revoked", details={"why": why.value})
        for why in REVOKED
    ]

    downgrade_rows(MIGRATION)

    for one in submissions:
        answered = rating_sentences.as_answered(Rating.read(one.rating))
        one.refresh_from_db()
        assert one.checks == [case.answered for case in CASES]
        assert one.rating == answered
    run.refresh_from_db(fields=["differences"])
    assert run.differences == list(map(difference_sentences.as_answered, DIFFERENCES))
    reasons = [{"reason": str(words)} for words in REVOKED.values()]
    assert [AuditEntry.objects.get(pk=each.pk).details for each in voided] == reasons

    upgrade_rows(MIGRATION)

    for one in submissions:
        one.refresh_from_db()
        assert one.checks == checks
        assert not any("label" in line for line in one.rating["lines"])
    run.refresh_from_db()
    assert run.differences == DIFFERENCES
    assert [AuditEntry.objects.get(pk=each.pk).details for each in voided] == [
        each.details for each in voided
    ]


def test_all_that_an_older_release_stored_is_told_as_it_was():
    rating = rating_sentences.as_answered(rate(WHOLE))
    checks = [case.of_older_release for case in CASES]
    one = SubmissionFactory(checks=checks, rating=rating)

    upgrade_rows(MIGRATION)

    one.refresh_from_db()
    assert list(map(as_answered, map(read, one.checks))) == checks
    assert rating_sentences.as_answered(Rating.read(one.rating)) == rating
    for case, stored in zip(CASES, one.checks, strict=True):
        assert "outcome" not in stored
        is_told = not case.added
        assert ("message" not in stored) == is_told, case.message


def test_a_rating_keeps_the_sentences_that_it_has_no_values_for():
    one = SubmissionFactory(rating=rating_sentences.as_answered(rate(NOTHING)))

    upgrade_rows(MIGRATION)

    one.refresh_from_db()
    kept = {line["code"]: line.get("sentence") for line in one.rating["lines"]}
    assert kept.pop("settings") == "No settings of the server are known."
    assert set(kept.values()) == {None}


def test_a_sentence_in_another_language_stays():
    row = {"kind": "scaled", "name": "table_size", "published": 5, "here": 1}
    run = RunFactory()
    downgrade_rows(MIGRATION)
    stated = [{**row, "why": "Geteilt durch 5."}]
    Run.objects.filter(pk=run.pk).update(differences=stated)

    upgrade_rows(MIGRATION)
    run.refresh_from_db()
    [stored] = run.differences

    assert difference_sentences.why_of(stored) == stored["why"] == "Geteilt durch 5."


def test_what_people_typed_and_what_was_refused_stays():
    acts = {"code_revoked": {"reason": "Typed."}, "code_refused": {"why": "redeemed"}}
    for action, details in acts.items():
        AuditEntry.objects.create(action=action, details=details)

    for move in (upgrade_rows, downgrade_rows, upgrade_rows):
        move(MIGRATION)

        assert dict(AuditEntry.objects.values_list("action", "details")) == acts


def test_a_damaged_row_is_left_and_stops_nothing():
    damaged = [{"code": "complete", "outcome": "ok"}]  # without a message
    broken = SubmissionFactory(checks=damaged, rating={"lines": 7})
    whole = SubmissionFactory(checks=[CASES[0].of_older_release])

    upgrade_rows(MIGRATION)

    broken.refresh_from_db()
    whole.refresh_from_db()
    assert (broken.checks, broken.rating) == (damaged, {"lines": 7})
    assert whole.checks == [CASES[0].stored]
