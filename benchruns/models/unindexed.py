"""A column by whose value no index is sought."""

from typing import Any

from django.db.models import Func


class Unindexed(Func):
    """Its column's value, in the words of SQLite without the column's indexes.

    SQLite plans without counts of rows: it takes an index on engine and TPS, which leads to
    half of all results, where one on class leads to a few. PostgreSQL knows better.
    """

    template = "%(expressions)s"
    arity = 1

    def as_sqlite(self, compiler: Any, connection: Any, **context: Any) -> Any:
        # https://www.sqlite.org/optoverview.html: "Disqualifying WHERE Clause Terms Using Unary-+"
        return self.as_sql(compiler, connection, template="+%(expressions)s", **context)
