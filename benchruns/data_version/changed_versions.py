"""The triggers that note of which version a result was written, changed or removed.

What is kept of a version (``benchruns.reports.shelf``) is not believed from then on. What
it says of classes, campaigns and providers is noted of all versions: these change rarely.
"""

from collections.abc import Iterator

from benchruns.data_version import on_results
from benchruns.data_version.on_results import RESULTS

NOTED = "benchruns_changedversion"
KEPT = "benchruns_versionsummary"
NAME = "data_change_of_version"
BESIDE = ("benchruns_campaign", "benchruns_instanceclass", "benchruns_provider")
# What was written while there were no triggers.
NOTE_ALL = (
    f"INSERT INTO {NOTED} (engine, engine_version) "  # noqa: S608
    f"SELECT DISTINCT engine, engine_version FROM {RESULTS}"
)
_NOTE_KEPT = (
    f"INSERT INTO {NOTED} (engine, engine_version) "  # noqa: S608
    f"SELECT engine, engine_version FROM {KEPT}"
)
# Twice the same is one note here: SQLite has one writer at a time. On PostgreSQL another's
# note may be about to go.
_NOTE = f"""
INSERT INTO {NOTED} (engine, engine_version)
SELECT {{0}}.engine, {{0}}.engine_version WHERE NOT EXISTS (
    SELECT 1 FROM {NOTED}
    WHERE engine = {{0}}.engine AND engine_version = {{0}}.engine_version
);
"""  # noqa: S608 (constants)
_NOTE_KEPT_ONCE = f"""
{_NOTE_KEPT} WHERE NOT EXISTS (
    SELECT 1 FROM {NOTED} AS noted
    WHERE noted.engine = {KEPT}.engine AND noted.engine_version = {KEPT}.engine_version
);
"""  # noqa: S608 (constants)
_FUNCTION = f"""
CREATE OR REPLACE FUNCTION {NAME}() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'DELETE' THEN
        INSERT INTO {NOTED} (engine, engine_version)
        VALUES (NEW.engine, NEW.engine_version);
    END IF;
    IF TG_OP <> 'INSERT' AND (TG_OP = 'DELETE' OR OLD.engine <> NEW.engine
        OR OLD.engine_version <> NEW.engine_version) THEN
        INSERT INTO {NOTED} (engine, engine_version)
        VALUES (OLD.engine, OLD.engine_version);
    END IF;
    RETURN NULL;
END $$
"""  # noqa: S608 (constants)
_FUNCTION_OF_ALL = f"""
CREATE OR REPLACE FUNCTION {NAME}_beside() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    {_NOTE_KEPT};
    RETURN NULL;
END $$
"""


def statements(vendor: str) -> Iterator[tuple[str, str, str]]:
    """The table and name of each trigger, with what makes it."""
    yield from on_results.triggers(vendor, name=NAME, note=_NOTE, function=_FUNCTION)
    for table in BESIDE:
        if vendor == "sqlite":
            name = f"{NAME}_{table}"
            made = f"CREATE TRIGGER {name} AFTER UPDATE ON {table} BEGIN {_NOTE_KEPT_ONCE} END"
        else:
            name = f"{NAME}_beside"
            made = (
                f"{_FUNCTION_OF_ALL}; CREATE TRIGGER {name} AFTER UPDATE ON {table} "
                f"FOR EACH STATEMENT EXECUTE FUNCTION {name}()"
            )
        yield table, name, made
