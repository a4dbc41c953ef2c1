"""API tokens: a key is shown once, when it is made."""

from datetime import timedelta
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.exceptions import ValidationError

from portal.api.fields import Choice, Integer, KnownText, Line, Moment, StrictSerializer
from portal.models import ApiToken, TokenScope

DEFAULT_LIFETIME_DAYS = 90


class TokenSerializer(serializers.ModelSerializer[ApiToken]):
    hint = KnownText(help_text="How the key begins.")

    class Meta:
        model = ApiToken
        fields = [
            "id",
            "name",
            "scope",
            "hint",
            "created_at",
            "expires_at",
            "last_used_at",
        ]
        read_only_fields = fields


class NewTokenSerializer(TokenSerializer):
    key = serializers.CharField(
        read_only=True, help_text="Shown in this answer and never again."
    )

    class Meta(TokenSerializer.Meta):
        fields = [*TokenSerializer.Meta.fields, "key"]
        read_only_fields = fields


class TokenRequestSerializer(StrictSerializer):
    name = Line(max_length=100)
    scope = Choice(choices=TokenScope.choices, default=TokenScope.READ)
    expires_in_days = Integer(min_value=1, max_value=3650, required=False)
    expires_at = Moment(
        required=False,
        allow_null=True,
        help_text="Null: never. Without both: in 90 days.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:  # values by key
        if "expires_in_days" in attrs and "expires_at" in attrs:
            raise ValidationError(
                {"expires_at": [_("Give expires_in_days or expires_at, not both.")]}
            )
        now = timezone.now()
        days = attrs.pop("expires_in_days", DEFAULT_LIFETIME_DAYS)
        attrs.setdefault("expires_at", now + timedelta(days=days))
        if attrs["expires_at"] is not None and attrs["expires_at"] <= now:
            raise ValidationError({"expires_at": [_("Give a time to come.")]})
        return attrs
