"""What is said of the database: who sells it, its size, its version, how it is set."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from benchruns.comparison.fairness import commits
from benchruns.comparison.fairness.context import Context
from benchruns.engines import ENGINES
from benchruns.engines.server_settings import Replication
from benchruns.engines.setting_values import is_same
from benchruns.sentences.fairness.condition import Condition, telling
from benchruns.units import size_text

_REPLICATION = {
    Replication.UNAWAITED: gettext_lazy("no secondary is awaited"),
    Replication.SEMI_SYNCHRONOUS: gettext_lazy("semi-synchronous"),
    Replication.SYNCHRONOUS: gettext_lazy("synchronous"),
}


def _engine(context: Context) -> str:
    engine = ENGINES.get(context.engine or "")
    return "" if engine is None else engine.label


def _version(context: Context) -> str:
    return context.engine_version_full or context.engine_version or ""


def _replication(context: Context) -> str:
    known = commits.replication(context)
    words = str(_REPLICATION[known]) if known else ""
    return ", ".join(part for part in (words, context.edition) if part)


def _durability(context: Context, among: Sequence[Context]) -> str:
    """The settings that differ; all of them where engines do."""
    stated = {each.id: commits.durability(each) for each in among}
    shown = [
        f"{name} = {value}"
        for name, value in stated[context.id].items()
        if not _is_shared(name, list(stated.values()))
    ]
    return ", ".join(shown) or _("other settings")


def _is_shared(name: str, stated: Sequence[Mapping[str, str]]) -> bool:
    values = [each.get(name) for each in stated]
    return None not in values and all(is_same(values[0], each) for each in values)


CONDITIONS: Mapping[str, Condition] = {
    "provider": Condition(
        label=gettext_lazy("provider"),
        message=gettext_lazy("The providers differ: %(values)s."),
        tell=telling(lambda each: each.provider or ""),
        why=gettext_lazy(
            "Processors, disks and networks of two providers are not the same, even where "
            "vCPUs and memory are."
        ),
        remedy=gettext_lazy(
            "Test the provider's own machines as well, to tell service from hardware."
        ),
    ),
    "engine": Condition(
        label=gettext_lazy("engine"),
        message=gettext_lazy("The engines differ: %(values)s."),
        tell=telling(_engine),
        why=gettext_lazy(
            "Two engines keep data, cache it and make commits durable in different ways, and "
            "their settings have other names and defaults."
        ),
        remedy=gettext_lazy(
            "Give both the same share of memory, equal durability and isolation, and the "
            "same load; or compare within one engine."
        ),
    ),
    "engine_version": Condition(
        label=gettext_lazy("engine version"),
        message=gettext_lazy("The engine versions differ: %(values)s."),
        tell=telling(_version),
        why=gettext_lazy(
            "Optimiser, replication and default settings change between versions."
        ),
        remedy=gettext_lazy("Compare results of one version."),
    ),
    "size": Condition(
        label=gettext_lazy("vCPUs and memory"),
        message=gettext_lazy("The sizes differ: %(values)s."),
        tell=telling(lambda each: size_text(each.vcpus, each.memory_gb)),
        why=gettext_lazy("A gap in size would be read as one of engine or service."),
        remedy=gettext_lazy(
            "Compare equal vCPUs and memory, or read the figures per vCPU."
        ),
    ),
    "class_family": Condition(
        label=gettext_lazy("class family"),
        message=gettext_lazy("The class families differ: %(values)s."),
        tell=telling(lambda each: each.family or ""),
        why=gettext_lazy(
            "General-purpose classes share the processors of a host with others and may "
            "burst, so their figures depend on neighbours and on the length of the run."
        ),
        remedy=gettext_lazy(
            "Compare classes of one family, or repeat over hours and take medians."
        ),
    ),
    "replication": Condition(
        label=gettext_lazy("replication"),
        message=gettext_lazy("Commits do not wait for the same: %(values)s."),
        tell=telling(_replication),
        why=gettext_lazy(
            "A commit that waits for one or two secondaries takes a round trip more than one "
            "that waits for none."
        ),
        remedy=gettext_lazy(
            "Compare asynchronous (or no secondary) with asynchronous, semi-synchronous with "
            "semi-synchronous, and synchronous over two secondaries with the same."
        ),
    ),
    "durability": Condition(
        label=gettext_lazy("durability"),
        message=gettext_lazy("Commits are not equally durable: %(values)s."),
        tell=_durability,
        why=gettext_lazy(
            "Flushing at every commit is often the dearest part of a write; a server that "
            "does not is faster, and loses commits when its host fails."
        ),
        remedy=gettext_lazy(
            "Set both as the safer side is: innodb_flush_log_at_trx_commit = 1 and "
            "sync_binlog = 1, or fsync = on and synchronous_commit = on."
        ),
    ),
    "isolation": Condition(
        label=gettext_lazy("isolation"),
        message=gettext_lazy("The isolation levels differ: %(values)s."),
        tell=telling(lambda each: commits.isolation(each) or ""),
        why=gettext_lazy(
            "A stricter level holds locks and versions longer, and aborts more."
        ),
        remedy=gettext_lazy("Set the same default isolation on both sides."),
    ),
}
