"""Whatever rows are called, every address of the portal answers, and so do its links.

Each page is looked at on the way (``tests/looks``).
"""

import pytest
from django.urls import reverse

from tests import hostile_names
from tests.addresses import addresses, links_in, questions, vars_of
from tests.examples import few_or
from tests.looks import Looks

# What names make differ there does so for everybody alike.
BY_NAME = {
    "portal:engine-version", "portal:engine-embed", "portal:whitepaper",
    "portal:class-detail", "campaign-detail",
}  # fmt: skip
NOWHERE = {"portal:compare-embed"}  # without its question
# With few examples enough, unless reports are told, of which each reads other words.
READERS_OF_A_PAGE = few_or(4, few=2)
OF_REPORTS = ("submission", "review", "reward")


class Looker:
    """Asks for addresses, each kind of link once, and keeps what failed.

    Of links with a question few examples are those with a word that is new to their page.
    """

    def __init__(self, client):
        self.client = client
        self.who = None
        self.answered = {}
        self.asked = set()
        self.links = {}
        self.words = set()
        self.failed = []
        self.looks = Looks()

    def look_as(self, user):
        self.who = user
        self.client.logout()
        if user is not None:
            self.client.force_login(user)

    def ask(self, address, query=None, *, follow_links=True):
        about = f"{self.who or 'nobody'}: {address} {query or ''}"
        try:
            answer = self.client.get(address, query or {})
        except Exception as error:  # noqa: BLE001 - told with the others
            self.failed.append(f"{about}: {type(error).__name__} {error}"[:300])
            return None
        is_busy = "Retry-After" in answer.headers  # with drawing other PDFs
        if answer.status_code >= 500 and not is_busy:
            self.failed.append(f"{about}: {answer.status_code}")
        if follow_links and not answer.streaming:
            text = answer.content.decode(errors="replace")
            self.links = links_in(text, address) | self.links
        self.looks.look(answer, address, about)
        if not query and answer.status_code == 200:
            self.answered.setdefault(address, set()).add(self.who)
        return answer.status_code

    def is_read(self, name, address):
        """By as many readers as are asked for it."""
        is_of_report = any(word in name for word in OF_REPORTS)
        readers = self.answered.get(address, ())
        return not is_of_report and len(readers) >= READERS_OF_A_PAGE

    def ask_links(self):
        for kind, link in list(self.links.items()):
            if kind not in self.asked and self.is_new(kind):
                self.asked.add(kind)
                if self.who not in self.answered.get(link, ()):
                    self.ask(link, follow_links=False)

    def is_new(self, kind):
        page, words = kind[0], kind[-1]
        if not words:
            return True
        found = {(page, word) for word in words}
        is_new = not found <= self.words
        self.words |= found
        return few_or(True, few=is_new)


@pytest.fixture
def site(db):
    return hostile_names.fill()


def test_every_address_and_every_link_answers_everybody(client, site):
    looker, found = Looker(client), {}
    everybody = (None, site.owner, site.reviewer, site.staff)
    for who in few_or(everybody, few=(None, site.staff)):
        looker.look_as(who)
        seen = set()
        for name, address in addresses(site):
            is_other = who is None or name not in BY_NAME & seen
            if is_other and not looker.is_read(name, address):
                found.setdefault(name, set()).add(looker.ask(address))
            seen.add(name)
        looker.ask_links()
    for address, query in questions(site):
        looker.ask(address, query)
    looker.ask_links()

    assert not looker.failed, "\n".join(looker.failed)
    assert looker.looks.found == {}
    assert min(looker.looks.pages, looker.looks.days) > 100
    assert {"/", "/results/", "/runs/", "/classes/need/"} <= looker.looks.own
    assert {name for name, answers in found.items() if answers == {404}} == NOWHERE
    assert [a for a in own_pages(site) if None not in looker.answered.get(a, ())] == []


def own_pages(site):
    """Of every name that a row is called."""
    yield from (
        reverse("portal:class-detail", kwargs=vars_of(sold.class_key))
        for sold in site.classes
    )
    yield from (
        reverse(f"portal:{page}", args=version)
        for version in site.versions
        for page in ("engine-version", "engine-embed")
    )
    yield from (reverse("campaign-detail", args=[each.slug]) for each in site.campaigns)
