"""No kind of page is heavy, for any of its readers: all of the site map, without a browser."""

import pytest

from tests import published_database
from tests.examples import few_or
from tests.page_kinds import LONGEST, Site
from tests.reckoned import Files, reckoned
from tests.transfer import AGAIN_KB, FIRST_KB, REQUESTS

pytestmark = pytest.mark.django_db
READERS = ("staff", "owner", "visitor")


@pytest.fixture(scope="module", autouse=True)
def published(django_db_setup, django_db_blocker):
    yield from published_database.loaded(django_db_blocker)


def test_every_page_is_light_with_all_its_charts(tmp_path):
    site, files = Site(), Files(tmp_path)
    names, heavy = set(), []

    for reader in READERS:
        # each once, by the first who may, whose pages have most; with --long by all
        for name, answer in site.pages(reader, but=few_or((), few=names)):
            first = reckoned(answer, files)
            names.add(name)
            who = f"{name} as {reader}"
            if first.kb > FIRST_KB or first.requests > REQUESTS:
                heavy.append(f"{who}: {first.kb:.1f} kB, {first.requests} requests")
            again = first.by_type["Document"] / 1000
            if again > AGAIN_KB and "ETag" not in answer:
                heavy.append(f"{who}: {again:.1f} kB at a second visit")

    assert heavy == [], "\n".join(heavy)
    # what else is walked is what the site map has
    assert {"portal:home", "portal:run-new", "portal:catalogue", "run"} <= names
    assert set(LONGEST) <= names
