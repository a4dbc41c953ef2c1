"""Addresses that are refused before any view."""

import pytest


@pytest.mark.parametrize(
    "address",
    [
        "/runs/?state=%00",
        "/search/?q=%00",
        "/compare/?run=%00",
        "/guide/%00/",
        "/classes/?family=a%00b",
        "/engines/mysql/%00/",
        "/classes/a/mysql/%00/",
    ],
)
def test_nul_is_refused_on_a_page_of_the_site(client, db, address):
    answer = client.get(address)

    assert answer.status_code == 400
    assert "Its address holds %00" in answer.text
    assert 'href="/classes/"' in answer.text


def test_a_host_that_is_not_ours_gets_no_page_of_the_site(client, db):
    answer = client.get("/classes/", headers={"host": "elsewhere.example"})

    assert answer.status_code == 400
    assert "href" not in answer.text


def test_a_form_that_is_damaged_is_refused_on_a_page_of_the_site(client, db):
    damaged = "multipart/form-data; boundary=é"

    answer = client.post("/login/", b"--", content_type=damaged)

    assert answer.status_code == 400
    assert "send it again" in answer.text


def test_nul_is_one_line_of_the_log(client, db, caplog):
    client.get("/search/?q=%00")

    (line,) = caplog.records
    assert line.exc_info is None
    assert "Bad Request: /search/" in line.getMessage()


def test_the_api_names_the_parameter_that_holds_nul(client, db):
    answer = client.get("/api/v1/results/?engine=%00")

    assert answer.status_code == 400
    assert answer.json()["errors"][0]["field"] == "engine"


def test_a_percent_sign_and_two_noughts_are_no_nul(client, db):
    assert client.get("/search/?q=%2500").status_code == 200
