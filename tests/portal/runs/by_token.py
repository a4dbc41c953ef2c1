"""An owner with a password, who is signed in and has API tokens made."""

from django.test import Client
from rest_framework.test import APIClient

from portal.accounts import tokens
from tests.factories import UserFactory

OLD, NEW = "an old horse of mine", "a much better horse"
CHANGE = {"oldpassword": OLD, "password1": NEW, "password2": NEW}


def owner():
    made = UserFactory(email="ann@example.org")
    made.set_password(OLD)
    made.save()
    return made


def signed_in(user):
    client = Client()
    client.force_login(user)
    return client


def issued(user, **given):
    """A token, and who calls with it."""
    token, key = tokens.issue(user, name="ci", scope="write", expires_at=None, **given)
    return token, APIClient(HTTP_AUTHORIZATION=f"Token {key}")
