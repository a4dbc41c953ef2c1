"""Rules about pairs of rows, on both sides of their thresholds."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from benchruns.figures.metrics import Figures
from benchruns.results.datachecks import Row, check
from benchruns.sentences.catalogue import worded
from benchruns.vocabulary import Severity


def row(id, tps, **traits):
    defaults = {
        "method": "campaign",
        "table": "Table 1",
        "source": "paper",
        "class_code": f"class-{id}",
        "workload": "oltp_read_write",
    }
    figures = traits.pop("figures", Figures(tps=tps))
    return Row(id=id, figures=figures, **{**defaults, **traits})


def codes(*rows):
    return {
        row_id: [finding.code for finding in findings]
        for row_id, findings in check(rows).items()
    }


def both(code):
    return {"a": [code], "b": [code]}


SMALL = {"vcpus": 2, "memory_gb": 8.0}
LARGE = {"vcpus": 4, "memory_gb": 8.0}


def test_a_larger_class_that_is_as_fast_is_fine():
    assert codes(row("a", 100, **SMALL), row("b", 100, **LARGE)) == {}


def test_a_slower_larger_class_is_found_on_both_rows_each_naming_the_other():
    found = check([row("a", 100, **SMALL), row("b", 99, **LARGE)])

    assert found["a"][0].code == found["b"][0].code == "larger_class_slower"
    assert found["a"][0].results == ("b",)
    assert found["b"][0].results == ("a",)
    assert found["a"][0].values["tps_larger"] == 99
    assert found["a"][0].values["tps_smaller"] == 100
    assert "99 TPS against 100 TPS" in worded(found["a"][0]).message


def test_only_a_difference_beyond_the_spread_of_runs_is_a_caution():
    near = check([row("a", 100, **SMALL), row("b", 95, **LARGE)])["a"][0]
    far = check([row("a", 100, **SMALL), row("b", 94, **LARGE)])["a"][0]

    assert (near.severity, far.severity) == (Severity.NOTE, Severity.CAUTION)


def test_only_the_figures_that_fall_are_named():
    smaller = row("a", None, figures=Figures(tps=100, tpm=9_000), **SMALL)
    larger = row("b", None, figures=Figures(tps=110, tpm=8_000), **LARGE)

    values = check([smaller, larger])["a"][-1].values

    assert values["tpm_larger"] == 8_000
    assert "tps_larger" not in values


def test_classes_that_were_tested_at_several_threads_are_held_against_each_other_at_one():
    small = {8: ("a", 100), 64: ("b", 800)}
    large = {8: ("c", 100), 64: ("d", 790)}
    rows = [
        *(row(id, tps, threads=t, **SMALL) for t, (id, tps) in small.items()),
        *(row(id, tps, threads=t, **LARGE) for t, (id, tps) in large.items()),
    ]
    rows = [replace(each, class_code=f"{each.vcpus} vCPU") for each in rows]

    assert codes(*rows) == {
        "b": ["larger_class_slower"],
        "d": ["larger_class_slower"],
    }


def test_regimes_that_were_tested_at_several_threads_are_compared_at_one():
    tested = {("cached", 8): 100, ("cached", 64): 700, ("disk_io", 8): 90}
    tested |= {("disk_io", 64): 300}
    rows = [
        row(f"{regime} {t}", tps, class_code="c", regime=regime, threads=t)
        for (regime, t), tps in tested.items()
    ]

    assert codes(*rows) == {}


def test_more_vcpus_with_less_memory_is_not_larger():
    less_memory = {"vcpus": 4, "memory_gb": 4.0}

    assert codes(row("a", 100, **SMALL), row("b", 50, **less_memory)) == {}


def test_classes_of_other_tables_regimes_or_no_campaign_are_not_compared():
    larger = row("b", 50, **LARGE)

    assert codes(row("a", 100, table="Table 2", **SMALL), larger) == {}
    assert codes(row("a", 100, regime="cached", **SMALL), larger) == {}
    assert codes(row("a", 100, method=None, **SMALL), larger) == {}


def test_rows_of_unknown_size_are_not_compared():
    assert codes(row("a", 100, **SMALL), row("b", 50, vcpus=4)) == {}


sizes = st.tuples(st.integers(1, 64), st.integers(1, 512).map(float))


@given(st.lists(sizes, min_size=2, max_size=8))
def test_speed_that_grows_with_size_is_never_found(listed):
    rows = [
        row(str(number), vcpus * 1_000 + memory, vcpus=vcpus, memory_gb=memory)
        for number, (vcpus, memory) in enumerate(listed)
    ]

    assert codes(*rows) == {}


@given(sizes, sizes, st.integers(1, 1_000), st.integers(1, 1_000))
def test_findings_do_not_depend_on_the_order_of_rows(size, other, tps, other_tps):
    a = row("a", tps, vcpus=size[0], memory_gb=size[1])
    b = row("b", other_tps, vcpus=other[0], memory_gb=other[1])

    assert check([a, b]) == check([b, a])


def test_more_memory_at_equal_vcpus_is_compared_across_tables():
    less = row("a", 100, table="Table 1", vcpus=2, memory_gb=4.0)
    more = row("b", 99, table="Table 2", vcpus=2, memory_gb=8.0)
    as_fast = replace(more, figures=Figures(tps=100))

    assert codes(less, more) == both("more_memory_slower")
    assert codes(less, as_fast) == {}
    assert codes(less, replace(more, family="dedicated")) == {}


def hot(id, qps, hot_records):
    figures = Figures(qps=qps, tps=qps / 5)
    return row(
        id,
        None,
        figures=figures,
        derived=frozenset({"tps"}),
        class_code="one",
        workload="pgbench_read_write",
        total_records=1_000,
        hot_records=hot_records,
    )


def test_neighbours_with_more_hot_records_may_not_be_faster():
    assert codes(hot("a", 100, 10), hot("b", 100, 20)) == {}
    assert codes(hot("a", 100, 10), hot("b", 101, 20)) == both(
        "more_hot_records_faster"
    )


def test_hot_records_are_compared_between_neighbours_alone():
    rows = [hot("c", 105, 30), hot("a", 100, 10), hot("b", 110, 20)]

    assert codes(*rows) == both("more_hot_records_faster")


def test_a_derived_figure_is_not_named_beside_the_printed_one_it_comes_from():
    values = check([hot("a", 100, 10), hot("b", 101, 20)])["a"][0].values

    assert "qps_more_hot" in values
    assert "tps_more_hot" not in values


def dedicated_pair(dedicated_tps, **traits):
    return (
        row("a", dedicated_tps, method="one", family="dedicated", **SMALL),
        row("b", 100, method="two", family="general-purpose", **{**SMALL, **traits}),
    )


def test_a_dedicated_class_may_not_be_slower_than_a_general_one_of_its_size():
    assert codes(*dedicated_pair(100)) == {}
    assert codes(*dedicated_pair(99)) == both("dedicated_slower")


def test_families_are_compared_at_equal_size_threads_and_version_alone():
    assert codes(*dedicated_pair(99, memory_gb=9.0)) == {}
    assert codes(*dedicated_pair(99, threads=64)) == {}
    assert codes(*dedicated_pair(99, engine_version="8.0")) == {}
    assert codes(*dedicated_pair(99, source="another")) == {}


def regimes(cached_tps, disk_tps, **traits):
    one = {"class_code": "one", **SMALL}
    return (
        row("a", cached_tps, regime="cached", table="Type 1", **one),
        row("b", disk_tps, regime="disk_io", table="Type 2", **{**one, **traits}),
    )


def test_disk_io_may_not_be_faster_than_cached():
    assert codes(*regimes(100, 100)) == {}
    assert codes(*regimes(100, 101)) == both("disk_faster_than_cached")
    assert codes(*regimes(100, 101, class_code="two")) == {}


def load_of(id, workload, qps):
    return row(id, None, figures=Figures(qps=qps), class_code="one", workload=workload)


def test_read_write_may_not_be_faster_than_read_only():
    read_only = load_of("a", "pgbench_read_only", 100)

    assert codes(read_only, load_of("b", "pgbench_read_write", 100)) == {}
    assert codes(read_only, load_of("b", "pgbench_read_write", 101)) == both(
        "read_write_faster_than_read_only"
    )
    assert codes(read_only, load_of("b", "oltp_read_write", 101)) == {}


def threads_of(**pairs):
    """Rows of both regimes for each class, with the threads given for it."""
    return [
        row(
            f"{name}-{regime}",
            tps,
            regime=regime,
            table=regime,
            class_code=name,
            threads=threads,
        )
        for name, counts in pairs.items()
        for regime, tps, threads in zip(
            ("cached", "disk_io"), (100, 50), counts, strict=True
        )
    ]


def test_one_class_with_two_thread_counts_is_found_where_the_others_keep_one():
    rows = threads_of(one=(8, 8), two=(16, 16), three=(64, 32))

    found = check(rows)

    assert codes(*rows) == {
        "three-cached": ["threads_differ"],
        "three-disk_io": ["threads_differ"],
    }
    assert found["three-cached"][0].results == ("three-disk_io",)
    assert found["three-cached"][0].values == {
        "class": "three",
        "vcpus": None,
        "memory_gb": None,
        "threads_cached": 64,
        "threads_disk_io": 32,
        "other_classes_with_one_count": 2,
    }


def test_thread_counts_that_differ_for_most_classes_are_the_method():
    assert codes(*threads_of(one=(8, 4), two=(16, 8), three=(64, 64))) == {}
    assert codes(*threads_of(one=(8, 4), two=(16, 16))) != {}
    assert codes(*threads_of(one=(8, 4))) == {}


def test_threads_that_vary_within_a_regime_are_no_finding():
    sweep = [
        row(str(count), 100, regime="cached", class_code="one", threads=count)
        for count in (1, 2, 4)
    ]

    assert codes(*sweep, *threads_of(two=(8, 8))) == {}
