"""The database engines that Benchbook knows, and what follows from their names."""

from dataclasses import dataclass

from django.db import models
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy


class EngineName(models.TextChoices):
    MYSQL = "mysql", "MySQL"
    MARIADB = "mariadb", "MariaDB"
    POSTGRESQL = "postgresql", "PostgreSQL"
    SQLSERVER = "sqlserver", "SQL Server"


UNSTATED = "unstated"
TERMS_OF_SQL_SERVER = gettext_lazy(
    "SQL Server's licence terms forbid showing benchmark results to others without "
    "Microsoft's prior written approval."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Engine:
    """An engine; ``family`` is the wire protocol and SQL dialect that tools speak.

    ``publishing_restricted`` says why its results may be published with its vendor's
    consent alone; None where no licence forbids it.
    """

    name: EngineName
    family: str
    default_port: int
    publishing_restricted: str | Promise | None = None

    @property
    def label(self) -> str:
        return str(self.name.label)


ENGINES = {
    engine.name.value: engine
    for engine in (
        Engine(name=EngineName.MYSQL, family="mysql", default_port=3306),
        Engine(name=EngineName.MARIADB, family="mysql", default_port=3306),
        Engine(name=EngineName.POSTGRESQL, family="postgresql", default_port=5432),
        Engine(
            name=EngineName.SQLSERVER,
            family="sqlserver",
            default_port=1433,
            publishing_restricted=TERMS_OF_SQL_SERVER,
        ),
    )
}


RESTRICTED = tuple(
    name for name, engine in ENGINES.items() if engine.publishing_restricted is not None
)


def version_slug(engine_version: str) -> str:
    """The version as it stands in a page's address; ``unstated`` where none is named."""
    return engine_version.lower().replace(" ", "-") or UNSTATED


def engine_title(engine: str, engine_version: str) -> str:
    """``MySQL 8.0``; ``PostgreSQL, version unstated`` where the source names none."""
    label = ENGINES[engine].label
    if not engine_version:
        return _("%(engine)s, version unstated") % {"engine": label}
    return f"{label} {engine_version}"
