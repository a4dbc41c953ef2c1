"""What is said of the report of one tool: how its run was, and what it leaves open."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from benchruns.sentences.sentence import Sentences, Values, rounded


def _errors_ignored(values: Values) -> str:
    """Of the tries: there may be more errors than transactions that ended well."""
    tries = values["errors"] + values["transactions"]
    return _(
        "%(share)s %% of the tries of a transaction ended in an error and were repeated."
    ) % {"share": rounded(100 * values["errors"] / tries, digits=3)}


def _statement_mix(values: Values) -> str:
    if values["are_blurred"]:
        return _("Too many transactions were repeated to tell the workload.")
    return _(
        "Reads %(reads)g, writes %(writes)g, others %(other)g a transaction: no "
        "workload known here sends these."
    ) % {name: values[name] for name in ("reads", "writes", "other")}


def _without_row(values: Values) -> str:
    return _("%(share)s %% of the writes met no row.") % {
        "share": rounded(100 * values["share"])
    }


def _samples_partial(values: Values) -> str:
    return _("The samples begin at second %(first)s.") % {"first": values["first_s"]}


def _warned(values: Values) -> str:
    return ngettext(
        "The tool printed %(count)d warning.",
        "The tool printed %(count)d warnings.",
        values["warnings"],
    ) % {"count": values["warnings"]}


def _complained(values: Values) -> str:
    return ngettext(
        "The tool printed %(count)d error.",
        "The tool printed %(count)d errors.",
        values["errors"],
    ) % {"count": values["errors"]}


def _as_text(values: Values) -> str:
    """A measured run without prepared statements knows no mode of pgbench."""
    values["query_mode"]
    return _("Measured without prepared statements.")


def _do_not_add_up(values: Values) -> str:
    latency = values["latency_avg_ms"]
    return _(
        "The listed statements take %(listed)s ms, a transaction %(latency)s ms."
    ) % {
        "listed": f"{values['listed_ms']:,.3f}",
        "latency": "–" if latency is None else f"{latency:,.3f}",
    }


def _clients_idle(values: Values) -> str:
    told = {
        "listed": f"{values['listed_ms']:,.3f}",
        "latency": f"{values['latency_ms']:,.3f}",
    }
    if values["at_work"] is None:
        return (
            _("Of %(latency)s ms a transaction the statements take %(listed)s.") % told
        )
    return _(
        "Of %(latency)s ms a transaction the statements take %(listed)s: %(at_work)s of "
        "%(clients)s clients were at work on average."
    ) % {
        **told,
        "at_work": f"{values['at_work']:,.1f}",
        "clients": f"{values['clients']:,}",
    }


def _by_name(values: Values) -> str:
    return _("Only the script's name, “%(script)s”, says which workload it is.") % {
        "script": values["script"]
    }


def _nopm_tpm_ratio(values: Values) -> str:
    nopm, tpm = values["nopm"], values["tpm"]
    return _("NOPM / TPM is %(ratio)s; this load gives %(low)s to %(high)s.") % {
        "ratio": f"{nopm / tpm:.3f}" if tpm else "–",
        "low": values["low"],
        "high": values["high"],
    }


def _procedure_errors(values: Values) -> str:
    return ngettext(
        "A stored procedure failed %(count)d time.",
        "Stored procedures failed %(count)d times.",
        values["lines"],
    ) % {"count": values["lines"]}


def _transaction_mix(values: Values) -> str:
    return _(
        "Of the transactions %(new_order)s %% were new orders and %(payment)s %% payments; "
        "the tool's own mix has 45 and 43."
    ) % {
        "new_order": rounded(100 * values["new_order"], digits=3),
        "payment": rounded(100 * values["payment"], digits=3),
    }


def _virtual_users(values: Values) -> str:
    return _("%(active)s virtual users worked, %(asked)s were configured.") % {
        "active": f"{values['active']:,g}",
        "asked": f"{values['asked']:,g}",
    }


_OF_SYSBENCH: Mapping[str, Sentences] = {
    "errors_ignored": Sentences(
        message=_errors_ignored,
        why=gettext_lazy(
            "The tool counts statements of failed transactions as work done and their "
            "time as latency, so QPS looks better and latency worse than the TPS."
        ),
        remedy=gettext_lazy("See which errors the server reported, mostly deadlocks."),
    ),
    "no_percentile": Sentences(
        message=gettext_lazy("No latency percentile is known."),
        why=gettext_lazy("A mean hides the slow transactions that users notice."),
        remedy=gettext_lazy("Run sysbench with --percentile=95, or with --histogram."),
    ),
    "percentile_unnamed": Sentences(
        message=gettext_lazy(
            "The latency is a percentile, but the text does not say which."
        ),
        why=gettext_lazy(
            "Different percentiles cannot be compared; sysbench's default is 95."
        ),
        remedy=gettext_lazy("The final block of the output, or the command, names it."),
    ),
    "statement_mix": Sentences(
        message=_statement_mix,
        why=gettext_lazy(
            "Transactions that do other work cannot be compared by their number."
        ),
        remedy=gettext_lazy(
            "Repeat the run with a script of this site to compare it with others."
        ),
    ),
    "writes_without_row": Sentences(
        message=_without_row,
        why=gettext_lazy(
            "A write that changes nothing is less work. sysbench counts it as other, so "
            "the printed writes are too few and the others too many."
        ),
        remedy=gettext_lazy(
            "Give the run the --tables and --table-size that were prepared; in a small "
            "table threads delete each other's rows."
        ),
    ),
    "samples_partial": Sentences(
        message=_samples_partial,
        why=gettext_lazy("Whether the load was steady shows in the whole run only."),
        remedy=gettext_lazy("The tool's whole output would show it."),
    ),
    "tool_warning": Sentences(
        message=_warned, remedy=gettext_lazy("The tool's output has its words.")
    ),
}
_OF_PGBENCH: Mapping[str, Sentences] = {
    "connects_each_time": Sentences(
        message=gettext_lazy("Each transaction made a connection of its own."),
        why=gettext_lazy("TPS and latency contain the time that connecting took."),
        remedy=gettext_lazy("Repeat the run without -C to compare it with others."),
    ),
    "statements_as_text": Sentences(
        message=_as_text,
        why=gettext_lazy(
            "The server reads and plans the text of each statement anew, which "
            "costs it time that the papers' runs did not spend."
        ),
        remedy=gettext_lazy(
            "Repeat the run with -M prepared to compare it with others."
        ),
    ),
    "latency_with_failures": Sentences(
        message=gettext_lazy("The mean latency contains failed transactions."),
        why=gettext_lazy(
            "Without -P, -R or -L pgbench measures no latency: it divides the time of "
            "the run by all transactions, failed ones included."
        ),
        remedy=gettext_lazy("Add -P 1 to the command."),
    ),
    "statements_do_not_add_up": Sentences(
        message=_do_not_add_up,
        why=gettext_lazy(
            "The list is cut, or not each transaction ran all of it once: what one "
            "sends is not known, and so no QPS."
        ),
        remedy=gettext_lazy(
            "The tool's whole output would tell, best of a run with -P 1."
        ),
    ),
    "clients_idle": Sentences(
        message=_clients_idle,
        why=gettext_lazy(
            "Clients were broken off, which pgbench tells on its standard error alone, or "
            "the load generator itself took the time: latency and the number of clients "
            "are not what they seem."
        ),
        remedy=gettext_lazy(
            "Upload what pgbench printed on its standard error, too; or repeat the run "
            "with -P 1 and with more threads (-j)."
        ),
    ),
    "workload_by_name": Sentences(
        message=_by_name,
        why=gettext_lazy("QPS are those of the papers' script of that name."),
        remedy=gettext_lazy(
            "Add -r to the command, so that the report lists the statements."
        ),
    ),
}
_OF_HAMMERDB: Mapping[str, Sentences] = {
    "nopm_tpm_ratio": Sentences(
        message=_nopm_tpm_ratio,
        why=gettext_lazy(
            "TPM count all work of the server: other activity, or a version of "
            "HammerDB that counted otherwise, as before 4.5."
        ),
        remedy=gettext_lazy("Compare NOPM, and only runs of one version of HammerDB."),
    ),
    "sd_unit": Sentences(
        message=gettext_lazy(
            "The standard deviations (SD) are kept as printed, without unit."
        ),
        why=gettext_lazy(
            "Before 6.0 HammerDB printed them in a unit other than its times."
        ),
        remedy=gettext_lazy("Use the percentiles, or HammerDB 6.0 or newer."),
    ),
    "asynchronous_clients": Sentences(
        message=gettext_lazy(
            "Each virtual user held several sessions that key and think."
        ),
        why=gettext_lazy(
            "Sessions that wait are another load than users that never pause."
        ),
        remedy=gettext_lazy(
            "Compare it with runs of as many sessions that wait likewise."
        ),
    ),
    "all_warehouses": Sentences(
        message=gettext_lazy("Each virtual user worked on many warehouses."),
        why=gettext_lazy(
            "With one home warehouse a user, less data is read and written."
        ),
        remedy=gettext_lazy("Compare it with runs that used all warehouses too."),
    ),
    "procedure_errors": Sentences(
        message=_procedure_errors,
        why=gettext_lazy(
            "HammerDB goes on after an error that it was not asked to raise: what failed is "
            "not in NOPM, and was no load either."
        ),
        remedy=gettext_lazy(
            "Repeat the run with “raise errors” set (…_raiseerror true), and see what "
            "the server said."
        ),
    ),
    "virtual_users": Sentences(
        message=_virtual_users,
        why=gettext_lazy("The figure is of those that worked."),
        remedy=gettext_lazy("Repeat the run, and look at why users were missing."),
    ),
}
_OF_MESSAGES: Mapping[str, Sentences] = {
    "tool_errors": Sentences(
        message=_complained,
        why=gettext_lazy("What failed is no load, and its outcome is not given."),
        remedy=gettext_lazy("The tool's standard error has its words."),
    ),
    "broken_off": Sentences(
        message=gettext_lazy(
            "The tool says on its standard error that the run, or a part of it, was broken "
            "off."
        ),
        why=gettext_lazy(
            "Its report looks like any other, and is not of the load that was asked for."
        ),
        remedy=gettext_lazy("See what it says, and repeat the run."),
    ),
}
_OF_OTHERS: Mapping[str, Sentences] = {
    "analytic_queries": Sentences(  # go-tpc
        message=gettext_lazy("Analytic queries ran beside the transactions."),
        why=gettext_lazy("They take CPU and memory from them: it is another load."),
        remedy=gettext_lazy("Run “tpcc” alone."),
    ),
    "transaction_mix": Sentences(  # go-tpc
        message=_transaction_mix,
        why=gettext_lazy(
            "New orders a minute depend on how many of the transactions are new orders: "
            "it is another load."
        ),
        remedy=gettext_lazy("Repeat the run without --weight to compare it."),
    ),
    "keying_and_thinking": Sentences(  # go-tpc
        message=gettext_lazy(
            "The threads keyed and thought between transactions (--wait)."
        ),
        why=gettext_lazy(
            "Sessions that wait are another load than threads that never pause."
        ),
        remedy=gettext_lazy("Compare it with runs that waited likewise."),
    ),
    "goodput_missing": Sentences(  # BenchBase
        message=gettext_lazy("The file states no goodput, so its TPS are not known."),
        why=gettext_lazy("Its throughput counts requests that were aborted, too."),
        remedy=gettext_lazy("Use a newer BenchBase, and repeat the run."),
    ),
}
SENTENCES: Mapping[str, Sentences] = {
    **_OF_SYSBENCH,
    **_OF_PGBENCH,
    **_OF_HAMMERDB,
    **_OF_MESSAGES,
    **_OF_OTHERS,
}
