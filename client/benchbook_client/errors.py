"""What ends a command early, each kind with its exit code."""

from enum import IntEnum


class Exit(IntEnum):
    FINE = 0
    REGRESSION = 1
    BAD_INPUT = 2
    FAILED = 3


class ClientError(Exception):
    """Ends a command with a sentence on standard error."""

    code = Exit.FAILED


class BadInput(ClientError):
    """An option, the configuration, or a body that Benchbook refused."""

    code = Exit.BAD_INPUT


class NotFound(BadInput):
    """What is named is not there, or not to be seen with this token."""


class Failed(ClientError):
    """A run that failed or was cancelled, or an answer that nothing can be made of."""


class Unreachable(Failed):
    """No answer, or one that says to come again; it may pass."""
