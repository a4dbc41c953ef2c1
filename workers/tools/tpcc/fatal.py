"""What ends the tool: printed as its FATAL line."""


class Fatal(Exception):
    """The text is "<number>: <what the server or the system said>", in one line."""
