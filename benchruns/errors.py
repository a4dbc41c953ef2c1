"""What is refused, in whichever room."""


class NotAllowed(Exception):
    """What was asked for was not done; the text says why, and what to do."""
