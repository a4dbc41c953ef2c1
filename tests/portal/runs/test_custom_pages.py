"""Loads of one's own on pages and in the API: asked for, and beside other rows."""

from html import unescape

import pytest

from tests.factories import EndpointFactory, ResultFactory
from tests.portal.api.conftest import client_of

pytestmark = pytest.mark.django_db

LOAD = "custom_pgbench"


def text_of(answer):
    assert answer.status_code == 200
    return " ".join(unescape(answer.content.decode()).split())


@pytest.fixture
def endpoint(user):
    return EndpointFactory(owner=user, engine="postgresql", checked=True)


def own(user, digest, **columns):
    return ResultFactory(
        measured=True,
        owner=user,
        workload=LOAD,
        engine="postgresql",
        tps=100.0,
        parameters={"script": "orders", "script_sha256": digest},
        **columns,
    )


def test_its_plan_says_that_nothing_else_compares_with_it(page, user, endpoint):
    text = text_of(page.get(f"/runs/new/?endpoint={endpoint.pk}&workload={LOAD}"))

    assert "never with a vendor's or another load's." in text
    assert "What the script changes elsewhere on the server stays changed." in text
    assert 'pattern="[a-z0-9][a-z0-9_-]{0,59}"' in text


def test_the_api_says_so_and_takes_no_path_for_a_name(user, endpoint):
    def plan(script):
        body = {
            "endpoint": str(endpoint.pk),
            "workload": LOAD,
            "parameters": {"script": script},
        }
        return client_of(user).post("/api/v1/runs/plan/", body, format="json")

    problems = {each["code"] for each in plan("orders").json()["problems"]}

    assert "own_script" in problems
    for name in ("../orders", "/etc/passwd", "a/b", ".hidden", "Orders", ""):
        assert plan(name).status_code == 400, name


@pytest.mark.parametrize(
    "other",
    [
        pytest.param({"workload": "pgbench_read_only"}, id="vendor's row"),
        pytest.param(None, id="another text"),
    ],
)
def test_beside_anything_else_a_comparison_refuses_each_figure(page, user, other):
    first = own(user, "3f" * 32)
    second = (
        ResultFactory(engine="postgresql", tps=90.0, **other)
        if other
        else own(user, "4e" * 32)
    )

    answer = page.get(f"/compare/?result={first.pk}&result={second.pk}")

    assert "One ran a script of its operator's own" in text_of(answer)
