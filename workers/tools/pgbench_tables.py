"""pgbench's four tables, for a database that is not Benchbook's own.

There they must carry a mark from the moment they exist, which ``pgbench -i`` cannot
give them; it fills them all the same, and adds the primary keys.
"""

from typing import LiteralString

# From this scale on account numbers do not fit 32 bits.
WIDE_SCALE = 20_000

KEYS = {
    "pgbench_accounts": "aid",
    "pgbench_branches": "bid",
    "pgbench_tellers": "tid",
}


def definitions(scale: int) -> dict[str, LiteralString]:
    """The columns of each table, in the types and widths that pgbench documents."""
    aid: LiteralString = "bigint" if scale >= WIDE_SCALE else "integer"
    return {
        "pgbench_accounts": (
            f"aid {aid} NOT NULL, bid integer, abalance integer, filler char(84)"
        ),
        "pgbench_branches": "bid integer NOT NULL, bbalance integer, filler char(88)",
        "pgbench_history": (
            f"tid integer, bid integer, aid {aid}, delta integer,"
            " mtime timestamp, filler char(22)"
        ),
        "pgbench_tellers": (
            "tid integer NOT NULL, bid integer, tbalance integer, filler char(84)"
        ),
    }
