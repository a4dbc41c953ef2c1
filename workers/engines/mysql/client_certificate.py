"""A throw-away client certificate.

sysbench makes no TLS connection to MySQL unless a client certificate lies in its
working folder. A server that knows a CA (those of MySQL's own making do) asks for one
and refuses a stranger's, but takes none at all. So the key is on a curve that TLS 1.3
does not sign with: OpenSSL then loads the certificate and never sends it. TLS 1.2 has
no such way; a server of that kind with a CA refuses the connection (alert unknown ca).
"""

from datetime import UTC, datetime, timedelta

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

LIFETIME = timedelta(days=30)  # longer than any run


def make() -> tuple[str, str]:
    """A new private key and its self-signed certificate, both PEM."""
    key = ec.generate_private_key(ec.SECP256K1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "benchbook client")])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + LIFETIME)
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    public = certificate.public_bytes(serialization.Encoding.PEM)
    return private.decode(), public.decode()
