"""Certificates of authorities, as users paste them."""

from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding
from django.utils.translation import gettext as _

MOST_BYTES = 64 * 1024


def clean_authority(text: str) -> str:
    """One or several certificates in PEM, or nothing; ValueError with the reason.

    Whatever else was pasted, a private key say, is left out; so is the NUL that ends
    the files that MySQL writes.
    """
    text = text.strip().rstrip("\0").strip()
    if not text:
        return ""
    if len(text.encode()) > MOST_BYTES:
        raise ValueError(_("Give 64 kB of certificates at most."))
    try:
        found = x509.load_pem_x509_certificates(text.encode())
    except ValueError as error:
        raise ValueError(
            _(
                "This is no certificate in PEM: paste the whole text from "
                "-----BEGIN CERTIFICATE----- to -----END CERTIFICATE-----."
            )
        ) from error
    return "".join(one.public_bytes(Encoding.PEM).decode() for one in found)
