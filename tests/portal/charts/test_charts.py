"""Numbers as they are printed, and the geometry of thumbnails."""

import pytest

from benchruns.reports.shelf.shelf import shelf
from portal.charts.thumbnails import HEIGHT, WIDTH, thumbnail
from portal.formats.figures import exact, figure, millions, ratio, size_gb
from portal.formats.quantities import fixed, lasting, share_of, signed_second, size
from portal.templatetags.results import options
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


@pytest.mark.parametrize(
    ("value", "text"),
    [(23.948, "23.95"), (2.999, "3.00"), (1234.5, "1,234.50"), (None, "–")],
)
def test_a_fixed_number_of_digits_is_rounded_and_not_cut(value, text):
    assert fixed(value) == text


def test_sizes_and_seconds_are_rounded_and_not_cut():
    assert size(1.96 * 1024**2) == "2.0 MB"
    assert size(10.7 * 1024) == "11 kB"
    assert signed_second(-29.6) == "−30 s"


@pytest.mark.parametrize(
    ("ratio", "text"),
    [
        (1.239, "1.24 × the buffer"),
        (0.5, "0.50 × the buffer"),
        (0.002, "0.2 % of the buffer"),
        (0.00000001, "< 0.01 % of the buffer"),
        (None, "–"),
    ],
)
def test_a_small_share_is_told_in_percent(ratio, text):
    assert share_of(ratio, "the buffer") == text


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (None, "–"),
        (0.2, "under 1 s"),
        (169, "2 min 49 s"),
        (3 * 3600 + 300, "3 h 5 min"),
        (86_400, "1 d"),
        (3 * 86_400 + 3600, "3 d 1 h"),
    ],
)
def test_how_long_something_lasts_is_told_in_two_units(seconds, text):
    assert lasting(seconds) == text


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
    tiles = shelf(UserFactory()).tiles

    assert len(tiles) == 7
    for tile in tiles:
        for bar in thumbnail(tile.picture).bars:
            assert 0 <= bar.x <= WIDTH - bar.width
            assert 0 <= bar.y <= HEIGHT - bar.height
            assert bar.height > 0


def test_repeats_are_one_bar_and_there_are_never_more_than_fit(db):
    for number in range(30):
        ResultFactory(
            measured=True,
            visibility="public",
            engine="mariadb",
            threads=number + 1,
            tps=100 + number,
        )
    ResultFactory.create_batch(
        3, measured=True, visibility="public", engine="postgresql", threads=4
    )

    tiles = {tile.version.engine: tile for tile in shelf(UserFactory()).tiles}

    assert len(thumbnail(tiles["mariadb"].picture).bars) == 24
    assert len(thumbnail(tiles["postgresql"].picture).bars) == 1


def test_a_section_without_figures_has_no_bars(db):
    ResultFactory(
        workload="oltp_read_write",
        regime="cached",
        tps=None,
        qps=None,
        reads=None,
        writes=None,
    )

    (tile,) = shelf(UserFactory()).tiles

    assert thumbnail(tile.picture).bars == ()
