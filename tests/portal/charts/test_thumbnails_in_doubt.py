"""The caption of a version's tile leads with a figure that is not in doubt."""

import pytest

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
    assert "in doubt" not in shown
