"""Rules on the database: who sells it, its size, its version, and how it is set."""

from benchruns.comparison.fairness import commits
from benchruns.comparison.fairness.context import Context
from benchruns.comparison.fairness.rules.rule import (
    Rule,
    Verdict,
    by_value,
)
from benchruns.engines.setting_values import is_same
from benchruns.figures import editions
from benchruns.figures.alike import is_alike


def _version(one: Context, other: Context) -> Verdict:
    if one.engine != other.engine and None not in (one.engine, other.engine):
        return Verdict.OUTSIDE
    if None in (one.engine, other.engine, one.engine_version, other.engine_version):
        return Verdict.UNKNOWN
    if one.engine_version != other.engine_version:
        return Verdict.CAUTION
    full = (one.engine_version_full, other.engine_version_full)
    return Verdict.NOTE if None not in full and full[0] != full[1] else Verdict.SAME


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


PROVIDER = Rule(
    code="provider",
    judge=by_value(lambda each: each.provider, Verdict.NOTE),
)
ENGINE = Rule(
    code="engine",
    judge=by_value(lambda each: each.engine, Verdict.CAUTION),
)
ENGINE_VERSION = Rule(
    code="engine_version",
    judge=_version,
)
SIZE = Rule(
    code="size",
    judge=by_value(lambda each: each.size, Verdict.CAUTION, same=_is_same_size),
)
CLASS_FAMILY = Rule(
    code="class_family",
    judge=by_value(
        lambda each: each.family,
        Verdict.CAUTION,
        applies=lambda each: each.instance_class is not None,
    ),
)
REPLICATION = Rule(
    code="replication",
    judge=_replication,
)
DURABILITY = Rule(
    code="durability",
    judge=_durability,
    parts=lambda each: frozenset(commits.durability(each)),
)
ISOLATION = Rule(
    code="isolation",
    judge=by_value(commits.isolation, Verdict.CAUTION),
)
