"""On what other server a run repeated a published row: its ratio compares the two."""

from collections.abc import Iterator, Mapping
from typing import Any

from benchruns.engines import ENGINES, engine_title
from benchruns.figures.alike import is_alike
from benchruns.models import Endpoint, Result
from benchruns.reproduction.other_test import Unlike


def other_server(published: Result, measured: Result) -> list[Unlike]:
    """Empty for the same engine, version and size; what is not known is the same."""
    return [*_other_engine(published, measured), *_other_size(published, measured)]


def other_server_planned(
    published: Result, endpoint: Endpoint, found: Mapping[str, Any]
) -> list[Unlike]:
    """The same of a run that is only planned there; ``found`` is what a check found, or
    empty.
    """
    sized = endpoint.instance_class or endpoint
    planned = Result(
        engine=found.get("engine") or endpoint.engine,
        engine_version=found.get("release") or "",
        vcpus=sized.vcpus,
        memory_gb=sized.memory_gb,
    )
    return other_server(published, planned)


def _other_engine(published: Result, measured: Result) -> Iterator[Unlike]:
    engines = published.engine, measured.engine
    versions = published.engine_version, measured.engine_version
    if not all(engines):
        return
    if engines[0] == engines[1] and (not all(versions) or versions[0] == versions[1]):
        return
    theirs, ours = (
        engine_title(engine, version) if version else ENGINES[engine].label
        for engine, version in zip(engines, versions, strict=True)
    )
    yield Unlike("engine", theirs, ours)


def _other_size(published: Result, measured: Result) -> Iterator[Unlike]:
    for name in ("vcpus", "memory_gb"):
        theirs, ours = getattr(published, name), getattr(measured, name)
        if theirs and ours and not is_alike(theirs, ours):
            yield Unlike(name, theirs, ours)
