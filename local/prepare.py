"""Brings the demo's database up to date, with its two accounts and their API tokens.

Run as ``python -m local.prepare`` in the portal's environment, with a line of JSON on
the standard input: ``{"staff": account, "customer": account}``, where an account is
``{"username", "password", "token"}``. One process for everything, because each start of
Django takes a second.
"""

import json
import sys

import django
from django.core.management import call_command
from django.utils import timezone

# Models can be imported only then.
django.setup()

from django.contrib.auth.models import Group, User  # noqa: E402

from benchruns.models import RewardPolicy  # noqa: E402
from benchruns.models.submissions import REVIEWERS  # noqa: E402
from local import static_files  # noqa: E402
from portal.models import ApiToken, TokenScope  # noqa: E402

Account = dict[str, str]


def prepare(*, staff: Account, customer: Account) -> None:
    """Migrations, published figures, what old releases lost, static files, accounts,
    rewards.

    Nobody reviews their own report, so one account reviews what the other uploads.
    """
    call_command("migrate", interactive=False, verbosity=0)
    call_command("load_published", verbosity=0)
    call_command("enter_providers", verbosity=0)
    static_files.collect_if_changed()
    reviewer = _user(staff)
    reviewer.groups.add(Group.objects.get(name=REVIEWERS))
    User.objects.filter(pk=reviewer.pk, is_staff=False).update(is_staff=True)
    _user(customer)
    _offer_rewards(reviewer)


def _user(account: Account) -> User:
    user, _ = User.objects.get_or_create(username=account["username"])
    if not user.check_password(account["password"]):
        user.set_password(account["password"])
        user.save(update_fields=["password"])
    _keep_token(user, account["token"])
    return user


def _offer_rewards(staff: User) -> None:
    """The policies as proposed, until somebody has changed one."""
    RewardPolicy.objects.filter(changed_by=None).update(
        is_active=True, changed_by=staff
    )


def _keep_token(user: User, key: str) -> None:
    """The token that demo.env names always works, revoked or not the last time."""
    same = ApiToken.objects.filter(key_hash=ApiToken.hash(key))
    if same.valid(at=timezone.now()).filter(scope=TokenScope.WRITE).exists():
        return
    same.delete()
    ApiToken.issue(user, name="demo", scope=TokenScope.WRITE, key=key)


if __name__ == "__main__":
    prepare(**json.load(sys.stdin))
