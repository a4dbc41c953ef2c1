"""Records what is answered and stored, or compares two records; see ``tests.recorder``."""

import difflib
import os
import re
import sys
import zlib
from itertools import islice
from pathlib import Path

SHOWN_LINES = 12


def record(folder: Path) -> None:
    """Needs nothing but Python: a database of its own, no server."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    import django

    django.setup()
    from django.test.utils import setup_databases, setup_test_environment

    from tests.recorder import fixed, recording, site

    setup_test_environment()
    with fixed.without_chance():
        setup_databases(verbosity=0, interactive=False)
        filled = site.fill()
        for name, text in recording.rows():
            _write(folder / "rows" / f"{name}.json", text)
        answers = 0
        for answer in recording.answers(filled):
            _write(folder / answer.who / _file_name(answer.address), answer.text)
            answers += 1
    print(f"{answers} answers in {folder}")


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def _file_name(address: str) -> str:
    """Short enough for any file system, and of this address alone."""
    words = re.sub(r"[^A-Za-z0-9=.~_-]+", "_", address).strip("_")
    return f"{words[:120] or 'home'}.{zlib.crc32(address.encode()):08x}.txt"


def compare(old: Path, new: Path) -> int:
    """How many files differ; the first lines of each difference are printed."""
    names = [_names(folder) for folder in (old, new)]
    different = 0
    for name in sorted(names[0] | names[1]):
        before, after = (_lines(folder / name) for folder in (old, new))
        if before != after:
            different += 1
            print(f"== {name}")
            lines = difflib.unified_diff(before, after, lineterm="", n=1)
            print("\n".join(line[:200] for line in islice(lines, 2, 2 + SHOWN_LINES)))
    print(f"{len(names[0] | names[1])} compared, {different} differ")
    return different


def _names(folder: Path) -> set[Path]:
    return {path.relative_to(folder) for path in folder.rglob("*.*") if path.is_file()}


def _lines(path: Path) -> list[str]:
    return path.read_text().split("\n") if path.exists() else ["(not there)"]


def main(arguments: list[str]) -> int:
    match [Path(each) for each in arguments]:
        case [folder] if not folder.exists():
            record(folder)
            return 0
        case [old, new] if old.is_dir() and new.is_dir():
            return 1 if compare(old, new) else 0
        case _:
            import tests.recorder

            print(tests.recorder.__doc__, file=sys.stderr)
            return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
