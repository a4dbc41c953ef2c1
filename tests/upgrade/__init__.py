"""An upgrade of an old release's database, with data, to this one.

    python -m tests.upgrade [sqlite] [postgresql]

The old release is a commit of this repository's history, taken out into a folder; it makes
its own tables and its own rows, then this one's ``migrate`` is called on them.
"""
