"""Registering an endpoint: what is taken, what is refused, and its consent."""

import pytest

from benchruns.models import AuditEntry, Endpoint, Run
from tests.factories import EndpointFactory, InstanceClassFactory, ResultFactory
from tests.portal.api.endpoints.given import BODY, ENDPOINTS, errors_of, url_of


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


@pytest.mark.parametrize("text", ["no certificate", "x" * 70_000, 7])
def test_what_is_no_certificate_is_refused(client, text):
    answer = client.post(ENDPOINTS, BODY | {"tls_ca": text})

    assert list(errors_of(answer)) == ["tls_ca"]


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
