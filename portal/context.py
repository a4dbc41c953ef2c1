"""What every page needs: the chosen look."""

from django.http import HttpRequest

THEMES = ("light", "dark")


def look(request: HttpRequest) -> dict[str, str]:
    """``theme`` from its cookie; empty follows the system's preference."""
    theme = request.COOKIES.get("theme", "")
    return {"theme": theme if theme in THEMES else ""}
