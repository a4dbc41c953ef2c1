"""Of the messages that have a worker look at what is due, one waits at most.

A second one would find nothing left to send, and whoever presses a button often would fill the
queue. Where Redis is away or forgets, one too many is sent; where a message is lost, none is
for ``DELIVER_SECONDS``, and beat's comes in that time.
"""

from django.conf import settings
from django.core.cache import cache

_KEY = "webhooks-are-to-be-looked-at"


def is_first() -> bool:
    """Whether no message waits yet; from now on one does."""
    return cache.add(_KEY, 1, timeout=settings.DELIVER_SECONDS)


def begin_look() -> None:
    """What is asked for from now on may come too late for the look that begins."""
    cache.delete(_KEY)
