"""Every page of the site map, as its readers open it.

The pages are those that the URL configuration has, with an example for each address, so
that a new page is among them by itself. Each is opened once, by the first reader who may:
somebody with runs, endpoints and reports, then staff, then a visitor; with pytest's
``--long`` by all three. The REST API has none.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Error, Page, Response

from tests import hostile_names
from tests.addresses import one_of_each
from tests.examples import few_or

# What is no page: a refused method without words, a file.
NO_PAGE = ("ERR_HTTP_RESPONSE_CODE_FAILURE", "Download is starting")
API = "/api/v1/"
# In place of the name that is a space alone: no door takes it, and nothing can be read of it.
SPOKEN = "Ω"


@dataclass(frozen=True)
class Visit:
    name: str
    reader: str
    tab: Page

    def __str__(self) -> str:
        return f"{self.name} as {self.reader}"


def fill(monkeypatch) -> hostile_names.Site:
    names = tuple(name if name.strip() else SPOKEN for name in hostile_names.NAMES)
    monkeypatch.setattr(hostile_names, "NAMES", names)
    site = hostile_names.fill(names)
    User.objects.filter(pk=site.owner.pk).update(
        username="mk"
    )  # whose avatar has words
    return site


def visits(
    chromium: Browser, served: str, site, *, width: int, script: str = ""
) -> Iterator[Visit]:
    """Of each page that a reader has; by its first one alone where few examples do."""
    found = one_of_each(site).items()
    left = {name: address for name, address in found if not address.startswith(API)}
    for reader, user in (
        ("owner", site.owner), ("staff", site.staff), ("visitor", None),
    ):  # fmt: skip
        context = context_of(chromium, served, user, width=width)
        context.add_init_script(script)
        tab = context.new_page()
        seen: set[str] = set()
        for name, address in list(left.items()):
            try:
                answer = tab.goto(address)
            except Error as error:
                if not any(words in error.message for words in NO_PAGE):
                    raise
                tab.close()  # it is on its way to a page of the browser's own
                tab = context.new_page()
                is_done = True
            else:
                is_done = is_file(answer)
                if is_page(answer) and is_new(tab, seen):
                    yield Visit(name, reader, tab)
                    is_done = True
            if is_done and few_or(False, few=True):
                del left[name]
        context.close()


def context_of(chromium: Browser, served: str, user, *, width: int) -> BrowserContext:
    context = chromium.new_context(
        base_url=served, viewport={"width": width, "height": 844}
    )
    if user is not None:
        client = Client()
        client.force_login(user)
        session = client.cookies["sessionid"].value
        context.add_cookies([{"name": "sessionid", "value": session, "url": served}])
    return context


def is_page(answer: Response) -> bool:
    """Whole, and not a part of one or words of a refusal."""
    return is_html(answer) and answer.status == 200 and "<html" in answer.text()


def is_file(answer: Response) -> bool:
    """Whoever asks for it; what is refused to one may be a page to another."""
    return answer.status == 200 and not is_html(answer)


def is_html(answer: Response) -> bool:
    return "html" in answer.headers.get("content-type", "")


def is_new(tab: Page, seen: set[str]) -> bool:
    """Not where another address led to already."""
    place = tab.url.split("?next=")[0]
    is_first = place not in seen
    seen.add(place)
    return is_first
