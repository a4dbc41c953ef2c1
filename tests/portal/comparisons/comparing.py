"""What tests of the comparison's page share: three classes, its address, its links."""

import re
from urllib.parse import parse_qsl, urlsplit

from benchruns.models import (
    Result,
    Series,
)
from tests.portal.api.rows import climbed

ALIBABA = "alibaba-cloud/mysql/rds.mysql."
THREE = [f"{ALIBABA}{code}" for code in ("m1.medium", "c1.xlarge", "c2.xlarge")]


def compared(client, classes=THREE, **words):
    response = client.get("/compare/", {"class": classes, **words})
    assert response.status_code == 200
    return response


def links_of(response):
    """The addresses of a page by what their link says."""
    found = re.findall(
        r'<a [^>]*?href="([^"]+)"[^>]*>(.*?)</a>', response.content.decode(), re.S
    )
    strip = re.compile(r"<[^>]+>")
    return {
        strip.sub("", text).strip(): href.replace("&amp;", "&") for href, text in found
    }


def words_of(address):
    return parse_qsl(urlsplit(address).query)


def own_sweep(user, *, threads, tps):
    """A sweep whose rungs are series, as runs make them."""
    sweep = climbed(user, threads=threads, tps=tps)
    for result in Result.objects.filter(run__sweep=sweep).select_related("run"):
        count = result.run.parameters["threads"]
        series, _is_new = Series.objects.get_or_create(
            endpoint=sweep.endpoint,
            workload=result.workload,
            parameters_key=str(count),
            defaults={"parameters": {"threads": count}},
        )
        Result.objects.filter(pk=result.pk).update(
            threads=count, series=series, latency_p95_ms=count * 1.5, regime="cached"
        )
    return [
        Result.objects.filter(run__sweep=sweep, threads=count).order_by("pk")
        for count in threads
    ]
