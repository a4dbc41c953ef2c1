"""The regime that counters of InnoDB and PostgreSQL show, but for what is changed."""

from benchruns.evidence.regime import Counted, judge

EPSILON = 1e-6


def innodb(**changes):
    known = {
        "through_os_cache": False,
        "transactions": 10_000,
        "flush_method": "O_DIRECT",
    }
    return judge(Counted(**(known | {"requests": 1_500_000} | changes)))


def postgresql(**changes):
    known = {"through_os_cache": True, "transactions": 10_000, "is_timed": True}
    return judge(Counted(**(known | {"requests": 1_000_000} | changes)))
