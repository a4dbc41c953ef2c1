"""What is sent to make, change and review a submission."""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from benchruns.submissions.review.move import LONGEST_TEXT
from benchruns.submissions.statement.fields import FIELDS
from benchruns.vocabulary import Grade
from portal.api.fields import Choice, Flag, Integer, StrictSerializer, Text
from portal.api.stated import Statement

LARGEST_VERSION = 2**31 - 1
FIELD_NAMES = ", ".join(FIELDS)
FILE_FIELD_NAMES = ", ".join(name for name, field in FIELDS.items() if field.of_file)


@extend_schema_field(OpenApiTypes.BINARY)
class File(serializers.FileField):
    """For the description alone: files are read by ``portal.api.submissions.parts``."""


class FilesSerializer(serializers.Serializer[Any]):  # described, never filled
    files = serializers.ListField(
        child=File(),
        help_text="Outputs of tools, filled-in report templates and settings of the "
        "server, as they are or packed with zip or gzip; repeat the part.",
    )


class UploadSerializer(FilesSerializer):
    statement = serializers.JSONField(
        required=False, help_text="A JSON object. Known keys: " + FIELD_NAMES
    )
    settings = serializers.CharField(
        required=False,
        help_text="The output of SHOW VARIABLES, SHOW ALL or pg_settings.",
    )
    credit = serializers.CharField(
        required=False, help_text="The name that the public page gives."
    )
    replaces = serializers.UUIDField(
        required=False, help_text="An accepted submission of your own."
    )


class Remark(Text):
    """A text of some lines."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=LONGEST_TEXT, **kwargs)


class Optional(Text):
    """A text that may be left out; null takes it away, as an empty one does."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(required=False, allow_blank=True, allow_null=True, **kwargs)

    def run_validation(self, data: Any = serializers.empty) -> Any:
        return super().run_validation("" if data is None else data)


class SubmissionChangeSerializer(StrictSerializer):
    statement = Statement(
        required=False,
        help_text="What is given is stated anew, null takes it away. Known keys: "
        + FIELD_NAMES,
    )
    settings = Optional(
        trim_whitespace=False,
        help_text="The output of SHOW VARIABLES, SHOW ALL or pg_settings; empty for "
        "none.",
    )
    credit = Optional()


class FileChangeSerializer(StrictSerializer):
    statement = Statement(
        of_file=True,
        help_text="What differs for this file; null takes it away. Known keys: "
        + FILE_FIELD_NAMES,
    )


class ReasonSerializer(StrictSerializer):
    reason = Remark(help_text="Owner and reviewers read it.")


class CommentSerializer(StrictSerializer):
    text = Remark()


class DecisionSerializer(StrictSerializer):
    """A decision is about the version that was looked at."""

    version = Integer(min_value=1, max_value=LARGEST_VERSION)
    text = Remark()


class AcceptanceSerializer(StrictSerializer):
    version = Integer(min_value=1, max_value=LARGEST_VERSION)
    grade = Choice(choices=Grade.choices)
    text = Remark(required=False, allow_blank=True, default="")
    instance_class = Text(
        max_length=400,
        required=False,
        allow_blank=True,
        default="",
        help_text="provider/engine/code of the class of the catalogue that the report "
        "calls by a name that is new there; left out, the new one is entered.",
    )
    is_sure = Flag(
        required=False,
        default=False,
        help_text="Accepts it all the same where a figure is far above what its vendor "
        "reached, which is 409 otherwise.",
    )
