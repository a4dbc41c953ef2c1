"""Charts as SVG, drawn on the server from the same specification as in the browser."""

from portal.charts.specs import Chart


def svg_of(chart: Chart) -> str:
    """A picture that stands alone: caption, unit, legend, labels, note and source.

    In the light colours of the look, for paper and other people's pages. The same chart
    gives the same text, and it holds neither style sheet nor style attribute, so that it
    is whole under any content security policy.
    """
    # matplotlib takes half a second to load: only who asks for a picture waits for it.
    from portal.charts.svg.draw import draw

    return draw(chart)


__all__ = ["svg_of"]
