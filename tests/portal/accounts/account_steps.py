"""What people do with accounts, for the tests of them."""

import re

from tests.factories import PASSWORD

ANNA = "anna@example.com"
GOOD = "a much better horse"


def sign_up(client, **changes):
    given = {
        "username": "anna",
        "email": ANNA,
        "password1": GOOD,
        "password2": GOOD,
    }
    return client.post("/signup/", given | changes)


def log_in(client, name, password=PASSWORD, **more):
    return client.post("/login/", {"username": name, "password": password, **more})


def is_logged_in(client):
    return client.get("/tokens/").status_code == 200


def link_in(mail):
    """The address in a mail, from the first slash on."""
    return re.search(r"http://testserver(/\S+)", mail.body)[1]


def again(client, password=PASSWORD, **more):
    """Gives the password once more, as pages that change an account ask."""
    given = {"password": password, "next": "/account/", **more}
    return client.post("/account/password-again/", given)


def focused(answer):
    """The names of fields that have the focus as the page opens."""
    fields = re.findall(r"<input[^>]*\sautofocus[^>]*>", answer.content.decode())
    return [re.search(r'name="([^"]+)"', each)[1] for each in fields]
