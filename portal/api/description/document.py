"""The description as it is served: made once a process, without a blank too many."""

import json
from functools import cache
from typing import Any

from django.utils import translation
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import (
    OpenApiJsonRenderer,
    OpenApiYamlRenderer,
    OpenApiYamlRenderer2,
)
from drf_spectacular.views import SpectacularAPIView

from portal.api.description.examples import Json
from portal.api.description.meanings import explain


@cache
def document() -> Json:
    """The same for every caller: it says what may be asked, not what is there."""
    with translation.override("en"):
        generator: Any = SchemaGenerator()  # type: ignore[no-untyped-call]
        made: Json = generator.get_schema(request=None, public=True)
    explain(made)
    return made


class OneDocument(SchemaGenerator):
    def get_schema(self, request: Any = None, public: bool = False) -> Json:  # noqa: FBT001, FBT002 - as its parent
        return document()


class ShortJson(OpenApiJsonRenderer):
    def render(
        self, data: Any, media_type: Any = None, renderer_context: Any = None
    ) -> bytes:
        return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()


class PlainJson(ShortJson):
    media_type = "application/json"


# JSON first: it is YAML as well, so that a client which asks for nothing reads it.
schema_view = SpectacularAPIView.as_view(
    generator_class=OneDocument,
    renderer_classes=[PlainJson, ShortJson, OpenApiYamlRenderer, OpenApiYamlRenderer2],
)
