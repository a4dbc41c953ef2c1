"""The portal's tables as its database describes them, whatever made them."""

from typing import Any

from django.db import connection

# In any order, or named by what made them.
LEFT_OUT = ("definition", "orders")


def tables() -> dict[str, Any]:
    """Columns by name, and constraints and indexes by what they hold."""
    with connection.cursor() as cursor:
        look = connection.introspection
        return {
            table: (
                {
                    column.name: (
                        column.type_code,
                        column.null_ok,
                        column.default,
                        column.collation,
                    )
                    for column in look.get_table_description(cursor, table)
                },
                sorted(
                    repr({key: each[key] for key in sorted({*each} - {*LEFT_OUT})})
                    for each in look.get_constraints(cursor, table).values()
                ),
            )
            for table in look.table_names(cursor)
            if table.startswith("benchruns_")
        }
