"""What is said of an uploaded report, whichever tool wrote it."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from benchruns.figures.metrics import METRICS
from benchruns.sentences.sentence import Sentences, Text, Values, rendered, rounded
from benchruns.units import percent_text
from benchruns.workloads.pgbench_scripts import READING, SCRIPTS, WRITING

_PGBENCH = "pgbench"  # once the only tool whose files belonged to a report


def _at_odds(values: Values) -> str:
    if "formula" in values:
        return _("%(formula)s makes %(made)s, and %(name)s is %(told)s.") % {
            "formula": values["formula"],
            "made": _number(values["made"]),
            "name": values["unlike"],
            "told": _number(values[values["unlike"]]),
        }
    return _("%(low)s is %(low_value)s, above %(high)s, which is %(high_value)s.") % {
        "low": values["low"],
        "low_value": _number(values[values["low"]]),
        "high": values["high"],
        "high_value": _number(values[values["high"]]),
    }


def _number(value: float) -> str:
    text = f"{value:,.3f}"
    return text.rstrip("0").rstrip(".")


def _belongs_to_none(values: Values) -> str:
    if not values["reports"]:
        return _("The report of %(tool)s that this file belongs to is missing.") % {
            "tool": values.get("tool", _PGBENCH)
        }
    if values["fitting"]:
        return _("This file fits %(count)d of the reports.") % {
            "count": values["fitting"]
        }
    return _("This file belongs to none of the reports: %(why)s") % {
        "why": values["reason"]
    }


def _repeats_differ(values: Values) -> str:
    return _(
        "The %(count)d repeats differ by %(apart)s of their median: %(lowest)s to "
        "%(highest)s %(unit)s."
    ) % {
        "count": values["count"],
        "apart": percent_text(values["apart"]),
        "lowest": rounded(values["lowest"], digits=_digits(values["lowest"])),
        "highest": rounded(values["highest"], digits=_digits(values["highest"])),
        "unit": METRICS[values["figure"]].unit,
    }


def _digits(value: float) -> int:
    """Three, and all before the point."""
    return max(3, len(f"{value:.0f}"))


def _samples_unread(values: Values) -> str:
    return ngettext(
        "%(count)d interval line could not be read.",
        "%(count)d interval lines could not be read.",
        values["lines"],
    ) % {"count": values["lines"]}


def _settings_left_out(values: Values) -> str:
    return _("%(count)d settings that tell secrets or places were left out.") % {
        "count": values["count"]
    }


def _built_in(values: Values) -> str:
    return _("The load is pgbench's built-in script “%(script)s”.") % {
        "script": values["script"]
    }


def _name_alone(values: Values) -> str:
    return _("The script is called “%(script)s”; what it sends is not listed.") % {
        "script": values["script"]
    }


def _papers_workload(values: Values) -> str:
    return _(
        "Repeat the test with the script %(file)s for a result of the workload "
        "%(workload)s."
    ) % {"file": SCRIPTS[values["workload"]].name, "workload": values["workload"]}


def _papers_scripts(_values: Values) -> str:
    return _(
        "Repeat the test with the papers' %(read_only)s or %(read_write)s, and with "
        "-r, so that the report tells by itself."
    ) % {
        "read_only": SCRIPTS[READING].name,
        "read_write": SCRIPTS[WRITING].name,
    }


_UNKNOWN_LOADS: Mapping[str, Sentences] = {
    "several_scripts": Sentences(
        message=gettext_lazy("Several scripts were mixed."),
        why=gettext_lazy(
            "A transaction is of one script or another, so what TPS counts depends on "
            "their weights, and QPS is not known."
        ),
        remedy=gettext_lazy(
            "Repeat the test with one script for a result that compares."
        ),
    ),
    "built_in_script": Sentences(
        message=_built_in,
        why=gettext_lazy(
            "It draws the accounts evenly, while the papers' scripts draw most of them "
            "from a few hot ones: its figures do not compare with theirs."
        ),
        remedy=_papers_workload,
    ),
    "unknown_script": Sentences(
        message=gettext_lazy("The script is none that is known here."),
        why=gettext_lazy(
            "TPS counts transactions of that script, which no other result shares."
        ),
        remedy=_papers_scripts,
    ),
    "name_alone": Sentences(
        message=_name_alone,
        why=gettext_lazy(
            "Any script may have the name of the papers' own: neither the workload nor "
            "QPS follow from it."
        ),
        remedy=gettext_lazy(
            "State the workload, or add -r to the command, so that the report lists the "
            "statements."
        ),
    ),
    "drawn_evenly": Sentences(
        message=gettext_lazy("The accounts are not drawn as the papers draw them."),
        why=gettext_lazy(
            "The statements are those of the papers' script, but which accounts are hot "
            "decides what is found in memory and what waits for locks."
        ),
        remedy=gettext_lazy(
            "Draw them by random_gaussian(1, :range, 10.0), and repeat the test."
        ),
    ),
    "unknown_benchmark": Sentences(
        message=gettext_lazy("The benchmark is not among the workloads here."),
        why=gettext_lazy("Only results of one workload can be compared."),
        remedy=gettext_lazy("Run “tpcc”, or keep the result for itself."),
    ),
}
_ENDS: Mapping[str, Sentences] = {
    "hammerdb": Sentences(
        message=gettext_lazy(
            "The log does not tell that all virtual users ended well."
        ),
        why=gettext_lazy(
            "HammerDB prints a result also where a virtual user failed, and says so "
            "only in the lines after it."
        ),
        remedy=lambda values: (
            _("A log up to “%(line)s” would tell.") % {"line": values["line"]}
        ),
    ),
    "benchbase": Sentences(
        message=gettext_lazy("The file does not tell whether the run ended well."),
        why=gettext_lazy("A run that was broken off leaves a summary, too."),
        remedy=gettext_lazy("Use a newer BenchBase, and repeat the run."),
    ),
}


def _one_of(kinds: Mapping[str, Sentences], key: str) -> Sentences:
    """Sentences of one code that differ by one of its values."""

    def of(part: str) -> Text:
        def text(values: Values) -> str:
            return rendered(getattr(kinds[values[key]], part), values)

        return text

    return Sentences(message=of("message"), why=of("why"), remedy=of("remedy"))


SENTENCES: Mapping[str, Sentences] = {
    "repeats_differ": Sentences(
        message=_repeats_differ,
        why=gettext_lazy(
            "What is measured alike comes out alike, within a few per cent: something "
            "else differed, and the median rests on it."
        ),
        remedy=gettext_lazy(
            "Repeat it under the same conditions, and see what else ran on server and "
            "client."
        ),
    ),
    "contradicts_itself": Sentences(
        message=_at_odds,
        why=gettext_lazy(
            "Figures of one run fit each other: one of these is not what it was."
        ),
        remedy=gettext_lazy(
            "Believe neither of them before the tool's own output is seen."
        ),
    ),
    "belongs_to_no_report": Sentences(
        message=_belongs_to_none, why=gettext_lazy("Its figures were not used.")
    ),
    "loopback": Sentences(
        message=gettext_lazy(
            "The command reaches the server at the client's own machine (localhost)."
        ),
        why=gettext_lazy(
            "Client and server took CPU, memory and disk from each other, or a tunnel lay "
            "between them: neither is how the server is used."
        ),
        remedy=gettext_lazy(
            "Run the client on a machine of its own in the server's zone, and give the tool "
            "the server's address."
        ),
    ),
    "samples_unread": Sentences(
        message=_samples_unread,
        why=gettext_lazy(
            "A terminal or a mail wrapped them, or they were cut: these seconds are missing "
            "among the samples."
        ),
        remedy=gettext_lazy("Upload the file that the tool's output was written to."),
    ),
    "settings_left_out": Sentences(
        message=_settings_left_out,
        why=gettext_lazy("Host names, paths and passwords are nobody else's business."),
    ),
    "configuration_file": Sentences(
        message=gettext_lazy(
            "This is a configuration file, not what the server has in force."
        ),
        why=gettext_lazy(
            "What it does not name has the server's default, which is not known."
        ),
        remedy=gettext_lazy(
            "The output of SHOW GLOBAL VARIABLES or SHOW ALL tells what was."
        ),
    ),
    "workload_unknown": _one_of(_UNKNOWN_LOADS, "reason"),
    "end_not_told": _one_of(_ENDS, "tool"),
}
