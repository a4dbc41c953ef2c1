"""``Benchbook-Signature: t=<seconds>,v1=<hex>``: that a body comes from here, and is not old.

``v1`` is the HMAC-SHA256, by the webhook's secret, of the time stamp as it stands in the
header, a dot and the body as it was sent. docs/webhooks.md has a receiver that verifies it.
"""

import hashlib
import hmac
import secrets

HEADER = "Benchbook-Signature"
PREFIX = "whsec_"  # so that a scanner of leaked secrets knows one
SECRET_BYTES = 32


def new_secret() -> str:
    return PREFIX + secrets.token_urlsafe(SECRET_BYTES)


def header(body: bytes, *, secret: str, seconds: int) -> str:
    """``seconds`` since 1970, when it is sent: a second try is signed anew."""
    signed = f"{seconds}.".encode() + body
    digest = hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()
    return f"t={seconds},v1={digest}"
