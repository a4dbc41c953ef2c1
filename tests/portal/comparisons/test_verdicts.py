"""The headline of a comparison: what doubts all of it comes before what refuses a line."""

import pytest

from tests.factories import (
    SHORT,
    CampaignFactory,
    InstanceClassFactory,
    ResultFactory,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def row(db):
    """Vendor rows of one class, whose papers print totals."""
    sold = InstanceClassFactory(vcpus=8, memory_gb=32.0)
    campaign = CampaignFactory(provider=sold.provider)

    def make(**facts):
        of_class = {"instance_class": sold, "vcpus": 8, "memory_gb": 32.0}
        return ResultFactory(campaign=campaign, **of_class | facts)

    return make


def compared(client, *rows):
    return client.get(f"/compare/?{'&'.join(f'result={each.pk}' for each in rows)}")


def test_totals_of_another_length_refuse_only_their_own_lines(client, row):
    page = compared(client, row(), row(duration_s=120))

    assert page.context["comparison"].standing == "comparable"
    assert page.context["banner"].verdict == "Comparable"
    assert "Total reads reads" not in page.text
    assert "Not comparable on Total reads and Total writes: " in page.text
    lines = {
        line.key: [cell.is_refused for cell in line.cells]
        for line in page.context["comparison"].groups[0].lines
    }
    assert lines["reads"] == lines["writes"] == [False, True]
    assert lines["tps"] == [False, False]


def test_tests_of_another_length_are_said_to_be_before_their_totals(client, row):
    page = compared(client, row(), row(duration_s=241))

    banner = page.context["banner"]
    assert banner.verdict == "Different tests: duration"
    assert (banner.word, banner.are_tests_alike) == ("different-tests", False)
    assert "bb-compare-apart" in page.text


def test_a_doubt_is_said_before_what_refuses_a_line(client, row):
    page = compared(client, row(), row(duration_s=15, findings=[SHORT]))

    banner = page.context["banner"]
    assert banner.verdict == "In doubt: 1 result"
    assert (banner.word, banner.is_certain) == ("in-doubt", False)


def test_other_work_and_a_doubt_stand_in_one_headline_with_what_is_refused(client, row):
    other = row(workload="oltp_read_only", findings=[SHORT])

    page = compared(client, row(), other)

    assert page.context["comparison"].standing == "refused"
    assert page.context["banner"].verdict == (
        "Different tests: workload. In doubt: 1 result. Not comparable on TPS and QPS"
    )
    assert not page.context["banner"].are_tests_alike


def test_the_same_data_many_times_the_memory_of_one_class_is_another_test(client, row):
    small, large = (
        row(
            regime="disk_io",
            table_size=2_500_000,
            instance_class=InstanceClassFactory(vcpus=8, memory_gb=memory, family=name),
            memory_gb=memory,
        )
        for memory, name in ((4.0, "general"), (64.0, "dedicated"))
    )

    page = compared(client, small, large)

    told = page.content.decode()
    banner = page.context["banner"]
    marks = [*banner.shown, *banner.beside, *banner.folded]
    assert f"{len(marks)} findings" in told  # all that a phone folds
    assert page.context["banner"].verdict == "Different tests: data over memory"
    assert "data over memory" not in page.context["banner"].equal
    assert "The same data fills memory differently: about " in told
    assert "Compare servers of like memory, or load as many times the buffer." in told
