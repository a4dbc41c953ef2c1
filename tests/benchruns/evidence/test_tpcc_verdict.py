"""Which runs of the TPC-C-derived load are believed, and what is found on them."""

import pytest

from benchruns.engines import FAMILIES
from benchruns.evidence import tpcc_facts, tpcc_verdict
from benchruns.failures.failure import BenchbookError
from benchruns.parsers.tpcc import output as parser
from benchruns.sentences.catalogue import worded
from benchruns.sentences.failures.table import of_failure
from tests.benchruns.parsers.tpcc.tpcc_reports import HEAD, document, kind, output


def failure_of(text, *, exit_status=0, stderr="", family="mysql"):
    with pytest.raises(BenchbookError) as caught:
        tpcc_verdict.judge(
            exit_status=exit_status,
            output=text,
            stderr=stderr,
            family=FAMILIES[family],
        )
    return caught.value.failure


def test_a_run_that_went_as_asked_is_believed():
    report = tpcc_verdict.judge(
        exit_status=0, output=output(), stderr="", family=FAMILIES["mysql"]
    )

    assert report.figures.tps == 1150.0


@pytest.mark.parametrize(
    ("family", "line", "code"),
    [
        ("mysql", "FATAL: 1045: Access denied for user", "wrong_password"),
        ("mysql", "FATAL: 2013: Lost connection to server", "server_gone"),
        ("postgresql", "FATAL: 57P01: terminating connection", "server_gone"),
        ("postgresql", "FATAL: 53100: could not extend file", "disk_full"),
        ("mysql", "FATAL: 9999999: words", "unknown"),
    ],
)
def test_the_tools_complaint_is_told_in_the_users_words(family, line, code):
    found = failure_of(f"{HEAD}{line}\n", exit_status=1, family=family)

    assert found.code == code
    assert found.detail in line


def test_a_complaint_outweighs_a_whole_report():
    text = f"FATAL: 1213: Deadlock found\n{output()}"

    assert failure_of(text).code == "deadlock"


@pytest.mark.parametrize(
    ("exit_status", "code"), [(-9, "tool_died"), (-15, "tool_died"), (1, "unknown")]
)
def test_an_end_without_a_word_is_told(exit_status, code):
    found = failure_of(HEAD, exit_status=exit_status, stderr="Traceback\nKeyError: 1")

    assert found.code == code


def test_a_report_that_is_cut_off_is_incomplete():
    assert failure_of(output()[:-300]).code == "incomplete_report"


def test_nothing_measured_is_no_figure():
    told = document(tps=0.0, all=kind(0), nopm=0.0, tpm=0.0)
    told["transactions"] = {name: kind(0) for name in told["transactions"]}
    told["counters"] |= {"new_orders": [1, 1], "transactions": [1, 1]}

    assert failure_of(output(told)).code == "no_events"


@pytest.mark.parametrize(("failed", "is_believed"), [(20, True), (30, False)])
def test_a_hundredth_that_failed_is_too_much(failed, is_believed):
    told = document(all=kind(2300, rolled_back=10, failed=failed))
    told["transactions"]["payment"]["failed"] = failed

    if is_believed:
        tpcc_verdict.judge(
            exit_status=0, output=output(told), stderr="", family=FAMILIES["mysql"]
        )
    else:
        found = failure_of(output(told))
        assert found.code == "many_failed"
        assert "30 of 2,330" in of_failure(found)


def test_orders_that_the_server_does_not_have_are_missed():
    told = document(nopm=27_000.0)
    told["counters"]["new_orders"] = [60_000, 60_900]

    found = failure_of(output(told))

    assert found.code == "orders_missing"
    assert "990" in of_failure(found)
    assert "900" in of_failure(found)


def lasting(seconds, *, readings, orders):
    """1,150 transactions a second, of them 495 new orders; ``orders`` by the server."""
    told = document(duration_seconds=seconds, measured_seconds=float(seconds))
    for each in (*told["transactions"].values(), told["all"]):
        each["count"] = each["count"] * seconds // 2
        each["rolled_back"] = each["rolled_back"] * seconds // 2
    told["counters"] |= {
        "new_orders": [60_000, 60_000 + orders],
        "new_orders_seconds": readings,
        "transactions": [5_000, 5_000 + 1_150 * seconds],
        "seconds": float(seconds),
    }
    return told | {"nopm": round(60 * orders / readings, 3)}


@pytest.mark.parametrize(
    ("readings", "orders", "is_believed"),
    [
        (60.0, 29_700, True),
        (60.0, 31_500, True),
        (60.0, 32_500, False),
        (60.0, 59_400, False),
        (63.0, 33_500, True),  # the second reading was late, the users faster
        (63.0, 35_500, False),
    ],
)
def test_orders_that_the_tool_did_not_make_are_no_part_of_its_figure(
    readings, orders, is_believed
):
    text = output(lasting(60, readings=readings, orders=orders))

    if is_believed:
        tpcc_verdict.judge(
            exit_status=0, output=text, stderr="", family=FAMILIES["mysql"]
        )
    else:
        found = failure_of(text)
        assert found.code == "orders_of_others"
        assert f"{orders:,}" in of_failure(found)


def test_a_short_time_does_not_tell_whose_orders_they_are():
    text = output(lasting(2, readings=2.2, orders=1_500))

    tpcc_verdict.judge(exit_status=0, output=text, stderr="", family=FAMILIES["mysql"])


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Loading: 10.0 %, 0 of 2 warehouses, 9 s left\n", "incomplete_report"),
        ("Loading: 10.0 %\nFATAL: 1114: The table is full\n", "disk_full"),
    ],
)
def test_a_load_must_come_to_its_end(text, code):
    with pytest.raises(BenchbookError) as caught:
        tpcc_verdict.check_load(
            exit_status=0, output=text, stderr="", family=FAMILIES["mysql"]
        )

    assert caught.value.failure.code == code


def test_a_load_that_came_to_its_end_is_believed():
    tpcc_verdict.check_load(
        exit_status=0,
        output="Step: indexes\nLoaded: 2 warehouses in 8.0 s\n",
        stderr="",
        family=FAMILIES["postgresql"],
    )


# Facts and findings -----------------------------------------------------------------


def facts(*, orders_before=60_000, **changes):
    report = parser.parse(output(document(**changes)))
    return tpcc_facts.facts_of(report, warehouses=2, orders_before=orders_before)


def codes(told):
    return {finding.code for finding in tpcc_facts.findings(told)}


def test_facts_hold_the_kinds_with_their_shares():
    told = facts()

    assert told["transactions"]["neword"]["share"] == pytest.approx(10 / 23)
    assert told["transactions"]["neword"]["rolled_back"] == 10
    assert told["all"]["retries"]["deadlock"] == 1
    assert told["nopm_tpm_ratio"] == pytest.approx(0.4304, abs=1e-4)
    assert told["profile"] == "hammerdb"
    assert "histogram" not in told["all"]


def test_counters_that_may_not_be_read_are_told_with_the_grant():
    told = document(tpm=None)
    told["counters"]["transactions"] = None
    report = parser.parse(output(told))

    found = {
        finding.code: finding
        for finding in tpcc_facts.findings(
            tpcc_facts.facts_of(report, warehouses=2, orders_before=60_000)
        )
    }

    assert "nopm_tpm_ratio" not in found
    assert found["counters_not_readable"].severity == "note"
    assert "GRANT VIEW SERVER STATE" in worded(found["counters_not_readable"]).remedy
    assert "counters_not_readable" not in codes(facts())


def test_a_ratio_within_its_band_is_no_finding():
    assert "nopm_tpm_ratio" not in codes(facts())


@pytest.mark.parametrize(
    ("ratio", "waits", "is_found"),
    [
        (0.4199, False, True),
        (0.4401, False, True),
        (0.42, False, False),
        (0.30, True, False),
        (None, False, False),
    ],
)
def test_a_ratio_outside_its_band_is_found(ratio, waits, is_found):
    told = facts() | {"nopm_tpm_ratio": ratio, "keying_and_thinking": waits}
    told["all"] = told["all"] | {"count": 60_000}

    assert ("nopm_tpm_ratio" in codes(told)) is is_found


@pytest.mark.parametrize(
    ("engine", "count", "seconds", "ratio", "is_found"),
    [
        ("MariaDB 10.11", 600, 4, 0.401, False),  # few: by chance
        ("MariaDB 10.11", 6_000, 4, 0.401, True),
        ("PostgreSQL 15.8", 6_000, 4, 0.483, False),  # short: statistics are late
        ("PostgreSQL 15.8", 90_000, 60, 0.483, True),
        ("MariaDB 10.11", 6_000, 4, 0.483, True),
    ],
)
def test_the_band_is_wider_where_chance_or_late_statistics_explain_it(
    engine, count, seconds, ratio, is_found
):
    told = facts() | {"nopm_tpm_ratio": ratio, "engine_told": engine}
    told["all"] = told["all"] | {"count": count}
    told["counters"] = told["counters"] | {"seconds": seconds}

    assert ("nopm_tpm_ratio" in codes(told)) is is_found


def test_data_that_has_grown_is_told():
    told = facts(orders_before=66_000)

    found = next(f for f in tpcc_facts.findings(told) if f.code == "data_grown")

    assert found.values == {"orders": 6_000, "share": 0.1}
    assert "data_grown" not in codes(facts())


def test_more_users_than_warehouses_are_told():
    assert "virtual_users_over_warehouses" in codes(facts())
    assert "virtual_users_over_warehouses" not in codes(facts(virtual_users=2))
    with_waits = {"keying_and_thinking": True}
    assert "virtual_users_over_warehouses" not in codes(facts() | with_waits)


def test_another_tools_facts_have_none_of_these():
    assert codes({"script": "ro.sql"}) == set()
