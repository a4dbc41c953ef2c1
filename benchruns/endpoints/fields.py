"""What may stand in an endpoint's fields: one rule for the API and the page forms.

Hosts, users and databases reach tools as ``key=value`` options and lists; what could
be read as something else there is refused at the door, in a sentence.
"""

import re
from ipaddress import ip_address
from unicodedata import category
from urllib.parse import unquote_plus, urlsplit

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

# Control characters, the separators of lines and paragraphs, and what is no character:
# halves of one, and codes that stand for none, which no XML and no font holds.
NOT_ON_A_LINE = frozenset({"Cc", "Zl", "Zp", "Cs", "Cn"})
HOST_CHARACTERS = frozenset(".-_:")
# The address is stored and shown as it is.
_SECRET_IN_QUERY = re.compile(
    r"(?:^|[&;])[^=&;]*"
    r"(?:token|key|pass|pwd|secret|sig|auth|cred|session|jwt|sas)"
    r"|//[^/&;]*@",
    re.IGNORECASE,
)
_NO_METRICS_URL = gettext_lazy(
    "Give the address of an exporter as http://host:port/path or https://host/path."
)


def clean_host(text: str) -> str:
    """A host name or an address as it may reach a tool; ValueError with the reason."""
    host = text.strip()
    if not host:
        raise ValueError(_("Give a host name or an address."))
    if any(not (c.isalnum() or c in HOST_CHARACTERS) for c in host):
        raise ValueError(
            _(
                "Give a host name or an address: letters, digits, dots, hyphens and "
                "underscores, without commas, '=', spaces or control characters."
            )
        )
    if host.startswith("-"):
        raise ValueError(_("A host may not start with a hyphen."))
    if ":" in host and not _is_address(host):
        raise ValueError(_("Give the port in its own field, not with the host."))
    return host


def _is_address(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return True


def clean_name(text: str) -> str:
    """An account or a database name; ValueError with the reason."""
    if not text:
        raise ValueError(_("Give a name."))
    if any(c in ",=" or c.isspace() or not c.isprintable() for c in text):
        raise ValueError(
            _("This may not hold commas, '=', spaces or control characters.")
        )
    if text.startswith("-"):
        raise ValueError(_("This may not start with a hyphen."))
    if "://" in text:
        raise ValueError(
            _("This may not hold '://': the tools would take it for an address.")
        )
    _refuse_both_quotes(text)
    return text


def clean_metrics_url(text: str) -> str:
    """Where an exporter answers, or nothing; ValueError with the reason."""
    url = text.strip()
    if not url:
        return ""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise ValueError(_NO_METRICS_URL) from error
    if parts.scheme not in ("http", "https") or port == 0 or not url.isascii():
        raise ValueError(_NO_METRICS_URL)
    if any(c.isspace() or not c.isprintable() for c in url):
        raise ValueError(_NO_METRICS_URL)
    if parts.username is not None or parts.password is not None:
        raise ValueError(_("Give the address without an account or a password."))
    if parts.fragment or _SECRET_IN_QUERY.search(unquote_plus(parts.query)):
        raise ValueError(
            _(
                "Give the address without '#' and without tokens, keys or passwords: it "
                "is shown as it is. Let the exporter answer the load generator's address."
            )
        )
    clean_host(parts.hostname or "")
    return url


def clean_line(text: str) -> str:
    """A text that is shown on one line; ValueError with the reason."""
    if any(category(c) in NOT_ON_A_LINE for c in text):
        raise ValueError(
            _("Give one line of text, without control characters and unknown ones.")
        )
    return text


def clean_password(text: str) -> str:
    """A password, blanks and all; ValueError with a reason that does not repeat it."""
    if any(not (c.isprintable() or c.isspace()) or c in "\r\n\t\v\f" for c in text):
        raise ValueError(
            _("A password may not hold line breaks or control characters.")
        )
    _refuse_both_quotes(text)
    return text


def _refuse_both_quotes(text: str) -> None:
    # sysbench's configuration file quotes a value with ' or with " and has no escape.
    if "'" in text and '"' in text:
        raise ValueError(
            _(
                "This may hold ' or \", but not both: the load tools cannot be given "
                "such a value."
            )
        )
