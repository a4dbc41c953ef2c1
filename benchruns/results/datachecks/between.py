"""The rules about pairs of rows, one code each."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from benchruns.results.datachecks import pairing
from benchruns.results.datachecks.comparison import PairRule
from benchruns.results.datachecks.row import Row
from benchruns.results.datachecks.wording import class_and_size, number

REPEAT = _(
    "Both rows are single runs as far as the source tells: repeat both, and compare "
    "medians."
)


def _classes(first: Row, second: Row) -> dict[str, Any]:
    return {"first": class_and_size(first), "second": class_and_size(second)}


def _hot_records(first: Row, second: Row) -> dict[str, Any]:
    return {
        "class": first.class_code,
        "first": number(first.hot_records or 0),
        "second": number(second.hot_records or 0),
    }


def _one_class(first: Row, _second: Row) -> dict[str, Any]:
    return {"class": class_and_size(first)}


LARGER_CLASS_SLOWER = PairRule(
    code="larger_class_slower",
    pairs=pairing.larger_and_smaller,
    roles=("larger", "smaller"),
    describe=_classes,
    message=_("%(first)s stays below the smaller %(second)s: %(figures)s."),
    why=_(
        "In one table all classes are tested in one way, so more vCPUs or memory "
        "should not cost speed."
    ),
    remedy=REPEAT,
)
MORE_MEMORY_SLOWER = PairRule(
    code="more_memory_slower",
    pairs=pairing.more_and_less_memory,
    roles=("more_memory", "less_memory"),
    describe=_classes,
    message=_("%(first)s stays below %(second)s, which has less memory: %(figures)s."),
    why=_(
        "At equal vCPUs more memory holds more of the data and should not cost speed."
    ),
    remedy=REPEAT,
)
MORE_HOT_RECORDS_FASTER = PairRule(
    code="more_hot_records_faster",
    pairs=pairing.fewer_and_more_hot_records,
    roles=("fewer_hot", "more_hot"),
    describe=_hot_records,
    message=_(
        "%(class)s is slower with %(first)s hot records than with %(second)s: "
        "%(figures)s."
    ),
    why=_("More hot records need more memory, so they should not make a class faster."),
    remedy=REPEAT,
)
DEDICATED_SLOWER = PairRule(
    code="dedicated_slower",
    pairs=pairing.dedicated_and_general,
    roles=("dedicated", "general_purpose"),
    describe=_classes,
    message=_(
        "The dedicated class %(first)s stays below %(second)s, the general-purpose "
        "one of the same size: %(figures)s."
    ),
    why=_(
        "A dedicated class shares its vCPUs with nobody, so at equal size it should "
        "not be the slower one."
    ),
    remedy=REPEAT,
)
DISK_FASTER_THAN_CACHED = PairRule(
    code="disk_faster_than_cached",
    pairs=pairing.cached_and_disk_io,
    roles=("cached", "disk_io"),
    describe=_one_class,
    message=_(
        "%(class)s is slower with cached data than with data read from disk: "
        "%(figures)s."
    ),
    why=_(
        "Reading from memory costs less than reading from disk, so the regimes of "
        "these rows may be mislabelled."
    ),
    remedy=_("Check the data size of both rows against the memory, and repeat both."),
)
READ_WRITE_FASTER_THAN_READ_ONLY = PairRule(
    code="read_write_faster_than_read_only",
    pairs=pairing.read_only_and_read_write,
    roles=("read_only", "read_write"),
    describe=_one_class,
    message=_("%(class)s is slower read-only than read/write: %(figures)s."),
    why=_("Writes cost log and disk on top of what reads cost."),
    remedy=REPEAT,
    # A transaction of one load is not one of the other; statements are comparable.
    figures=("qps",),
)
