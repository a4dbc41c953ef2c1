"""Why a name cannot be kept: the rule that it breaks, and what to give instead."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

Asking = str | Promise | Callable[[Mapping[str, Any]], str]


class Unfit(ValueError):
    """``rule`` is one of ``RULES``, ``values`` what its sentence states (JSON).

    The text is that sentence in the language of whoever gave the name.
    """

    def __init__(self, rule: str, **values: str | int) -> None:
        super().__init__(asked(RULES, rule, values))
        self.rule = rule
        self.values: Mapping[str, Any] = values


def asked(rules: Mapping[str, Asking], rule: str, values: Mapping[str, Any]) -> str:
    """What to give, in the language of the thread; KeyError for another's rule."""
    sentence = rules[rule]
    return sentence(values) if callable(sentence) else str(sentence)


def _signs(values: Mapping[str, Any]) -> str:
    return _("Give letters, digits, blanks and %(signs)s alone.") % {
        "signs": " ".join(values["signs"])
    }


def _too_long(values: Mapping[str, Any]) -> str:
    return _("Give %(most)d characters at most; these are %(count)d.") % {
        "most": values["most"],
        "count": values["count"],
    }


def _too_many_tags(values: Mapping[str, Any]) -> str:
    return _("Give %(most)d tags at most; these are %(count)d.") % {
        "most": values["most"],
        "count": values["count"],
    }


def _too_many_generator_labels(values: Mapping[str, Any]) -> str:
    return _("Give %(most)d labels at most; these are %(count)d.") % {
        "most": values["most"],
        "count": values["count"],
    }


RULES: Mapping[str, Asking] = {
    # the same where a name may be left out as where it is needed: the field says which
    "provider": gettext_lazy("Name the provider, as alibaba-cloud or self-managed."),
    "short_name": gettext_lazy("Give a shorter name."),
    "class_code": gettext_lazy("Give the code of the class as it is sold."),
    "version_number": gettext_lazy("Give the version with its number, as 8.0.36."),
    "no_blanks": gettext_lazy("Write hyphens in place of blanks."),
    "visible": gettext_lazy("Remove the characters that cannot be seen: type it anew."),
    "signs": _signs,
    "beginning": gettext_lazy("Begin with a letter or a digit."),
    "length": _too_long,
    "tags": _too_many_tags,
    "label_pair": gettext_lazy(
        "Give each label as name=text, with commas between: region=cn-hangzhou, rack=4."
    ),
    "generator_labels": _too_many_generator_labels,
}
