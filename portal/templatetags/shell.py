"""What the frame of a page needs."""

from typing import Any

from django import template
from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext_lazy as _

register = template.Library()

ITEMS = (
    ("portal:engines", _("Engines")),
    ("portal:classes", _("Classes")),
    ("portal:runs", _("Runs")),
    ("portal:endpoints", _("Endpoints")),
    ("portal:guide", _("Guide")),
)


@register.inclusion_tag("partials/navigation.html", takes_context=True)
def navigation(context: dict[str, Any]) -> dict[str, Any]:
    """The items of the top bar; a page that does not exist has none."""
    path = context["request"].path if "request" in context else ""
    items = []
    for name, label in ITEMS:
        try:
            url = reverse(name)
        except NoReverseMatch:
            continue
        items.append({"url": url, "label": label, "is_current": path.startswith(url)})
    return {"items": items}
