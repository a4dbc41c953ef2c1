"""The rules on the published rows: exactly the known irregularities, no others."""

import pytest

from benchruns.findings import Finding
from benchruns.models import Result
from benchruns.results.datachecks import RULES
from benchruns.results.published.loader import load
from benchruns.sentences.catalogue import worded
from tests import published_database

pytestmark = pytest.mark.django_db

READS, QPS = "reads_writes_ratio", "qps_tps_ratio"
HOT, DEDICATED = "more_hot_records_faster", "dedicated_slower"
M57, M56, M56_20 = (
    "alibaba-mysql-5.7-60s",
    "alibaba-mysql-5.6-60s",
    "alibaba-mysql-5.6-20min",
)
H57, H80, HP = (
    "huawei-mysql-5.7-dedicated",
    "huawei-mysql-8.0-dedicated",
    "huawei-postgresql-12-dedicated",
)
S08, S12 = "alibaba-sqlserver-2008r2-tpcc", "alibaba-sqlserver-2012ee-tpcc"
PG = "alibaba-postgresql-pgbench"

# (id in the data's README, campaign, class, regime, hot records, code)
KNOWN = [
    ("F1", M57, "rds.mysql.s2.large", "disk_io", None, READS),
    ("F2", M56, "rds.mysql.s2.large", "cached", None, READS),
    ("F3", M56, "rds.mysql.m1.medium", "disk_io", None, READS),
    ("F4", M56_20, "rds.mysql.s2.large", "cached", None, QPS),
    ("F5", H57, "dedicated-1:8-64vcpu-512gb", None, None, QPS),
    ("F6", H80, "dedicated-1:4-64vcpu-256gb", None, None, QPS),
    ("F7", H80, "dedicated-1:8-64vcpu-512gb", None, None, QPS),
    ("F8", H57, "dedicated-1:4-2vcpu-8gb", None, None, QPS),
    ("F9", H80, "dedicated-1:4-8vcpu-32gb", None, None, QPS),
    ("F10", H80, "dedicated-1:4-32vcpu-128gb", None, None, QPS),
    ("F11", HP, "dedicated-1:4-64vcpu-256gb", None, None, QPS),
    ("F12", HP, "dedicated-1:8-64vcpu-512gb", None, None, QPS),
    ("F13", S08, "rds.mssql.c2.2xlarge", None, None, "larger_class_slower"),
    ("F13", S08, "rds.mssql.c2.xlp2", None, None, "larger_class_slower"),
    ("F14", S12, "rds.mssql.m1.medium", None, None, "larger_class_slower"),
    ("F14", S12, "rds.mssql.s3.large", None, None, "larger_class_slower"),
    ("F17", PG, "pg.x8.xlarge.2", None, 500_000_000, HOT),
    ("F17", PG, "pg.x8.xlarge.2", None, 1_000_000_000, HOT),
    ("F18", HP, "dedicated-1:4-8vcpu-32gb", None, None, DEDICATED),
    (
        "F18",
        "huawei-postgresql-12-general",
        "general-1:4-8vcpu-32gb",
        None,
        None,
        DEDICATED,
    ),
    ("F19", M56_20, "rds.mysql.c2.xlarge", "cached", None, "threads_differ"),
    ("F19", M56_20, "rds.mysql.c2.xlarge", "disk_io", None, "threads_differ"),
]


# The labels that the rows' own sizes do not support: note M8 in the data's README.
# Data of 0.14 to 0.72 times memory; rds.mysql.m1.medium has 1.43 times and is none.
LABEL = "regime_label"
KNOWN_LABELS = [
    ("M8", campaign, code, "disk_io", None, LABEL)
    for campaign in ("alibaba-mysql-8.0-60s", M57, M56)
    for code in (
        "rds.mysql.t1.small",
        "rds.mysql.s2.large",
        "rds.mysql.c1.xlarge",
        "rds.mysql.c2.xlarge",
    )
]


# F15: a fact of each row of two tables.
COUNTING = "tps_and_tpm"


@pytest.fixture(scope="module", autouse=True)
def published(django_db_setup, django_db_blocker):
    yield from published_database.loaded(django_db_blocker, by=load)


def findings():
    """Every finding with the row it stands on."""
    rows = Result.objects.select_related("campaign", "instance_class")
    return [(row, finding) for row in rows for finding in row.findings]


def place(row):
    campaign, code = row.campaign.slug, row.instance_class.code
    return campaign, code, row.regime, row.hot_records


def test_exactly_the_known_irregularities_are_found():
    found = [
        (*place(r), f["code"])
        for r, f in findings()
        if f["code"] not in (LABEL, COUNTING)
    ]

    assert sorted(map(repr, found)) == sorted(repr(known[1:]) for known in KNOWN)


def test_exactly_the_labels_that_sizes_do_not_support_are_found():
    found = [(*place(r), f["code"]) for r, f in findings() if f["code"] == LABEL]

    assert sorted(map(repr, found)) == sorted(repr(k[1:]) for k in KNOWN_LABELS)


def test_rows_whose_tps_and_tpm_differ_say_so():
    found = [(row, f) for row, f in findings() if f["code"] == COUNTING]

    assert {row.pk for row, _finding in found} == {
        row.pk for row in Result.objects.filter(engine="sqlserver")
    }
    messages = {row.engine_version: worded(finding).message for row, finding in found}
    assert len(found) == 15
    assert "1.052 to 1.148 times the printed TPM" in messages["2008 R2"]
    assert "1.419 to 1.515 times the printed TPM" in messages["2012 EE"]
    assert "1.007 to 1.095 times the batch requests" in messages["2008 R2"]
    assert "0.995 to " in messages["2012 EE"]


def test_a_label_is_doubted_with_its_estimate():
    row, finding = next(
        (r, f)
        for r, f in findings()
        if f["code"] == LABEL and r.instance_class.code == "rds.mysql.c1.xlarge"
    )

    assert row.data_bytes is None
    assert finding["values"]["estimated_data_bytes"] == 102_400_000 * 240
    assert finding["values"]["data_over_memory"] == 0.7153
    assert "fits in memory" in worded(finding).message
    assert "estimate" in worded(finding).why


def test_the_hot_records_irregularity_is_of_the_read_write_load():
    workloads = {r.workload for r, finding in findings() if finding["code"] == HOT}

    assert workloads == {"pgbench_read_write"}


def test_a_finding_about_a_pair_names_the_other_row_of_its_irregularity():
    labels = {known[1:]: known[0] for known in KNOWN}
    by_id = {str(row.pk): row for row, _finding in findings()}

    for row, finding in findings():
        if finding["code"] in (LABEL, COUNTING):  # about one row alone
            assert finding["results"] == []
            continue
        label = labels[(*place(row), finding["code"])]
        pair = [known for known in KNOWN if known[0] == label]
        others = [by_id[other] for other in finding["results"]]
        assert len(others) == len(pair) - 1
        for other in others:
            assert other != row
            assert labels[(*place(other), finding["code"])] == label


def test_every_finding_explains_itself_with_its_numbers():
    for _row, finding in findings():
        assert set(finding) == set(Finding(code="", severity="").as_dict())
        assert finding["code"] in RULES
        assert finding["severity"] in {"note", "caution"}
        assert worded(finding).message
        assert worded(finding).why
        assert worded(finding).remedy
        assert finding["values"]


def test_a_digit_that_slipped_is_told_with_both_figures():
    row, finding = next(
        (r, f) for r, f in findings() if f["code"] == QPS and r.regime == "cached"
    )

    assert (row.tps, row.qps) == (1306, 27521)
    assert finding["values"]["tps_by_qps"] == 1376.05
    assert "27,521" in worded(finding).message
    assert "1,306" in worded(finding).message


def test_findings_of_other_checks_survive_a_second_load():
    row = Result.objects.get(campaign__slug=M57, findings__0__code=READS)
    own = row.findings
    foreign = Finding(code="other_check", severity="note").as_dict()
    stale = {**own[0], "code": QPS}
    Result.objects.filter(pk=row.pk).update(findings=[foreign, stale, *own])

    load()

    row.refresh_from_db()
    assert row.findings == [foreign, *own]
