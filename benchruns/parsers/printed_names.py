"""The names that tools give the numbers they print: ``latency_p95_ms``, ``script_2_tps``.

Some of them stand in the text, as names of procedures and operations do: one that is made
of other words may be anything.
"""

import re

_PARTS = (
    "above active all async average avg begun calls client clients connection connections "
    "count counter cpu cpucount current deadlock deadlocks delivery duration efficiency "
    "elapsed end epoch eps err error errors event events excluding execution factor failed "
    "failures fairness first goodput idle ignored including initial interval iops irq "
    "isolation keyingtime lag last latency level limit lines log max mb measured memory "
    "method min minutes mode ms name new neword neworder nopm ns of operations order "
    "orderstatus ostat other partition partitions payment per percent percentile planned "
    "progress qps queries query rampup rate ratio read reads reconnections reconnects report "
    "requests retried retries s scalefactor scaling schedule script sd seconds serialization "
    "sessions share skipped slev squares start statement status stddev stock stocklevel sum "
    "system takes target terminals thinkingtime threads throughput time timestamp total tpm "
    "tpmc tps transaction transactions tries type us us2 user users virtual warehouses warmup "
    "weight window without write writes benchmark"
)
_ANY_PART = "|".join(_PARTS.split())
_NAME = re.compile(
    rf"(?:{_ANY_PART}|[pq]?[0-9]{{1,6}})(?:_(?:{_ANY_PART}|[pq]?[0-9]{{1,6}})){{0,11}}"
)
_LONGEST = 100


def is_known_name(name: str) -> bool:
    """Whether it is made of the words of tools and numbers alone."""
    return len(name) <= _LONGEST and _NAME.fullmatch(name) is not None
