"""Was it measured for long enough, and evenly enough, to believe the mean."""

import random

import pytest

from benchruns.evidence.measurement import LEAST_SECONDS, of_samples, of_time
from benchruns.evidence.steady import MOST_VARIATION, Second, variation, window
from benchruns.sentences.catalogue import worded


def seconds(*rates):
    return [Second(second=at, tps=rate) for at, rate in enumerate(rates, start=1)]


def uneven(share, count=60):
    """Its standard deviation is this share of its mean, 1,000."""
    return seconds(*[1000 * (1 + share), 1000 * (1 - share)] * (count // 2))


@pytest.mark.parametrize("share", [0.3, 0.34, 0.43])
def test_a_rate_that_varies_by_a_third_is_no_steady_window_and_a_caution(share):
    run = uneven(share)

    [finding] = of_samples(run)

    assert window(run) is None
    assert variation(run) == pytest.approx(share)
    assert (finding.code, finding.severity) == ("variation", "caution")
    assert worded(finding).message.startswith(f"TPS varied by {100 * share:.0f} %")


@pytest.mark.parametrize(("share", "codes"), [(0.19, []), (0.21, ["variation"])])
def test_the_bound_is_a_fifth_of_the_mean(share, codes):
    run = uneven(share)

    assert MOST_VARIATION == 0.2
    assert [each.code for each in of_samples(run)] == codes
    assert (window(run) is None) == bool(codes)


def test_chance_alone_is_no_variation_of_the_server():
    """9 transactions a second that begin at random times vary by a third."""
    draw = random.Random(9)  # noqa: S311 - noise, no secret
    random_starts = [
        float(sum(draw.random() < 0.009 for _ in range(1000))) for _ in range(60)
    ]

    assert variation(seconds(*random_starts)) > 0.28
    assert "variation" not in [
        each.code for each in of_samples(seconds(*random_starts))
    ]


def test_a_mean_of_many_samples_is_known_all_the_same():
    [finding] = of_samples(uneven(0.3, count=600))

    assert finding.severity == "note"
    assert finding.values["uncertainty"] == pytest.approx(0.024, abs=0.001)


def test_a_mean_that_is_known_to_no_half_of_what_two_may_differ_by_is_doubted():
    [finding] = of_samples(uneven(0.42, count=300))

    assert finding.severity == "caution"
    assert finding.values["uncertainty"] == pytest.approx(0.0475, abs=0.001)


@pytest.mark.parametrize(
    ("count", "told"), [(14, 0.1348), (30, 0.0855), (60, 0.0586), (3_600, 0.0074)]
)
def test_few_samples_know_their_mean_less_than_the_normal_distribution_says(
    count, told
):
    """Student's t of one less: 2.160, 2.045, 2.001, 1.961."""
    [finding] = of_samples(uneven(0.225, count=count))

    assert finding.values["uncertainty"] == pytest.approx(told, abs=0.0001)
    assert f"known to ± {100 * told:.1f} % at best" in worded(finding).why


def test_a_ramp_that_is_trimmed_varies_nothing():
    run = seconds(*[100.0] * 10, *[1000.0] * 50)

    assert of_samples(run) == []
    assert window(run).trimmed_start_s == 10


def test_a_ramp_over_the_whole_run_never_settled():
    run = seconds(*[1000.0 + 10 * at for at in range(60)])

    [finding] = of_samples(run)

    assert (finding.code, finding.severity) == ("not_steady", "caution")


@pytest.mark.parametrize("count", [0, 1, 7])
def test_a_handful_of_samples_says_nothing_of_steadiness(count):
    assert of_samples(seconds(*[1000.0, 1.0, 1000.0, 1.0] * 2)[:count]) == []


def test_nothing_varies_where_nothing_was_done():
    assert variation(seconds(*[0.0] * 9)) is None


@pytest.mark.parametrize(
    ("measured", "severity"),
    [
        (None, None),
        (4.0, "caution"),
        (14.9, "caution"),
        (15.0, "caution"),
        (57.0, "caution"),
        (57.5, None),  # within 5 %, as tools end a little early
        (60.0, None),
        (3600.0, None),
    ],
)
def test_less_than_a_minute_is_a_doubt(measured, severity):
    found = of_time(measured)

    assert LEAST_SECONDS == 60
    assert [each.severity for each in found] == ([severity] if severity else [])
    for each in found:
        assert each.code == "short"
        assert worded(each).message == f"Measured for {measured:.3g} s only."
        assert worded(each).why
        assert worded(each).remedy


@pytest.mark.parametrize(
    ("measured", "severity"),
    [(300.0, None), (80.0, "note"), (70.0, "caution"), (59.0, "caution")],
)
def test_beside_longer_tests_a_quarter_of_their_time_is_a_doubt(measured, severity):
    found = of_time(measured, least=300)

    assert [each.severity for each in found] == ([severity] if severity else [])
