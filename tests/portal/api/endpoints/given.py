"""What an endpoint is registered with, its address, and what is refused of it."""

ENDPOINTS = "/api/v1/endpoints/"
BODY = {
    "name": "shop",
    "engine": "mysql",
    "host": "db.internal.example",
    "port": 3306,
    "username": "bench",
    "password": "s3cret horse",
    "database": "bench",
    "tls": "prefer",
}


def errors_of(answer):
    assert answer.status_code == 400, answer.content
    return {error["field"]: error["message"] for error in answer.json()["errors"]}


def url_of(endpoint, tail=""):
    return f"{ENDPOINTS}{endpoint.pk}/{tail}"
