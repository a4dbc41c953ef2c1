"""Comparisons of the published figures: their columns and ratios."""

import pytest

from benchruns.comparison import MOST, compare
from benchruns.comparison.figures.scaling import scalings_of
from benchruns.models import InstanceClass, Provider
from benchruns.names.class_words import ClassKey, class_word
from benchruns.sentences.catalogue import worded_once
from tests.benchruns.comparison.of_published.asked import (
    ALIBABA,
    ANYBODY,
    asked_for,
    compared,
    of_classes,
)
from tests.factories import ResultFactory, UserFactory

pytestmark = pytest.mark.django_db


def test_each_column_stands_against_the_baseline_and_the_best():
    comparison = of_classes("c1.xlarge", "c2.xlarge")

    tps = comparison.groups[0].line("tps")
    assert comparison.groups[0].key == "oltp_read_write-cached"
    assert [round(cell.value, 2) for cell in tps.cells] == [3479.92, 6739.6]
    assert tps.cells[0].of_baseline == 1
    assert tps.cells[1].of_baseline == pytest.approx(1.937, abs=0.0005)
    assert tps.cells[0].of_best == pytest.approx(1 / 1.937, abs=0.0005)
    assert [cell.is_best for cell in tps.cells] == [False, True]


def test_the_baseline_is_the_column_asked_for():
    comparison = of_classes("c1.xlarge", "c2.xlarge", baseline=f"{ALIBABA}c2.xlarge")

    tps = comparison.groups[0].line("tps")
    assert comparison.baseline == 1
    assert tps.cells[0].of_baseline == pytest.approx(1 / 1.937, abs=0.0005)
    assert tps.cells[1].of_baseline == 1


def test_an_unknown_baseline_is_told_and_the_first_column_takes_its_place():
    comparison = of_classes("c1.xlarge", baseline=f"{ALIBABA}t1.small")

    assert comparison.baseline == 0
    assert [problem.field for problem in comparison.problems] == ["baseline"]


def test_figures_stand_per_vcpu_and_leaving_the_cache_has_its_cost():
    comparison = of_classes("m1.medium", "c1.xlarge", "c2.xlarge")

    per_vcpu = comparison.groups[0].line("tps_per_vcpu")
    assert [round(cell.value) for cell in per_vcpu.cells] == [466, 435, 421]
    (cost,) = comparison.costs
    assert [round(cell.value, 2) for cell in cost.line.cells] == [1.84, 1.23, 1.23]
    # two of three rest on rows whose regime is in doubt
    assert [bool(cell.doubted) for cell in cost.line.cells] == [False, True, True]
    assert not any(cell.is_best for cell in cost.line.cells)
    assert cost.findings == ()


def test_scaling_says_what_each_doubling_brought():
    comparison = of_classes("m1.medium", "c2.xlarge", "c1.xlarge")

    cached = scalings_of(comparison)[0]
    assert [size.vcpus for size in cached.sizes] == [4, 8, 16]
    assert [round(size.efficiency, 3) for size in cached.sizes] == [1, 0.933, 0.903]
    assert cached.sizes[0].gain is None
    assert [round(size.gain, 3) for size in cached.sizes[1:]] == [1.865, 1.937]


def test_versions_of_one_class_are_columns_from_old_to_new():
    comparison = of_classes("c1.xlarge", versions=["8.0", "5.6", "5.7"])

    assert [entry.title for entry in comparison.entries] == [
        "MySQL 5.6",
        "MySQL 5.7",
        "MySQL 8.0",
    ]
    finding = next(
        f for f in worded_once(comparison.judgement.findings) if "version" in f.code
    )
    assert (finding.code, finding.severity) == ("engine_version", "note")


def test_classes_are_compared_on_a_version_that_most_of_them_have():
    comparison = of_classes("c1.xlarge", "c2.xlarge")

    assert {entry.engine_version for entry in comparison.entries} == {"8.0"}


def test_a_size_brings_every_provider_that_has_it():
    comparison = compared(size="8x32", engine="mysql")

    assert {entry.provider for entry in comparison.entries} == {
        "alibaba-cloud",
        "huawei-cloud",
    }
    assert {(entry.vcpus, entry.memory_gb) for entry in comparison.entries} == {(8, 32)}


def test_self_managed_servers_of_a_size_come_first_if_asked():
    own = ResultFactory(
        measured=True,
        visibility="public",
        provider=Provider.objects.get(slug="self-managed"),
        vcpus=8,
        memory_gb=32,
        regime="cached",
    )

    comparison = compared(size="8x32", engine="mysql", managed="1")

    assert comparison.entries[0].provider == "self-managed"
    assert own in comparison.results
    assert comparison.baseline == 0


def test_a_class_without_a_result_is_a_column_without_figures():
    provider = InstanceClass.objects.get(code="rds.mysql.c1.xlarge").provider
    InstanceClass.objects.create(
        provider=provider, engine="mysql", code="never.tested", vcpus=2, memory_gb=4
    )

    comparison = compared(
        class_=[f"{ALIBABA}c1.xlarge", "alibaba-cloud/mysql/never.tested"]
    )

    assert comparison.entries[1].rows == {}
    assert comparison.groups[0].line("tps").cells[1].value is None
    (problem,) = comparison.problems
    assert not problem.is_mistake


def test_a_hidden_column_is_left_out_of_ratios_and_can_be_shown_again():
    comparison = of_classes(
        "m1.medium", "c1.xlarge", "c2.xlarge", hide=f"{ALIBABA}c2.xlarge"
    )

    assert [entry.title for entry in comparison.hidden] == ["rds.mysql.c2.xlarge"]
    assert [cell.is_best for cell in comparison.groups[0].line("tps").cells] == [
        False,
        True,
    ]


def test_not_all_columns_can_be_hidden():
    comparison = of_classes("c1.xlarge", hide=f"{ALIBABA}c1.xlarge")

    assert len(comparison.entries) == 1
    assert [problem.field for problem in comparison.problems] == ["hide"]


def test_more_columns_than_fit_are_cut_and_told():
    classes = InstanceClass.objects.filter(engine="mysql")[: MOST + 1]
    words = [
        class_word(ClassKey(provider=c.provider_id, engine=c.engine, code=c.code))
        for c in classes
    ]

    comparison = compared(class_=words)

    assert len(comparison.entries) == MOST
    assert any(str(MOST) in problem.message for problem in comparison.problems)


def test_private_results_of_others_stand_in_no_comparison():
    owner = UserFactory()
    private = ResultFactory(measured=True, owner=owner)
    asked = asked_for(result=str(private.pk))

    assert compare(asked, user=ANYBODY).entries == ()
    assert len(compare(asked, user=owner).entries) == 1
