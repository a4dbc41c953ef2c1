"""What is said of a tool that failed, or that is not to be believed."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from benchruns.sentences.sentence import Text, Values, filled

_MIB = 2**20
_NAMES = {
    "host": gettext_lazy("host"),
    "address": gettext_lazy("address"),
    "username": gettext_lazy("user name"),
    "database": gettext_lazy("database"),
}
_CRASHED = gettext_lazy(
    "sysbench died (signal 11), which it does when the server goes away. Look at "
    "the server's log, and run again when the server is up."
)
_KILLED = gettext_lazy(
    "The tool was killed (signal 9), perhaps because the worker's machine ran out "
    "of memory. Look at its system log, then run again."
)


def _too_much_memory(values: Values) -> str:
    return _(
        "The tool took more than %(limit)s of memory and was stopped: the server may "
        "have answered far more than it was asked. Look at the server's log; if it is "
        "in order, use fewer threads or tables."
    ) % {"limit": f"{values['limit_bytes'] // _MIB} MiB"}


def _died(values: Values) -> str:
    """One code for programs, the likely cause for people."""
    cause = values.get("cause")
    if cause == "server_gone":
        return str(_CRASHED)
    if cause == "out_of_memory":
        return str(_KILLED)
    return _(
        "The tool died (signal %(signal)s). Look at its output, then run again."
    ) % {"signal": values["signal"]}


def _many_failed(values: Values) -> str:
    return _(
        "%(failed)s of %(all)s transactions failed, so the rest is no measurement. Look "
        "at the server's log, then run again, with fewer virtual users if locks were the "
        "reason."
    ) % {name: f"{values[name]:,}" for name in ("failed", "all")}


def _orders_missing(values: Values) -> str:
    return _(
        "The tool saw %(told)s new orders end, but the server holds %(found)s more than "
        "before. It lost commits, or something else changed the tables: look at its log, "
        "then run again."
    ) % _orders(values)


def _orders_of_others(values: Values) -> str:
    return _(
        "The tool saw %(told)s new orders end, but the server holds %(found)s more than "
        "before. Something else made orders in these tables, so NOPM are not this run's "
        "alone: end it, then run again."
    ) % _orders(values)


def _orders(values: Values) -> dict[str, str]:
    """Of the tool's count, which is a rate over the time between two looks."""
    return {"told": f"{values['counted']:,.0f}", "found": f"{values['found']:,}"}


def _unsafe_name(values: Values) -> str:
    return _(
        "The %(what)s has a comma, an equals sign, a space or a control character, "
        "which the tools would misread. Give the endpoint one without."
    ) % {"what": _NAMES[values["what"]]}


def _unreadable(values: Values) -> str:
    return _(
        "The file %(script)s of the load generator cannot be read: a script is UTF-8 text of "
        "%(most)s KiB at most, which the worker may read. Have its operator mend it."
    ) % {"script": values["script"], "most": values["most"] // 1024}


def _transactions_differ(values: Values) -> str:
    """Of pgbench's history, or of the one row that sysbench updates."""
    text = (
        _(
            "The tool counted %(told)d transactions, but the history grew by %(found)d "
            "rows. Something else works on the tables of this run, or the server lost "
            "commits: look at its log, then repeat the run."
        )
        if values["grown"] == "history"
        else _(
            "The tool counted %(told)d transactions, but the row grew by %(found)d. "
            "Something else changed the row, or the server lost or repeated "
            "commits: look at its log, then repeat the run."
        )
    )
    return text % {"told": values["counted"], "found": values["found"]}


SENTENCES: Mapping[str, Text] = {
    "tool_memory": _too_much_memory,
    "tool_died": _died,
    "tool_killed": _KILLED,
    "many_failed": _many_failed,
    "orders_missing": _orders_missing,
    "orders_of_others": _orders_of_others,
    "counts_differ": _transactions_differ,
    "unsafe_name": _unsafe_name,
    "silent_server": gettext_lazy(
        "The server accepted connections but said nothing for 30 seconds. Check that "
        "the port is a database's and that the server is not stuck."
    ),
    "threads_not_ready": gettext_lazy(
        "Some of the tool's threads had no connection yet after 30 seconds. Either the "
        "server is stuck, or it or the load generator has more to do than its CPUs can: "
        "look at both, or use fewer threads."
    ),
    "rate_too_high": gettext_lazy(
        "The server could not keep up with the rate asked for, and the tool's queue "
        "ran full. Lower the rate, or use more threads."
    ),
    "no_events": gettext_lazy(
        "Not one transaction ended while the tool measured, so there is no figure. "
        "Run longer, or raise the rate."
    ),
    "incomplete_report": gettext_lazy(
        "The tool ended without a whole report, so its figures are not to be "
        "believed. Look at its output, then run again."
    ),
    "checkpoint_report": gettext_lazy(
        "The report holds checkpoints, so its rates and its time do not belong "
        "together. Run without --report-checkpoints."
    ),
    "tool_timeout": gettext_lazy(
        "The tool ran much longer than asked and was stopped. The server may "
        "be frozen or overloaded: look at it, then run again."
    ),
    "tool_missing": filled(
        gettext_lazy(
            "The program “%(program)s” is not installed where the worker runs. Install it "
            "there, then run again."
        )
    ),
    "no_scripts_folder": filled(
        gettext_lazy(
            "The load generator has no folder of scripts, so it cannot run %(script)s. Have "
            "its operator set LOADGEN_SCRIPTS, or use another load."
        )
    ),
    "script_missing": filled(
        gettext_lazy(
            "There is no file %(script)s in the scripts folder of the load generator. Have "
            "its operator put it there, or give the name of one that is there."
        )
    ),
    "script_changed": filled(
        gettext_lazy(
            "The file %(script)s of the load generator holds another text than was asked for: "
            "its SHA-256 is %(found)s. Leave script_sha256 empty to run it as it is; its "
            "results stand apart from those of the old text."
        )
    ),
    "scripts_differ": filled(
        gettext_lazy(
            "The load generators of this run hold other texts as %(script)s, so their figures "
            "are not of one load. Have their operator put the same file on each."
        )
    ),
    "script_unreadable": _unreadable,
    "probe_not_started": gettext_lazy(
        "Benchbook could not start the process that speaks to the server; the server is "
        "not to blame. Look at the worker's log and its machine, then try again."
    ),
    "password_unsupported": gettext_lazy(
        "The password holds both kinds of quotation marks, a line break or a control "
        "character, which the load tools cannot be given. Use another for this account."
    ),
    "tls_unsupported": gettext_lazy(
        "sysbench cannot check a MySQL or MariaDB server's name in its certificate. Set "
        "the endpoint's TLS to “required” and give the certificate of the server's "
        "authority (CA)."
    ),
    "tool_without_tls": gettext_lazy(
        "With TLS “if offered” its connections have none, and the server does not admit "
        "this account so. Set the endpoint's TLS to “required” and give the "
        "certificate of the server's authority (CA), or admit plain connections there."
    ),
    "tls_ca_missing": gettext_lazy(
        "sysbench makes a TLS connection to MySQL and MariaDB only with the "
        "certificate of the server's authority (CA). Give it to the endpoint."
    ),
    "internal_error": gettext_lazy(
        "Benchbook itself failed; the server is not to blame. The worker's log "
        "has the details: report it, then repeat the run."
    ),
    "generators_missing": filled(
        gettext_lazy(
            "The run wants %(wanted)d load generators, and %(came)d were free. Start more "
            "workers of runs, wait until others are free, or ask for fewer."
        )
    ),
    "generators_not_ready": gettext_lazy(
        "A load generator did not get ready in a minute. See whether it reaches the "
        "server and the portal's database, then repeat the run."
    ),
    "generators_not_done": gettext_lazy(
        "A load generator did not end with the others. See whether its machine has "
        "enough CPU, then repeat the run."
    ),
    "generator_lost": filled(
        gettext_lazy(
            "Load generator %(number)d stopped answering. See whether its machine runs "
            "out of memory, then repeat the run, or ask that the rest goes on without a "
            "lost one."
        )
    ),
    "generator_elsewhere": filled(
        gettext_lazy(
            "From load generator %(number)d the endpoint's name leads to another "
            "address. Give the endpoint a name or an address that is the same for all."
        )
    ),
    "worker_lost": filled(
        gettext_lazy(
            "Its worker stopped answering. That was attempt %(attempt)d, the last one. "
            "See whether the worker's machine runs out of memory, then repeat the run."
        )
    ),
}
