"""Every answer to every kind of reader, and every stored row, of a filled site."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from django.apps import apps
from django.core.serializers.json import DjangoJSONEncoder
from django.core.serializers.python import Serializer
from django.test import Client

from tests.addresses import links_in
from tests.hostile_names import Site
from tests.recorder.plain import plain
from tests.recorder.site import questions_of

APPS = ("benchruns", "portal")
# Of no meaning for readers, or of another kind each time.
LEFT_OUT = frozenset({"password_encrypted", "code_encrypted"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    who: str
    address: str
    text: str


def answers(site: Site) -> Iterator[Answer]:
    people = {
        "nobody": None,
        "owner": site.owner,
        "reviewer": site.reviewer,
        "staff": site.staff,
    }
    for who, user in people.items():
        client = Client(raise_request_exception=False)
        if user is not None:
            client.force_login(user)
        asked: set[str] = set()
        links: dict[object, str] = {}
        for address, question in questions_of(site):
            yield from _asked(client, who, _with(address, question), asked, links)
        for link in list(links.values()):
            yield from _asked(client, who, link, asked, {})


def _with(address: str, question: Mapping[str, object]) -> str:
    return f"{address}?{urlencode(question, doseq=True)}" if question else address


def _asked(
    client: Client,
    who: str,
    address: str,
    asked: set[str],
    links: dict[object, str],
) -> Iterator[Answer]:
    if address in asked:
        return
    asked.add(address)
    answer = client.get(address)
    if not answer.streaming:
        text = answer.content.decode(errors="replace")
        for kind, link in links_in(text, address).items():
            links.setdefault(kind, link)
    yield Answer(who=who, address=address, text=plain(answer))


def rows() -> Iterator[tuple[str, str]]:
    """Each model's name and its rows as JSON, by their keys."""
    for app in APPS:
        for model in apps.get_app_config(app).get_models():
            fields = [f.name for f in model._meta.fields if f.name not in LEFT_OUT]
            found = Serializer().serialize(
                model._default_manager.order_by("pk").iterator(), fields=fields
            )
            text = json.dumps(
                found, cls=DjangoJSONEncoder, indent=1, ensure_ascii=False
            )
            yield model._meta.label_lower, text
