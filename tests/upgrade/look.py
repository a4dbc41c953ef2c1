"""Run by this release after its ``migrate``: whether all is there, opens and works.

python -m tests.upgrade.look BEFORE AFTER    # files of JSON
"""

import json
import sys
from datetime import timedelta
from pathlib import Path
from urllib.parse import urlencode

import django

django.setup()

from django.apps import apps  # noqa: E402
from django.contrib.auth.models import User  # noqa: E402
from django.test import Client  # noqa: E402
from django.test.utils import setup_test_environment  # noqa: E402
from django.utils import timezone  # noqa: E402

from benchruns.models import (  # noqa: E402
    Campaign,
    Endpoint,
    InstanceClass,
    PublicAddress,
    Result,
    Run,
    Submission,
)
from benchruns.runs import lifecycle  # noqa: E402
from tests import factories as make  # noqa: E402
from tests.addresses import addresses, questions  # noqa: E402
from tests.hostile_names import Site  # noqa: E402
from tests.schedule_factories import ScheduleFactory  # noqa: E402
from tests.upgrade.facts import tables  # noqa: E402
from tests.webhook_factories import WebhookFactory  # noqa: E402


def main(before, after):
    setup_test_environment()  # answers the test client's host
    facts = json.loads(before.read_text())
    found = {"tables": tables(), "passwords": _passwords()}
    found["states"] = {str(run.pk): run.state for run in Run.objects.all()}
    found["claimed"] = _claimed(facts)
    found["pages"], found["failed"] = _pages(_site(facts["site"]))
    after.write_text(json.dumps(found))


def _passwords():
    return {str(each.pk): each.password for each in Endpoint.objects.all()}


def _claimed(facts):
    """By a worker of this release: what was under way when the old one stopped, then
    what waited behind it; the attempt of each, None for one that cannot be claimed."""
    under_way = Run.objects.get(pk=facts["under_way"])
    server = under_way.server
    Run.objects.filter(pk=under_way.pk).update(
        lease_expires_at=timezone.now() - timedelta(seconds=1)
    )
    if not under_way.endpoint.has_consent:
        return ["no consent"]
    lifecycle.reap()
    first = lifecycle.claim(under_way.pk, server=server, worker="new")
    if first is None:
        return [None]
    lifecycle.confirm_cancelled(under_way.pk, attempt=first.number)
    second = lifecycle.claim(facts["waiting"], server=server, worker="new")
    return [first.number, second.number if second else None]


def _site(known):
    """Whoever looks and the old rows of each kind; what the old release had not is new."""
    one = {
        name: apps.get_model(label)._base_manager.get(pk=key)
        for name, (label, key) in known["one"].items()
    }
    owner = User.objects.get(pk=known["owner"])
    one["schedule"] = ScheduleFactory(owner=owner, endpoint=one["endpoint"])
    one["webhook"] = WebhookFactory(owner=owner, address="http://127.0.0.1/")
    one["generator"] = make.GeneratorFactory()
    one["public_address"] = PublicAddress.objects.create(
        endpoint=one["endpoint"], address="8.8.8.8", port=3306,
        is_allowed=False, decided_at=make.NOON, decided_by=owner,
    )  # fmt: skip
    return Site(
        owner=owner,
        reviewer=User.objects.get(pk=known["reviewer"]),
        staff=User.objects.get(pk=known["staff"]),
        classes=_rows(InstanceClass, known["classes"]),
        results=_rows(Result, known["results"]),
        campaigns=_rows(Campaign, known["campaigns"]),
        submissions=_rows(Submission, known["submissions"]),
        one=one,
    )


def _rows(model, keys):
    found = model.objects.in_bulk([model._meta.pk.to_python(key) for key in keys])
    return list(found.values())


def _pages(site):
    """How many answers there were by status, and those that tell of a failure."""
    statuses, failed = {}, []
    asked = [(address, {}) for _name, address in addresses(site)]
    asked += questions(site)
    for who in (None, site.owner, site.reviewer, site.staff):
        client = Client(raise_request_exception=False)
        if who is not None:
            client.force_login(who)
        for address, question in asked:
            answer = client.get(f"{address}?{urlencode(question, doseq=True)}")
            status = str(answer.status_code)
            is_busy = "Retry-After" in answer.headers  # with drawing another PDF
            statuses[status] = statuses.get(status, 0) + 1
            if answer.status_code >= 500 and not is_busy:
                failed.append(f"{who or 'nobody'} {address} {question}: {status}")
    return statuses, failed


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
