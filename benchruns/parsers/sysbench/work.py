"""Whether the events of a report did any work on a database that can be counted.

sysbench prints a rate of transactions whatever its events do. In a dry run
(``--mysql-dry-run``) each statement is counted as "other" and none is sent; an event of
``bulk_insert`` adds a row to a statement that is sent once in ten thousand events.
"""

from benchruns.parsers.errors import NoEventsError
from benchruns.workloads.statement_mix import Statements

# Below this many statements an event, some events sent none: it is no transaction.
FEWEST = 0.9


def check_work(statements: Statements, line: str) -> None:
    """NoEventsError where nothing was read or written, or events are no transactions."""
    if not statements.reads and not statements.writes:
        raise NoEventsError(
            "sysbench counted no read and no write. That is what a dry run prints, which "
            "sends nothing; procedures that a script calls cannot be told from it.",
            line,
        )
    sent = statements.reads + statements.writes + statements.other
    if sent < FEWEST * (statements.transactions - statements.unsure):
        raise NoEventsError(
            "There are more events than statements, as with bulk_insert, whose event is a "
            "row: the rate that is printed is of no transactions.",
            line,
        )
