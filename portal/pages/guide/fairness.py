"""The guide to fair comparisons: the papers' conditions, our rules, shared axes."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from benchruns.comparison.fairness import RULES
from benchruns.comparison.fairness.published import RULE_OF
from benchruns.models import FairnessCondition
from benchruns.parsers.settings.groups import Group, names_in
from benchruns.sentences.fairness import table
from benchruns.sentences.fairness.condition import Condition
from portal.web.page_cache.anonymous import kept_for_anonymous

CONDITIONS = {
    "network_environment": _("Network environment"),
    "specifications": _("Specifications"),
    "engine_version": _("Engine version"),
    "replication_mode": _("Data replication mode"),
    "parameter_settings": _("Parameter settings"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ConditionRow:
    """A published condition; ``code`` is that of the rule that covers it, or empty."""

    condition: FairnessCondition
    label: str | Promise
    code: str

    @property
    def is_published_reason(self) -> bool:
        return self.condition.rationale_basis == "published"


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleRow:
    code: str
    said: Condition
    is_published: bool

    @property
    def why(self) -> str:
        """As it stands whatever differs."""
        return self.said.why_for([])

    @property
    def remedy(self) -> str:
        """As it stands where nothing is known of who manages the servers."""
        return self.said.remedy_for([])


@require_safe
@kept_for_anonymous
def fairness(request: HttpRequest) -> HttpResponse:
    covered = frozenset(RULE_OF.values())
    return render(
        request,
        "guide/fairness.html",
        {
            "conditions": _conditions(),
            "rules": [
                RuleRow(
                    code=code, said=table.CONDITIONS[code], is_published=code in covered
                )
                for code in RULES
            ],
            "groups": [(group.label, names_in(group)) for group in Group],
        },
    )


def _conditions() -> Sequence[ConditionRow]:
    return [
        ConditionRow(
            condition=condition,
            label=CONDITIONS.get(
                condition.condition, condition.condition.replace("_", " ")
            ),
            code=RULE_OF.get((condition.condition, condition.item), ""),
        )
        for condition in FairnessCondition.objects.select_related("source")
    ]
