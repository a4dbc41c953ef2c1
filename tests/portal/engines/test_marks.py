"""A sentence about several rows stands once on a page, with one number at each of them."""

import re

import pytest

from tests.factories import SHORT, InstanceClassFactory, ResultFactory

SAID = "Measured for 20 s only."


def short(seconds):
    return SHORT | {"values": {"seconds": seconds, "least": 60}}


@pytest.fixture
def rows(db):
    """Two of one class, measured for 20 s each, to a hundredth of one."""
    sold = InstanceClassFactory(engine="mysql")
    return [
        ResultFactory(
            measured=True,
            visibility="public",
            instance_class=sold,
            engine="mysql",
            engine_version="8.0",
            findings=[short(seconds)],
        )
        for seconds in (20.01, 20.03)
    ]


@pytest.fixture(params=["engine", "class"])
def html(request, client, rows):
    sold = rows[0].instance_class
    page = {
        "engine": "/engines/mysql/8.0/?rows=all",
        "class": f"/classes/{sold.provider_id}/mysql/{sold.code}/",
    }[request.param]
    answer = client.get(page)
    assert answer.status_code == 200
    return answer.content.decode()


def test_what_reads_the_same_is_one_finding_of_all_its_rows(html):
    listed = [
        each for each in re.findall(r"<li id=.*?</li>", html, re.S) if SAID in each
    ]
    assert len(listed) == 1
    assert "bb-cases" not in listed[0]
    assert len(re.findall(r'<a\s+class="bb-mark[^>]*' + re.escape(SAID), html)) >= 2


def test_the_white_paper_lists_it_once(client, rows):
    paper = client.get("/whitepaper/mysql/8.0/?format=json").json()

    said = [
        each for each in str(paper).split("'text': ") if each.startswith(f"'{SAID}")
    ]
    assert len(said) == 1
