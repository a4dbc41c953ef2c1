"""A figure that is the best of repeats says what their median is."""

from html import unescape

import pytest

from benchruns.units import GB
from tests.factories import InstanceClassFactory
from tests.portal.classes.needs.asked import CACHED, PATH
from tests.portal.web.test_overview import text_of
from tests.submission_factories import SubmissionFactory, SubmittedResultFactory

MEDIAN = "The best of 3 repeats, whose median is 1,900 TPS, 95 % of it."


@pytest.fixture
def repeated(db):
    sold, report = InstanceClassFactory(), SubmissionFactory(accepted=True)
    return [
        SubmittedResultFactory(
            instance_class=sold,
            submission=report,
            regime="cached",
            data_bytes=GB,
            buffer_bytes=8 * GB,
            memory_gb=16,
            tps=tps,
        )
        for tps in (1900.0, 2500.0, 1800.0)
    ]


def test_the_answer_names_the_median_of_the_repeats(client, repeated):
    text = unescape(text_of(client.get(f"{PATH}?{CACHED}")))

    assert "2,500 TPS, 1.2 times what is needed" in text
    assert MEDIAN in text


def test_one_alone_has_none(client, repeated):
    for other in repeated[:1] + repeated[2:]:
        other.delete()

    assert "median" not in text_of(client.get(f"{PATH}?{CACHED}"))
