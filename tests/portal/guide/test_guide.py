"""The guide: for everybody, with commands for one's own endpoint."""

import json
import re
from html import unescape

import pytest

from benchruns.evidence import bottleneck, regime
from benchruns.workloads import WORKLOADS, lead_seconds
from tests.factories import PASSWORD, CheckFactory, EndpointFactory, UserFactory


def text_of(answer):
    assert answer.status_code == 200
    return " ".join(unescape(answer.content.decode()).split())


def code_of(answer, key):
    """The text of a command as a browser copies it."""
    body = answer.content.decode()
    found = re.search(rf'<code id="command-{key}">(.*?)</code>', body, re.DOTALL)
    return unescape(found[1])


def body_of(command):
    """What ``curl -d`` sends."""
    return json.loads(re.search(r"-d '(.*)'$", command, re.DOTALL)[1])


@pytest.fixture
def endpoint(user):
    return EndpointFactory(
        owner=user,
        name="shop-db",
        host="db.shop.example",
        port=3307,
        username="bench",
        database="bench_db",
    )


def test_it_is_for_everybody_and_lists_every_workload(client, db):
    shown = text_of(client.get("/guide/"))

    for name, workload in WORKLOADS.items():
        assert f"/guide/{name}/" in shown
        assert str(workload.label) in shown
    assert 'href="/guide/" aria-current="page"' in shown
    assert "Log in" in shown


def test_the_thresholds_are_those_of_the_code(client, db, monkeypatch):
    monkeypatch.setattr(regime, "DISK_READS", 0.125)
    monkeypatch.setattr(bottleneck, "BUSY_CLIENT", 0.83)
    monkeypatch.setattr(bottleneck, "MANY_OTHERS", 0.27)

    shown = text_of(client.get("/guide/"))

    assert "above 0.125" in shown
    assert "for 83 % of their time" in shown
    assert "other programs took 27 % of it or more" in shown


def test_how_sql_server_rows_are_repeated_is_told(client, db):
    text = text_of(client.get("/guide/"))

    assert "Rows of SQL Server print the peak" in text
    assert "they stay private until you state that you have it" in text


def test_the_guide_of_tpcc_names_no_qps(client, db):
    text = text_of(client.get("/guide/tpcc/"))

    assert "there are no QPS" in text
    assert "QPS count all of them" not in text
    assert "TPC-C-derived, not a TPC result" in text


def test_without_an_endpoint_commands_hold_placeholders(client, db):
    answer = client.get("/guide/")

    assert body_of(code_of(answer, "run"))["endpoint"] == "ENDPOINT_ID"
    assert "--mysql-host=HOST" in code_of(answer, "by-hand")
    assert "http://testserver/api/v1/runs/plan/" in code_of(answer, "plan")


def test_commands_are_filled_in_for_one_s_endpoint(page, endpoint):
    answer = page.get("/guide/", {"endpoint": endpoint.pk})

    assert body_of(code_of(answer, "run"))["endpoint"] == str(endpoint.pk)
    by_hand = code_of(answer, "by-hand")
    for option in (
        "--mysql-host=db.shop.example",
        "--mysql-port=3307",
        "--mysql-user=bench",
        "--mysql-db=bench_db",
        "--mysql-password=PASSWORD",
    ):
        assert by_hand.count(option) == 4  # prepare, warm-up, measure, cleanup
    assert PASSWORD not in text_of(answer)


def test_names_that_a_shell_would_read_are_quoted(page, user):
    odd = EndpointFactory(owner=user, username="bench;rm", database="a$b")

    by_hand = code_of(page.get("/guide/", {"endpoint": odd.pk}), "by-hand")

    assert "--mysql-user='bench;rm'" in by_hand
    assert "--mysql-db='a$b'" in by_hand


def test_the_endpoint_of_another_is_not_filled_in(client, page, endpoint):
    client.force_login(UserFactory(staff=True))

    answer = client.get("/guide/", {"endpoint": endpoint.pk})

    shown = text_of(answer)
    assert "db.shop.example" not in shown
    assert endpoint.name not in shown
    assert body_of(code_of(answer, "run"))["endpoint"] == "ENDPOINT_ID"


@pytest.mark.parametrize("wanted", ["", "x", "00000000-0000-0000-0000-000000000000"])
def test_an_endpoint_that_is_none_is_left_out(page, wanted):
    answer = page.get("/guide/", {"endpoint": wanted})

    assert body_of(code_of(answer, "run"))["endpoint"] == "ENDPOINT_ID"


def test_postgresql_gets_commands_of_its_own(page, user):
    endpoint = EndpointFactory(owner=user, engine="postgresql", host="pg.example")

    general = page.get("/guide/", {"endpoint": endpoint.pk})
    pgbench = page.get("/guide/pgbench_read_write/", {"endpoint": endpoint.pk})

    assert "--pgsql-host=pg.example" in code_of(general, "by-hand")
    assert "export PGHOST=pg.example PGPORT=3306" in code_of(pgbench, "by-hand")
    assert "PGPASSWORD=PASSWORD" in code_of(pgbench, "by-hand")
    assert "UPDATE pgbench_branches" in code_of(pgbench, "by-hand")


def test_sql_server_gets_the_commands_of_its_one_workload(page, user):
    endpoint = EndpointFactory(owner=user, engine="sqlserver", port=1433)

    answer = page.get("/guide/", {"endpoint": endpoint.pk})

    assert body_of(code_of(answer, "run"))["workload"] == "tpcc"
    by_hand = code_of(answer, "by-hand")
    assert '"dialect": "sqlserver"' in by_hand
    assert f'"host": "{endpoint.host}"' in by_hand
    assert '"port": 1433' in by_hand
    assert '"password": "PASSWORD"' in by_hand


def test_sizes_are_told_for_the_buffer_of_the_endpoint(page, endpoint):
    unknown = text_of(page.get("/guide/", {"endpoint": endpoint.pk}))
    CheckFactory(endpoint=endpoint, passed=True)  # a buffer of 128 MB
    known = text_of(page.get("/guide/", {"endpoint": endpoint.pk}))

    assert "not known yet: check it" in unknown
    assert "up to 0.44 M" in known  # 0.8 of it, at 242 bytes a row
    assert "from 1.11 M" in known


@pytest.mark.parametrize("name", WORKLOADS)
def test_a_page_of_a_workload_tells_all_of_it(client, db, name):
    workload = WORKLOADS[name]

    answer = client.get(f"/guide/{name}/")

    shown = text_of(answer)
    for parameter in workload.parameters:
        assert f"<code>{parameter.name}</code>" in shown
        assert str(parameter.limit_reason) in shown
    for topic in workload.documentation:
        assert str(topic.text) in shown
    for line in workload.script:
        assert f"<code>{line.sql}</code>" in shown
    for figure in workload.metrics:
        assert f"<code>{figure}</code>" in shown
    assert f"/runs/new/?workload={name}" in shown


@pytest.mark.parametrize("name", WORKLOADS)
def test_the_bodies_of_the_examples_are_those_of_the_registry(client, db, name):
    answer = client.get(f"/guide/{name}/")
    workload = WORKLOADS[name]

    run, sweep = (body_of(code_of(answer, key)) for key in ("run", "sweep"))

    assert lead_seconds(workload.clean(run["parameters"])) in (5, 10)
    assert run == body_of(code_of(answer, "plan"))
    assert workload.load not in sweep["parameters"]
    assert sweep["threads"] == [1, 2, 4, 8]


def test_a_workload_that_the_endpoint_cannot_run_says_so(page, endpoint):
    answer = page.get("/guide/pgbench_read_only/", {"endpoint": endpoint.pk})

    assert "pgbench read-only does not run on MySQL" in text_of(answer)
    assert body_of(code_of(answer, "run"))["endpoint"] == "ENDPOINT_ID"
    assert "PGHOST=HOST" in code_of(answer, "by-hand")


def test_published_campaigns_are_linked(client, published):
    legacy = text_of(client.get("/guide/oltp_legacy/"))
    read_only = text_of(client.get("/guide/oltp_read_only/"))

    assert "/engines/mysql/8.0/" in legacy
    assert "/engines/postgresql/12/" in legacy
    assert "16 rows" not in legacy
    assert "No paper has printed figures" in read_only


def test_there_is_no_page_of_an_unknown_workload(client, db):
    assert client.get("/guide/tpcx/").status_code == 404


def test_the_guide_costs_little(page, endpoint, django_assert_num_queries):
    with django_assert_num_queries(5):  # session, user, stop, notices, endpoints
        page.get("/guide/")


@pytest.mark.django_db
def test_the_guide_says_below_how_many_points_changes_are_proposed(client):
    text = text_of(client.get("/guide/submissions/"))

    assert "excellent from 80 points on, accepted from 50." in text
    assert "Below 50, or with a result that was measured too short" in text
    assert "they propose asking for changes" in text
    assert "no shorter than the papers' and not in doubt" in text
