"""A trigger that notes something of each result that is written, changed or removed."""

from collections.abc import Iterator

RESULTS = "benchruns_result"
_ROWS = {"INSERT": ("NEW",), "UPDATE": ("NEW", "OLD"), "DELETE": ("OLD",)}


def triggers(
    vendor: str, *, name: str, note: str, function: str
) -> Iterator[tuple[str, str, str]]:
    """The table and name of each, with what makes it.

    SQLite notes by ``note``, whose ``{0}`` is NEW or OLD, PostgreSQL by ``function``, which
    makes the function of this name.
    """
    if vendor == "sqlite":
        for event, rows in _ROWS.items():
            each, notes = f"{name}_{event.lower()}", "".join(map(note.format, rows))
            yield (
                RESULTS,
                each,
                f"CREATE TRIGGER {each} AFTER {event} ON {RESULTS} BEGIN {notes} END",
            )
        return
    yield (
        RESULTS,
        name,
        f"{function}; CREATE TRIGGER {name} AFTER INSERT OR UPDATE OR DELETE ON {RESULTS} "
        f"FOR EACH ROW EXECUTE FUNCTION {name}()",
    )
