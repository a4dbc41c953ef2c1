"""The guide to fair comparisons: the papers' conditions, our rules, shared axes."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_GET

from benchruns.comparison.fairness import RULES
from benchruns.comparison.fairness.published import RULE_OF
from benchruns.comparison.fairness.rules.rule import Rule
from benchruns.models import FairnessCondition
from benchruns.parsers.settings.groups import Group, names_in

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
    rule: Rule
    is_published: bool

    @property
    def remedy(self) -> str:
        """As it stands where nothing is known of who manages the servers."""
        remedy = self.rule.remedy
        return remedy([]) if callable(remedy) else str(remedy)


@require_GET
def fairness(request: HttpRequest) -> HttpResponse:
    covered = frozenset(RULE_OF.values())
    return render(
        request,
        "guide/fairness.html",
        {
            "conditions": _conditions(),
            "rules": [
                RuleRow(rule=rule, is_published=rule.code in covered)
                for rule in RULES.values()
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
