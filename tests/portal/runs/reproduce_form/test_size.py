"""How large a reproduction is: as published, a part, or in proportion to a buffer."""

import pytest

from benchruns.models import Run
from tests.factories import EndpointFactory
from tests.portal.browser_forms import held
from tests.portal.runs.reproduce_form.reproduced import opened, plain, row_of

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


# What follows from it ---------------------------------------------------------------


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
