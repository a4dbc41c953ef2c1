"""Charts that leave their page: pictures, frames, the menu that offers them."""

import json

from benchruns.models import Result
from tests.factories import ResultFactory, UserFactory
from tests.portal.charts.chart_examples import SVG, parsed

PAGE = "/engines/mysql/8.0/"
FRAME = f"{PAGE}embed/"
CHART = "chart-alibaba-mysql-8.0-60s"


def test_a_chart_is_an_svg_of_its_own_with_its_source(client, published):
    response = client.get(PAGE, {"format": "svg", "chart": CHART})

    assert response.status_code == 200
    assert response["Content-Type"] == "image/svg+xml"
    assert ".svg" in response["Content-Disposition"]
    text = response.content.decode()
    assert parsed(text).tag == f"{SVG}svg"
    assert "6,740" in text
    assert "Source: " in text


def test_an_unknown_chart_is_refused_with_those_that_exist(client, published):
    response = client.get(PAGE, {"format": "svg", "chart": "<b>nosuch"})

    assert response.status_code == 404
    assert response["Content-Type"].startswith("text/plain")
    assert CHART in response.content.decode()


def test_the_view_as_json_has_exact_figures(client, published):
    response = client.get(PAGE, {"format": "json", "regime": "cached"})

    rows = response.json()["results"]
    assert len(rows) == 5
    stored = Result.objects.get(pk=rows[0]["id"])
    assert rows[0]["tps"] == stored.tps


def test_the_menu_of_a_chart_keeps_the_state_of_the_page(client, published):
    html = client.get(PAGE, {"metric": "qps", "theme": "dark"}).content.decode()

    assert f'data-chart-png="{CHART}"' in html
    assert "?metric=qps&amp;format=csv" in html
    assert "theme=dark&amp;format" not in html
    # the code of the frame is text, not a frame
    assert "&lt;iframe src=" in html
    assert "<iframe" not in html


def test_a_frame_may_stand_anywhere_and_nothing_else_may(client, published):
    page, frame = client.get(PAGE), client.get(FRAME)

    assert page["X-Frame-Options"] == "DENY"
    assert "frame-ancestors 'none'" in page["Content-Security-Policy"]
    assert "X-Frame-Options" not in frame
    assert "frame-ancestors *" in frame["Content-Security-Policy"]
    assert "default-src 'self'" in frame["Content-Security-Policy"]
    assert not frame.cookies
    assert b"<form" not in frame.content


def test_a_frame_has_chart_table_source_and_the_way_back(client, published):
    html = client.get(FRAME, {"chart": CHART, "metric": "qps"}).content.decode()

    assert f'data-chart="{CHART}"' in html
    assert "134,792" in html
    assert "Source: " in html
    assert "http://testserver/engines/mysql/8.0/?metric=qps" in html


def test_a_frame_says_what_is_in_doubt_of_its_figures(client, published):
    html = client.get(FRAME, {"chart": CHART}).content.decode()

    key, table = html.split("<table", 1)
    assert "regime or method in doubt" in key
    assert "5,457†" in table
    assert "6,740†" not in table
    assert "† In doubt" in table
    assert "the data (about 23 GB) fits in memory (64 GB)" in table


def test_a_frame_has_the_look_that_is_asked_for(client, published):
    client.cookies["theme"] = "light"

    assert b'data-theme="dark"' in client.get(FRAME, {"theme": "dark"}).content
    assert b"data-theme" not in client.get(FRAME, {"theme": "<x>"}).content


def test_a_frame_shows_what_anybody_may_see_to_the_owner_too(client, published):
    owner = UserFactory()
    ResultFactory(
        measured=True,
        owner=owner,
        visibility="private",
        engine="mysql",
        engine_version="8.0",
        workload="oltp_read_write",
        regime="cached",
        tps=98_765,
    )
    client.force_login(owner)

    assert b"98,765" in client.get(PAGE).content
    assert b"98,765" not in client.get(FRAME).content


def test_frames_of_nothing_say_so(client, published):
    assert client.get("/engines/mysql/9.9/embed/").status_code == 404
    response = client.get(FRAME, {"chart": "nosuch"})
    assert response.status_code == 404
    assert "nosuch" in response.content.decode()
    assert "X-Frame-Options" not in response
    assert client.post(FRAME).status_code == 405


def test_the_specification_of_a_chart_names_itself(client, published):
    html = client.get(FRAME, {"chart": CHART}).content.decode()
    start = html.index(f'<script id="{CHART}"')
    spec = json.loads(html[html.index(">", start) + 1 : html.index("</script>", start)])

    assert spec["heading"].startswith("MySQL 8.0: Cached beside disk I/O")
    assert spec["source_text"].startswith("Source: ")
    assert spec["file_name"] == "benchbook-alibaba-mysql-8.0-60s"
