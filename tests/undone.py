"""What a test does and undoes itself, as pytest-django does with all that one did."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction


@contextmanager
def undone() -> Iterator[None]:
    """What is stored within is gone after it.

    The code that is tested may ask for a transaction of its own (``durable``) all the same.
    """
    outer = transaction.atomic()
    outer._from_testcase = True
    with outer:
        yield
        transaction.set_rollback(True)
