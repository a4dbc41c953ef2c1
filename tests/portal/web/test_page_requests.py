"""Where forms lead back to, and what becomes of one that was sent without a login."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest

from benchruns.models import KeptComparison, RegressionRule
from tests.benchruns.runs.watched import rule_for, series_with
from tests.factories import NOON, PASSWORD, ResultFactory, RunFactory
from tests.portal.api.rows import sweep_of
from tests.portal.web.test_overview import text_of

pytestmark = pytest.mark.django_db


def cancel_run(user):
    return f"/runs/{RunFactory(owner=user).pk}/cancel/"


def cancel_sweep(user):
    return f"/sweeps/{sweep_of(RunFactory(owner=user)).pk}/cancel/"


FORMS = {
    "theme": lambda _user: "/theme/",
    "tick": lambda _user: "/compare/tick/",
    "feed": lambda _user: "/trends/feed/",
    "run": cancel_run,
    "sweep": cancel_sweep,
}


@pytest.mark.parametrize(
    "back",
    [
        "abc",
        "portal:home",
        "http://testserver",
        "https://elsewhere.example/",
        "//elsewhere.example/",
        "/\\elsewhere.example/",
        "javascript:alert(1)",
        "",
    ],
)
@pytest.mark.parametrize("form", FORMS)
def test_a_form_leads_back_to_a_page_of_this_portal_alone(page, user, form, back):
    answer = page.post(FORMS[form](user), {"next": back})

    assert answer.status_code == 302
    assert answer["Location"].startswith("/")
    assert "elsewhere" not in answer["Location"]
    assert page.get(answer["Location"]).status_code == 200


@pytest.mark.parametrize("form", FORMS)
def test_it_leads_back_to_where_it_came_from(page, user, form):
    answer = page.post(FORMS[form](user), {"next": "/classes/?engine=mysql"})

    assert answer["Location"] == "/classes/?engine=mysql"


def test_who_logs_in_to_post_comes_back_to_the_page_with_the_form(client, user):
    result = ResultFactory()
    page = f"/compare/?result={result.pk}&view=bars"

    answer = client.post(
        "/compare/keep/",
        {"query": f"result={result.pk}"},
        headers={"Referer": f"http://testserver{page}"},
    )
    back = client.post(
        "/login/",
        {
            "username": user.username,
            "password": PASSWORD,
            "next": parse_qs(urlsplit(answer["Location"]).query)["next"][0],
        },
    )

    assert back["Location"] == page
    assert client.get(back["Location"]).status_code == 200
    assert not KeptComparison.objects.exists()


@pytest.mark.parametrize(
    "referer",
    [
        "",
        "https://elsewhere.example/x",
        "http://testserver/compare/keep/",
        "\0",
        "[",
        "http://[",
    ],
)
def test_without_such_a_page_they_come_to_the_first_one(client, referer):
    answer = client.post("/compare/keep/", headers={"Referer": referer})

    assert answer["Location"] == "/login/?next=/"


def test_a_rule_is_on_or_off_and_nothing_else(page, user):
    rule = rule_for(series_with(1, owner=user), created_at=NOON)

    answer = page.post(
        f"/trends/rules/{rule.pk}/", {"is_active": "garbage"}, follow=True
    )

    assert "“garbage” changed nothing" in text_of(answer)
    assert RegressionRule.objects.get().is_active


def test_all_filtered_bears_what_no_database_can_look_for(client, published):
    query = "engine=mysql&q=%00&provider=%00&family=a%00b&has=%00&price_in=%00&%00=1"

    answer = client.post("/classes/tick/", {"query": query}, follow=True)

    text = text_of(answer)
    assert "classes added." in text
    assert "A word for provider holds NUL; it is left out." in text


def test_a_page_that_tells_of_a_fault_leads_back_to_the_page_with_the_form(page, user):
    series = series_with(1000.0, owner=user)
    form = f"/trends/{series.pk}/"

    told = page.post(
        f"{form}rules/",
        {"figure": "tps"},
        headers={"referer": f"http://testserver{form}"},
    )

    assert told.status_code == 200
    found = set(re.findall(r'name="next" value="([^"#]*)', told.content.decode()))
    assert found == {form}


def test_a_referer_of_a_doubtful_path_is_none(client):
    answer = client.post(
        "/compare/keep/", headers={"referer": "http://testserver//evil.example/x"}
    )

    assert parse_qs(urlsplit(answer["Location"]).query)["next"] == ["/"]
