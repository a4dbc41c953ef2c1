"""Submitted results among all others: repeats, conditions, comparisons, drafts."""

import pytest
from django.contrib.auth.models import AnonymousUser

from benchruns.comparison import compare, permanent, read_asked
from benchruns.comparison.fairness import commits, find
from benchruns.comparison.fairness.commits import Replication
from benchruns.comparison.fairness.context import QpsCounting
from benchruns.comparison.fairness.results import contexts_of
from benchruns.errors import NotAllowed
from benchruns.models import Result
from benchruns.reports.engine import UnknownVersion, engine_report
from benchruns.results.repeats import repeats_of
from benchruns.results.row import per_vcpu, read_row
from benchruns.results.submitted_samples import column, samples_of, thinned
from benchruns.trends.exclusions import exclude
from portal.charts.preview import preview_chart
from tests.factories import InstanceClassFactory, ResultFactory, UserFactory
from tests.submission_factories import (
    ReviewerFactory,
    SubmissionFactory,
    SubmittedFileFactory,
    SubmittedResultFactory,
)

pytestmark = pytest.mark.django_db

NOBODY = AnonymousUser()
SAMPLES = {
    "count": 4,
    "second": [10, 20, 30, 40],
    "tps": [100.0, 120.0, 140.0, 160.0],
    "latency_ms": [4.0, 5.0, 6.0, 9.0],
    "percentile": [99.0] * 4,
}


def asked_for(*results, **words):
    asked, _problems = read_asked({"result": [str(r.pk) for r in results], **words})
    return asked


def codes_of(comparison):
    return {finding.code for finding in comparison.judgement.findings}


def with_samples(samples=None, **columns):
    report = {"format": "sysbench", "tool": "sysbench", "samples": samples or SAMPLES}
    submission = SubmissionFactory(accepted=True)
    file = SubmittedFileFactory(submission=submission, report=report)
    return SubmittedResultFactory(submission=submission, submitted_file=file, **columns)


def report_of(user, *, draft=None, slug="8.0", **query):
    words = {**query, "draft": str(draft.pk)} if draft else query
    return engine_report("mysql", slug, user=user, query=words)


def rows_of(report):
    return [row for section in report.sections for row in section.rows]


# Repeats


def test_results_of_one_submission_and_load_are_repeats():
    submission = SubmissionFactory(accepted=True)
    same = [
        SubmittedResultFactory(submission=submission, tps=tps, parameters={"a": 1})
        for tps in (100, 110)
    ]
    others = [
        SubmittedResultFactory(submission=submission, parameters={"a": 2}),
        SubmittedResultFactory(submission=submission, parameters={"a": 1}, threads=16),
        SubmittedResultFactory(
            submission=submission, parameters={"a": 1}, workload="oltp_read_only"
        ),
        SubmittedResultFactory(
            submission=submission, parameters={"a": 1}, parameter_settings={"x": "1"}
        ),
        SubmittedResultFactory(parameters={"a": 1}),
    ]

    found = repeats_of([*same, *others], user=NOBODY)

    assert {r.pk for r in found[same[0].pk].all} == {r.pk for r in same}
    assert [len(found[other.pk].all) for other in others] == [1] * 5


def test_a_withdrawn_result_repeats_nothing_that_is_current():
    submission = SubmissionFactory(accepted=True)
    current = SubmittedResultFactory(submission=submission)
    withdrawn = SubmittedResultFactory(submission=submission, status="withdrawn")

    assert repeats_of([current], user=NOBODY)[current.pk].all == [current]
    assert repeats_of([withdrawn], user=NOBODY)[withdrawn.pk].all == [withdrawn]


def test_repeats_of_submissions_take_as_many_queries_for_many(
    django_assert_max_num_queries,
):
    results = [SubmittedResultFactory() for _ in range(6)]

    with django_assert_max_num_queries(3):
        assert len(repeats_of(results, user=NOBODY)) == 6


# Conditions


@pytest.mark.parametrize(
    ("settings", "stated", "known"),
    [
        ({}, "none", Replication.UNAWAITED),
        ({}, "async", Replication.UNAWAITED),
        ({}, "semi_sync", Replication.SEMI_SYNCHRONOUS),
        ({}, "sync", Replication.SYNCHRONOUS),
        ({}, "", None),
        # some of its settings, and not all that the server has
        ({"max_connections": "4000", "sync_binlog": "1"}, "", None),
        ({"rpl_semi_sync_master_enabled": "ON"}, "", Replication.SEMI_SYNCHRONOUS),
        (
            {"rpl_semi_sync_master_enabled": "ON"},
            "semi_sync",
            Replication.SEMI_SYNCHRONOUS,
        ),
        ({"rpl_semi_sync_master_enabled": "ON"}, "none", None),
    ],
)
def test_replication_is_as_settings_say_or_as_stated(settings, stated, known):
    result = SubmittedResultFactory(replication=stated, parameter_settings=settings)

    assert commits.replication(contexts_of([result])[0]) == known


def test_clients_at_other_distances_are_a_caution():
    here = {"region": "cn-hangzhou", "zone": "A"}
    near = SubmittedResultFactory(region="cn-hangzhou", zone="A", client=here)
    far = SubmittedResultFactory(region="cn-hangzhou", zone="B", client=here)
    unknown = SubmittedResultFactory(region="cn-hangzhou", zone="B", client={})

    def place(one, other):
        contexts = contexts_of([one, other])
        found = {f.code: f for f in find(contexts, baseline=str(one.pk))}
        return found.get("client_place")

    told = place(near, far)
    assert told.severity == "caution"
    assert told.values == {str(near.pk): "same_zone", str(far.pk): "other_zone"}
    assert place(near, unknown) is None


def test_samples_say_which_percentile_they_are():
    sampled, mean, none = contexts_of(
        [
            with_samples(),
            with_samples(
                {"count": 1, "second": [1], "latency_ms": [2.0]}, workload="tpcc"
            ),
            SubmittedResultFactory(parameters={"percentile": 95}),
        ]
    )

    assert sampled.percentile == 99
    assert sampled.has("latency_ms")
    assert mean.percentile is None
    assert mean.has("latency_ms")
    assert none.percentile == 95
    assert not none.has("latency_ms")


def test_qps_of_pgbench_count_alike_only_where_they_were_counted_here():
    derived = SubmittedResultFactory(
        workload="pgbench_read_write", derived={"qps": "tps × 5"}
    )
    printed = SubmittedResultFactory(workload="pgbench_read_write")

    known, unknown = contexts_of([derived, printed])

    assert known.qps_counting == QpsCounting.WITHOUT_BEGIN_AND_END
    assert unknown.qps_counting is None


def test_samples_are_thinned_to_means_at_the_last_second_they_cover():
    result = with_samples()
    found = samples_of([result, SubmittedResultFactory()])

    assert list(found) == [result.pk]
    assert column(thinned(found[result.pk], limit=4)[1], "tps") == SAMPLES["tps"]
    step, rows = thinned(found[result.pk], limit=2)
    assert step == 20
    assert column(rows, "second") == [20, 40]
    assert column(rows, "tps") == [110.0, 150.0]
    assert column(rows, "qps") == [None, None]


# Comparisons


def test_a_claimed_regime_is_told_beside_others():
    claimed = SubmittedResultFactory(regime="cached")
    published = ResultFactory()

    told = compare(asked_for(claimed, published), user=NOBODY)

    [finding] = [f for f in told.judgement.findings if f.code == "claimed_regime"]
    assert finding.results == (str(claimed.pk),)
    assert finding.severity == "note"
    assert "claimed_regime" not in codes_of(
        compare(asked_for(published, ResultFactory()), user=NOBODY)
    )


@pytest.mark.parametrize("status", ["withdrawn", "superseded"])
def test_what_is_not_current_is_compared_by_its_id_alone_and_says_so(status):
    size = InstanceClassFactory()
    gone = SubmittedResultFactory(
        status=status, instance_class=size, provider=size.provider
    )
    current = ResultFactory(instance_class=size)

    alone = compare(asked_for(gone), user=NOBODY)
    beside = compare(asked_for(gone, current), user=NOBODY)
    word = f"{size.provider_id}/mysql/{size.code}"
    of_class, _problems = read_asked({"class": [word]})

    assert codes_of(alone) == {status}
    assert status in codes_of(beside)
    assert compare(of_class, user=NOBODY).results == [current]


def test_a_kept_comparison_shows_what_was_withdrawn_since():
    size = InstanceClassFactory()
    result = SubmittedResultFactory(instance_class=size, provider=size.provider)
    words = {"class": [f"{size.provider_id}/mysql/{size.code}"]}
    kept = permanent.pinned(compare(read_asked(words)[0], user=NOBODY))
    Result.objects.update(status="withdrawn")

    later = compare(kept, user=NOBODY)

    assert later.results == [result]
    assert "withdrawn" in codes_of(later)
    assert not compare(read_asked(words)[0], user=NOBODY).results


def test_a_draft_is_compared_by_its_owner_and_reviewers():
    draft = SubmittedResultFactory(draft=True)

    for user in (draft.owner, ReviewerFactory()):
        assert "draft" in codes_of(compare(asked_for(draft), user=user))
    for user in (NOBODY, UserFactory()):
        assert not compare(asked_for(draft), user=user).entries


@pytest.mark.parametrize("status", ["withdrawn", "superseded"])
def test_only_a_current_result_can_be_excluded(status):
    result = SubmittedResultFactory(status=status)

    with pytest.raises(NotAllowed, match="Only a current result"):
        exclude(result.pk, by=result.owner, reason="A backup ran beside it.")


# Drafts in an engine's report


def test_a_report_shows_drafts_only_where_they_are_asked_for():
    published = ResultFactory()
    draft = SubmittedResultFactory(
        draft=True, instance_class=published.instance_class, regime="cached"
    )
    reviewer = ReviewerFactory()

    asked = report_of(reviewer, draft=draft.submission)

    assert {row.id for row in rows_of(asked)} == {str(published.pk), str(draft.pk)}
    assert [row.is_draft for row in rows_of(asked)] == [False, True]
    assert asked.version.total == 2
    assert [row.id for row in rows_of(report_of(reviewer))] == [str(published.pk)]


def test_a_draft_makes_a_version_that_does_not_exist_yet():
    draft = SubmittedResultFactory(draft=True, engine_version="9.1")

    report = report_of(draft.owner, draft=draft.submission, slug="9.1")

    assert report.version.title == "MySQL 9.1"
    with pytest.raises(UnknownVersion):
        report_of(draft.owner, slug="9.1")


def test_a_draft_of_a_class_that_is_proposed_stands_under_its_code():
    submission = SubmissionFactory(
        submitted=True, statement={"instance_class": "db.new.large"}
    )
    SubmittedResultFactory(
        draft=True, submission=submission, vcpus=4, memory_gb=16.0, instance_class=None
    )

    [row] = rows_of(report_of(submission.owner, draft=submission))

    assert row.place == "db.new.large"


def test_what_a_draft_will_replace_is_gone_from_its_view():
    old = SubmittedResultFactory()
    newer = SubmissionFactory(submitted=True, owner=old.owner, replaces=old.submission)
    draft = SubmittedResultFactory(draft=True, submission=newer)

    assert [r.id for r in rows_of(report_of(old.owner, draft=newer))] == [str(draft.pk)]
    assert [r.id for r in rows_of(report_of(old.owner))] == [str(old.pk)]


def test_an_accepted_submission_leaves_the_page_as_it_is():
    result = SubmittedResultFactory()

    report = report_of(NOBODY, draft=result.submission)

    assert report.draft is None
    assert [row.id for row in rows_of(report)] == [str(result.pk)]


# The small chart


def test_the_preview_has_the_bars_of_the_class_and_the_draft_as_a_point():
    cached = ResultFactory(tps=900.0)
    size = cached.instance_class
    others = [
        ResultFactory(
            instance_class=size, campaign=cached.campaign, regime="disk_io", tps=500.0
        ),
        ResultFactory(campaign=cached.campaign),
    ]
    draft = SubmittedResultFactory(draft=True, instance_class=size, regime="cached")

    chart = preview_chart(draft, [cached, *others])

    assert [series.values for series in chart.series] == [[900.0], [500.0]]
    [point] = chart.points
    assert (point.value, point.series, point.is_draft) == (100.0, 0, True)
    assert len(chart.labels) == 1


def test_a_preview_without_neighbours_is_its_point_alone():
    draft = SubmittedResultFactory(draft=True)

    chart = preview_chart(draft, [])

    assert [point.text for point in chart.points] == ["100"]


def test_figures_per_vcpu_are_of_the_class_that_is_sold():
    sold = InstanceClassFactory(vcpus=8)
    result = SubmittedResultFactory(instance_class=sold, vcpus=2, tps=80)
    unknown = SubmittedResultFactory(instance_class=None, vcpus=2, tps=80)

    found = [
        read_row(row, run_is_visible=False).figures[per_vcpu("tps")]
        for row in (result, unknown)
    ]

    assert found == [10, 40]
