"""What a database holds, as its tables say it: asked by the old release and by this one."""

from hashlib import sha256

from django.db import connection

# Of Django's own, which each release fills anew.
OF_RELEASE = {"django_migrations", "django_content_type", "auth_permission"}


def tables():
    """By table: how many rows it has, and a digest of each of its columns."""
    with connection.cursor() as cursor:
        names = sorted(connection.introspection.table_names(cursor))
        return {name: _of(cursor, name) for name in names if name not in OF_RELEASE}


def _of(cursor, table):
    name = connection.ops.quote_name(table)
    cursor.execute(f"SELECT * FROM {name} ORDER BY 1")
    columns = [column[0] for column in cursor.description]
    digests = [sha256() for _column in columns]
    rows = 0
    for row in cursor:
        rows += 1
        for digest, value in zip(digests, row, strict=True):
            digest.update(repr(value).encode("utf-8", "surrogatepass") + b"\n")
    found = (digest.hexdigest() for digest in digests)
    return {"rows": rows, "columns": dict(zip(columns, found, strict=True))}
