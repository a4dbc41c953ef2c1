"""Run by the old release: its tables, the demo's accounts, and rows of every kind.

    python .../tests/upgrade/plant.py FILE    # in the old release's folder

``FILE`` says then what was there: rows, passwords, and which rows are of which kind.
"""

import json
import sys
from pathlib import Path

import django
from facts import tables

from local import static_files

django.setup()
static_files.collect_if_changed = lambda: None  # pages are not asked for here

from benchruns.models import Endpoint, Run  # noqa: E402
from local.prepare import prepare  # noqa: E402
from tests import factories as make  # noqa: E402
from tests.recorder import site as every_kind  # noqa: E402

ACCOUNT = {"password": "Upgrade-7-times", "token": "bb_" + "7" * 40}
PASSWORDS = ("correct horse", "'\"\\ %s {{ 7 }}", "Paßwört 阿里云", "x" * 200)


def main(path):
    prepare(
        staff={**ACCOUNT, "username": "demo"},
        customer={**ACCOUNT, "username": "customer", "token": "bb_" + "8" * 40},
    )
    site = every_kind.fill()
    under_way, waiting = _at_work(site.owner)
    facts = {
        "tables": tables(),
        "passwords": {str(each.pk): each.password for each in Endpoint.objects.all()},
        "under_way": str(under_way.pk),
        "waiting": str(waiting.pk),
        "states": dict(Run.objects.values_list("id", "state")),
        "site": {
            **{who: getattr(site, who).pk for who in ("owner", "reviewer", "staff")},
            **{
                many: [each.pk for each in getattr(site, many)]
                for many in ("classes", "results", "campaigns", "submissions")
            },
            "one": {name: (row._meta.label, row.pk) for name, row in site.one.items()},
        },
    }
    facts["states"] = {str(run): state for run, state in facts["states"].items()}
    path.write_text(json.dumps(facts, default=str))


def _at_work(owner):
    """A server on which a run succeeded, one is under way and one waits."""
    for password in PASSWORDS:
        endpoint = make.EndpointFactory(
            owner=owner, checked=True, plain_password=password
        )
    make.RunFactory(
        succeeded=True, owner=owner, endpoint=endpoint, server=endpoint.server
    )
    under_way = make.RunFactory(
        running=True, owner=owner, endpoint=endpoint, server=endpoint.server
    )
    return under_way, make.RunFactory(owner=owner, endpoint=endpoint)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
