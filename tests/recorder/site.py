"""One fixed data set: the published figures, rows of every kind, and genuine uploads.

Rows of every kind come from ``hostile_names``; what Benchbook itself finds in reports of
every tool comes by the API, and each reason of failure has a run.
"""

import json
from collections.abc import Iterator, Mapping
from itertools import pairwise

from django.urls import reverse
from rest_framework.test import APIClient

from benchruns.models import InstanceClass, Result, Submission
from benchruns.names.class_words import class_word
from benchruns.results.published.loader import load
from benchruns.sentences.failures.table import SENTENCES
from tests import factories as make
from tests import hostile_names
from tests.addresses import addresses, questions
from tests.hostile_names import Site
from tests.portal.api.submitting import URL, a_file, upload
from tests.submission_files import SAMPLES, SETTINGS, STATEMENT

# What the sentences of some state; a code may have one without values, too.
FAILURE_VALUES: Mapping[str, Mapping[str, object]] = {
    "address_not_allowed": {"address": "192.0.2.7"},
    "counts_differ": {"grown": "history", "counted": 1200.0, "found": 1199},
    "data_inconsistent": {
        "is_before": False,
        "condition": 4,
        "warehouse": 1,
        "district": None,
        "expected": 30,
        "found": "29",
        "places": 1200,
    },
    "data_unverified": {"data_set": "benchbook_7"},
    "engine_unsupported": {"engine": "Babelfish"},
    "generator_elsewhere": {"number": 2},
    "generator_lost": {"number": 2},
    "generators_missing": {"wanted": 3, "came": 2},
    "many_failed": {"failed": 1200, "all": 54321},
    "no_server": {"host": "db.example", "port": 3306},
    "no_scripts_folder": {"script": "custom.lua"},
    "script_missing": {"script": "custom.lua"},
    "script_changed": {"script": "custom.lua", "wanted": "0" * 64, "found": "1" * 64},
    "scripts_differ": {"script": "custom.lua"},
    "script_unreadable": {"script": "custom.lua", "most": 262144},
    "orders_missing": {"counted": 1234.5, "found": 1000},
    "orders_of_others": {"counted": 1234.5, "found": 2000},
    "public_address_never": {"address": "198.51.100.7"},
    "public_address_refused": {"address": "198.51.100.7", "reason": "not ours"},
    "public_address_waits": {"address": "198.51.100.7"},
    "tables_exist": {"whose": "unknown", "database": "shop", "tables": ["a", "b"]},
    "tool_died": {"signal": 7},
    "tool_memory": {"limit_bytes": 7 * 2**20},
    "tool_missing": {"program": "sysbench"},
    "too_many_logins": {
        "host": "db.example",
        "port": 3306,
        "until": "2026-03-01T12:00:00+00:00",
    },
    "too_many_servers": {"until": "2026-03-01T12:00:00+00:00"},
    "too_many_ports": {"host": "db.example", "until": "2026-03-01T12:00:00+00:00"},
    "unsafe_name": {"what": "host"},
    "worker_lost": {"attempt": 3},
}
PUBLIC_CLASSES = 12  # of the published ones, as each has pages alike
ENGINE_QUESTIONS: tuple[dict[str, object], ...] = (
    {"regime": "cached"},
    {"show": "all"},
    {"beside": "none", "classes": "all"},
    {"draft": "no-such-draft", "columns": "x"},
)
COMPARE_QUESTIONS: tuple[dict[str, object], ...] = (
    {},
    {"workload": "oltp_read_write", "managed": "1"},
    {"version": "8.0", "hide": "no-such-row"},
)


def fill() -> Site:
    load()
    for numbered in (make.CommandFactory, make.StatementFactory):
        numbered.reset_sequence(1_000)  # beyond the published ones
    site = hostile_names.fill()
    for code in sorted(SENTENCES):
        _fail(site, code)
    _upload_samples(site)
    return site


def _fail(site: Site, code: str) -> None:
    make.RunFactory(
        failed=True,
        owner=site.owner,
        visibility="public",
        failure_code=code,
        failure_values=FAILURE_VALUES.get(code, {}),
        failure_detail="its own line",
    )
    make.CheckFactory(
        endpoint=site.one["endpoint"], code=code, values=FAILURE_VALUES.get(code, {})
    )


def _upload_samples(site: Site) -> None:
    """One report of each sample, submitted where that is possible, some accepted."""
    owner, reviewer = APIClient(), APIClient()
    owner.force_authenticate(site.owner)
    reviewer.force_authenticate(site.reviewer)
    samples = sorted(path for path in SAMPLES.rglob("*") if path.is_file())
    for number, path in enumerate(samples):
        content = path.read_bytes()
        texts = {} if number % 3 else {"statement": json.dumps(STATEMENT)}
        answer = upload(
            owner, a_file(content, path.name), a_file(SETTINGS, "settings.txt"), **texts
        )
        if answer.status_code != 201:
            continue
        draft = answer.json()["id"]
        if owner.post(f"{URL}{draft}/submit/").status_code != 200 or number % 2:
            continue
        submission = Submission.objects.get(pk=draft)
        body = {"grade": "accepted", "version": submission.version, "text": "Good."}
        reviewer.post(f"{URL}{draft}/accept/", body, format="json")


def questions_of(site: Site) -> Iterator[tuple[str, dict[str, object]]]:
    """Every address with its question, each once."""
    # in an order that no move within the URL configuration changes
    for _name, address in sorted(addresses(site)):
        yield address, {}
    yield from questions(site)
    yield from _published(site)


def _published(site: Site) -> Iterator[tuple[str, dict[str, object]]]:
    hostile = {sold.pk for sold in site.classes}
    shown = Result.objects.exclude(instance_class__in=hostile).exclude(campaign=None)
    pairs = sorted(
        {(each.engine, each.version_slug) for each in shown if each.version_slug}
    )
    for pair in pairs:
        yield reverse("portal:engine-version", args=pair), {}
        for question in ENGINE_QUESTIONS:
            yield reverse("portal:engine-version", args=pair), question
        yield reverse("portal:whitepaper", args=pair), {}
    sold = InstanceClass.objects.exclude(pk__in=hostile).order_by("engine", "code")
    chosen = list(sold)[:: max(1, sold.count() // PUBLIC_CLASSES)]
    for one in chosen:
        key = one.class_key
        values = {"provider": key.provider, "engine": key.engine, "code": key.code}
        yield reverse("portal:class-detail", kwargs=values), {}
    words = [class_word(one.class_key) for one in chosen]
    for first, second in pairwise(words):
        for question in (*COMPARE_QUESTIONS, {"baseline": second}):
            both = {"class": [first, second], **question}
            yield reverse("portal:compare"), both
            yield reverse("compare"), both
    for size in ("2x8", "4x16", "8x32"):
        yield reverse("portal:compare"), {"size": size}
        yield reverse("compare"), {"size": size, "engine": "mysql"}
    for term in ("mysql", "8.0", "4 vCPU", "oltp"):
        yield reverse("portal:search"), {"q": term}
        yield reverse("portal:classes"), {"q": term}
