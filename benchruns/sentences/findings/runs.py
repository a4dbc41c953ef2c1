"""What is said of a measured run, and of a load that is not the workload's own."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from benchruns.sentences import verdicts
from benchruns.sentences.sentence import Sentences, Values, rounded
from benchruns.units import percent_text
from benchruns.vocabulary import Regime


def _regime_differs(values: Values) -> str:
    text = _("Expected to be %(expected)s, and measured as %(verdict)s. %(note)s")
    if values.get("is_published"):
        text = _(
            "The vendor's label is %(expected)s, and it was measured as %(verdict)s. %(note)s"
        )
    return text % {
        "expected": Regime(values["expected"]).label,
        "verdict": Regime(values["verdict"]).label,
        "note": verdicts.regime_note(values),
    }


def _other_size(values: Values) -> str:
    if values["expected"] == Regime.CACHED:
        return _("Use less data, a larger buffer or a longer warm-up, and repeat.")
    if values["expected"] == Regime.OS_CACHE:
        return _(
            "Use more data than the buffer holds and less than the server's memory, warm "
            "up until it has been read once, and repeat."
        )
    if values["expected"] == Regime.MIXED:
        return _("Use somewhat more data than the buffer holds, and repeat.")
    return _("Use more data than the server has memory, and repeat.")


def _own_script(values: Values) -> str:
    words = {"script": values["script"], "digest": values["sha256"][:12]}
    return (
        _("Measured with a script of one's own, %(script)s (SHA-256 %(digest)s…).")
        % words
    )


def _rate_not_reached(values: Values) -> str:
    return _("%(offered)s TPS were offered and %(achieved)s achieved.") % {
        "offered": f"{values['offered_tps']:,.0f}",
        "achieved": f"{values['achieved_tps']:,.0f}",
    }


def _varied(values: Values) -> str:
    return _(
        "TPS varied by %(variation)s of the mean from sample to sample: there is no steady "
        "window."
    ) % {"variation": percent_text(values["variation"])}


def _why_varied(values: Values) -> str:
    return _(
        "The mean of %(count)s samples is known to %(uncertainty)s at best. Two figures "
        "within 5 %% of each other are called the same, so each has to be known to 2.5 %%."
    ) % {
        "count": f"{values['samples']:,}",
        "uncertainty": f"± {percent_text(values['uncertainty'], digits=1)}",
    }


def _short(values: Values) -> str:
    return _("Measured for %(seconds)s s only.") % {
        "seconds": f"{values['seconds']:.3g}"
    }


def _few_samples(values: Values) -> str:
    if not values["samples"]:
        return _("No samples: whether throughput was steady is not known.")
    return ngettext(
        "%(count)d sample only: whether throughput was steady is not known.",
        "%(count)d samples only: whether throughput was steady is not known.",
        values["samples"],
    ) % {"count": values["samples"]}


def _overrun(values: Values) -> str:
    return _("Measured for %(measured)s s, though %(asked)s s were asked for.") % {
        "measured": f"{values['measured_s']:,.1f}",
        "asked": f"{values['asked_s']:,}",
    }


def _nopm_tpm_ratio(values: Values) -> str:
    return _(
        "NOPM are %(ratio)s of TPM; by the mix they are %(least)s to %(most)s."
    ) % {name: f"{values[name]:.3f}" for name in ("ratio", "least", "most")}


def _why_another_ratio(values: Values) -> str:
    if values["ratio"] < values["least"]:
        return _(
            "TPM count the whole server: another application, a backup or a monitor adds "
            "to them. Transactions that were tried again add rollbacks, too."
        )
    return _(
        "NOPM count order numbers and TPM what the engine counts as ended: something "
        "else makes orders in these tables, statistics lag behind, or too few "
        "transactions ended for the mix to show."
    )


def _data_grown(values: Values) -> str:
    return _(
        "The data set had been used before: it held %(more)s orders, %(share)s %%, "
        "more than a new one."
    ) % {
        "more": f"{values['orders']:,}",
        "share": f"{100 * values['share']:,.1f}",
    }


def _users_over_warehouses(values: Values) -> str:
    return _("More virtual users (%(users)s) than warehouses (%(warehouses)s).") % {
        "users": f"{values['virtual_users']:,}",
        "warehouses": f"{values['warehouses']:,}",
    }


def _rate_limited(values: Values) -> str:
    """Of a report it may be known that there was a rate, but not which."""
    if "rate" not in values:
        return _("The load was limited to a fixed rate.")
    rate = f"{values['rate']:,}"
    return _("The load was limited to %(rate)s transactions a second.") % {"rate": rate}


def _many_failed(values: Values) -> str:
    return _("%(share)s %% of the transactions failed: %(failed)s of %(of)s.") % {
        "share": rounded(100 * values["share"]),
        "failed": f"{values['failed']:,.0f}",
        "of": f"{values['begun']:,.0f}",
    }


def _many_skipped(values: Values) -> str:
    return _(
        "%(share)s %% of the transactions were skipped: %(skipped)s of %(of)s."
    ) % {
        "share": rounded(100 * values["share"]),
        "skipped": f"{values['skipped']:,.0f}",
        "of": f"{values['planned']:,.0f}",
    }


def _generator_lost(values: Values) -> str:
    return ngettext(
        "%(lost)d of %(generators)d load generators was lost while it measured.",
        "%(lost)d of %(generators)d load generators were lost while they measured.",
        len(values["lost"]),
    ) % {"lost": len(values["lost"]), "generators": values["generators"]}


def _generators_apart(values: Values) -> str:
    return _(
        "The %(generators)d load generators began %(seconds)s s apart from each other."
    ) % {
        "generators": values["generators"],
        "seconds": rounded(values["apart_s"]),
    }


def _generators_begun_unknown(values: Values) -> str:
    return ngettext(
        "When %(unknown)d of %(generators)d load generators began its load is not known.",
        "When %(unknown)d of %(generators)d load generators began their load is not known.",
        len(values["unknown"]),
    ) % {"unknown": len(values["unknown"]), "generators": values["generators"]}


SENTENCES: Mapping[str, Sentences] = {
    "regime_differs": Sentences(
        message=_regime_differs,
        why=gettext_lazy("The regime decides what a figure can be compared with."),
        remedy=_other_size,
    ),
    "same_host": Sentences(
        message=verdicts.shared_machine,
        why=gettext_lazy(
            "They took CPU, memory and disk from each other, and no network lay between "
            "them; what limited the run is less certain, too."
        ),
        remedy=gettext_lazy(
            "Run the client on a machine of its own in the server's zone."
        ),
    ),
    "client_bound": Sentences(
        message=gettext_lazy("The load generator was the limit, not the server."),
        why=gettext_lazy("The server could have done more than this figure says."),
        remedy=verdicts.advice,
    ),
    "generator_lost": Sentences(
        message=_generator_lost,
        why=gettext_lazy(
            "The figure has the transactions of the others alone, and the load was less "
            "than the number of threads says."
        ),
        remedy=gettext_lazy(
            "Repeat the run; without “go on without a lost one” it fails instead."
        ),
    ),
    "generators_apart": Sentences(
        message=_generators_apart,
        why=gettext_lazy(
            "Figures are added, but for a part of the time not all of them loaded the "
            "server."
        ),
        remedy=gettext_lazy(
            "See whether one of them is slow to connect, then repeat for longer."
        ),
    ),
    "generators_begun_unknown": Sentences(
        message=_generators_begun_unknown,
        why=gettext_lazy(
            "Figures are added, but whether all of them loaded the server at the same time "
            "is not known, and there are no seconds of all together."
        ),
        remedy=gettext_lazy(
            "Repeat the run for longer than its report interval, so that each tool prints "
            "a second of its own."
        ),
    ),
    "rate_not_reached": Sentences(
        message=_rate_not_reached,
        why=gettext_lazy(
            "Beyond what the server can do the queue grows, and with it every latency."
        ),
        remedy=gettext_lazy(
            "Offer less, or use more threads if the server has time left."
        ),
    ),
    "latency_log_not_whole": Sentences(
        message=gettext_lazy(
            "The tool's log of transactions is not whole: there are no percentiles."
        ),
        why=gettext_lazy(
            "Percentiles of a part of the run would pass for those of the run."
        ),
        remedy=gettext_lazy(
            "See that the load generator's disk has room for the log, about 40 bytes a "
            "transaction, and repeat the run."
        ),
    ),
    "variation": Sentences(
        message=_varied,
        why=_why_varied,
        remedy=gettext_lazy(
            "Look in the chart for what held it up (checkpoints, vacuum, something else on "
            "the machine), then repeat for longer, after a longer warm-up."
        ),
    ),
    "short": Sentences(
        message=_short,
        why=gettext_lazy(
            "The papers measured for a minute and longer: in less a cache is still "
            "filling, and no checkpoint or vacuum has come by."
        ),
        remedy=gettext_lazy("Repeat it for a minute at least, after a warm-up."),
    ),
    "few_samples": Sentences(
        message=_few_samples,
        why=gettext_lazy(
            "A mean over a minute hides a server that stood still for half of it."
        ),
        remedy=gettext_lazy(
            "Let the tool print an interval a second: --report-interval=1, or -P 1 of pgbench."
        ),
    ),
    "not_steady": Sentences(
        message=gettext_lazy("Throughput never settled: there is no steady window."),
        why=gettext_lazy("A mean over a ramp depends on how long the run was."),
        remedy=gettext_lazy("Run longer, or with a longer warm-up."),
    ),
    "duration": Sentences(
        message=_overrun,
        why=gettext_lazy(
            "The tool waits for transactions that the server holds up, and counts the "
            "time they take."
        ),
        remedy=gettext_lazy(
            "See what held the server up, then repeat the run for longer."
        ),
    ),
    "statements_as_text": Sentences(
        message=gettext_lazy("Measured without prepared statements."),
        why=gettext_lazy(
            "The server reads and plans the text of each statement anew, which costs it "
            "time that the papers' runs did not spend."
        ),
        remedy=gettext_lazy(
            "Raise max_prepared_stmt_count where that was the reason, and repeat the run "
            "with prepared_statements."
        ),
    ),
    "counters_not_readable": Sentences(
        message=gettext_lazy(
            "TPM are not known: the account may not read the server's counters."
        ),
        why=gettext_lazy(
            "SQL Server shows them to logins with VIEW SERVER STATE alone. NOPM, TPS and "
            "latencies do not need it."
        ),
        remedy=gettext_lazy(
            "Have an administrator run GRANT VIEW SERVER STATE TO the login, in the "
            "database master, then repeat."
        ),
    ),
    "nopm_tpm_ratio": Sentences(
        message=_nopm_tpm_ratio,
        why=_why_another_ratio,
        remedy=gettext_lazy(
            "See what else uses the server, or measure for longer if few transactions "
            "ended; then repeat. Compare NOPM and TPS until it is clear."
        ),
    ),
    "data_grown": Sentences(
        message=_data_grown,
        why=gettext_lazy(
            "Orders, lines and payments stay, and open orders may pile up: more data, "
            "and other rows that are hot."
        ),
        remedy=gettext_lazy("Compare with runs on a new data set after loading one."),
    ),
    "virtual_users_over_warehouses": Sentences(
        message=_users_over_warehouses,
        why=gettext_lazy(
            "Users of one warehouse wait for each other's locks, so that the figure says "
            "less of CPU and disk. The papers ran 10 warehouses like this."
        ),
        remedy=gettext_lazy(
            "Use 4 to 5 warehouses a virtual user to measure without that."
        ),
    ),
    "no_transactions": Sentences(
        message=gettext_lazy("Measured without BEGIN and COMMIT."),
        why=gettext_lazy(
            "Each statement commits by itself, so a transaction here is not the "
            "workload's and its TPS stands for less or other work."
        ),
        remedy=gettext_lazy(
            "Repeat the run without skip_trx to compare it with others."
        ),
    ),
    "own_script": Sentences(
        message=_own_script,
        why=gettext_lazy(
            "Benchbook does not know what a transaction of it does. Its figures compare with "
            "runs of the same script alone, never with a vendor's or another load's."
        ),
        remedy=gettext_lazy(
            "Compare with a run of the same script, or measure one of the other loads."
        ),
    ),
    "rate_limited": Sentences(
        message=_rate_limited,
        why=gettext_lazy(
            "TPS and QPS show what was offered, not what the server can do; the "
            "latencies are those below saturation."
        ),
        remedy=gettext_lazy(
            "Repeat the run without rate to measure the most it can do."
        ),
    ),
    "many_errors": Sentences(
        message=_many_failed,
        why=gettext_lazy(
            "The server spent time on them, and what failed may be the work that others "
            "waited for: it is another load."
        ),
        remedy=gettext_lazy("See which errors the server reported, mostly deadlocks."),
    ),
    "many_skipped": Sentences(
        message=_many_skipped,
        why=gettext_lazy(
            "They were too late to be begun, so the slowest of what was offered is not "
            "in the latency."
        ),
        remedy=gettext_lazy(
            "Repeat the run at a lower rate, or without a limit of latency."
        ),
    ),
}
