"""Every verdict on a run has its sentence, and one of an older release keeps its own."""

import pytest

from benchruns.evidence import bottleneck, regime
from benchruns.sentences.doubts import doubts_of
from benchruns.sentences.verdicts import advice, regime_note


@pytest.mark.parametrize("reason", regime.Reason)
def test_every_reason_of_a_regime_has_a_sentence(reason):
    evidence = {
        "reason": reason.value,
        "flush_method": "fsync",
        "io_method": "worker",
        "reading_share": 0.002,
    }

    assert regime_note(evidence).endswith(".")


@pytest.mark.parametrize("reason", bottleneck.Reason)
def test_every_reason_of_a_limit_has_its_advice(reason):
    numbers = {"programs_cpu": 0.44, "server_cpu": 0.39}

    assert advice({"reason": reason.value, "evidence": numbers}).endswith(".")


def test_a_method_that_the_server_did_not_name_is_its_default():
    evidence = {"reason": "reads_untold", "flush_method": ""}

    assert "innodb_flush_method is fsync" in regime_note(evidence)


def test_verdicts_of_an_older_release_are_shown_as_they_were_said():
    assert regime_note({"note": "As it was said."}) == "As it was said."
    assert advice({"advice": "As it was said."}) == "As it was said."


def test_what_was_never_judged_has_no_sentence():
    assert (regime_note({}), advice({})) == ("", "")


def caution(code, **values):
    return {"code": code, "severity": "caution", "values": values}


def test_a_doubt_without_a_shorter_wording_is_told_as_its_finding_says_it():
    found = [
        caution("many_errors", failed=40, begun=1000, share=0.04),
        caution("no_transactions"),
        caution("short", seconds=4.0),
    ]

    said = doubts_of(found)

    assert said[:2] == [
        "only 4 s measured",
        "4 % of the transactions failed: 40 of 1,000",
    ]
    assert len(said) == 3
    assert said[2][0].islower()
    assert not said[2].endswith(".")


def test_what_only_says_that_the_server_could_do_more_doubts_no_verdict():
    found = [
        caution("client_bound"),
        {"code": "many_skipped", "severity": "note", "values": {}},
    ]

    assert doubts_of(found) == []


def test_a_damaged_doubt_is_told_by_its_code():
    assert doubts_of([{}, caution("short"), caution("")]) == [
        "“short”: this release has no sentence for it"
    ]
