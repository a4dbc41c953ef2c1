"""Whatever rows are called, every address of the portal answers, and so do its links."""

import pytest
from django.urls import reverse

from tests import hostile_names
from tests.addresses import addresses, links_in, questions, vars_of

# What names make differ there does so for everybody alike.
BY_NAME = {
    "portal:engine-version", "portal:engine-embed", "portal:whitepaper",
    "portal:class-detail", "campaign-detail",
}  # fmt: skip
NOWHERE = {"portal:compare-embed"}  # without its question


class Looker:
    """Asks for addresses, each kind of link once, and keeps what failed."""

    def __init__(self, client):
        self.client = client
        self.who = None
        self.asked = set()
        self.links = {}
        self.failed = []

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
        return answer.status_code

    def ask_links(self):
        for kind, link in list(self.links.items()):
            if kind not in self.asked:
                self.asked.add(kind)
                self.ask(link, follow_links=False)


@pytest.fixture
def site(db):
    return hostile_names.fill()


def test_every_address_and_every_link_answers_everybody(client, site):
    looker, found = Looker(client), {}
    for who in (None, site.owner, site.reviewer, site.staff):
        looker.look_as(who)
        seen = set()
        for name, address in addresses(site):
            if who is None or name not in BY_NAME & seen:
                found.setdefault(name, set()).add(looker.ask(address))
            seen.add(name)
        looker.ask_links()
    for address, query in questions(site):
        looker.ask(address, query)
    looker.ask_links()

    assert not looker.failed, "\n".join(looker.failed)
    assert {name for name, answers in found.items() if answers == {404}} == NOWHERE


def test_the_own_page_of_every_name_is_there(client, site):
    own = [
        reverse("portal:class-detail", kwargs=vars_of(sold.class_key))
        for sold in site.classes
    ]
    own += [
        reverse(f"portal:{page}", args=version)
        for version in site.versions
        for page in ("engine-version", "engine-embed")
    ]
    own += [reverse("campaign-detail", args=[each.slug]) for each in site.campaigns]

    assert {a: s for a in own if (s := client.get(a).status_code) != 200} == {}
