"""What drf-spectacular cannot read from the code: security, pages, headers, problems."""

from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiParameter, inline_serializer
from rest_framework import serializers

IDEMPOTENCY_KEY = OpenApiParameter(
    "Idempotency-Key",
    str,
    OpenApiParameter.HEADER,
    description=(
        "A repeat within a day, with the same key and body, gets the first answer and "
        "does nothing again. The same key with another body is refused with 422."
    ),
)


def one_page(serializer: type[serializers.BaseSerializer[Any]]) -> Any:
    """The shape of a list that is never longer than a page."""
    name = serializer.__name__.removesuffix("Serializer")
    return inline_serializer(
        f"{name}List",
        {
            "next": serializers.URLField(allow_null=True),
            "previous": serializers.URLField(allow_null=True),
            "results": serializer(many=True),
        },
    )


class ApiTokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # its __init_subclass__
    target_class = "portal.api.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, str]:
        return {
            "type": "http",
            "scheme": "bearer",
            "description": "`Authorization: Bearer <key>` or `Token <key>`.",
        }
