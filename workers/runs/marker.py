"""A marker on a server: whoever can write it there, and drop it, has control of a place.

It is recorded like the data of a run, so that one that could not be dropped is a leftover.
"""

import secrets

from benchruns.endpoints import consents
from benchruns.models import DataSet, Endpoint, Server
from workers import probes
from workers.connecting.target import Target
from workers.runs import data_sets
from workers.runs.data_sets import Rights
from workers.runs.patience import GoOn


def show_control(
    target: Target, endpoint: Endpoint, server: Server, rights: Rights, *, go_on: GoOn
) -> None:
    """Write a marker and drop it, unless that was done on this server with this account.

    A table in a workspace of its own or, where the account may not create one, a marked
    table in the endpoint's database. BenchbookError where it cannot be done.
    """
    shown = Endpoint.objects.filter(pk=endpoint.pk, control_shown_at__isnull=False)
    if shown.exists():
        return
    recorded = _write(target, endpoint, server, rights, go_on=go_on)
    data_sets.drop(target, recorded, go_on=go_on)
    recorded.delete()  # nothing is there any more, and it was no data
    consents.note_control(endpoint, server)


def _write(
    target: Target, endpoint: Endpoint, server: Server, rights: Rights, *, go_on: GoOn
) -> DataSet:
    table = f"benchbook_marker_{secrets.token_hex(8)}"
    with probes.connect(target, go_on=go_on) as probe:
        marker = DataSet.objects.create(
            endpoint=endpoint,
            server=server,
            database=target.database,
            workspace=f"benchbook_{secrets.token_hex(8)}",
            owns_workspace=rights.owns_workspace,
            table_names=[table],
        )
        if rights.owns_workspace:
            probe.create_workspace(marker.workspace)
        own = marker.workspace if rights.owns_workspace else None
        probe.create_marker(table, workspace=own, mark=marker.workspace)
    return marker
