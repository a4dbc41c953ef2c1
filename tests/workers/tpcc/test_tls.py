"""What TLS a session of MySQL, MariaDB or PostgreSQL has, and what it verifies."""

import shutil
from dataclasses import replace

import pytest

from local.servers import MariaDb, PostgreSql
from tests.workers.own_servers import mariadb, postgresql
from tests.workers.tpcc.certificates import self_signed
from workers.tools.tpcc.dialects import dialect_of
from workers.tools.tpcc.kinds import Trouble
from workers.tools.tpcc.options import Place

pytestmark = pytest.mark.engine
NAME = "db.example"
IN_USE = {
    "mysql": "SHOW SESSION STATUS LIKE 'Ssl_cipher'",
    "postgresql": "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()",
}


@pytest.fixture(scope="module", params=["mysql", "postgresql"])
def encrypted(request, server_folder):
    """A server that offers TLS, with its own certificate as the authority."""
    path = server_folder / f"{request.param}-tls.pem"
    authority = self_signed(path, name=NAME)
    kind = MariaDb if request.param == "mysql" else PostgreSql
    if user := kind(home=server_folder, port=0, password="").user:
        shutil.chown(path, user, user)
    with (
        mariadb(server_folder, f"--ssl-cert={path}", f"--ssl-key={path}")
        if request.param == "mysql"
        else postgresql(
            server_folder, "ssl=on", f"ssl_cert_file={path}", f"ssl_key_file={path}"
        )
    ) as target:
        yield Place(
            dialect=request.param,
            host=NAME,
            address=target.address,
            port=target.port,
            username=target.username,
            password=target.password,
            database=target.database,
            space=target.database if request.param == "mysql" else "public",
            tls_ca=authority,
        )


@pytest.fixture(autouse=True)
def private_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def is_encrypted(place: Place) -> bool:
    with dialect_of(place.dialect).connect(place) as session:
        ((*_name, answer),) = session.rows(IN_USE[place.dialect])
    return bool(answer)


@pytest.mark.parametrize("tls", ["require", "verify-full"])
def test_the_certificate_is_verified_by_the_authority_given(
    encrypted, tls, private_folder
):
    assert is_encrypted(replace(encrypted, tls=tls))
    assert list(private_folder.iterdir()) == []


def test_without_an_authority_required_is_encrypted_alone(encrypted):
    assert is_encrypted(replace(encrypted, tls="require", tls_ca=None))


def test_tls_is_left_out_on_demand_and_preferred_else(encrypted):
    assert not is_encrypted(replace(encrypted, tls="disable", tls_ca=None))
    assert is_encrypted(replace(encrypted, tls="prefer", tls_ca=None))


@pytest.mark.parametrize(
    "changes", [{"host": "other.example"}, {"tls_ca": None}], ids=["name", "authority"]
)
def test_a_stranger_is_refused(encrypted, changes):
    dialect = dialect_of(encrypted.dialect)

    with pytest.raises(Exception) as caught:  # noqa: PT011 - each driver has its own
        is_encrypted(replace(encrypted, tls="verify-full", **changes))

    assert dialect.trouble(caught.value) is Trouble.LOST
    assert dialect.line_of(caught.value).split(":")[0] in {"2003", "2026", "08001"}
    assert "certificate" in dialect.line_of(caught.value)
