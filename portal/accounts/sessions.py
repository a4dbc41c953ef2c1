"""The sessions of an account: who is signed in to it, in any browser."""

from django.contrib.auth import SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.utils import timezone


def end_all(user: User) -> None:
    """Sign the account out everywhere, whatever its password.

    A session's row does not name its account outside of what it holds: each one is read.
    """
    going_on = Session.objects.filter(expire_date__gt=timezone.now())
    theirs = [
        session.pk
        for session in going_on.iterator()
        if session.get_decoded().get(SESSION_KEY) == str(user.pk)
    ]
    Session.objects.filter(pk__in=theirs).delete()
