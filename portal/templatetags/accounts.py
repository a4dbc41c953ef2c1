"""What pages of accounts ask of the settings."""

from allauth.account.adapter import get_adapter
from django import template
from django.conf import settings

register = template.Library()


@register.simple_tag(takes_context=True)
def sign_up_is_open(context: template.Context) -> bool:
    return bool(get_adapter().is_open_for_signup(context.get("request")))


@register.simple_tag
def mail_is_on() -> bool:
    return bool(settings.MAIL_IS_ON)
