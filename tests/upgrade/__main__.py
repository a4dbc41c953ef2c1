"""Prints what an upgrade made of each database, and exits with 1 if that is not all."""

import sys

from tests.upgrade.upgrade import DATABASES, NoHistory, upgrade


def main(databases):
    is_whole = True
    for database in databases or DATABASES:
        try:
            done = upgrade(database)
        except NoHistory as reason:
            print(f"Skipped: {reason}.")
            return 0
        columns, after = done.columns, done.after
        changed = sorted(name for name, is_same in columns.items() if not is_same)
        kept = after["passwords"] == done.before["passwords"]
        print(
            f"{database}: {done.rows:,} rows in {len(done.before['tables'])} tables, "
            f"migrated in {done.seconds:.1f} s; {len(columns) - len(changed)} of "
            f"{len(columns)} columns hold the same; {len(after['passwords'])} passwords "
            f"{'as before' if kept else 'DIFFER'}; claimed: {after['claimed']}; "
            f"{sum(after['pages'].values()):,} answers {after['pages']}"
        )
        for line in (*(f"changed: {name}" for name in changed), *done.lost):
            print(f"  {line}")
        for line in after["failed"]:
            print(f"  failed: {line}")
        is_whole = is_whole and kept and not done.lost and not after["failed"]
    return 0 if is_whole else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
