"""The triggers that note of which class a result was written, changed or removed.

What is kept of a class (``benchruns.catalogue.summaries``) is not believed from then on; nor
where its size is another one, which figures are divided by.
"""

from collections.abc import Iterator

from benchruns.data_version import on_results

NOTED = "benchruns_changedclass"
CLASSES = "benchruns_instanceclass"
NAME = "data_change_of_class"
# What was written while there were no triggers.
NOTE_ALL = f"INSERT INTO {NOTED} (instance_class_id) SELECT id FROM {CLASSES}"  # noqa: S608
# Twice the same is one note here: SQLite has one writer at a time. On PostgreSQL another's
# note may be about to go.
_NOTE = f"""
INSERT INTO {NOTED} (instance_class_id)
SELECT {{0}}.instance_class_id WHERE {{0}}.instance_class_id IS NOT NULL
    AND NOT EXISTS (
        SELECT 1 FROM {NOTED} WHERE instance_class_id = {{0}}.instance_class_id
    );
"""  # noqa: S608 (constants)
_FUNCTION = f"""
CREATE OR REPLACE FUNCTION {NAME}() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'DELETE' AND NEW.instance_class_id IS NOT NULL THEN
        INSERT INTO {NOTED} (instance_class_id) VALUES (NEW.instance_class_id);
    END IF;
    IF TG_OP <> 'INSERT' AND OLD.instance_class_id IS NOT NULL
        AND (TG_OP = 'DELETE' OR OLD.instance_class_id <> NEW.instance_class_id) THEN
        INSERT INTO {NOTED} (instance_class_id) VALUES (OLD.instance_class_id);
    END IF;
    RETURN NULL;
END $$
"""  # noqa: S608 (constants)
_OTHER_SIZE = (
    f"AFTER UPDATE OF vcpus, memory_gb ON {CLASSES} FOR EACH ROW "
    "WHEN (OLD.vcpus <> NEW.vcpus OR OLD.memory_gb <> NEW.memory_gb)"
)
_NOTE_SIZE = f"INSERT INTO {NOTED} (instance_class_id) VALUES (NEW.id);"  # noqa: S608
_FUNCTION_OF_SIZE = f"""
CREATE OR REPLACE FUNCTION {NAME}_size() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    {_NOTE_SIZE}
    RETURN NULL;
END $$
"""


def statements(vendor: str) -> Iterator[tuple[str, str, str]]:
    """The table and name of each trigger, with what makes it."""
    yield from on_results.triggers(vendor, name=NAME, note=_NOTE, function=_FUNCTION)
    name = f"{NAME}_size"
    if vendor == "sqlite":
        made = f"CREATE TRIGGER {name} {_OTHER_SIZE} BEGIN {_NOTE_SIZE} END"
    else:
        made = (
            f"{_FUNCTION_OF_SIZE}; CREATE TRIGGER {name} {_OTHER_SIZE} "
            f"EXECUTE FUNCTION {name}()"
        )
    yield CLASSES, name, made
