"""Why a published row cannot be repeated as asked."""


class ReproductionError(ValueError):
    """A row that cannot be repeated so; ``field`` is the key of the request."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field
        self.message = message
