"""Why a published row cannot be repeated as asked."""

from benchruns.errors import FieldError


class ReproductionError(FieldError):
    """A row that cannot be repeated so; ``field`` is the key of the request."""
