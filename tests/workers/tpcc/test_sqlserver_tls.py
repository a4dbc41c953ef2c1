"""What TLS a session of SQL Server has, and what it verifies."""

import os
import ssl
from datetime import UTC, datetime, timedelta

import pymssql
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from tests.tds_server import TdsServer
from tests.workers.tpcc.certificates import tls_1_0_alone
from tests.workers.tpcc.test_sqlserver import place_of
from workers.tools.tpcc.dialects import dialect_of
from workers.tools.tpcc.dialects.sqlserver.connection import configuration

NAME = "db.example"


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    """The files of a self-signed certificate for NAME and its key, and its text."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, NAME)])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(
            x509.SubjectAlternativeName([x509.DNSName(NAME)]), critical=False
        )
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    private = key.private_bytes(
        pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    path = tmp_path_factory.mktemp("tls") / "server.pem"
    path.write_bytes(private + made.public_bytes(pem))
    return path, made.public_bytes(pem).decode()


@pytest.fixture
def encrypted(certificate):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate[0])
    with TdsServer(tls=context) as server:
        yield server


@pytest.fixture
def plain():
    with TdsServer() as server:
        yield server


@pytest.fixture
def old(certificate):
    """A server that speaks TLS 1.0 and nothing newer, as 2008 R2 did when it came."""
    with TdsServer(tls=tls_1_0_alone(certificate[0])) as server:
        yield server


def connect(server, **changes):
    dialect_of("sqlserver").connect(place_of(server, **changes)).close()


@pytest.mark.parametrize("tls", ["prefer", "require"])
def test_without_a_ca_the_connection_is_encrypted_and_not_verified(encrypted, tls):
    connect(encrypted, tls=tls)

    assert encrypted.texts("login") == ["sa"]


@pytest.mark.parametrize("tls", ["require", "verify-full"])
def test_the_certificate_is_verified_by_the_ca_given(encrypted, certificate, tls):
    connect(encrypted, tls=tls, host=NAME, tls_ca=certificate[1])

    assert encrypted.texts("login") == ["sa"]


def test_the_name_registered_is_what_the_certificate_must_have(encrypted, certificate):
    with pytest.raises(pymssql.OperationalError):
        connect(
            encrypted, tls="verify-full", host="other.example", tls_ca=certificate[1]
        )

    assert encrypted.asked == []


def test_a_certificate_of_nobody_the_system_knows_is_refused(encrypted):
    with pytest.raises(pymssql.OperationalError):
        connect(encrypted, tls="verify-full", host=NAME)

    assert encrypted.asked == []


@pytest.mark.parametrize("tls", ["require", "verify-full"])
def test_a_server_without_tls_is_refused_where_it_is_required(plain, tls):
    with pytest.raises(pymssql.OperationalError):
        connect(plain, tls=tls, host=NAME)

    assert plain.asked == []


@pytest.mark.parametrize("tls", ["disable", "prefer"])
def test_a_server_without_tls_is_taken_where_it_is_not(plain, tls):
    connect(plain, tls=tls)

    assert plain.texts("login") == ["sa"]


def test_a_server_that_insists_on_tls_gets_it_even_so(encrypted):
    connect(encrypted, tls="disable")

    assert encrypted.texts("login") == ["sa"]


@pytest.mark.parametrize("tls", ["prefer", "require", "verify-full"])
def test_a_server_of_tls_1_0_alone_is_refused_unless_it_is_allowed(
    old, certificate, tls
):
    asked = {"tls": tls, "host": NAME, "tls_ca": certificate[1]}

    with pytest.raises(pymssql.OperationalError):
        connect(old, **asked)
    assert old.asked == []

    connect(old, **asked, allow_tls_1_0=True)
    assert old.texts("login") == ["sa"]


def test_a_certificate_is_verified_where_tls_1_0_is_allowed_too(old, certificate):
    with pytest.raises(pymssql.OperationalError):
        connect(
            old,
            tls="verify-full",
            host="other.example",
            tls_ca=certificate[1],
            allow_tls_1_0=True,
        )

    assert old.asked == []


def test_the_file_for_freetds_is_gone_and_holds_no_secret(plain, monkeypatch):
    monkeypatch.setenv("FREETDSCONF", "/its/own")

    connect(plain)

    assert os.environ["FREETDSCONF"] == "/its/own"
    assert plain.password not in configuration(place_of(plain), ca_file=None)


def test_variables_for_freetds_change_nothing(plain, monkeypatch, tmp_path):
    given = {
        "TDSHOST": "192.0.2.1",
        "TDSPORT": "1",
        "TDSVER": "5.0",
        "TDSDUMP": str(tmp_path / "dump"),
        "TDSDUMPCONFIG": str(tmp_path / "config"),
    }
    for name, text in given.items():
        monkeypatch.setenv(name, text)

    connect(plain)

    assert plain.texts("login") == ["sa"]
    assert list(tmp_path.iterdir()) == []
    assert {name: os.environ[name] for name in given} == given
