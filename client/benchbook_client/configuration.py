"""Where Benchbook is and who asks: from the environment, else from a file of its user."""

import os
import stat
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from benchbook_client.errors import BadInput

KEYS = ("url", "token")
ANYBODY_ELSE = stat.S_IRWXG | stat.S_IRWXO


@dataclass(frozen=True, slots=True)
class Configuration:
    """``url`` is without a slash at its end; without ``token`` public rows are read."""

    url: str
    token: str | None = field(repr=False)


def read(environment: Mapping[str, str] = os.environ) -> Configuration:
    """What the environment says, and the file where that says nothing.

    Raises ``BadInput``: no address, an address of another kind, a file that others may
    read or that is no such file.
    """
    url = environment.get("BENCHBOOK_URL")
    token = environment.get("BENCHBOOK_TOKEN")
    if not (url and token):
        kept = _of_file(place(environment))
        # a token belongs to the address that it was written down with
        if url is None or url.rstrip("/") == kept.get("url", "").rstrip("/"):
            token = token or kept.get("token")
        url = url or kept.get("url")
    if not url:
        raise BadInput(
            "No address: set BENCHBOOK_URL, or write url into "
            f"{place(environment)} (mode 0600)."
        )
    return Configuration(url=_checked(url), token=_printable(token))


def place(environment: Mapping[str, str]) -> Path:
    if named := environment.get("BENCHBOOK_CONFIG"):
        return Path(named)
    home = environment.get("XDG_CONFIG_HOME") or Path.home() / ".config"
    return Path(home) / "benchbook" / "config.toml"


def _of_file(path: Path) -> dict[str, str]:
    try:
        with path.open("rb") as file:
            # of what was opened, not of what may stand there a moment later
            mode = stat.S_IMODE(os.fstat(file.fileno()).st_mode)
            if mode & ANYBODY_ELSE:
                raise BadInput(
                    f"{path} has mode {mode:04o}, so that others may read your token: "
                    f"chmod 600 {path}"
                )
            found = tomllib.load(file)
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}.") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError):
        # what stands there may be the token: it is not quoted
        raise BadInput(
            f'{path} is no TOML: write url = "..." and token = "...".'
        ) from None
    if unknown := sorted(found.keys() - set(KEYS)):
        raise BadInput(f"{path} has unknown keys: {', '.join(unknown)}.")
    if not all(isinstance(value, str) for value in found.values()):
        raise BadInput(f"In {path} url and token are texts, in quotes.")
    return found


def _checked(url: str) -> str:
    try:
        parts = urlsplit(url)
        is_good = parts.scheme in {"http", "https"} and bool(parts.hostname)
    except ValueError:
        is_good = False
    if not is_good:
        raise BadInput("The address must be http:// or https:// and a host.")
    if parts.username or parts.password or parts.query or parts.fragment:
        raise BadInput("The address takes no user, query or fragment.")
    return url.rstrip("/")


def _printable(token: str | None) -> str | None:
    token = (token or "").strip()
    if not (token.isascii() and (not token or token.isprintable())):
        raise BadInput("The token has characters that no token has.")
    return token or None
