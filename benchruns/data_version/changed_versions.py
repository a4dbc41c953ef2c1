"""The triggers that note of which version a result was written, changed or removed.

What is kept of a version (``benchruns.reports.shelf``) is not believed from then on. What
it says of classes, campaigns and providers is noted of all versions: these change rarely.
"""

from collections.abc import Iterator

RESULTS = "benchruns_result"
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
_ROWS = {"INSERT": ("NEW",), "UPDATE": ("NEW", "OLD"), "DELETE": ("OLD",)}


def statements(vendor: str) -> Iterator[tuple[str, str, str]]:
    """The table and name of each trigger, with what makes it."""
    if vendor == "sqlite":
        for event, rows in _ROWS.items():
            name, notes = f"{NAME}_{event.lower()}", "".join(map(_NOTE.format, rows))
            yield (
                RESULTS,
                name,
                f"CREATE TRIGGER {name} AFTER {event} ON {RESULTS} BEGIN {notes} END",
            )
        for table in BESIDE:
            name = f"{NAME}_{table}"
            yield (
                table,
                name,
                f"CREATE TRIGGER {name} AFTER UPDATE ON {table} "
                f"BEGIN {_NOTE_KEPT_ONCE} END",
            )
        return
    yield (
        RESULTS,
        NAME,
        f"{_FUNCTION}; CREATE TRIGGER {NAME} AFTER INSERT OR UPDATE OR DELETE ON {RESULTS} "
        f"FOR EACH ROW EXECUTE FUNCTION {NAME}()",
    )
    for table in BESIDE:
        yield (
            table,
            f"{NAME}_beside",
            f"{_FUNCTION_OF_ALL}; CREATE TRIGGER {NAME}_beside AFTER UPDATE ON {table} "
            f"FOR EACH STATEMENT EXECUTE FUNCTION {NAME}_beside()",
        )
