"""The question for a class as the API asks it."""

from collections.abc import Mapping
from urllib.parse import urlencode

from django.urls import reverse

from benchruns.catalogue.pricing.prices import SEPARATOR

# What the page's form calls a parameter, where it has another name for it.
FORM_NAMES = {"p95_ms": "p95", "engine_version": "version"}
OF_A_PRICE = ("currency", "region", "term")


def needed_by_api(given: Mapping[str, str]) -> str:
    """The same answer by API; ``given`` are the words of the page's address."""
    names = {form: name for name, form in FORM_NAMES.items()}
    asked = {names.get(name, name): word for name, word in given.items()}
    if price := asked.pop("price_in", ""):
        asked.update(zip(OF_A_PRICE, price.split(SEPARATOR, 2), strict=False))
    return f"{reverse('instance-class-needed')}?{urlencode(asked)}"
