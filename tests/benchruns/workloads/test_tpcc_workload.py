"""The TPC-C-derived load in the registry: its parameters, its data, its plan."""

import pytest

from benchruns.engines import FAMILIES
from benchruns.figures.formulas import known, of_tpcc
from benchruns.figures.metrics import Figures
from benchruns.runs import report as run_report
from benchruns.runs.plan import plan_of
from benchruns.runs.result_of_run import variant_of
from benchruns.sentences.plans import worded
from benchruns.vocabulary import Phase
from benchruns.workloads import WORKLOADS, ParameterError, lead_seconds
from benchruns.workloads import tpcc as registry
from workers.tools import tpcc as tool
from workers.tools.tpcc import schema
from workers.tools.tpcc.options import Profile

TPCC = WORKLOADS["tpcc"]
PROFILE = next(each for each in TPCC.parameters if each.name == "profile")


def errors_of(**given):
    with pytest.raises(ParameterError) as caught:
        TPCC.clean(given)
    return caught.value.errors


def test_its_defaults_are_a_run_as_the_papers():
    assert TPCC.clean({}) == {
        "warehouses": 10,
        "virtual_users": 8,
        "rampup_seconds": 20,
        "duration_seconds": 60,
        "profile": "hammerdb",
        "keying_and_thinking": False,
        "all_warehouses": False,
    }


@pytest.mark.parametrize("preset", TPCC.presets)
def test_every_preset_can_be_run(preset):
    assert TPCC.clean(TPCC.presets[preset])


@pytest.mark.parametrize("value", ["HammerDB", "", "other", 1, True, None, ["spec"]])
def test_another_profile_is_refused_with_those_that_there_are(value):
    assert errors_of(profile=value) == {"profile": "Give one of: hammerdb, spec."}


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ({"warehouses": 0}, "warehouses"),
        ({"virtual_users": 2_001}, "virtual_users"),
        ({"rampup_seconds": -1}, "rampup_seconds"),
        ({"warmup_seconds": 5}, "warmup_seconds"),
        ({"keying_and_thinking": "yes"}, "keying_and_thinking"),
    ],
)
def test_what_cannot_be_run_is_named(given, name):
    assert set(errors_of(**given)) == {name}


def test_a_choice_is_an_enum_of_the_schema():
    assert PROFILE.json_schema()["enum"] == ["hammerdb", "spec"]
    assert PROFILE.json_schema()["type"] == "string"
    assert "enum" not in TPCC.parameters[0].json_schema()
    assert PROFILE.label_of("spec") == "nearer the TPC-C specification"


def test_registry_and_tool_mean_the_same():
    expected = schema.expected_rows(3)

    assert set(registry.TABLES) == set(expected)
    for table, rows in registry.WAREHOUSE_ROWS.items():
        told = expected[table]
        mean = (told.start + told.stop - 1) / 2 if isinstance(told, range) else told
        assert mean == 3 * rows
    assert expected["item"] == registry.ITEMS
    assert tuple(PROFILE.choices) == tuple(Profile)
    assert registry.TOOL == tool.TOOL


def test_data_sets_of_two_profiles_are_not_alike():
    contents = [
        TPCC.size(TPCC.clean({"warehouses": 4, "profile": profile})).contents
        for profile in ("hammerdb", "spec")
    ]

    assert contents[0] != contents[1]
    assert contents[0]["warehouses"] == contents[1]["warehouses"] == 4


def test_data_of_any_number_of_users_is_alike():
    one, other = (
        TPCC.size(TPCC.clean({"virtual_users": users})).contents for users in (1, 64)
    )

    assert one == other


@pytest.mark.parametrize("family", FAMILIES.values(), ids=FAMILIES)
def test_a_warehouse_takes_about_100_mb(family):
    small, large = (
        TPCC.size(TPCC.clean({"warehouses": count})).data_bytes(family)
        for count in (10, 20)
    )

    assert 70e6 < (large - small) / 10 < 110e6


@pytest.mark.parametrize(
    ("parameters", "variant"),
    [
        ({}, ""),
        ({"all_warehouses": True}, ""),
        ({"profile": "spec"}, "spec"),
        ({"keying_and_thinking": True}, "waits"),
        ({"profile": "spec", "keying_and_thinking": True}, "spec_waits"),
        ({"payment_weight": 20}, "other_mix"),
        ({"profile": "spec", "slev_weight": 0}, "other_mix"),
        ({"neword_weight": 10}, ""),
    ],
)
def test_loads_that_are_not_the_papers_stand_apart(parameters, variant):
    assert variant_of(TPCC, TPCC.clean(parameters)) == variant


def test_weights_that_nobody_gives_leave_a_row_in_the_series_that_it_began():
    assert not any(name.endswith("_weight") for name in TPCC.clean({}))
    assert TPCC.clean({"payment_weight": 20})["payment_weight"] == 20


def test_a_mix_without_new_orders_has_no_figure_and_is_refused():
    with pytest.raises(ParameterError) as caught:
        TPCC.clean({"neword_weight": 0})

    assert "from 1 to 1,000" in caught.value.errors["neword_weight"]


def plan(**given):
    return plan_of(TPCC, TPCC.clean(given), family=FAMILIES["sqlserver"], server={})


def test_a_plan_counts_the_ramp_up():
    found = plan(rampup_seconds=30, duration_seconds=60)

    beside = found.preflight_seconds + found.setup_seconds
    assert found.total_seconds == pytest.approx(found.load_seconds + 90 + beside)
    assert lead_seconds({"rampup_seconds": 30}) == 30


@pytest.mark.parametrize(("users", "is_told"), [(10, False), (11, True)])
def test_more_users_than_warehouses_are_doubtful_and_not_refused(users, is_told):
    found = plan(warehouses=10, virtual_users=users)

    assert found.refusals == []
    codes = [problem.code for problem in found.cautions]
    assert ("virtual_users_over_warehouses" in codes) is is_told


def test_users_that_wait_seldom_wait_for_each_other():
    found = plan(warehouses=1, virtual_users=10, keying_and_thinking=True)

    codes = [problem.code for problem in found.cautions]
    assert "virtual_users_over_warehouses" not in codes


def test_too_many_virtual_users_are_not_called_threads():
    found = plan_of(
        TPCC,
        TPCC.clean({"warehouses": 500, "virtual_users": 400}),
        family=FAMILIES["postgresql"],
        server={"max_connections": 100},
    )

    [problem] = found.refusals
    assert worded(problem).message.startswith("400 virtual users need 40")
    assert (
        worded(problem).remedy == "Use fewer virtual users, or raise max_connections."
    )


def test_the_ramp_up_is_a_part_of_measuring():
    parameters = TPCC.clean({"rampup_seconds": 40, "duration_seconds": 60})

    left = run_report.seconds_left(phase="measure", progress=0.4, parameters=parameters)

    assert left == 60
    assert run_report.planned_seconds(Phase.MEASURE, parameters) == 100


def test_loading_tells_its_time_left_once_its_pace_is_known():
    parameters = TPCC.clean({"rampup_seconds": 40, "duration_seconds": 60})

    def left(progress):
        return run_report.seconds_left(
            phase="prepare",
            progress=progress,
            parameters=parameters,
            spent_seconds=30.0,
        )

    assert left(0.25) == 90 + 100
    assert left(0.01) is None


def test_only_errors_are_derived():
    figures = Figures(tps=10.0, duration_s=2.0, errors_per_s=0.5, tpm=600.0)

    assert known(figures, of_tpcc(figures)) == {
        "errors_per_s": "failed transactions / 2 s"
    }
