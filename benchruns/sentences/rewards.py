"""Why codes are void, in words."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from benchruns.submissions.rewards.revoke import Ending

REVOKED: Mapping[str, Promise] = {
    Ending.REPLACED: gettext_lazy("A newer submission took its place."),
    Ending.SAME_TEXT: gettext_lazy("A newer submission holds the same text."),
    Ending.SAME_FIGURES: gettext_lazy("A newer submission holds the same figures."),
}


def reason_of(details: Mapping[str, str]) -> str:
    """Of an entry of the audit log: a person's own words, or a program's reason."""
    if why := details.get("why"):
        return str(REVOKED.get(why, why))
    return details["reason"]
