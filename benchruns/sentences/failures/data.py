"""What is said of a run's data: tables in its way, rows that are missing or wrong."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from benchruns.sentences.sentence import Text, Values, filled, first_of


def _not_marked(values: Values) -> str:
    return _("%(tables)s do not carry its mark any more.") % {
        "tables": ", ".join(values["unmarked"])
    }


def _rows_missing(values: Values) -> str:
    """Of a table that was filled with so many; its numbers are not grouped."""
    return _(
        "%(table)s holds %(rows)d rows in place of %(expected)d. Look at the "
        "server's log, then repeat the run."
    ) % {name: values[name] for name in ("table", "rows", "expected")}


def _rows_out_of_range(values: Values) -> str:
    least, most = values["least"], values["most"]
    expected = (
        f"{least:,}"
        if least == most
        else _("%(least)s to %(most)s") % {"least": f"{least:,}", "most": f"{most:,}"}
    )
    return _(
        "%(table)s holds %(rows)s rows in place of %(expected)s. Look at the "
        "server's log, then repeat the run."
    ) % {
        "table": values["table"],
        "rows": f"{values['rows']:,}",
        "expected": expected,
    }


def _inconsistent(values: Values) -> str:
    text = (
        _(
            "The data contradicts itself before the run: consistency condition "
            "3.3.2.%(number)d fails in %(place)s, %(expected)s expected and %(found)s "
            "found (%(count)s places in all). Something else changed it, or the server "
            "lost rows: repeat the run, which loads it anew."
        )
        if values["is_before"]
        else _(
            "The data contradicts itself after the run: consistency condition "
            "3.3.2.%(number)d fails in %(place)s, %(expected)s expected and %(found)s "
            "found (%(count)s places in all). Something else changed the tables, or the "
            "server lost or repeated parts of transactions: look at its log, and do not "
            "believe its figures until that is clear."
        )
    )
    return text % {
        "number": values["condition"],
        "place": _place(values),
        "expected": values["expected"],
        "found": values["found"],
        "count": f"{values['places']:,}",
    }


def _place(values: Values) -> str:
    if values["district"] is None:
        return _("warehouse %(warehouse)s") % {"warehouse": values["warehouse"]}
    return _("warehouse %(warehouse)s, district %(district)s") % {
        name: values[name] for name in ("warehouse", "district")
    }


def _tables_of(values: Values) -> str:
    """Whose the tables are that are in the way."""
    return str(_TABLES_OF[values["whose"]]) % {
        **values,
        "tables": ", ".join(values.get("tables", ())),
    }


_TABLES_OF = {
    "unknown": gettext_lazy(
        "The account may not create a database of its own, and %(database)s already "
        "has %(tables)s, which Benchbook will not touch. Grant the right to create a "
        "database (PostgreSQL: a schema), or name an empty database."
    ),
    "another_user": gettext_lazy(
        "The account may not create a database of its own, and the tables in "
        "%(database)s are data that Benchbook has loaded for another user. Grant the "
        "right to create a database (PostgreSQL: a schema), or name an empty database."
    ),
    "sweep": gettext_lazy(
        "The account may not create a database of its own, and the tables in "
        "%(database)s are data set %(data_set)s, which a sweep on endpoint "
        "%(endpoint)s still needs. Run again when the sweep has ended, or "
        "grant the right to create a database (PostgreSQL: a schema)."
    ),
    "kept": gettext_lazy(
        "The account may not create a database of its own, and the tables in "
        "%(database)s are data set %(data_set)s, kept for endpoint %(endpoint)s. Drop "
        "it on the page of data sets, or grant the right to create a database "
        "(PostgreSQL: a schema)."
    ),
}

SENTENCES: Mapping[str, Text] = {
    "drop_unfinished": gettext_lazy(
        "The server was still dropping a run's data when Benchbook stopped waiting. See "
        "there what holds it up: a lock, or its disk."
    ),
    "data_gone": gettext_lazy(
        "The data of this run vanished from the server while it was in use: somebody "
        "dropped it. Repeat the run; it loads its data anew."
    ),
    "table_missing": gettext_lazy(
        "A table of the workload does not exist. Prepare the data again."
    ),
    "table_exists": gettext_lazy(
        "A table with a name that the workload needs exists already, and Benchbook "
        "leaves it alone. Use another database, or let the account create its own."
    ),
    "table_damaged": gettext_lazy(
        "A table of the workload is damaged. Look at the server's log and at its disk, "
        "then prepare the data again."
    ),
    "data_missing": first_of(
        _not_marked,
        _rows_out_of_range,
        _rows_missing,
        filled(
            gettext_lazy(
                "Row %(id)d of %(table)s is missing. Something else works on the tables "
                "of this run: stop it, then repeat the run."
            )
        ),
        gettext_lazy(
            "The tables hold fewer rows than the run asks for. Prepare the data again."
        ),
    ),
    "data_inconsistent": _inconsistent,
    "data_unverified": filled(
        gettext_lazy(
            "The rows of data set %(data_set)s could not be counted, so nothing was "
            "measured on it. It stays as it is: look at the line below, which is the "
            "server's own, and run again; or drop the data set, and new data is loaded."
        )
    ),
    "tables_exist": _tables_of,
}
