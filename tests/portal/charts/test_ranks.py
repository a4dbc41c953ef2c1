"""Bars of classes: what a page draws by its style sheet, paper draws by itself."""

import re

import pytest

from benchruns.vocabulary import Regime
from local.places import ROOT
from portal.charts.ranks import Bar

CSS = ROOT / "static/css"
RULE = r"\.bb-rank-bar \.bar-{name} {{\s*fill: ([^;]+);\s*stroke: ([^;]+);"
TOKEN = re.compile(r"(--bb-[\w-]+): (#\w{6});")
HATCH = "--bb-disk-tint"  # the ground of the lines


def of_the_page(regime):
    """Fill and edge of a regime's bar in the light theme."""
    tokens = {}
    for name, colour in TOKEN.findall((CSS / "tokens.css").read_text()):
        tokens.setdefault(name, colour)
    rules = (CSS / "ranks.css").read_text()
    found = re.search(RULE.format(name=regime), rules)
    assert found
    names = [HATCH if "hatch" in each else each[4:-1] for each in found.groups()]
    return [tokens[name] for name in names]


def bar(regime, **facts):
    return Bar(name="c1", about="", url="/", value=1, text="1", style=regime, **facts)


@pytest.mark.parametrize("regime", Regime)
def test_a_bar_on_paper_has_the_colours_of_the_page(regime):
    drawn = bar(regime)

    assert [drawn.fill, drawn.stroke] == of_the_page(regime)


def test_disk_io_alone_is_hatched_and_nothing_hollow_is():
    hatched = [each for each in Regime if bar(each).is_hatched]

    assert hatched == [Regime.DISK_IO]
    assert not bar(Regime.DISK_IO, is_open=True).is_hatched
