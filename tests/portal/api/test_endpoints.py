"""Registering, checking, changing and deleting one's endpoints."""

import pytest

from benchruns.endpoints.registration import delete_endpoint
from benchruns.models import AuditEntry, Check, Endpoint, Run
from local import ports
from portal import dispatch
from portal.api.views.endpoints import EndpointViewSet
from tests.factories import (
    PASSWORD,
    DataSetFactory,
    EndpointFactory,
    InstanceClassFactory,
    ProviderFactory,
    ResultFactory,
    RunFactory,
    ServerFactory,
    UserFactory,
)
from tests.portal.api.conftest import client_of
from tests.portal.api.rows import kept_by
from workers import checker

ENDPOINTS = "/api/v1/endpoints/"
BODY = {
    "name": "shop",
    "engine": "mysql",
    "host": "db.internal.example",
    "port": 3306,
    "username": "bench",
    "password": "s3cret horse",
    "database": "bench",
    "tls": "prefer",
}


def errors_of(answer):
    assert answer.status_code == 400, answer.content
    return {error["field"]: error["message"] for error in answer.json()["errors"]}


def url_of(endpoint, tail=""):
    return f"{ENDPOINTS}{endpoint.pk}/{tail}"


def left_behind(endpoint):
    return DataSetFactory(
        endpoint=endpoint,
        server=ServerFactory(),
        run=RunFactory(endpoint=endpoint, owner=endpoint.owner, failed=True),
    )


@pytest.fixture
def worker(monkeypatch):
    """The control worker, in this process instead of behind the broker."""

    def perform(task, *, queue, argument, expires):
        assert (task, queue) == ("benchbook.check", "control")
        checker.perform(argument)

    monkeypatch.setattr(dispatch, "_send", perform)


def test_an_endpoint_is_saved_unchecked_and_its_password_not_shown(client, user):
    answer = client.post(ENDPOINTS, BODY)

    assert answer.status_code == 201
    shown = answer.json()
    endpoint = Endpoint.objects.get(pk=shown["id"])
    assert answer["Location"] == f"http://testserver{url_of(endpoint)}"
    assert endpoint.owner == user
    assert endpoint.password == BODY["password"]
    assert shown["last_check"] is None
    assert "password" not in shown
    assert BODY["password"] not in answer.content.decode()
    assert BODY.keys() - shown.keys() == {"password"}
    assert client.get(answer["Location"]).json() == shown


def test_tls_is_optional(client):
    body = {name: value for name, value in BODY.items() if name != "tls"}

    assert client.post(ENDPOINTS, body).json()["tls"] == "prefer"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", ""),
        ("name", "x" * 121),
        ("name", "shop\nmirror"),
        ("name", "shop\u2028mirror"),
        ("region", "north\r\nsouth"),
        ("engine", "oracle"),
        ("host", "a,b"),
        ("host", "a=b"),
        ("host", "a b"),
        ("host", "a\nb"),
        ("host", "/var/run"),
        ("host", "-h"),
        ("host", "db:3306"),
        ("host", ""),
        ("username", "a,b"),
        ("username", "a\tb"),
        ("database", "a=b"),
        ("database", "x" * 65),
        ("port", 0),
        ("port", 65_536),
        ("port", "3306"),
        ("port", 3306.0),
        ("port", True),
        ("password", "a\nb"),
        ("password", "a\u0007b"),
        ("password", "' and \""),
        ("password", 7),
        ("password", None),
        ("tls", "maybe"),
        ("vcpus", 0),
        ("vcpus", 1.5),
        ("memory_gb", "4"),
        ("memory_gb", -1),
        ("provider", "nobody"),
        ("instance_class", "none.such"),
        ("region", "x" * 81),
        ("server", None),
        ("owner", 1),
    ],
    ids=lambda value: ascii(value)[:16],
)
def test_a_bad_field_is_named_and_nothing_repeated(client, field, value):
    answer = client.post(ENDPOINTS, BODY | {field: value})

    assert list(errors_of(answer)) == [field]
    assert BODY["password"] not in answer.content.decode()
    assert Endpoint.objects.count() == 0


def test_a_name_is_used_once_by_one_owner(client, stranger):
    client.post(ENDPOINTS, BODY)

    assert "name" in errors_of(client.post(ENDPOINTS, BODY))
    assert stranger.post(ENDPOINTS, BODY).status_code == 201


def test_the_name_of_a_deleted_endpoint_is_free_again(client, user):
    EndpointFactory(owner=user, name=BODY["name"], deleted=True)

    assert client.post(ENDPOINTS, BODY).status_code == 201


def test_an_instance_class_is_given_by_its_code(client):
    sold = InstanceClassFactory(vcpus=4, memory_gb=8)

    shown = client.post(ENDPOINTS, BODY | {"instance_class": sold.code}).json()

    assert shown["instance_class"] == sold.code
    assert shown["provider"] == sold.provider.slug
    assert (shown["vcpus"], shown["memory_gb"]) == (4, 8.0)


def test_a_code_that_two_providers_sell_needs_the_provider(client):
    one, two = (
        InstanceClassFactory(code="s.large"),
        InstanceClassFactory(code="s.large"),
    )
    body = BODY | {"instance_class": "s.large"}

    told = errors_of(client.post(ENDPOINTS, body))["instance_class"]
    shown = client.post(ENDPOINTS, body | {"provider": two.provider.slug}).json()

    assert one.provider.slug in told
    assert shown["provider"] == two.provider.slug


def test_a_class_of_another_engine_is_refused(client):
    sold = InstanceClassFactory(engine="postgresql")

    body = BODY | {"instance_class": sold.code}

    assert list(errors_of(client.post(ENDPOINTS, body))) == ["instance_class"]


def test_mariadb_may_run_on_a_mysql_class(client):
    sold = InstanceClassFactory(engine="mysql")

    body = BODY | {"instance_class": sold.code, "engine": "mariadb"}

    assert client.post(ENDPOINTS, body).status_code == 201


def test_a_size_that_contradicts_the_class_is_refused(client):
    sold = InstanceClassFactory(vcpus=4)

    body = BODY | {"instance_class": sold.code, "vcpus": 8}

    assert list(errors_of(client.post(ENDPOINTS, body))) == ["vcpus"]


def test_a_patch_changes_what_it_names_and_keeps_the_password(client, user):
    endpoint = EndpointFactory(owner=user, checked=True)

    shown = client.patch(url_of(endpoint), {"name": "other", "region": None}).json()
    endpoint.refresh_from_db()

    assert shown["name"] == endpoint.name == "other"
    assert shown["region"] is None
    assert shown["last_check"]["ok"] is True
    assert endpoint.password == PASSWORD


@pytest.mark.parametrize(
    ("change", "is_same_server"),
    [
        ({"host": "other.example"}, False),
        ({"port": 3307}, False),
        ({"engine": "postgresql"}, False),
        ({"engine": "mariadb"}, True),
        ({"username": "other"}, True),
        ({"password": "new"}, True),
        ({"tls": "require"}, True),
    ],
    ids=str,
)
def test_a_change_of_the_connection_forgets_the_check(
    client, user, change, is_same_server
):
    endpoint = EndpointFactory(owner=user, checked=True)

    given = {"password": PASSWORD} | change
    assert client.patch(url_of(endpoint), given).json()["last_check"] is None
    endpoint.refresh_from_db()
    assert (endpoint.server is not None) == is_same_server


@pytest.mark.parametrize(
    "change",
    [
        {"host": "other.example"},
        {"port": 3307},
        {"engine": "postgresql"},
        {"tls": "disable"},
        {"allow_cleartext_password": True},
        {"name": "other", "host": "other.example", "port": 3307},
    ],
    ids=str,
)
def test_a_stored_password_follows_no_change_of_the_place(client, user, change):
    """Else a stolen token would have it sent to a server of the thief's."""
    endpoint = EndpointFactory(owner=user, checked=True)

    refused = client.patch(url_of(endpoint), change)
    endpoint.refresh_from_db()
    before = endpoint.host, endpoint.port, endpoint.name, endpoint.last_check.ok
    meant = client.patch(url_of(endpoint), change | {"password": "anew"})

    assert refused.status_code == 400
    assert "again" in errors_of(refused)["password"]
    assert before == ("db.internal.example", 3306, endpoint.name, True)
    assert meant.status_code == 200
    endpoint.refresh_from_db()
    assert endpoint.password == "anew"


def test_a_password_goes_in_clear_text_where_the_owner_says_so_alone(client, user):
    endpoint = EndpointFactory(owner=user)

    before = client.get(url_of(endpoint)).json()
    changed = client.patch(
        url_of(endpoint), {"allow_cleartext_password": True, "password": "anew"}
    )

    assert before["allow_cleartext_password"] is False
    assert changed.json()["allow_cleartext_password"] is True


def test_another_authority_gets_no_stored_password(client, user, authority):
    endpoint = EndpointFactory(owner=user)

    refused = client.patch(url_of(endpoint), {"tls_ca": authority})

    assert list(errors_of(refused)) == ["password"]


def test_an_account_without_a_password_may_move(client, user):
    endpoint = EndpointFactory(owner=user, plain_password="")

    assert client.patch(url_of(endpoint), {"port": 3307}).status_code == 200


def test_what_is_given_as_it_stands_needs_no_password(client, user):
    endpoint = EndpointFactory(owner=user)

    given = {"host": endpoint.host, "port": endpoint.port, "name": "other"}

    assert client.patch(url_of(endpoint), given).status_code == 200


def test_an_endpoint_is_led_away_from_its_data_on_purpose_alone(client, user):
    run = RunFactory(owner=user, succeeded=True)
    kept = kept_by(run)
    url = url_of(run.endpoint)

    renamed = client.patch(url, {"password": "new", "database": "other"})
    moved = {"host": "other.example", "password": PASSWORD}
    refused = client.patch(url, moved)
    meant = client.patch(f"{url}?leave_data=true", moved)
    back = client.patch(url, moved | {"host": run.endpoint.host})

    assert renamed.status_code == meant.status_code == back.status_code == 200
    assert refused.status_code == 409
    assert kept.workspace in refused.json()["detail"]
    unclear = client.patch(f"{url}?leave_data=maybe", {"name": "other"})
    assert list(errors_of(unclear)) == ["leave_data"]


def test_a_put_gives_all_required_fields(client, user):
    endpoint = EndpointFactory(owner=user)

    assert "host" in errors_of(client.put(url_of(endpoint), {"name": "other"}))
    assert client.put(url_of(endpoint), BODY).json()["host"] == BODY["host"]


def test_a_provider_that_does_not_sell_the_class_is_refused(client, user):
    endpoint = EndpointFactory(owner=user, instance_class=InstanceClassFactory())
    other = ProviderFactory()

    answer = client.patch(url_of(endpoint), {"provider": other.slug})

    assert list(errors_of(answer)) == ["provider"]


def test_a_deleted_endpoint_is_gone_and_its_secret_erased(client, user):
    endpoint = EndpointFactory(owner=user)
    run = RunFactory(owner=user, endpoint=endpoint, succeeded=True)

    answer = client.delete(url_of(endpoint))
    endpoint.refresh_from_db()

    assert answer.status_code == 204
    assert endpoint.password_encrypted == ""
    assert client.get(url_of(endpoint)).status_code == 404
    assert client.get(f"/api/v1/runs/{run.pk}/").status_code == 200


def test_data_left_on_the_server_is_left_on_purpose_alone(client, user):
    endpoint = EndpointFactory(owner=user)
    left = left_behind(endpoint)

    refused = client.delete(url_of(endpoint))
    unclear = client.delete(f"{url_of(endpoint)}?leave_data=maybe")
    meant = client.delete(f"{url_of(endpoint)}?leave_data=true")

    assert refused.status_code == 409
    assert left.workspace in refused.json()["detail"]
    assert list(errors_of(unclear)) == ["leave_data"]
    assert meant.status_code == 204


def test_an_endpoint_with_a_waiting_run_is_not_deleted(client, user):
    run = RunFactory(owner=user)

    answer = client.delete(url_of(run.endpoint))

    assert answer.status_code == 409
    assert answer["Content-Type"] == "application/problem+json"


@pytest.mark.django_db(transaction=True)
def test_a_check_answers_with_what_was_found(client, user, worker):
    endpoint = EndpointFactory(owner=user, host="127.0.0.1", port=ports.choose())

    answer = client.post(url_of(endpoint, "check/"))

    assert answer.status_code == 200
    told = answer.json()
    assert told["ok"] is False
    assert told["code"] == "connection_refused"
    assert told["message"]
    assert told["checked_at"]
    assert told["server"] is None
    assert told["missing_privileges"] == []
    assert client.get(url_of(endpoint)).json()["last_check"] == told


def test_a_check_that_no_worker_answers_is_accepted(client, user, monkeypatch):
    monkeypatch.setitem(dispatch.check_endpoint.__kwdefaults__, "wait_seconds", 0.1)
    endpoint = EndpointFactory(owner=user)

    answer = client.post(url_of(endpoint, "check/"))

    assert answer.status_code == 202
    assert answer.json()["ok"] is None
    assert answer.json()["message"]
    assert Check.objects.get().endpoint == endpoint
    assert client.get(url_of(endpoint)).json()["last_check"] is None


def test_the_last_check_is_shown_with_the_server(client, user):
    endpoint = EndpointFactory(owner=user, checked=True)

    last = client.get(url_of(endpoint)).json()["last_check"]

    assert last["ok"] is True
    assert last["server"]["engine"] == "mysql"
    assert last["server"]["version"] == "8.0.36"


def test_a_list_holds_ones_own_in_few_queries(
    client, user, stranger, staff, django_assert_max_num_queries
):
    EndpointFactory.create_batch(12, owner=user, checked=True)

    with django_assert_max_num_queries(4):
        rows = client.get(ENDPOINTS).json()["results"]

    assert len(rows) == 12
    assert all(row["last_check"]["ok"] for row in rows)
    assert stranger.get(ENDPOINTS).json()["results"] == []
    assert len(staff.get(ENDPOINTS).json()["results"]) == 12


def test_staff_find_their_own_first_and_whose_the_others_are(client, user):
    admin = UserFactory(staff=True)
    staff = client_of(admin)
    theirs = EndpointFactory.create_batch(2, owner=user)
    own = EndpointFactory.create_batch(2, owner=admin)
    EndpointFactory(owner=user)

    first = staff.get(ENDPOINTS, {"page_size": 3}).json()
    rest = staff.get(first["next"]).json()
    back = staff.get(rest["previous"]).json()

    named = [row["name"] for row in first["results"]]
    assert named[:2] == [own[1].name, own[0].name]
    assert [row["name"] for row in rest["results"]] == [theirs[1].name, theirs[0].name]
    assert [row["name"] for row in back["results"]] == named
    assert {row["owner"] for row in rest["results"]} == {user.username}
    assert len(staff.get(ENDPOINTS, {"mine": "true"}).json()["results"]) == 2
    assert len(staff.get(ENDPOINTS, {"mine": "false"}).json()["results"]) == 3
    assert client.get(ENDPOINTS, {"mine": "false"}).json()["results"] == []


def test_an_authority_is_kept_as_its_certificate_alone(client, authority):
    pasted = f"of the lab\r\n{authority}-----BEGIN PRIVATE KEY-----\nx\n"

    shown = client.post(ENDPOINTS, BODY | {"tls_ca": pasted}).json()

    assert shown["tls_ca"] == authority
    assert Endpoint.objects.get().tls_ca == authority


def test_a_certificate_as_mysql_writes_it_is_taken(client, authority):
    shown = client.post(ENDPOINTS, BODY | {"tls_ca": f"{authority}\0"}).json()

    assert shown["tls_ca"] == authority


@pytest.mark.parametrize("name", ["information_schema", "MySQL", "sys"])
def test_a_database_of_the_servers_own_is_refused(client, name):
    answer = client.post(ENDPOINTS, BODY | {"database": name})

    assert list(errors_of(answer)) == ["database"]
    assert Endpoint.objects.count() == 0


def test_on_another_engine_such_a_name_is_any_other(client):
    answer = client.post(ENDPOINTS, BODY | {"database": "sys", "engine": "postgresql"})

    assert answer.status_code == 201


def test_an_endpoint_may_not_become_one_of_such_a_database(client, user):
    endpoint = EndpointFactory(owner=user, engine="postgresql", database="sys")
    given = {"engine": "mysql", "password": "again"}

    assert list(errors_of(client.patch(url_of(endpoint), given))) == ["database"]


@pytest.mark.parametrize("text", ["no certificate", "x" * 70_000, 7])
def test_what_is_no_certificate_is_refused(client, text):
    answer = client.post(ENDPOINTS, BODY | {"tls_ca": text})

    assert list(errors_of(answer)) == ["tls_ca"]


def test_another_authority_forgets_the_check(client, user, authority):
    endpoint = EndpointFactory(owner=user, checked=True)

    given = {"tls_ca": authority, "password": PASSWORD}
    shown = client.patch(url_of(endpoint), given).json()

    assert shown["last_check"] is None


def test_a_password_is_changed_when_the_key_of_the_stored_one_is_gone(client, user):
    endpoint = EndpointFactory(owner=user, password_encrypted="of-another-key")

    answer = client.patch(url_of(endpoint), {"password": "new"})

    assert answer.status_code == 200
    endpoint.refresh_from_db()
    assert endpoint.password == "new"


def test_another_engine_needs_another_class(client, user):
    sold = InstanceClassFactory(engine="mysql")
    endpoint = EndpointFactory(owner=user, instance_class=sold)

    answer = client.patch(url_of(endpoint), {"engine": "postgresql"})
    both = client.patch(
        url_of(endpoint),
        {"engine": "postgresql", "instance_class": None, "password": PASSWORD},
    )

    assert sold.code in errors_of(answer)["engine"]
    assert both.status_code == 200


@pytest.mark.parametrize("state", ["scheduled", "queued", "running"])
@pytest.mark.parametrize("change", [{"host": "other.example"}, {"password": "new"}])
def test_the_connection_stays_while_runs_need_it(client, user, state, change):
    run = RunFactory(owner=user, **({} if state == "queued" else {state: True}))

    refused = client.patch(url_of(run.endpoint), {"password": PASSWORD} | change)
    renamed = client.patch(url_of(run.endpoint), {"name": "other"})

    assert refused.status_code == 409
    assert str(run.pk) in refused.json()["detail"]
    assert renamed.status_code == 200
    run.endpoint.refresh_from_db()
    assert run.endpoint.host == "db.internal.example"


def test_a_change_that_comes_after_the_deletion_brings_nothing_back(
    client, user, monkeypatch
):
    endpoint = EndpointFactory(owner=user)
    found = EndpointViewSet._own

    def found_and_then_deleted(view):
        row = found(view)
        delete_endpoint(row)
        return row

    monkeypatch.setattr(EndpointViewSet, "_own", found_and_then_deleted)
    answer = client.patch(url_of(endpoint), {"name": "back", "password": "again"})

    assert answer.status_code == 404
    endpoint.refresh_from_db()
    assert endpoint.deleted_at is not None
    assert endpoint.password_encrypted == ""


@pytest.mark.parametrize(
    ("method", "tail"), [("patch", ""), ("put", ""), ("delete", ""), ("post", "check/")]
)
def test_an_endpoint_is_changed_by_its_owner_alone(
    user, stranger, staff, anonymous, reader, method, tail
):
    url = url_of(EndpointFactory(owner=user), tail)

    assert getattr(stranger, method)(url, {}).status_code == 404
    assert getattr(staff, method)(url, {}).status_code == 403
    assert getattr(reader, method)(url, {}).status_code == 403
    assert getattr(anonymous, method)(url, {}).status_code == 401


@pytest.mark.parametrize(
    ("url", "complaint"),
    [
        ("db.internal:9100/metrics", "Give the address of an exporter"),
        ("ftp://db.internal/metrics", "Give the address of an exporter"),
        ("http://db.internal:99999/", "Give the address of an exporter"),
        ("http://db.internal/a b", "Give the address of an exporter"),
        ("http://me:secret@db.internal/", "without an account or a password"),
        ("http:///metrics", "Give a host name"),
        ("http://db.internal/metrics?token=SECRET", "without tokens, keys"),
        ("http://db.internal/metrics?a=1&Api_Key=SECRET", "without tokens, keys"),
        ("http://db.internal/metrics?a=1;%70assword=SECRET", "without tokens, keys"),
        ("http://db.internal/metrics?X-Amz-Signature=SECRET", "without tokens, keys"),
        (
            "http://db.internal/probe?target=http://me:secret@db/",
            "without tokens, keys",
        ),
        ("http://db.internal/metrics#access_token=SECRET", "without '#'"),
    ],
)
def test_a_metrics_address_is_refused_with_what_to_give(client, url, complaint):
    answer = client.post(ENDPOINTS, BODY | {"metrics_url": url})

    assert answer.status_code == 400
    assert [error["field"] for error in answer.json()["errors"]] == ["metrics_url"]
    assert complaint in answer.json()["errors"][0]["message"]
    assert "SECRET" not in answer.json()["errors"][0]["message"]


@pytest.mark.parametrize(
    "query",
    ["collect=cpu", "collect[]=cpu&collect[]=diskstats", "match[]=%7Bjob='a'%7D"],
)
def test_a_metrics_address_is_stored_and_taken_away(client, query):
    url = f"https://db.internal:9100/metrics?{query}"
    created = client.post(ENDPOINTS, BODY | {"metrics_url": url}).json()

    assert created["metrics_url"] == url
    changed = client.patch(f"{ENDPOINTS}{created['id']}/", {"metrics_url": None})
    assert changed.json()["metrics_url"] is None


# Consent ------------------------------------------------------------------------------


def test_consent_is_given_with_the_endpoint_and_withdrawn(client, user):
    shown = client.post(ENDPOINTS, {**BODY, "consent": True}).json()
    url = f"{ENDPOINTS}{shown['id']}/"

    assert (shown["consent"], shown["consent_by"]) == (True, user.username)
    assert shown["consent_at"] is not None
    assert "Each run creates a database" in shown["what_runs_do"]
    withdrawn = client.patch(url, {"consent": False}).json()
    assert (withdrawn["consent"], withdrawn["consent_at"]) == (False, None)
    assert withdrawn["consent_by"] is None
    doors = AuditEntry.objects.order_by("id").values_list("action", "door")
    assert list(doors) == [
        ("endpoint_registered", "api"),
        ("consent_given", "api"),
        ("consent_withdrawn", "api"),
    ]


def test_an_endpoint_is_without_consent_unless_it_says_so(client):
    assert client.post(ENDPOINTS, BODY).json()["consent"] is False


@pytest.mark.parametrize(
    "extra",
    [
        {"address": "/api/v1/runs/"},
        {"address": "/api/v1/sweeps/", "threads": [1, 2]},
        {"address": "/api/v1/runs/", "reproduces": True},
    ],
)
def test_a_run_without_consent_is_refused_and_names_it(client, user, extra):
    endpoint = EndpointFactory(owner=user, without_consent=True)
    body = {"endpoint": str(endpoint.pk), "workload": "oltp_read_write"}
    if "threads" in extra:
        body["threads"] = extra["threads"]
    if extra.get("reproduces"):
        row = ResultFactory()
        body = {"endpoint": str(endpoint.pk), "reproduce": str(row.pk)}

    answer = client.post(extra["address"], body)

    assert set(errors_of(answer)) == {"consent"}
    assert '"consent": true' in errors_of(answer)["consent"]
    assert not Run.objects.exists()
    client.patch(url_of(endpoint), {"consent": True})
    assert client.post(extra["address"], body).status_code == 201


def test_a_change_of_the_account_withdraws_consent(client, user):
    endpoint = EndpointFactory(owner=user)

    changed = client.patch(url_of(endpoint), {"username": "another"}).json()

    assert changed["consent"] is False
