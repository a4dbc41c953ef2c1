"""Every move of a run: one conditional UPDATE each, with its event.

    scheduled -> queued -> running -> succeeded | failed | cancelled
                 queued <- running    when a lease is lost
                 queued -> failed     when the server cannot even be named, or its
                                      owner's consent is gone

The database row is the truth: who matches the WHERE clause (state and attempt) has
made the move, everybody else has not. Nothing here depends on the broker.
"""

from benchruns.runs.lifecycle.deletion import DELETABLE, delete, refusal
from benchruns.runs.lifecycle.end import confirm_cancelled, fail, succeed
from benchruns.runs.lifecycle.labels import clean_labels, label
from benchruns.runs.lifecycle.lease import (
    begin_phase,
    is_cancel_requested,
    record_counters,
    record_progress,
    record_samples,
    renew,
    use,
)
from benchruns.runs.lifecycle.loss import lose, reap, wait_for_generators
from benchruns.runs.lifecycle.moves import LeaseLost, record_event
from benchruns.runs.lifecycle.queue import NAME_PATIENCE, claim, promote_due, refuse
from benchruns.runs.lifecycle.requests import (
    ConsentNeeded,
    call_off,
    publish,
    request_cancel,
    unpublish,
    work_lost,
)

__all__ = [
    "DELETABLE",
    "NAME_PATIENCE",
    "ConsentNeeded",
    "LeaseLost",
    "begin_phase",
    "call_off",
    "claim",
    "clean_labels",
    "confirm_cancelled",
    "delete",
    "fail",
    "is_cancel_requested",
    "label",
    "lose",
    "promote_due",
    "publish",
    "reap",
    "record_counters",
    "record_event",
    "record_progress",
    "record_samples",
    "refusal",
    "refuse",
    "renew",
    "request_cancel",
    "succeed",
    "unpublish",
    "use",
    "wait_for_generators",
    "work_lost",
]
