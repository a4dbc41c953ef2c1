"""A version's tile leads with a figure that is not in doubt, and draws those that are hollow."""

import re

import pytest

from benchruns.reports.shelf.refresh import rebuild
from tests.factories import SHORT, CampaignFactory, InstanceClassFactory, ResultFactory
from tests.portal.web.test_overview import text_of

pytestmark = pytest.mark.django_db


def published(*figures):
    """One class a figure, of one paper; each with its findings."""
    campaign = CampaignFactory(engine="mysql")
    for place, (tps, findings) in enumerate(figures, start=1):
        ResultFactory(
            campaign=campaign,
            instance_class=InstanceClassFactory(vcpus=place),
            vcpus=place,
            regime="cached",
            tps=tps,
            qps=None,
            findings=findings,
        )


def tile(client):
    return text_of(client.get("/engines/"))


def test_the_highest_that_is_sure_is_named_first_and_a_doubted_one_beside_it(client):
    published((5000, []), (98761, [SHORT]))

    shown = tile(client)

    assert "to 5,000" in shown
    assert "to 98,761" not in shown
    assert shown.index("to 5,000") < shown.index("98,761 † in doubt")
    assert "Measured for 4 s only." in shown


def test_where_all_are_in_doubt_the_highest_says_so(client):
    published((5000, [SHORT]), (98761, [SHORT]))

    assert "up to 98,761 † in doubt" in tile(client)


def test_what_is_below_a_sure_figure_needs_no_word(client):
    published((5000, [SHORT]), (98761, []))

    shown = tile(client)

    assert "to 98,761" in shown
    assert "†" not in shown


def bars(client):
    """How many bars each look has."""
    page = client.get("/engines/").text
    found = re.findall(r'<path class="bar ([^"]+)" d="([^"]+)"', page)
    return {look: path.count("M") for look, path in found}


def test_bars_in_doubt_are_hollow_and_the_legend_says_so(client):
    published((5000, []), (6000, [SHORT]), (7000, [SHORT]))

    assert bars(client) == {"bar-cached": 1, "bar-cached bar-open": 2}
    assert "hollow: regime or method in doubt" in tile(client)


def test_what_is_kept_of_a_version_draws_them_hollow_as_well(client):
    published((5000, []), (6000, [SHORT]))
    live = bars(client)

    rebuild()

    assert bars(client) == live == {"bar-cached": 1, "bar-cached bar-open": 1}


def test_of_repeats_that_end_alike_the_sure_one_is_drawn(client):
    for findings in ([SHORT], []):
        ResultFactory(
            measured=True,
            visibility="public",
            engine="mariadb",
            tps=500,
            findings=findings,
        )

    assert bars(client) == {"bar-cached": 1}
