"""A server's address as one line, as applications hold it: ``engine://user:pass@host/db``.

Also as JDBC and SQLAlchemy write it. What is wrong with one is told without a word of it:
it holds a password.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

from django.utils.translation import gettext as _

from benchruns.engines import ENGINES, engine_called
from benchruns.vocabulary import Tls

JDBC = "jdbc:"
MOST_CHARACTERS = 2000
MOST_PORT, MOST_OF_HOST, MOST_OF_DATABASE = 65_535, 255, 64
_USER, _PASSWORD = ("user", "username", "uid"), ("password", "pwd")
_DATABASE = ("databasename", "database", "dbname", "initialcatalog")
_HOST = ("servername", "host", "hostaddr")
_PROPERTY = re.compile(r"\s*[A-Za-z][\w ]{0,60}=")
_NO_HOST = re.compile(r"[^\w.:%-]")
_NO_NAME = re.compile(r"[;=(){}<>:\"'\x00-\x1f]")
_TLS_NAMES = ("sslmode", "tls", "usessl", "requiressl", "encrypt", "ssl")
_TLS: Mapping[str, Tls] = {
    **dict.fromkeys(("disable", "disabled", "false", "off", "no", "0"), Tls.DISABLE),
    **dict.fromkeys(("allow", "prefer", "preferred", "optional"), Tls.PREFER),
    **dict.fromkeys(
        ("require", "required", "true", "on", "yes", "1", "mandatory"), Tls.REQUIRE
    ),
    # a check of the authority alone is not to be had: the stricter one is taken
    **dict.fromkeys(
        ("verifyca", "verifyfull", "verifyidentity", "strict"), Tls.VERIFY_FULL
    ),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """What of an endpoint it says; null is what it leaves open."""

    engine: str
    host: str
    port: int
    username: str | None = None
    password: str | None = field(default=None, repr=False)
    database: str | None = None
    tls: Tls | None = None


def read(text: str) -> Address:
    """ValueError with a sentence that repeats nothing of it."""
    line = text.strip()
    if len(line) > MOST_CHARACTERS:
        raise ValueError(_("Give an address of 2,000 characters at most."))
    if line[: len(JDBC)].casefold() == JDBC:
        line = line[len(JDBC) :]
    line, said = _without_properties(line)
    try:
        parts = urlsplit(line)
        port = parts.port
    except ValueError as error:
        raise ValueError(_hard_to_read()) from error
    engine = engine_called(parts.scheme.split("+")[0]) if parts.netloc else None
    if engine is None:
        raise ValueError(
            _("Give an address that starts with one of %(known)s.")
            % {"known": ", ".join(f"{name}://" for name in ENGINES)}
        )
    if "," in parts.netloc.rpartition("@")[2]:
        raise ValueError(_("Give the address of one server, without commas."))
    _refuse_cut(parts)
    said |= _lowered(parse_qsl(parts.query))
    if parts.hostname and (_first(said, _HOST) or said.get("port")):
        raise ValueError(_("Give host and port once, before the database."))
    found = Address(
        engine=engine.name,
        host=_plain(parts.hostname) or _first(said, _HOST) or "",
        port=engine.default_port if port is None else port,
        username=_plain(parts.username) or _first(said, _USER),
        password=_plain(parts.password) or _first(said, _PASSWORD),
        database=_plain(parts.path.lstrip("/")) or _first(said, _DATABASE),
        tls=_tls(said),
    )
    _refuse_odd_names(found)
    _refuse_beyond(found)
    return found


def _without_properties(line: str) -> tuple[str, dict[str, str]]:
    """The address, and what stands behind its semicolons, as JDBC has it for one engine.

    A semicolon of a password is none of those: no name and "=" stand behind it.
    """
    head, *properties = line.split(";")
    given = [each for each in properties if each.strip()]
    if not given or not all(map(_PROPERTY.match, given)):
        return line, {}
    pairs = [each.partition("=") for each in given]
    return head, _lowered([(name, value) for name, _equals, value in pairs])


def _refuse_odd_names(found: Address) -> None:
    """What is no name may be a part of a password: it is not to stand in the open."""
    odd = {
        "host": _NO_HOST.search(found.host),
        "account": _NO_NAME.search(found.username or ""),
        "database": _NO_NAME.search(found.database or ""),
    }
    if any(odd.values()):
        raise ValueError(_hard_to_read())


def _refuse_beyond(found: Address) -> None:
    """What an endpoint cannot hold; a form would tell of a field that nobody filled in."""
    if not 1 <= found.port <= MOST_PORT:
        raise ValueError(_("The port of an address is a number from 1 to 65,535."))
    if len(found.host) > MOST_OF_HOST:
        raise ValueError(_("The host of this address is longer than 255 characters."))
    if len(found.database or "") > MOST_OF_DATABASE:
        raise ValueError(_("The database's name is longer than 64 characters."))


def _lowered(pairs: list[tuple[str, str]]) -> dict[str, str]:
    """By names without case, hyphens and underscores."""
    return {_bare(name): value for name, value in pairs}


def _bare(word: str) -> str:
    return word.strip().casefold().replace("-", "").replace("_", "")


def _refuse_cut(parts: SplitResult) -> None:
    """A password with a sign that ends the host: the rest of it would stand in the open."""
    if not parts.hostname and not parts.query:
        raise ValueError(
            _("Give an address with a host, as engine://account@host/database.")
        )
    rest = f"{parts.path}{parts.query}{parts.fragment}"
    if ("@" in rest and "@" not in parts.netloc) or parts.fragment:
        raise ValueError(_hard_to_read())


def _hard_to_read() -> str:
    return (
        _(
            "This address cannot be read. Its port is a number up to 65,535; in its password "
            "write / as %%2F, ? as %%3F, # as %%23 and %% as %%25."
        )
        % {}
    )


def _plain(text: str | None) -> str | None:
    return unquote(text) if text else None


def _first(said: Mapping[str, str], names: tuple[str, ...]) -> str | None:
    return next((said[name] for name in names if said.get(name)), None)


def _tls(said: Mapping[str, str]) -> Tls | None:
    """The strictest that is asked for. ValueError for a word that asks for none known."""
    asked = [_TLS.get(_bare(said[name])) for name in _TLS_NAMES if said.get(name)]
    if None in asked:
        raise ValueError(
            _(
                "The address asks for TLS in a word that is not known here: leave it out."
            )
        )
    return max(filter(None, asked), key=list(Tls).index, default=None)
