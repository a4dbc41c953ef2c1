"""What the form of an endpoint is sent, and its page's address and text."""

GIVEN = {
    "name": "shop",
    "engine": "mysql",
    "host": "db.internal.example",
    "port": "3306",
    "username": "bench",
    "password": "s3cret horse",
    "database": "bench",
    "tls": "prefer",
}


def url_of(endpoint, tail=""):
    return f"/endpoints/{endpoint.pk}/{tail}"


def given_of(endpoint, **changes):
    """What the form of an endpoint sends when nothing but ``changes`` is touched."""
    fields = ("name", "engine", "host", "port", "username", "database", "tls")
    return {name: getattr(endpoint, name) for name in fields} | changes


def text_of(answer):
    return answer.content.decode()
