"""``manage.py changepassword NAME``: ends what a new password ends on pages, too."""

import getpass
from typing import Any

from django.contrib.auth.management.commands import changepassword
from django.contrib.auth.models import User
from django.db import transaction

from benchruns.audit.origin import BY_COMMAND, acting_from
from portal.accounts import tokens


class Command(changepassword.Command):
    @transaction.atomic
    def handle(self, *args: Any, **options: Any) -> str:
        name = options["username"] or getpass.getuser()
        said = super().handle(*args, **options | {"username": name})
        user = User.objects.get(username=name)
        with acting_from(BY_COMMAND):
            ended = tokens.end_with_password(user, by=None)
        return (
            f"{said}. API tokens that no longer work: {ended.tokens}. "
            f"Webhooks that are paused: {ended.stopped.webhooks}. "
            f"Schedules that are paused: {ended.stopped.schedules}. "
            f"Runs that are cancelled: {ended.stopped.runs}."
        )
