"""The files within an upload: of a zip file many, of a gzip file one."""

import io
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from gzip import BadGzipFile, GzipFile

from django.utils.translation import gettext as _

from benchruns.parsers import zip_file
from benchruns.submissions.intake import limits
from benchruns.submissions.intake.budget import Budget
from benchruns.submissions.intake.kinds import Packing, packing_of
from benchruns.submissions.intake.names import names_of, safe_name
from benchruns.submissions.intake.refusal import Refused
from benchruns.submissions.template.package import is_office_file

# What systems put into archives beside the files that somebody packed.
_LITTER = frozenset({".DS_Store", "Thumbs.db", "desktop.ini"})
_LITTER_FOLDER = "__MACOSX/"


@dataclass(frozen=True, slots=True, kw_only=True)
class Unpacked:
    """One file as it lay in the upload; ``archive`` is the upload's name or empty."""

    name: str
    archive: str
    content: bytes


def unpacked(content: bytes, *, name: str, budget: Budget) -> Iterator[Unpacked]:
    """Each file of an upload, one after the other; ``Refused`` for traps."""
    packing = packing_of(content, name=name)
    if packing is Packing.ZIP and not is_office_file(content):
        yield from _of_zip(content, name=name, budget=budget)
        return
    budget.take_files(1, name=name)
    if packing is Packing.GZIP:
        yield _of_gzip(content, name=name, budget=budget)
    else:
        yield Unpacked(name=name, archive="", content=content)


def _of_zip(content: bytes, *, name: str, budget: Budget) -> Iterator[Unpacked]:
    try:
        archive = zip_file.opened(content, most_directory=limits.MOST_DIRECTORY_BYTES)
        entries = [
            entry for entry in zip_file.files(archive) if not _is_litter(entry.filename)
        ]
        if not entries:
            raise Refused(_("There is no file in this archive."), name)
        budget.take_files(len(entries), name=name)
        inner_names = names_of([entry.filename for entry in entries])
        for entry, inner in zip(entries, inner_names, strict=True):
            allow = partial(budget.allow, name=inner)
            inside = zip_file.unpack(archive, entry, allow=allow)
            _refuse_nested(inside, name=inner)
            yield Unpacked(name=inner, archive=name, content=inside)
    except zip_file.UnsafeZip as error:
        raise Refused(str(error), name) from error


def _is_litter(path: str) -> bool:
    base = path.rpartition("/")[2]
    in_litter = path.startswith(_LITTER_FOLDER) or f"/{_LITTER_FOLDER}" in path
    return in_litter or base in _LITTER or base.startswith("._")


def _of_gzip(content: bytes, *, name: str, budget: Budget) -> Unpacked:
    inner = safe_name(name.removesuffix(".gz")) if len(name) > len(".gz") else name
    try:
        with GzipFile(fileobj=io.BytesIO(content)) as stream:
            inside = zip_file.counted(
                stream, packed=len(content), allow=partial(budget.allow, name=inner)
            )
    except (BadGzipFile, zlib.error, EOFError) as error:
        message = _("This gzip file is damaged or cut off. Pack it again.")
        raise Refused(message, name) from error
    _refuse_nested(inside, name=inner)
    return Unpacked(name=inner, archive=name, content=inside)


def _refuse_nested(content: bytes, *, name: str) -> None:
    packing = packing_of(content, name=name)
    if packing is Packing.NONE or is_office_file(content):
        return
    raise Refused(
        _("This is an archive within an archive. Pack the files themselves."), name
    )
