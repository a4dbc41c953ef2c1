"""Who may see and do what, for pages and API alike."""

import re

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser

from benchruns.models import Run

Viewer = AbstractBaseUser | AnonymousUser
CONCEALED = "***"


def is_owner(user: Viewer, owner_id: object) -> bool:
    return user.is_authenticated and user.pk == owner_id


def is_owner_or_staff(user: Viewer, owner_id: object) -> bool:
    """Whether private matters of a row's owner may be shown to this user."""
    return is_owner(user, owner_id) or bool(getattr(user, "is_staff", False))


def conceal(text: str, run: Run) -> str:
    """A text of a run for people who may not know its host, port and account.

    Tools and servers name them in their complaints. Whole words are replaced, and the
    port only where it reads as one: figures of the same digits stay.
    """
    port = run.endpoint.port
    names = sorted(_names_of(run), key=len, reverse=True)
    words = "|".join(re.escape(name) for name in names)
    secret = (
        rf"(?<!\w)(?:{words})(?!\w)"
        rf"|(?<=[:=]){port}(?![\w.])"
        rf"|(?<=port ){port}(?!\w)"
    )
    return re.sub(secret, CONCEALED, text, flags=re.IGNORECASE)


def _names_of(run: Run) -> set[str]:
    servers = {server.address for server in (run.server, run.endpoint.server) if server}
    return {run.endpoint.host, run.endpoint.username} | servers
