"""What is refused, in whichever room; told to who asked, in the same request."""

from collections.abc import Mapping


class FieldError(ValueError):
    """One value that may not stand; ``field`` is its key."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field
        self.message = message


class FieldErrors(ValueError):
    """Every value that may not stand; ``errors`` maps each field to its sentence."""

    def __init__(self, errors: Mapping[str, str]) -> None:
        super().__init__("; ".join(f"{name}: {text}" for name, text in errors.items()))
        self.errors = dict(errors)


class NotAllowed(Exception):
    """What was asked for was not done; the text says why, and what to do."""
