"""Rules on the database: who sells it, its size, its version, and how it is set."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from benchruns.comparison.fairness import commits
from benchruns.comparison.fairness.context import Context
from benchruns.comparison.fairness.rules.rule import (
    Rule,
    Verdict,
    by_value,
    telling,
)
from benchruns.engines import ENGINES
from benchruns.engines.server_settings import Replication
from benchruns.engines.setting_values import is_same
from benchruns.figures import editions
from benchruns.figures.alike import is_alike
from benchruns.units import size_text

_REPLICATION_WORDS = {
    Replication.UNAWAITED: _("no secondary is awaited"),
    Replication.SEMI_SYNCHRONOUS: _("semi-synchronous"),
    Replication.SYNCHRONOUS: _("synchronous"),
}


def _engine_told(context: Context) -> str:
    engine = ENGINES.get(context.engine or "")
    return "" if engine is None else engine.label


def _version(one: Context, other: Context) -> Verdict:
    if one.engine != other.engine and None not in (one.engine, other.engine):
        return Verdict.OUTSIDE
    if None in (one.engine, other.engine, one.engine_version, other.engine_version):
        return Verdict.UNKNOWN
    if one.engine_version != other.engine_version:
        return Verdict.CAUTION
    full = (one.engine_version_full, other.engine_version_full)
    return Verdict.NOTE if None not in full and full[0] != full[1] else Verdict.SAME


def _version_told(context: Context) -> str:
    return context.engine_version_full or context.engine_version or ""


def _is_same_size(one: tuple[int, float], other: tuple[int, float]) -> bool:
    return one[0] == other[0] and is_alike(one[1], other[1])


def _replication(one: Context, other: Context) -> Verdict:
    ours, theirs = commits.replication(one), commits.replication(other)
    if ours is not None and theirs is not None:
        return Verdict.SAME if ours == theirs else Verdict.CAUTION
    if None in (one.edition, other.edition):
        return Verdict.UNKNOWN
    if editions.plain(one.edition or "") != editions.plain(other.edition or ""):
        return Verdict.CAUTION
    return Verdict.UNKNOWN


def _replication_told(context: Context) -> str:
    known = commits.replication(context)
    words = str(_REPLICATION_WORDS[known]) if known else ""
    return ", ".join(part for part in (words, context.edition) if part)


def _durability(one: Context, other: Context) -> Verdict:
    if one.engine_family != other.engine_family:
        return _other_durability(one, other)
    ours, theirs = commits.durability(one), commits.durability(other)
    if any(not is_same(ours[name], theirs[name]) for name in ours if name in theirs):
        return Verdict.CAUTION
    core = commits.core_durability(one)
    if not core or ours.keys() != theirs.keys() or not ours.keys() >= set(core):
        return Verdict.UNKNOWN
    return Verdict.SAME


def _other_durability(one: Context, other: Context) -> Verdict:
    """Settings of two engines have other names, but a commit is safe or it is not."""
    ours, theirs = commits.is_durable(one), commits.is_durable(other)
    if ours is None or theirs is None:
        return Verdict.UNKNOWN
    return Verdict.SAME if ours == theirs else Verdict.CAUTION


def _durability_told(context: Context, among: Sequence[Context]) -> str:
    """The settings that differ; all of them where engines do."""
    stated = {each.id: commits.durability(each) for each in among}
    shown = [
        f"{name} = {value}"
        for name, value in stated[context.id].items()
        if not _is_shared(name, list(stated.values()))
    ]
    return ", ".join(shown) or gettext("other settings")


def _is_shared(name: str, stated: Sequence[Mapping[str, str]]) -> bool:
    values = [each.get(name) for each in stated]
    return None not in values and all(is_same(values[0], each) for each in values)


PROVIDER = Rule(
    code="provider",
    label=_("provider"),
    judge=by_value(lambda each: each.provider, Verdict.NOTE),
    tell=telling(lambda each: each.provider or ""),
    sentence=_("The providers differ: %(values)s."),
    why=_(
        "Processors, disks and networks of two providers are not the same, even where "
        "vCPUs and memory are."
    ),
    remedy=_(
        "Test the provider's own machines as well, to tell service from hardware."
    ),
)
ENGINE = Rule(
    code="engine",
    label=_("engine"),
    judge=by_value(lambda each: each.engine, Verdict.CAUTION),
    tell=telling(_engine_told),
    sentence=_("The engines differ: %(values)s."),
    why=_(
        "Two engines keep data, cache it and make commits durable in different ways, and "
        "their settings have other names and defaults."
    ),
    remedy=_(
        "Give both the same share of memory, equal durability and isolation, and the "
        "same load; or compare within one engine."
    ),
)
ENGINE_VERSION = Rule(
    code="engine_version",
    label=_("engine version"),
    judge=_version,
    tell=telling(_version_told),
    sentence=_("The engine versions differ: %(values)s."),
    why=_("Optimiser, replication and default settings change between versions."),
    remedy=_("Compare results of one version."),
)
SIZE = Rule(
    code="size",
    label=_("vCPUs and memory"),
    judge=by_value(lambda each: each.size, Verdict.CAUTION, same=_is_same_size),
    tell=telling(lambda each: size_text(each.vcpus, each.memory_gb)),
    sentence=_("The sizes differ: %(values)s."),
    why=_("A gap in size would be read as one of engine or service."),
    remedy=_("Compare equal vCPUs and memory, or read the figures per vCPU."),
)
CLASS_FAMILY = Rule(
    code="class_family",
    label=_("class family"),
    judge=by_value(
        lambda each: each.family,
        Verdict.CAUTION,
        applies=lambda each: each.instance_class is not None,
    ),
    tell=telling(lambda each: each.family or ""),
    sentence=_("The class families differ: %(values)s."),
    why=_(
        "General-purpose classes share the processors of a host with others and may "
        "burst, so their figures depend on neighbours and on the length of the run."
    ),
    remedy=_("Compare classes of one family, or repeat over hours and take medians."),
)
REPLICATION = Rule(
    code="replication",
    label=_("replication"),
    judge=_replication,
    tell=telling(_replication_told),
    sentence=_("Commits do not wait for the same: %(values)s."),
    why=_(
        "A commit that waits for one or two secondaries takes a round trip more than one "
        "that waits for none."
    ),
    remedy=_(
        "Compare asynchronous (or no secondary) with asynchronous, semi-synchronous with "
        "semi-synchronous, and synchronous over two secondaries with the same."
    ),
)
DURABILITY = Rule(
    code="durability",
    label=_("durability"),
    judge=_durability,
    tell=_durability_told,
    sentence=_("Commits are not equally durable: %(values)s."),
    why=_(
        "Flushing at every commit is often the dearest part of a write; a server that "
        "does not is faster, and loses commits when its host fails."
    ),
    remedy=_(
        "Set both as the safer side is: innodb_flush_log_at_trx_commit = 1 and "
        "sync_binlog = 1, or fsync = on and synchronous_commit = on."
    ),
)
ISOLATION = Rule(
    code="isolation",
    label=_("isolation"),
    judge=by_value(commits.isolation, Verdict.CAUTION),
    tell=telling(lambda each: commits.isolation(each) or ""),
    sentence=_("The isolation levels differ: %(values)s."),
    why=_("A stricter level holds locks and versions longer, and aborts more."),
    remedy=_("Set the same default isolation on both sides."),
)
