"""What a licence keeps private: pages say why, and publishing asks for the consent."""

import re
from html import unescape

import pytest

from benchruns.models import Result
from tests import published_database
from tests.benchruns.submissions.review.under_review import STATED, accept, submitted
from tests.submission_factories import ReviewerFactory
from tests.tpcc_rows import reproduced, tpcc_run

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module", autouse=True)
def published(django_db_setup, django_db_blocker):
    yield from published_database.loaded(django_db_blocker)


@pytest.fixture
def row():
    return Result.objects.get(
        engine_version="2008 R2", instance_class__code="rds.mssql.s3.large"
    )


def html_of(answer):
    assert answer.status_code == 200, answer.status_code
    return answer.content.decode()


def text_of(answer):
    plain = re.sub(r"<[^>]+>", " ", html_of(answer))
    return " ".join(unescape(plain).split())


def test_pages_say_why_figures_of_sql_server_are_private(page, user, row):
    run = tpcc_run("sqlserver", user)
    sweep = reproduced(row, user, tpm=[1000.0])

    for address in (
        f"/runs/{run.pk}/",
        f"/results/{run.result.pk}/",
        f"/sweeps/{sweep.pk}/",
    ):
        assert 'id="kept-private"' in html_of(page.get(address))
    other = tpcc_run("mariadb", user)
    assert 'id="kept-private"' not in html_of(page.get(f"/runs/{other.pk}/"))


def test_publishing_asks_for_the_vendor_s_consent(page, user):
    run = tpcc_run("sqlserver", user)
    address = f"/runs/{run.pk}/publish/"
    assert 'name="vendor_consent"' in html_of(page.get(address))

    refused = page.post(address, follow=True)
    run.refresh_from_db()
    assert run.visibility == "private"
    assert "State that you have it, or keep the result private." in text_of(refused)

    page.post(address, {"vendor_consent": "yes"})
    run.refresh_from_db()
    assert run.visibility == "public"


def test_a_sweep_asks_for_it_too(page, user, row):
    sweep = reproduced(row, user, tpm=[1000.0, 2000.0])
    address = f"/sweeps/{sweep.pk}/publish/"
    assert 'name="vendor_consent"' in html_of(page.get(address))

    page.post(address)
    assert not sweep.runs.filter(visibility="public").exists()

    page.post(address, {"vendor_consent": "yes"})
    assert sweep.runs.filter(visibility="public").count() == 2


def test_other_engines_ask_for_nothing(page, user):
    run = tpcc_run("mariadb", user)

    assert "vendor_consent" not in html_of(page.get(f"/runs/{run.pk}/publish/"))


def test_a_withheld_report_is_no_page_for_the_public(client):
    one = submitted(statement={**STATED, "engine": "sqlserver"})
    one.results.update(engine="sqlserver")
    accept(one)
    result = one.results.get()

    for address in (f"/submissions/{one.pk}/", f"/results/{result.pk}/"):
        assert client.get(address).status_code == 404
    assert str(one.pk) not in html_of(client.get("/submissions/"))
    client.force_login(one.owner)
    assert "Accepted, and private." in text_of(client.get(f"/submissions/{one.pk}/"))
    client.force_login(ReviewerFactory())
    assert client.get(f"/results/{result.pk}/").status_code == 200
