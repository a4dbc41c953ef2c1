"""Whatever is asked of a page by its own forms and links, it answers."""

import re
from html import unescape
from urllib.parse import parse_qs, urlsplit

import pytest

from tests import hostile_names
from tests.addresses import LINK, addresses

pytestmark = [pytest.mark.long, pytest.mark.timeout(3600)]

CONTROL = re.compile(r'<(?:input|select|textarea|button)\b[^>]*\bname="([^"]+)"')
# Signs that messages, queries, numbers and times are put together of.
WORDS = ("%(n)d %", "{0} {x}", "\x00", "9" * 40, "1e999", "٣", "-1", "'; --", "0000-00")
LONG = "x" * 3_000


def names_in(text, path):
    """What may be asked of this address, as its page says."""
    names = set(CONTROL.findall(text))
    for link in LINK.findall(text):
        parts = urlsplit(unescape(link))
        if parts.path in ("", path):
            names |= parse_qs(parts.query, keep_blank_values=True).keys()
    return names - {"csrfmiddlewaretoken", "next"}


def test_every_page_answers_what_its_controls_may_be_given(client, db):
    site = hostile_names.fill()
    client.force_login(site.staff)
    asked, failed, seen = 0, [], set()
    for name, address in addresses(site):
        if name in seen or name.startswith("admin:"):
            continue
        seen.add(name)
        page = client.get(address)
        if page.status_code != 200 or page.streaming:
            continue
        text = page.content.decode(errors="replace")
        for control in sorted(names_in(text, address)):
            for word in (*WORDS, LONG):
                asked += 1
                failed += failure_of(client, address, {control: word})

    assert failed == []
    assert asked > 1_000


def failure_of(client, address, query):
    about = f"{address} {query}"[:200]
    try:
        answer = client.get(address, query)
    except Exception as error:  # noqa: BLE001 - told with the others
        return [f"{about}: {type(error).__name__} {error}"[:400]]
    is_busy = "Retry-After" in answer.headers  # with drawing another PDF
    return (
        [f"{about}: {answer.status_code}"]
        if answer.status_code >= 500 and not is_busy
        else []
    )
