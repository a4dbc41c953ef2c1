"""The rows that ``scale`` measures with: alike in kind, whatever their number.

Classes have results of two versions, both regimes and several loads; the first few
have ten each in every database, so that a comparison of them shows as much in each. A
tenth is measured, in a run of 600 samples, and the rest is published. The larger the
portal, the more versions and endpoints it has. Ids are counted, so that an address names
the same row everywhere.
"""

import random
from collections.abc import Iterator
from datetime import timedelta
from itertools import count
from uuid import UUID

from django.contrib.auth.models import User
from django.db import connection

from benchruns.models import (
    Attempt,
    Endpoint,
    InstanceClass,
    Price,
    Result,
    Run,
    Sample,
    Series,
)
from benchruns.runs.series import parameters_key
from tests.bench import work_data
from tests.factories import (
    NOON,
    AttemptFactory,
    CampaignFactory,
    EndpointFactory,
    InstanceClassFactory,
    ProviderFactory,
    ResultFactory,
    RunFactory,
    SourceFactory,
    UserFactory,
)

ENGINES = ("mysql", "postgresql")
# The versions that all classes have results of; a large portal has others as well.
VERSIONS = {"mysql": ("5.7", "8.0"), "postgresql": ("12", "15")}
LOADS = (
    ("oltp_read_write", "cached"),
    ("oltp_read_write", "disk_io"),
    ("oltp_legacy", None),
    ("oltp_read_only", None),
)
MEASURED_EVERY = 10
SAMPLES = 600
# Classes to compare, and how many results each of them has.
COMPARED, OF_COMPARED = 4, 10


def result_id(number: int) -> UUID:
    return UUID(int=0x1000_0000 + number)


def series_id(number: int) -> UUID:
    return UUID(int=0x3000_0000 + number)


def run_id(number: int) -> UUID:
    return UUID(int=0x4000_0000 + number)


def class_id(number: int) -> UUID:
    return UUID(int=0x2000_0000 + number)


def endpoint_id(number: int) -> UUID:
    return UUID(int=0xA000_0000 + number)


KNOWN = (
    {f"result{number}": result_id(number) for number in range(20)}
    | {f"series{number}": series_id(number) for number in range(10)}
    | {f"run{number}": run_id(number) for number in range(5)}
    | {
        "class0": class_id(0),
        "endpoint0": endpoint_id(0),
        "generator0": work_data.generator_id(0),
        "submission0": work_data.submission_id(0),
        "sweep0": work_data.sweep_id(0),
        "schedule0": work_data.schedule_id(0),
        "webhook0": work_data.webhook_id(0),
    }
)


def fill(
    *,
    results: int,
    classes: int,
    versions: int = 4,
    endpoints: int = 10,
    work: int = 10,
) -> None:
    """``versions`` are those of both engines together, ``endpoints`` of all owners, and
    ``work`` the rows of each other kind (``work_data``).
    """
    rnd = random.Random(7)  # noqa: S311 (figures, no secrets)
    staff = UserFactory(username="staff", is_staff=True)
    providers = [
        ProviderFactory(slug=f"provider-{n}", name=f"Provider {n}") for n in range(4)
    ]
    source = SourceFactory(slug="paper-0")
    campaigns = {
        (engine, version): CampaignFactory(
            provider=providers[0],
            engine=engine,
            engine_version=version,
            source=source,
        )
        for engine in ENGINES
        for version in _versions(engine, versions)
    }
    sizes = _classes(classes, providers)
    registered = _endpoints(endpoints, staff)
    _results(results, sizes, campaigns, registered, rnd)
    _samples()
    work_data.fill(work, staff=staff, endpoints=registered)


def _versions(engine: str, of_both: int) -> tuple[str, ...]:
    known = VERSIONS[engine]
    more = of_both // len(ENGINES) - len(known)
    return known + tuple(f"{90 + number}" for number in range(more))


def _endpoints(number: int, staff: User) -> list[Endpoint]:
    """Ten an owner, of whom staff is the first."""
    owners = [staff] + [UserFactory() for _ in range(number // 10 - 1)]
    return Endpoint.objects.bulk_create(
        EndpointFactory.build(id=endpoint_id(n), owner=owners[n // 10], name=f"e{n}")
        for n in range(number)
    )


def _classes(number: int, providers: list) -> list[InstanceClass]:
    sizes = [
        InstanceClassFactory.build(
            id=class_id(n),
            provider=providers[n % len(providers)],
            engine=ENGINES[n // 4 % 2],
            code=f"class-{n}.large",
            family=f"family-{n % 5}",
            vcpus=2 ** (n % 7),
            memory_gb=2.0 ** (n % 7) * 2 ** (n % 4),
            iops=1000 * (n % 9) or None,
            max_connections=500 * (n % 20 + 1),
        )
        for n in range(number)
    ]
    InstanceClass.objects.bulk_create(sizes)
    prices = [
        Price(
            instance_class=size,
            region="eu-1",
            term="on-demand",
            currency="EUR",
            amount=size.vcpus * 0.05,
            unit="hour",
            priced_on=NOON.date(),
            source="list",
        )
        for size in sizes
        if size.vcpus < 64
    ]
    Price.objects.bulk_create(prices)
    return sizes


def _results(number, sizes, campaigns, endpoints, rnd) -> None:
    series = _series(endpoints)
    versions = {
        engine: [version for of, version in campaigns if of == engine]
        for engine in ENGINES
    }
    runs, rows, keys = [], [], count()
    for n, (place_of_class, turn) in enumerate(_turns(number, len(sizes))):
        size = sizes[place_of_class]
        workload, regime = LOADS[turn % len(LOADS)]
        version = _version(
            versions[size.engine], turn // len(LOADS), shift=place_of_class
        )
        tps = rnd.uniform(100, 9000)
        facts = {
            "id": result_id(next(keys)),
            "engine": size.engine,
            "engine_version": version,
            "instance_class": size,
            "provider": size.provider,
            "vcpus": size.vcpus,
            "memory_gb": size.memory_gb,
            "workload": workload,
            "regime": regime,
            "threads": 2 ** (n % 8),
            "tps": tps,
            "qps": tps * 20,
        }
        if (n + turn) % MEASURED_EVERY == 0:
            place = n // MEASURED_EVERY % len(endpoints)
            endpoint = endpoints[place]
            run = RunFactory.build(
                id=run_id(len(runs)),
                owner=endpoint.owner,
                endpoint=endpoint,
                workload=workload,
                state="succeeded",
                attempt=1,
                started_at=NOON,
                finished_at=NOON,
                visibility="public",
            )
            runs.append(run)
            facts |= {
                "provenance": "measured",
                "published_key": None,
                "campaign": None,
                "source": None,
                "owner": endpoint.owner,
                "endpoint": endpoint,
                "run": run,
                "series": series[place],
                "measured_at": NOON + timedelta(hours=n),
            }
        else:
            facts["campaign"] = campaigns[size.engine, version]
        rows.append(ResultFactory.build(**facts))
    Run.objects.bulk_create(runs, batch_size=500)
    Attempt.objects.bulk_create(
        (AttemptFactory.build(run=run, succeeded=True) for run in runs), batch_size=500
    )
    Result.objects.bulk_create(rows, batch_size=500)


def _version(versions: list[str], turn: int, *, shift: int) -> str:
    """The first two in turn, and each second time one of the others, with each ``shift``
    another one."""
    others = versions[2:]
    if turn < 2 or turn % 2 or not others:
        return versions[turn % 2]
    return others[(shift + turn // 2) % len(others)]


def _samples() -> None:
    """Made by the database: six million rows would take minutes to send."""
    with connection.cursor() as cursor:
        cursor.execute(
            f"""
            WITH RECURSIVE seconds(second) AS (
                SELECT 1 UNION ALL SELECT second + 1 FROM seconds WHERE second < {SAMPLES}
            )
            INSERT INTO {Sample._meta.db_table}
                (run_id, attempt, second, threads, tps, qps, latency_ms)
            SELECT {Run._meta.db_table}.id, 1, second, 8, 1000 + second % 50, 20000,
                5 + second % 7
            FROM {Run._meta.db_table} CROSS JOIN seconds
            """
        )


def _turns(results: int, classes: int) -> Iterator[tuple[int, int]]:
    """For each result the place of its class, and which of the class's it is."""
    first = COMPARED * OF_COMPARED
    yield from ((n // OF_COMPARED, n % OF_COMPARED) for n in range(first))
    others = classes - COMPARED
    yield from ((COMPARED + n % others, n // others) for n in range(results - first))


def _series(endpoints: list) -> list[Series]:
    parameters = {"threads": 8}
    return Series.objects.bulk_create(
        Series(
            id=series_id(number),
            endpoint=endpoint,
            workload="oltp_read_write",
            parameters=parameters,
            parameters_key=parameters_key(parameters),
        )
        for number, endpoint in enumerate(endpoints)
    )
