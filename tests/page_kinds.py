"""Each kind of page of the site map, and those that are as long as they get.

For what holds of every page: what it weighs, how often it asks. The published figures are
to be there; names are plain, so that pages ask for no letters but those of English.
"""

from collections.abc import Collection, Iterator
from uuid import UUID

import pytest
from django.contrib.auth.models import User
from django.http import HttpResponseBase
from django.test import Client
from django.urls import reverse

from benchruns.comparison import Asked, compare, permanent
from benchruns.models import Counter, InstanceClass, Sample
from benchruns.names.class_words import class_word
from tests import hostile_names
from tests.addresses import one_of_each
from tests.browser import charted
from tests.factories import (
    CommandFactory,
    EventFactory,
    RunFactory,
    StatementFactory,
)

PLAIN = tuple(f"plain-{number}" for number in range(len(hostile_names.NAMES)))
RUN, SECONDS = UUID(int=0x5000_0000), 600
COLUMNS = 12  # the most that a comparison has
SOURCE = "alibaba-whitepaper-20220530"
# Of what a page shows as it opens, as much as the published figures have; what its reader
# unfolds, as all rows of an engine, grows with the data.
LONGEST = {
    "classes, all columns": "/classes/?cols=all",
    "need": "/classes/need/?tps=2000&regime=cached&engine=mysql",
    "ranking": "/classes/ranking/?engine=mysql&version=8.0",
    "results of an engine": "/results/?engine=mysql",
    "search": "/search/?q=mysql",
    "white paper": "/whitepaper/mysql/8.0/",
    "source": f"/sources/{SOURCE}/",
    "size": "/compare/?size=4x16&engine=mysql",
}


class Site:
    """``addresses`` are those of all kinds, by their names; some readers have none of some."""

    def __init__(self) -> None:
        for numbered in (CommandFactory, StatementFactory):
            numbered.reset_sequence(1_000)  # beyond the published ones
        self.addresses: dict[str, str] = {}
        for name, address in charted.fill().items():
            self.addresses[f"charts, {name}"] = address
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(hostile_names, "NAMES", PLAIN)
            rows = hostile_names.fill(PLAIN)
        self.readers: dict[str, User | None] = {
            "owner": rows.owner,
            "staff": rows.staff,
            "visitor": None,
        }
        _measure(rows.owner)
        self.addresses |= one_of_each(rows) | LONGEST | _compared(rows.owner)
        self.addresses["run"] = reverse("portal:run-detail", args=[RUN])

    def pages(
        self, reader: str, *, but: Collection[str] = ()
    ) -> Iterator[tuple[str, HttpResponseBase]]:
        """Each that this reader may open, whole: its name, and what was answered.

        Those in ``but`` are not asked for, which may grow meanwhile.
        """
        packed = {"accept-encoding": "gzip, deflate, br"}
        client = Client(SERVER_NAME="localhost", headers=packed)
        user = self.readers[reader]
        if user is not None:
            client.force_login(user)
        for name, address in self.addresses.items():
            if name in but:
                continue
            answer = client.get(address)
            is_html = answer.get("Content-Type", "").startswith("text/html")
            if answer.status_code == 200 and is_html:
                yield name, answer


def _measure(owner: User) -> None:
    """A run of ten minutes with all that is watched beside it."""
    run = RunFactory(id=RUN, owner=owner, succeeded=True, public=True)
    EventFactory(run=run)
    Sample.objects.bulk_create(
        Sample(
            run=run,
            attempt=1,
            second=second,
            threads=8,
            tps=800.13 + second * 37 % 101,
            qps=16_000.5 + second * 37 % 1010,
            latency_ms=14.25 + second % 7,
        )
        for second in range(1, SECONDS + 1)
    )
    Counter.objects.bulk_create(
        Counter(
            run=run,
            attempt=1,
            second=second,
            values={
                "buffer_hit_percent": 99.5,
                "client_cpu_percent": 41.0 + second % 9,
            },
        )
        for second in range(1, SECONDS + 1)
    )


def _compared(owner: User) -> dict[str, str]:
    """Two classes, as many as may be, the same kept and in a frame."""
    sold = InstanceClass.objects.filter(provider="alibaba-cloud", engine="mysql")
    of_the_paper = sold.filter(code__startswith="rds.mysql.").order_by("code")
    keys = [each.class_key for each in of_the_paper[:COLUMNS]]
    few, all_of_them = (
        "&".join(f"class={class_word(key)}" for key in chosen)
        for chosen in (keys[:2], keys)
    )
    comparison = compare(Asked(classes=tuple(keys)), user=owner)
    kept = permanent.keep(comparison, options=[], title="Twelve", user=owner)
    return {
        "two classes": f"/compare/?{few}",
        "twelve classes": f"/compare/?{all_of_them}",
        "twelve classes, a kept comparison": f"/c/{kept.code}/",
        "twelve classes, a frame": f"/compare/embed/?{all_of_them}",
    }
