"""Where submitted results are shown, and somebody who looks."""

ENGINE = "/engines/mysql/8.0/"


def url_of(result, action=""):
    return f"/results/{result.pk}/{action}"


def as_user(client, user):
    client.force_login(user)
    return client
