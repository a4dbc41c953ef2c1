"""The API's door: where to begin, every operation, the documentation as a page."""

import html
import re

import pytest
from django.conf import settings

from portal.api.description.summaries import SUMMARIES
from portal.pages.developer.reference import operations
from tests.factories import EndpointFactory, RunFactory, UserFactory

OWN_SHELL = 'class="bb-skip"'


@pytest.fixture
def user(db):
    return UserFactory()


def text_of(client, path, **headers):
    return client.get(path, **headers).content.decode()


@pytest.mark.parametrize(
    "path",
    [
        "/api/",
        "/api/docs/",
        "/api/docs/?q=publish",
        "/api/docs/runs_create/",
        "/api/guide/",
        "/api/guide/formats/",
    ],
)
def test_each_page_stands_in_the_shell_and_is_light(client, db, path):
    page = client.get(path)
    text = page.content.decode()

    assert page.status_code == 200
    assert OWN_SHELL in text
    assert len(page.content) < 200_000
    assert "default-src 'self'" in page["Content-Security-Policy"]
    assert not re.search(r"<style|<script>| style=| on\w+=", text)
    for source in re.findall(r'<(?:script|link)[^>]+(?:src|href)="([^"]+)"', text):
        assert source.startswith("/")
    assert "swagger" not in text


def test_the_calls_to_try_name_the_readers_host(client, db):
    text = text_of(client, "/api/", HTTP_HOST="localhost:8123")
    guide = text_of(client, "/api/guide/", HTTP_HOST="localhost:8123")

    assert text.count("http://localhost:8123/api/v1/") == 6
    assert "127.0.0.1:8000" not in text + guide
    assert "api=http://localhost:8123/api/v1" in guide


def test_the_plan_to_try_can_be_sent_as_it_stands(client, user):
    EndpointFactory()
    own = EndpointFactory(owner=user)
    client.force_login(user)
    text = html.unescape(text_of(client, "/api/"))
    body = re.search(r"-d '(\{.*?\})'", text, flags=re.DOTALL)[1]

    answer = client.post("/api/v1/runs/plan/", body, content_type="application/json")

    assert str(own.pk) in body
    assert answer.status_code == 200, answer.content


def test_the_plan_to_try_is_for_the_endpoint_of_a_new_run(client, user):
    tested, newest = EndpointFactory(owner=user), EndpointFactory(owner=user)
    RunFactory(owner=user, endpoint=tested)
    client.force_login(user)

    form = client.get("/runs/new/").context["endpoint"]

    assert form == tested
    text = text_of(client, "/api/")
    assert str(tested.pk) in text
    assert str(newest.pk) not in text


@pytest.mark.parametrize(
    ("is_staff", "said"),
    [
        (False, "lists your endpoints"),
        (True, "lists the endpoints of all users, yours first"),
    ],
    ids=["user", "staff"],
)
def test_what_the_first_call_of_a_token_lists_is_true_for_its_reader(
    client, db, is_staff, said
):
    reader = UserFactory(staff=is_staff)
    own, other = EndpointFactory(owner=reader), EndpointFactory()
    client.force_login(reader)
    asked = {"name": "Quick start", "scope": "read", "lifetime": "90"}

    page = client.post("/tokens/", asked, follow=True)
    listed = client.get("/api/v1/endpoints/").json()["results"]

    assert f"This sets the key in a shell, and {said}" in " ".join(
        page.content.decode().split()
    )
    known = [own, other] if is_staff else [own]
    assert [each["id"] for each in listed] == [str(each.pk) for each in known]


@pytest.mark.parametrize("name", ["endpoints", "schedules", "webhooks"])
def test_an_operation_that_lists_more_for_staff_says_so(name):
    assert str(SUMMARIES[f"{name}_list"]).endswith("; for staff those of all users")


def test_every_operation_is_listed_and_has_its_page(client, db, subtests):
    text = text_of(client, "/api/docs/")

    for name, summary in SUMMARIES.items():
        with subtests.test(name):
            assert f'href="/api/docs/{name}/"' in text
            page = html.unescape(text_of(client, f"/api/docs/{name}/"))
            assert str(summary) in page
            assert "curl -s" in page


def test_operations_are_found_by_words(client, db):
    text = text_of(client, "/api/docs/?q=revoke+token")

    assert "tokens_destroy" in text
    assert "runs_create" not in text
    assert "No operation" in text_of(client, "/api/docs/?q=nothing-such")


def test_an_operation_shows_its_keys_and_examples(client, db):
    text = text_of(client, "/api/docs/runs_create/")

    assert "settle_seconds" in text
    assert "oltp_read_write" in text
    assert "figures.tps" in text
    assert "422" in text


@pytest.mark.parametrize(
    "path",
    [
        "/api/docs/nothing/",
        "/api/docs/a.b/c/",
        "/api/guide/nothing/",
        "/api/guide/api/",
    ],
)
def test_what_is_none_of_them_is_not_found_on_a_page(client, db, path):
    page = client.get(path)

    assert page.status_code == 404
    assert page["Content-Type"].startswith("text/html")
    assert OWN_SHELL in page.content.decode()


def test_a_forgotten_slash_leads_to_the_page(client, db):
    assert client.get("/api/docs/runs_create")["Location"] == "/api/docs/runs_create/"


def test_an_unknown_address_of_the_api_itself_is_answered_for_programs(client, db):
    answer = client.get("/api/v1/docs/")

    assert answer.status_code == 404
    assert answer["Content-Type"] == "application/problem+json"


def test_the_documentation_is_whole_and_its_links_lead_somewhere(client, db):
    text = text_of(client, "/api/guide/")
    document = (settings.BASE_DIR / "docs" / "api.md").read_text()

    headings = re.findall(r"^## (.+)$", document, flags=re.MULTILINE)
    assert len(re.findall(r"<h2 id=", text)) == len(headings)
    assert text.count("<pre") == document.count("```sh")
    anchors = set(re.findall(r' id="([^"]+)"', text))
    assert set(re.findall(r'href="#([^"]+)"', text)) <= anchors
    assert 'href="/api/guide/formats/"' in text


def test_footer_door_and_readme_lead_to_the_documentation(client, db):
    for path in ("/", "/api/"):
        assert 'href="/api/guide/"' in text_of(client, path)
    assert "(docs/api.md)" in (settings.BASE_DIR / "README.md").read_text()


def test_every_parameter_and_key_has_a_meaning(subtests):
    for name, operation in operations().items():
        with subtests.test(name):
            keys = (*operation.parameters, *operation.keys, *operation.answer_keys)
            assert [key.name for key in keys if not key.text.strip()] == []


def test_no_page_of_an_operation_shows_markup_of_its_texts(client, db, subtests):
    for name in operations():
        page = text_of(client, f"/api/docs/{name}/")
        page = page[page.index("<main") : page.index("</main>")]
        plain = re.sub(r"<(code|pre)\b.*?</\1>", "", page, flags=re.DOTALL)
        with subtests.test(name):
            assert re.findall(r"`|\*|benchruns\.", re.sub("<[^>]+>", "", plain)) == []


def test_each_value_of_a_choice_has_its_word(client, db):
    page = html.unescape(text_of(client, "/api/docs/results_list/"))
    text = " ".join(re.sub("<[^>]+>", " ", page).split())

    assert "measured , published vendor, submitted" in text
    assert "disk_io disk I/O" in text
