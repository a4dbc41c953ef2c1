"""The request as views behind ``login_required`` see it."""

from django.contrib.auth.models import User
from django.http import HttpRequest


class UserRequest(HttpRequest):
    """Somebody is logged in."""

    user: User
