"""Endpoints: secrets at rest, what checks change, what deleting leaves."""

import pytest
from cryptography.fernet import Fernet, InvalidToken

from benchruns import encryption as secrets
from benchruns.endpoints import registration
from benchruns.errors import NotAllowed
from benchruns.failures.failure import Failure
from benchruns.models import Check, Endpoint, Server
from benchruns.runs import kept_data
from benchruns.sentences.endpoints import check_message
from tests.factories import (
    CheckFactory,
    DataSetFactory,
    EndpointFactory,
    RunFactory,
    ServerFactory,
)

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def words_of(check: Check) -> str:
    return check_message(check.code, check.values)


FACTS = {"engine": "mariadb", "version": "10.11.19", "buffer_bytes": 134_217_728}


def test_a_password_is_not_in_the_row():
    endpoint = EndpointFactory(plain_password="s3cret words")

    assert "s3cret" not in endpoint.password_encrypted
    assert Endpoint.objects.get(pk=endpoint.pk).password == "s3cret words"


def test_a_new_key_in_front_encrypts_and_the_old_one_still_decrypts(settings):
    old, new = (Fernet.generate_key().decode() for _ in range(2))
    settings.ENCRYPTION_KEYS = [old]
    before = secrets.encrypt("kept")
    settings.ENCRYPTION_KEYS = [new, old]

    after = secrets.encrypt("kept")

    assert secrets.decrypt(before) == secrets.decrypt(after) == "kept"
    settings.ENCRYPTION_KEYS = [old]
    with pytest.raises(InvalidToken):
        secrets.decrypt(after)


def test_the_engine_found_wins_over_the_one_given_and_says_so():
    endpoint = EndpointFactory(engine="mysql")
    check = endpoint.checks.create()

    registration.pass_check(
        check, reached=ServerFactory(), server=FACTS, missing_privileges=()
    )

    endpoint.refresh_from_db()
    assert endpoint.engine == "mariadb"
    assert endpoint.last_check.ok
    assert "registered as MySQL" in words_of(endpoint.last_check)


def test_a_check_that_misses_a_privilege_fails_and_names_it():
    check = EndpointFactory(engine="mariadb").checks.create()

    registration.pass_check(
        check, reached=ServerFactory(), server=FACTS, missing_privileges=("CREATE",)
    )

    check.refresh_from_db()
    assert (check.ok, check.code) == (False, "no_privilege")
    assert "CREATE" in words_of(check)
    assert check.missing_privileges == ["CREATE"]


def test_a_finished_check_is_not_written_again():
    check = EndpointFactory().checks.create()
    registration.fail_check(check, failure=Failure(code="first"))

    registration.fail_check(check, failure=Failure(code="second"))

    check.refresh_from_db()
    assert check.code == "first"


def test_deleting_erases_the_secret_and_keeps_runs():
    endpoint = EndpointFactory()
    run = RunFactory(endpoint=endpoint, owner=endpoint.owner, succeeded=True)

    registration.delete_endpoint(endpoint)

    endpoint.refresh_from_db()
    assert endpoint.password_encrypted == ""
    assert endpoint.deleted_at is not None
    assert not Endpoint.objects.visible_to(endpoint.owner).exists()
    run.refresh_from_db()
    assert run.result.endpoint == endpoint


def test_an_endpoint_with_a_waiting_run_is_not_deleted():
    run = RunFactory()

    with pytest.raises(NotAllowed, match="1 of its runs"):
        registration.delete_endpoint(run.endpoint)

    run.endpoint.refresh_from_db()
    assert run.endpoint.deleted_at is None


def test_two_endpoints_that_reach_one_address_share_a_server():
    first, second = EndpointFactory(engine="mysql"), EndpointFactory(engine="mariadb")

    servers = {
        registration.server_of(endpoint, address="10.0.0.7")
        for endpoint in (first, second)
    }

    assert len(servers) == Server.objects.count() == 1
    second.refresh_from_db()
    assert second.server in servers


def test_an_endpoint_with_data_on_its_server_is_not_deleted_by_the_way():
    endpoint = EndpointFactory()
    left = DataSetFactory(endpoint=endpoint, server=ServerFactory(), database="shop")
    DataSetFactory(endpoint=endpoint, server=left.server, dropped=True)

    with pytest.raises(NotAllowed, match=left.workspace):
        registration.delete_endpoint(endpoint)
    endpoint.refresh_from_db()
    assert endpoint.deleted_at is None

    registration.delete_endpoint(endpoint, leave_data=True)

    endpoint.refresh_from_db()
    assert endpoint.deleted_at is not None


def test_an_endpoint_with_kept_data_says_where_to_drop_it():
    endpoint = EndpointFactory(server=ServerFactory())
    kept = DataSetFactory(
        endpoint=endpoint,
        server=endpoint.server,
        database="shop",
        is_ready=True,
        is_kept=True,
    )

    with pytest.raises(NotAllowed, match=f"{kept.workspace}.*page of data sets"):
        registration.delete_endpoint(endpoint)

    kept_data.request_drop(kept.pk)
    with pytest.raises(NotAllowed, match=f"{kept.workspace}.*Check the endpoint"):
        registration.delete_endpoint(endpoint)


def test_what_is_known_of_a_host_is_known_of_all_its_endpoints():
    first, second = EndpointFactory(engine="mysql"), EndpointFactory(engine="mariadb")
    elsewhere = EndpointFactory(port=3307)
    other = EndpointFactory(engine="postgresql")

    server = registration.server_of(first, address="10.0.0.7")

    for endpoint in (second, elsewhere, other):
        endpoint.refresh_from_db()
    assert second.server == server
    assert elsewhere.server is other.server is None


def test_a_server_that_tells_no_version_is_connected_all_the_same():
    check = CheckFactory(endpoint__engine="mariadb")

    registration.pass_check(
        check,
        reached=ServerFactory(),
        server=FACTS | {"version": ""},
        missing_privileges=(),
    )

    check.refresh_from_db()
    assert words_of(check) == "Connected to MariaDB, version unstated."
