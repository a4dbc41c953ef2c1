"""Rows of which each kind of chart is drawn, with figures in doubt, for everybody."""

from benchruns.models import Result, Run, Sample
from benchruns.trends import exclusions
from tests.benchruns.runs.watched import measure, series_with
from tests.factories import UserFactory
from tests.portal.comparisons.comparing import THREE, own_sweep
from tests.submission_factories import (
    SubmissionFactory,
    SubmittedFileFactory,
    SubmittedResultFactory,
)

THREADS = (1, 2, 4, 8, 16, 32, 64, 128)
PEAK = (1300, 2500, 4900, 8800, 12_100, 11_900, 11_800, 11_750)
TPS = [share * peak for peak in PEAK for share in (1, 0.97, 1.01)]
SHORT = {
    "code": "short",
    "severity": "caution",
    "values": {"seconds": 4.0, "least": 60},
}
SECONDS = 60
REPORT = {
    "count": SECONDS,
    "second": list(range(1, SECONDS + 1)),
    "tps": [300.0 + n % 7 for n in range(SECONDS)],
    "latency_ms": [4.0 + n % 5 for n in range(SECONDS)],
    "percentile": [95.0] * SECONDS,
}


def fill() -> dict[str, str]:
    """The address of a page with charts of each kind, by its name."""
    rungs = _sweep()
    sweep = rungs[0][0].run.sweep
    asked = "&".join(f"result={results[0].pk}" for results in rungs)
    classes = "&".join(f"class={code}" for code in THREE)
    return {
        "sweep": f"/sweeps/{sweep.pk}/",
        "repeats": f"/compare/?{asked}&view=repeats",
        "plane": f"/compare/?{asked}&view=latency",
        "timeline": f"/compare/?{asked}&view=timeline",
        "bars of runs": f"/compare/?{asked}",
        "scaling": f"/compare/?{classes}&view=scaling",
        "bars of classes": f"/compare/?{classes}",
        "engine": "/engines/mysql/8.0/",
        "engine, older": "/engines/mysql/5.7/",
        "lines": "/engines/postgresql/unstated/",
        "trend": f"/trends/{_trend().pk}/",
        "report": f"/results/{_report().pk}/",
    }


def _sweep() -> list[list[Result]]:
    """Repeats of four numbers of threads, the last of them in doubt, one left out."""
    owner = UserFactory()
    rungs = [list(found) for found in own_sweep(owner, threads=THREADS, tps=TPS)]
    Run.objects.filter(owner=owner).update(visibility="public")
    Result.objects.filter(owner=owner).update(visibility="public")
    Result.objects.filter(pk__in=[each.pk for each in rungs[-1]]).update(
        findings=[SHORT], doubt="figure"
    )
    Sample.objects.bulk_create(
        Sample(
            run=result.run,
            attempt=1,
            second=second,
            tps=result.tps * (0.95 + second % 9 / 80),
            latency_ms=result.latency_p95_ms * (0.9 + second % 5 / 20),
        )
        for results in rungs
        for result in results
        for second in range(1, SECONDS + 1)
    )
    left_out = rungs[1][1]
    exclusions.exclude(left_out.pk, by=owner, reason="A backup ran beside it.")
    return rungs


def _trend():
    """Two levels of many results, a new version, and an excluded result."""
    noisy = [1000.0 + n * 37 % 101 for n in range(60)]
    series = series_with(*noisy, visibility="public")
    measure(
        series,
        *[0.8 * tps for tps in noisy[:40]],
        visibility="public",
        engine_version_full="8.0.37",
        findings=[SHORT],
        doubt="figure",
    )
    first = series.results.order_by("measured_at")[3]
    exclusions.exclude(first.pk, by=first.owner, reason="A backup ran beside it.")
    return series


def _report() -> Result:
    """An uploaded report with samples, too short to be believed."""
    submission = SubmissionFactory(accepted=True)
    file = SubmittedFileFactory(
        submission=submission,
        name="run.txt",
        report={"format": "sysbench", "tool": "sysbench", "samples": REPORT},
    )
    return SubmittedResultFactory(
        submission=submission, submitted_file=file, findings=[SHORT], doubt="figure"
    )
