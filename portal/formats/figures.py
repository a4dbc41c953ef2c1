"""How numbers are printed: rounded once for reading, exact in titles and CSV."""

DASH = "–"


def figure(value: float | None) -> str:
    """``6,740``, ``54.3``, ``1.24``; an en dash for what is not known."""
    if value is None:
        return DASH
    size = abs(value)
    if size >= 100 or value == int(value):
        return f"{value:,.0f}"
    return f"{value:,.1f}" if size >= 10 else f"{value:,.2f}"


def exact(value: float | None) -> str:
    """All the digits that are known, with thousands separators."""
    if value is None:
        return DASH
    whole, _, decimals = f"{value:,.10f}".partition(".")
    decimals = decimals.rstrip("0")
    return f"{whole}.{decimals}" if decimals else whole


def ratio(value: float | None) -> str:
    """Two decimals; nothing small reads as 0."""
    if value is None:
        return DASH
    return "< 0.01" if 0 < value < 0.005 else f"{value:,.2f}"


def size_gb(value: float | None) -> str:
    """Gigabytes with one decimal; two below 0.1, so that nothing small reads as 0."""
    if value is None:
        return DASH
    return f"{value:,.1f}" if value >= 0.1 else f"{value:,.2g}"


def millions(value: int | None) -> str:
    """``102.4 M`` rows; below a hundred thousand the number itself."""
    if value is None:
        return DASH
    if value < 100_000:
        return f"{value:,}"
    text = f"{value / 1e6:,.2f}".rstrip("0").rstrip(".")
    return f"{text} M"


def memory(value: float | None) -> str:
    return DASH if value is None else f"{value:,.6g}"
