"""A refused query names every parameter that is wrong, not the first that was met."""

from tests.portal.api.known_rows import asker, operations, sender

FORMATS = ("uuid", "date", "date-time")


def bad_parameter(parameter):
    """A value that its type refuses; None where any text may be asked for."""
    kind = parameter["schema"]
    typed = kind.get("type") in ("integer", "number", "boolean", "array")
    if parameter["in"] != "query" or kind.get("type") == "array":
        return None
    return "~" if typed or "enum" in kind or kind.get("format") in FORMATS else None


def test_all_wrong_parameters_of_a_query_are_named_together(
    schema, client, user, subtests
):
    ask = asker(client, user)
    asked = 0
    for path, method, operation in operations(schema):
        query = {
            parameter["name"]: bad_parameter(parameter)
            for parameter in operation.get("parameters", ())
            if bad_parameter(parameter) is not None
        }
        if method == "get" and len(query) > 1:
            asked += 1
            with subtests.test(path):
                found = ask(path, "get", query | {"nothing": "1"})
                assert found >= {*query, "nothing"}
    assert asked >= 12


def test_a_choice_that_is_none_names_those_that_there_are(
    schema, client, user, subtests
):
    send = sender(client, user)
    asked = 0
    for path, method, operation in operations(schema):
        choices = {
            parameter["name"]: parameter["schema"]["enum"]
            for parameter in operation.get("parameters", ())
            if parameter["in"] == "query" and "enum" in parameter["schema"]
        }
        for name, words in choices.items() if method == "get" else ():
            asked += 1
            with subtests.test(path, name=name):
                answer = send(path, "get", {name: "100%oracle"})
                message = "".join(
                    error["message"]
                    for error in answer.json()["errors"]
                    if error["field"] == name
                )
                assert [word for word in words if str(word) not in message] == []
    assert asked >= 20


def test_an_address_without_parameters_says_so(client):
    answer = client.get("/api/v1/workloads/oltp_read_write/?colour=red")

    (error,) = answer.json()["errors"]
    assert answer.status_code == 400
    assert error == {
        "field": "colour",
        "message": "This address takes no parameters.",
    }


def test_signs_that_a_message_is_put_together_by_are_words_like_others(
    schema, client, user, subtests
):
    ask = asker(client, user)
    for path, method, operation in operations(schema):
        names = [
            parameter["name"]
            for parameter in operation.get("parameters", ())
            if parameter["in"] == "query"
        ]
        if method == "get" and names:
            with subtests.test(path):
                ask(path, "get", dict.fromkeys(names, "%(n)d %"))
