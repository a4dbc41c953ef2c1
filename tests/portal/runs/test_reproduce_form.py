"""Reproducing a published row: the form that it fills in, and what is started."""

from html import unescape
from urllib.parse import parse_qs, urlsplit

import pytest

from benchruns.models import Result, Run, Sweep
from benchruns.workloads import WORKLOADS
from tests.factories import (
    FACTS,
    CheckFactory,
    DataSetFactory,
    EndpointFactory,
    ResultFactory,
    RunFactory,
    ServerFactory,
)
from tests.portal.browser_forms import held, untick
from tests.portal.web.test_overview import text_of


@pytest.fixture
def endpoint(user):
    return EndpointFactory(owner=user, name="shop-db", checked=True)


@pytest.fixture
def row(published):
    """MySQL 8.0 on the largest class of Alibaba, cached: 6,740 TPS."""
    return row_of("oltp_read_write", engine_version="8.0", regime="cached")


@pytest.fixture
def large_row(published):
    """The same from disk: 102.4 million rows."""
    return row_of("oltp_read_write", engine_version="8.0", regime="disk_io")


def row_of(workload, **fields):
    return Result.objects.filter(workload=workload, **fields).order_by("-vcpus")[0]


def opened(page, row, **fields):
    return page.get("/runs/new/", {"reproduce": row.pk, **fields})


def sent(page, row, endpoint, **changes):
    """The form as a browser sends it: what it was filled in with, then changed."""
    draft = opened(page, row, endpoint=endpoint.pk).context["draft"]
    held = {n: v for n, v in draft.from_row.items() if v not in (None, False)}
    given = {
        "reproduce": row.pk,
        "endpoint": endpoint.pk,
        "workload": draft.workload.name,
        "filled": draft.filled,
        "when": "now",
        **held,
        **changes,
    }
    return page.post("/runs/new/", given)


def plain(answer):
    assert answer.status_code == 200
    return unescape(text_of(answer))


# The way to it ----------------------------------------------------------------------


def test_who_is_not_logged_in_comes_back_to_the_form(client, row):
    answer = client.get(f"/runs/new/?reproduce={row.pk}")

    login = urlsplit(answer["Location"])
    assert login.path == "/login/"
    assert parse_qs(login.query)["next"] == [f"/runs/new/?reproduce={row.pk}"]


@pytest.mark.parametrize("wanted", ["1", "6b1ef16e-5a91-4c59-a3cd-6a22d38e1c69"])
def test_a_row_that_is_not_there_is_not_found(page, endpoint, wanted):
    answer = page.get(f"/runs/new/?reproduce={wanted}")

    assert answer.status_code == 404
    assert f"There is no result “{wanted}” to reproduce" in text_of(answer)


def test_a_row_of_sql_server_needs_such_an_endpoint(page, endpoint, published):
    text = plain(opened(page, row_of("tpcc")))

    assert "it is reproduced on SQL Server, and you have no such endpoint yet" in text
    assert "Start the run" not in text


def test_only_published_rows_are_reproduced(page, user, endpoint):
    measured = ResultFactory(measured=True, owner=user)

    assert "repeat a run from its own page" in plain(opened(page, measured))


def test_without_an_endpoint_of_the_family_it_says_what_to_register(page, user, row):
    EndpointFactory(owner=user, engine="postgresql")

    text = plain(opened(page, row))

    assert "it is reproduced on MySQL or MariaDB" in text
    assert "Register an endpoint" in text
    assert "6,740 TPS" in text


# What it is filled in with ----------------------------------------------------------


def test_the_row_and_where_it_was_printed_stand_above(page, endpoint, row):
    text = plain(opened(page, row))

    assert "6,740 TPS" in text
    assert "MySQL 8.0 , Alibaba Cloud" in text
    assert "rds.mysql.c2.xlarge" in text
    assert "section 1.4" in text


def test_the_row_fills_in_its_load(page, endpoint, row):
    answer = opened(page, row)

    plan = answer.context["plan"]
    assert (plan.size.tables, plan.size.table_size) == (128, 25_000)
    assert plan.connections == 65
    assert plan.duration_seconds == 60
    assert "All parameters that the paper states are as it states them." in plain(
        answer
    )
    assert answer.context["form"]["expected_regime"].value() == "cached"


def test_what_the_paper_does_not_state_is_marked_as_assumed(page, endpoint, published):
    answer = opened(page, row_of("hot_row_update"))

    text = plain(answer)
    assert "Threads assumed not stated 8" in text
    assert "The paper does not state it; 60 is assumed." in text
    assert "has one fixed size" in text


@pytest.mark.parametrize("workload", sorted(WORKLOADS))
def test_rows_of_every_workload_are_filled_in(page, user, published, workload):
    rows = Result.objects.filter(workload=workload)
    for engine in set(rows.values_list("engine", flat=True)):
        EndpointFactory(owner=user, engine=engine, checked=True)
        assert opened(page, rows.filter(engine=engine)[0]).context["plan"] is not None


def test_endpoints_of_another_family_cannot_be_chosen(page, user, endpoint, row):
    other = EndpointFactory(owner=user, engine="postgresql", checked=True)

    answer = opened(page, row, endpoint=other.pk)

    assert answer.context["endpoint"] == endpoint
    assert f'<option value="{other.pk}" disabled>' in answer.content.decode()


# Its size ---------------------------------------------------------------------------


def test_scaled_down_it_is_a_part_and_says_so(page, endpoint, row):
    answer = opened(page, row, size="scale_down", scale_down=100)

    assert answer.context["plan"].size.table_size == 250
    assert "Rows a table scaled 25,000 250" in plain(answer)


def test_before_it_starts_it_says_that_it_will_be_another_test(page, user, row):
    EndpointFactory(owner=user)  # whose buffer nobody knows yet
    alike = plain(opened(page, row))
    scaled = plain(opened(page, row, size="scale_down", scale_down=100))

    assert "will be another test" not in alike
    assert (
        "This will be another test than the vendor's: 32,000 rows instead of 3,200,000. "
        "No ratio will be given: it would say nothing of the server."
    ) in scaled


def test_another_test_on_another_server_names_the_server_first(page, user, row):
    EndpointFactory(owner=user, engine="mariadb", vcpus=2, memory_gb=3.75)

    scaled = plain(opened(page, row, size="scale_down", scale_down=100))

    assert (
        "This will be another test than the vendor's: MariaDB instead of MySQL 8.0, "
    ) in scaled
    assert "memory instead of" in scaled
    assert "32,000 rows instead of 3,200,000" in scaled


def test_in_proportion_to_the_buffer_the_ratio_is_the_published_one(
    page, endpoint, large_row
):
    answer = opened(page, large_row, size="match_ratio")

    plan, published = answer.context["plan"], answer.context["published_ratio"]
    assert plan.data_over_buffer == pytest.approx(published, rel=0.1)
    assert "the vendor's: 0.48 × the buffer" in plain(answer)


def test_without_a_check_there_is_no_proportion_and_the_reason_stands_there(
    page, user, row
):
    EndpointFactory(owner=user)

    answer = opened(page, row)

    choice = answer.context["sizes"][-1]
    assert "check the endpoint first" in choice.reason
    assert "check the endpoint first" in plain(answer)
    assert "No check has reached the server" in plain(answer)


def test_what_was_typed_stays_when_the_size_is_chosen_anew(page, endpoint, row):
    first = opened(page, row).context["draft"]

    answer = opened(
        page,
        row,
        size="scale_down",
        scale_down=10,
        filled=first.filled,
        tables=128,
        table_size=25_000,
        threads=4,
    )

    assert answer.context["plan"].size.table_size == 2500
    assert answer.context["plan"].connections == 5
    assert "Threads changed 64 4" in plain(answer)


@pytest.mark.parametrize("filled", ["{", "[]", '{"threads": []}', "[" * 100_000])
def test_a_field_that_was_tampered_with_is_harmless(page, endpoint, row, filled):
    answer = page.post(
        "/runs/new/",
        {
            "reproduce": row.pk,
            "endpoint": endpoint.pk,
            "workload": "oltp_read_write",
            "when": "now",
            "filled": filled,
            "threads": 4,
        },
    )

    assert answer.status_code == 302
    assert Run.objects.get().parameters["threads"] == 4


# Starting it ------------------------------------------------------------------------


def test_the_run_knows_its_row_and_what_differs(page, endpoint, row):
    sent(page, row, endpoint, size="scale_down", scale_down=100, duration_seconds=3)

    run = Run.objects.get()
    assert run.reproduces == row
    assert run.expected_regime == "cached"
    assert (run.parameters["table_size"], run.parameters["threads"]) == (250, 64)
    assert {d["name"]: (d["kind"], d["here"]) for d in run.differences} == {
        "table_size": ("scaled", 250),
        "duration_seconds": ("overridden", 3),
    }


def test_a_ladder_leads_to_its_sweep(page, endpoint, row):
    answer = sent(page, row, endpoint, ladder="1, 2 64", repetitions=2, keep_data="on")

    sweep = Sweep.objects.get()
    assert answer["Location"] == f"/sweeps/{sweep.pk}/"
    assert sweep.threads == [1, 2, 64]
    assert sweep.runs.filter(reproduces=row, keeps_data_set=True).count() == 6
    assert not sweep.runs.get(sweep_position=5).differences


@pytest.mark.parametrize(
    ("changes", "form", "field", "told"),
    [
        (
            {"size": "scale_down", "scale_down": 0},
            "sizing",
            "scale_down",
            "from 1 on",
        ),
        ({"size": "scale_down", "scale_down": ""}, "sizing", "scale_down", "from 1 on"),
        (
            {"size": "scale_down", "scale_down": 25_001},
            "sizing",
            "scale_down",
            "25,000 at most",
        ),
        ({"size": "half"}, "sizing", "size", "half"),
        ({"threads": 0}, "parameters", "threads", "from 1 to 10,000"),
        ({"ladder": "1 1"}, "climb", "ladder", "once"),
    ],
)
def test_what_is_wrong_is_told_at_its_field(
    page, endpoint, row, changes, form, field, told
):
    answer = sent(page, row, endpoint, **changes)

    errors = getattr(answer.context["draft"], form).errors[field]
    assert told in errors[0]
    shown = unescape(text_of(answer))
    assert answer.status_code == 400
    assert errors[0] in shown
    assert "Not started." in shown
    assert not Run.objects.exists()


def test_an_endpoint_of_another_family_is_refused(page, user, endpoint, row):
    other = EndpointFactory(owner=user, engine="postgresql", checked=True)

    answer = sent(page, row, other)

    assert "Choose an endpoint of MySQL" in answer.context["form"].errors["endpoint"][0]
    assert not Run.objects.exists()


def test_a_proportion_that_cannot_be_known_is_told_at_the_size(page, user, row):
    answer = sent(page, row, EndpointFactory(owner=user), size="match_ratio")

    assert "check the endpoint" in answer.context["draft"].sizing.errors["size"][0]
    assert not Run.objects.exists()


# How often, and on which data -------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "field", "told"),
    [
        ({"repetitions": 0}, "repetitions", "from 1 on"),
        ({"repetitions": "x"}, "repetitions", "Give an integer"),
        ({"repetitions": 201}, "repetitions", "200 at most"),
        ({"ladder": "1 two"}, "ladder", "Give an integer: “two” is none"),
        ({"ladder": "1,x,99999"}, "ladder", "Give an integer: “x” is none."),
        ({"ladder": "1e3"}, "ladder", "“1e3” is none, write 1000."),
        ({"ladder": "1e999"}, "ladder", "“1e999” is none."),
        ({"ladder": "1 10001"}, "ladder", "from 1 to 10,000"),
        ({"repetitions": 2, "settle_seconds": 3601}, "settle_seconds", "3,600"),
        ({"settle_seconds": ""}, "settle_seconds", "Give an integer"),
    ],
)
def test_how_often_is_checked_at_its_fields(page, endpoint, changes, field, told):
    answer = page.post(
        "/runs/new/",
        {
            "endpoint": endpoint.pk,
            "workload": "oltp_read_write",
            "when": "now",
            **changes,
        },
    )

    assert told in answer.context["draft"].climb.errors[field][0]
    assert answer.context["plan"] is None
    assert not Run.objects.exists()


def test_the_button_says_what_will_happen(page, endpoint):
    once = page.get("/runs/new/")
    climbed = page.get("/runs/new/?ladder=1+2+4+8+16&repetitions=3")
    later = page.get("/runs/new/?when=later&repetitions=3")

    assert "Start the run" in plain(once)
    assert "Start 15 runs" in plain(climbed)
    assert "15: 1, 2, 4, 8, 16 threads, 3 times each" in plain(climbed)
    assert "Schedule 3 runs" in plain(later)


@pytest.fixture
def kept(endpoint):
    return DataSetFactory(
        endpoint=endpoint,
        server=endpoint.server,
        database=endpoint.database,
        workload="oltp_read_write",
        size={"tables": 4, "table_size": 25_000},
        is_ready=True,
        is_kept=True,
        load_seconds=242,
    )


def test_kept_data_that_fits_is_used_and_says_what_it_saves(page, kept):
    used = page.get("/runs/new/")
    other = page.get("/runs/new/?tables=5")

    assert used.context["plan"].load_seconds == 0
    assert "no loading, a kept data set is used again (saves about 4 min 2 s)" in plain(
        used
    )
    assert "Saves about 4 min 2 s of loading" in plain(used)
    assert held(used, "new-run")["use_kept"] == ["on"]
    assert "loading" in plain(other)
    assert "use_kept" not in held(other, "new-run")


@pytest.mark.parametrize("is_used", [True, False])
def test_kept_data_is_used_by_the_run_unless_it_was_unticked(page, kept, is_used):
    fields = held(page.get("/runs/new/"), "new-run")
    if not is_used:
        fields = untick(fields, "use_kept")

    planned = page.get("/runs/new/", fields)
    page.post("/runs/new/", fields)

    assert planned.context["plan"].is_loaded == is_used
    assert Run.objects.get().keeps_data_set == is_used


def test_unticking_one_kept_data_set_declines_no_other(page, endpoint, kept):
    fields = untick(held(page.get("/runs/new/"), "new-run"), "use_kept")
    another = DataSetFactory(
        endpoint=endpoint,
        server=endpoint.server,
        database=endpoint.database,
        workload="oltp_read_write",
        size={"tables": 5, "table_size": 25_000},
        is_ready=True,
        is_kept=True,
    )

    answer = page.get("/runs/new/", fields | {"tables": "5"})

    assert answer.context["draft"].kept == another
    assert answer.context["plan"].is_loaded


def test_the_plan_sets_the_data_against_the_free_disk(page, user):
    told = EndpointFactory(owner=user, server=ServerFactory())
    CheckFactory(endpoint=told, passed=True, server=FACTS | {"free_disk_bytes": 2**20})

    answer = page.get(f"/runs/new/?endpoint={told.pk}")

    text = plain(answer)
    assert "needs about 24 MB, 1 MB are free" in text
    assert "This run will not start." in text
    assert "Use fewer rows, or free space on the server." in text
    assert "This run will not start: The data takes about" in text


# Repeating --------------------------------------------------------------------------


@pytest.mark.parametrize("size", [{"scale_down": 100}, {"size": "match_ratio"}])
def test_repeating_it_starts_the_same_run(page, endpoint, large_row, size):
    sent(page, large_row, endpoint, **size, threads=4, keep_data="on")
    first = Run.objects.get()
    Run.objects.filter(pk=first.pk).update(
        state="cancelled", finished_at=first.queued_at
    )

    link = page.get(f"/runs/{first.pk}/").context["repeat_url"]
    draft = page.get(link).context["draft"]

    again = draft.settled
    assert again.reproduction.published == large_row
    assert again.parameters == first.parameters
    assert [d.as_dict() for d in again.reproduction.differences] == first.differences
    assert again.request.keeps_data_set


def test_repeating_an_ordinary_run_names_its_workload(page, user, endpoint):
    run = RunFactory(owner=user, endpoint=endpoint, cancelled=True)

    link = page.get(f"/runs/{run.pk}/").context["repeat_url"]

    assert "workload=oltp_read_write" in link
    assert "reproduce" not in link


def test_repeating_it_expects_nothing_where_nothing_was_expected(
    page, endpoint, large_row
):
    sent(page, large_row, endpoint, expected_regime="")
    first = Run.objects.get()
    Run.objects.filter(pk=first.pk).update(
        state="cancelled", finished_at=first.queued_at
    )

    link = page.get(f"/runs/{first.pk}/").context["repeat_url"]
    again = page.get(link)

    assert again.context["draft"].settled.expected_regime is None
    assert again.context["form"]["expected_regime"].value() == ""


# What is expected -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("choice", "expected"),
    [
        ({}, "disk_io"),
        ({"expected_regime": ""}, None),
        ({"expected_regime": "cached"}, "cached"),
    ],
)
def test_what_is_expected_is_the_row_s_unless_chosen(
    page, endpoint, large_row, choice, expected
):
    sent(page, large_row, endpoint, **choice)

    assert Run.objects.get().expected_regime == expected


# Boxes, and what follows from another field -----------------------------------------


def test_a_row_is_reproduced_with_its_statements_as_text(page, endpoint, row):
    fields = held(opened(page, row), "new-run")

    page.post("/runs/new/", fields)
    page.post("/runs/new/", untick(fields, "prepared_statements"))

    as_text, prepared = Run.objects.order_by("-created_at")
    assert prepared.differences == []
    assert as_text.parameters["prepared_statements"] is False
    assert [each["name"] for each in as_text.differences] == ["prepared_statements"]


@pytest.mark.parametrize("is_first", [True, False])
def test_in_proportion_the_fields_show_what_will_run(
    page, endpoint, large_row, is_first
):
    plain_form = held(opened(page, large_row, size="match_ratio"), "new-run")
    known = {"reproduce": large_row.pk, "size": "match_ratio"}
    given = (known if is_first else plain_form) | {"tables": ["8"]}

    answer = page.get("/runs/new/", given)

    plan, fields = answer.context["plan"], held(answer, "new-run")
    settled = answer.context["draft"].settled.parameters
    assert settled["tables"] == 8
    assert fields["table_size"] == [str(plan.size.table_size)]
    assert int(plain_form["table_size"][0]) < plan.size.table_size / 10
    # and it stays so, however often it is read anew
    page.post("/runs/new/", fields)
    run = Run.objects.get()
    assert run.parameters == settled
    assert {d["name"]: d["kind"] for d in run.differences} == {
        "tables": "overridden",
        "table_size": "scaled",
    }


def test_tables_that_cannot_be_are_told_at_their_field(page, endpoint, large_row):
    answer = opened(page, large_row, size="match_ratio", tables="0")

    assert answer.context["plan"] is None
    assert "from 1 to 1,000" in answer.context["parameters"].errors["tables"][0]
    assert held(answer, "new-run")["tables"] == ["0"]


@pytest.mark.parametrize("digits", [20, 309, 4299, 4300, 4301])
def test_a_divisor_of_any_length_is_answered(page, endpoint, published, digits):
    for found in (row_of("oltp_read_write"), row_of("hot_row_update")):
        answer = opened(page, found, size="scale_down", scale_down="9" * digits)

        assert "scale_down" in answer.context["draft"].sizing.errors
