"""The address of results, which rows an answer has, and a row of one's own."""

from tests.factories import ResultFactory

RESULTS = "/api/v1/results/"


def ids(response):
    return [row["id"] for row in response.json()["results"]]


def own_result(user, **columns):
    return ResultFactory(measured=True, owner=user, **columns)
