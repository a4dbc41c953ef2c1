"""What pages of accounts ask of the settings."""

from allauth.account.adapter import get_adapter
from django import template
from django.conf import settings

register = template.Library()

BACKENDS = "django.core.mail.backends"
OWN_PLACES = {
    f"{BACKENDS}.console.EmailBackend": "log",
    f"{BACKENDS}.filebased.EmailBackend": "files",
}


@register.simple_tag(takes_context=True)
def sign_up_is_open(context: template.Context) -> bool:
    return bool(get_adapter().is_open_for_signup(context.get("request")))


@register.simple_tag
def mail_is_on() -> bool:
    return bool(settings.MAIL_IS_ON)


@register.simple_tag
def where_mail_stays() -> str:
    """``log`` or ``files`` where mails are written down instead of sent, else empty."""
    return OWN_PLACES.get(settings.EMAIL_BACKEND, "")
