"""The first calls of a program, with the reader's own endpoint and key in them."""

import json

from django.http import HttpRequest

from benchruns.models import Endpoint
from benchruns.workloads import MAIN
from portal.queries.endpoints import chosen, with_last_check

NO_ENDPOINT = "00000000-0000-0000-0000-000000000000"
NO_KEY = "bb_..."
SECONDS = 30  # measured, of the run that is tried
# With what every shell has, so that nothing is to be installed first.
_JSON = '-H "Content-Type: application/json"'
_KEEP_ID = """echo "$answer"
run=$(echo "$answer" | grep -o '"id":"[^"]*"' | head -n 1 | cut -d '"' -f 4)"""
_GOES_ON = """'"state":"(scheduled|queued|running)"'"""
_FIGURE = r"""'"(state|tps|doubts)":("[^"]*"|\[[^]]*\]|[^,}]*)'"""


def host_of(request: HttpRequest) -> str:
    """As the reader's browser and programs reach this Benchbook."""
    return request.build_absolute_uri("/").rstrip("/")


def endpoint_of(request: HttpRequest) -> Endpoint | None:
    """The reader's own that a new run has at first: an example to be sent as it stands."""
    if not request.user.is_authenticated:
        return None
    own = Endpoint.objects.registered().filter(owner_id=request.user.pk)
    return chosen(list(with_last_check(own)), None)


def quick_start(
    request: HttpRequest, endpoint: Endpoint | None, *, key: str = NO_KEY
) -> dict[str, str]:
    """Five to try, in this order in one shell.

    ``read``; ``own``, which sets the key for the rest; ``plan``; ``start``, which keeps
    the run's id for ``figure``, which waits for its end.
    """
    api = f"{host_of(request)}/api/v1"
    header = '-H "Authorization: Token $BENCHBOOK_TOKEN"'
    parameters = {
        "tables": 4,
        "table_size": 25_000,
        "threads": 8,
        "duration_seconds": SECONDS,
    }
    body = {
        "endpoint": str(endpoint.pk) if endpoint else NO_ENDPOINT,
        "workload": MAIN,
        "parameters": parameters,
    }
    lines = ",\n".join(f'  "{name}": {json.dumps(v)}' for name, v in body.items())
    sent = f"{header} \\\n  {_JSON} \\\n  -d '{{\n{lines}\n}}'"
    return {
        "read": f'curl -s "{api}/results/?engine=mysql&regime=disk_io&page_size=1"',
        "own": f"BENCHBOOK_TOKEN={key}\ncurl -s {api}/endpoints/ \\\n  {header}",
        "plan": f"curl -s {api}/runs/plan/ \\\n  {sent}",
        "start": f"answer=$(curl -s {api}/runs/ \\\n  {sent})\n{_KEEP_ID}",
        "figure": f"while curl -s {api}/runs/$run/ {header} \\\n  | grep -qE {_GOES_ON}\n"
        f"do sleep 5; done\n"
        f"curl -s {api}/runs/$run/ {header} \\\n  | grep -oE {_FIGURE}",
    }
