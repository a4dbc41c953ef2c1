"""Numbers as they are printed, and the geometry of thumbnails."""

import pytest

from benchruns.overview import shelf
from portal.templatetags.figures import exact, figure, millions, ratio, size_gb
from portal.templatetags.results import options
from portal.thumbnails import HEIGHT, WIDTH, thumbnail
from tests.factories import ResultFactory, UserFactory


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (6739.6, "6,740"),
        (100.4, "100"),
        (54.26, "54.3"),
        (9.5, "9.50"),
        (1.2349, "1.23"),
        (12000.0, "12,000"),
        (0, "0"),
        (None, "–"),
    ],
)
def test_a_figure_is_rounded_once_for_reading(value, text):
    assert figure(value) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [(6739.6, "6,739.6"), (5661264.0, "5,661,264"), (0.25, "0.25"), (None, "–")],
)
def test_the_exact_figure_keeps_its_digits(value, text):
    assert exact(value) == text


def test_sizes_and_counts_are_short():
    assert millions(102_400_000) == "102.4 M"
    assert millions(100) == "100"
    assert size_gb(0.012) == "0.012"
    assert size_gb(24.576) == "24.6"
    assert ratio(None) == "–"


def test_a_command_breaks_between_its_options_only():
    assert options("pgbench -M prepared -f ./ro.sql -c 8 --time=60 run") == [
        "pgbench",
        "-M prepared",
        "-f ./ro.sql",
        "-c 8",
        "--time=60",
        "run",
    ]


def test_thumbnails_stay_inside_their_box(published):
    tiles = shelf(UserFactory())

    assert len(tiles) == 7
    for tile in tiles:
        for bar in thumbnail(tile.section).bars:
            assert 0 <= bar.x <= WIDTH - bar.width
            assert 0 <= bar.y <= HEIGHT - bar.height
            assert bar.height > 0


def test_a_section_without_figures_has_no_bars(db):
    ResultFactory(workload="oltp_read_write", regime="cached", tps=None, qps=None)

    (tile,) = shelf(UserFactory())

    assert thumbnail(tile.section).bars == ()
