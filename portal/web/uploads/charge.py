"""Bytes of uploads count, those of files that are refused as well: reading them is the cost.

What is taken is charged where it is stored (``benchruns.submissions.files.storage``).
"""

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction

from benchruns.limits import door
from benchruns.limits.door import LimitReached
from benchruns.limits.usage import MIB
from benchruns.vocabulary import Limit

if TYPE_CHECKING:
    from collections.abc import Iterable

    from django.core.files.uploadedfile import UploadedFile


def size_of(uploaded: "Iterable[UploadedFile[Any]]") -> int:
    """In bytes."""
    return sum(each.size or 0 for each in uploaded)


def admit(user: AbstractBaseUser, *, size_bytes: int) -> None:
    """LimitReached before anything of it is read, where so much more is too much."""
    with transaction.atomic():
        door.admit(user, Limit.UPLOAD_MB, more=size_bytes / MIB)


def charge_unkept(user: AbstractBaseUser, *, size_bytes: int) -> None:
    """In a transaction of its own, which nothing takes back. It was admitted; where others
    of the user's have taken the rest meanwhile there is nothing left to charge."""
    if not size_bytes:
        return
    with suppress(LimitReached), transaction.atomic():
        door.spend(user, Limit.UPLOAD_MB, amount=size_bytes)
