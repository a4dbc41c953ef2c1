"""Why something about rewards was not done."""

from django.contrib.auth.models import AbstractBaseUser
from django.utils.translation import gettext as _

from benchruns.errors import NotAllowed

LONGEST_REASON = 500


def require_staff(by: AbstractBaseUser) -> None:
    if not getattr(by, "is_staff", False):
        raise NotAllowed(_("Only staff may do this."))


def cleaned_reason(reason: str) -> str:
    text = " ".join(reason.replace("\0", " ").split())
    if not text:
        raise NotAllowed(_("Give the reason."))
    if len(text) > LONGEST_REASON:
        raise NotAllowed(
            _("Write %(most)d characters at most.") % {"most": LONGEST_REASON}
        )
    return text
