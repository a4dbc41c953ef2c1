"""Brings the demo's database up to date, with its user and API token.

Run as ``python -m local.prepare`` in the portal's environment, with a line of JSON on
the standard input: ``{"username", "password", "token"}``. One process for everything,
because each start of Django takes a second.
"""

import json
import sys

import django
from django.core.management import call_command
from django.utils import timezone

# Models can be imported only then.
django.setup()

from django.contrib.auth.models import Group, User  # noqa: E402

from local import static_files  # noqa: E402
from portal.models import ApiToken, TokenScope  # noqa: E402


def prepare(*, username: str, password: str, token: str) -> None:
    """Migrations, published figures, static files, the user and the token."""
    call_command("migrate", interactive=False, verbosity=0)
    call_command("load_published", verbosity=0)
    static_files.collect_if_changed()
    user = _user(username, password)
    _keep_token(user, token)


def _user(username: str, password: str) -> User:
    user, _ = User.objects.get_or_create(username=username)
    if not user.check_password(password):
        user.set_password(password)
        user.save(update_fields=["password"])
    user.groups.add(Group.objects.get(name="reviewer"))
    return user


def _keep_token(user: User, key: str) -> None:
    """The token that demo.env names always works, revoked or not the last time."""
    same = ApiToken.objects.filter(key_hash=ApiToken.hash(key))
    if same.valid(at=timezone.now()).filter(scope=TokenScope.WRITE).exists():
        return
    same.delete()
    ApiToken.issue(user, name="demo", scope=TokenScope.WRITE, key=key)


if __name__ == "__main__":
    prepare(**json.load(sys.stdin))
