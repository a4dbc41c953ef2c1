"""The rules about pairs of rows, by their codes."""

from collections.abc import Mapping

from benchruns.results.datachecks import pairs as pairing
from benchruns.results.datachecks.comparison import PairRule

PAIR_RULES: Mapping[str, PairRule] = {
    rule.code: rule
    for rule in (
        PairRule(
            code="larger_class_slower",
            pairs=pairing.larger_and_smaller,
            roles=("larger", "smaller"),
        ),
        PairRule(
            code="more_memory_slower",
            pairs=pairing.more_and_less_memory,
            roles=("more_memory", "less_memory"),
        ),
        PairRule(
            code="more_hot_records_faster",
            pairs=pairing.fewer_and_more_hot_records,
            roles=("fewer_hot", "more_hot"),
        ),
        PairRule(
            code="dedicated_slower",
            pairs=pairing.dedicated_and_general,
            roles=("dedicated", "general_purpose"),
        ),
        PairRule(
            code="disk_faster_than_cached",
            pairs=pairing.cached_and_disk_io,
            roles=("cached", "disk_io"),
        ),
        PairRule(
            code="read_write_faster_than_read_only",
            pairs=pairing.read_only_and_read_write,
            roles=("read_only", "read_write"),
            # A transaction of one load is not one of the other; statements are
            # comparable.
            figures=("qps",),
        ),
    )
}
