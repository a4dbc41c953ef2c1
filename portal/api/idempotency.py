"""``Idempotency-Key``: a repeated POST gets the first answer and does nothing again.

A key belongs to its user and lives for a day. The record is inserted before the work
and in the same transaction: a concurrent duplicate waits at the unique constraint and
then finds the answer, a refused request or a crash leaves no record.

Who waits for others does so in no transaction: one holds the whole portal on SQLite, and what
a refused request is to be charged with would go with it.
"""

import hashlib
import json
from collections.abc import Callable
from datetime import timedelta
from functools import wraps
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Concatenate
from urllib.parse import urlsplit

from django.db import IntegrityError, transaction
from django.http import QueryDict
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework.exceptions import ValidationError
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from portal.api.authentication import caller
from portal.models import IdempotencyRecord
from portal.web.problems import MEDIA_TYPE, Conflict, KeyReused, problem

if TYPE_CHECKING:
    from django.core.files.uploadedfile import UploadedFile

HEADER = "Idempotency-Key"
# Workers and name services are waited for less long; who dies before has not answered.
UNDER_WAY = timedelta(seconds=60)
MAX_KEY_LENGTH = 200


Handler = Callable[Concatenate[Any, Request, ...], Response]  # the view comes first


class UnderWay(Conflict):
    """The first request of this key has not answered yet."""

    default_detail = gettext_lazy(
        "The first request of this Idempotency-Key is still being answered."
    )
    wait = 2


def idempotent(handler: Handler) -> Handler:
    """For handlers whose whole work is one transaction, and which wait for nobody."""

    @wraps(handler)
    def answer(view: Any, request: Request, *args: Any, **kwargs: Any) -> Response:
        if HEADER not in request.headers:
            return handler(view, request, *args, **kwargs)
        record = _record_for(request)
        if (known := record.find()) is not None:
            return _replay(known, record, request)
        try:
            with transaction.atomic():
                record.insert()
                response = handler(view, request, *args, **kwargs)
                _keep(record, response)
        except IntegrityError:
            known = record.find()
            if known is None:
                raise
            return _replay(known, record, request)
        return response

    return answer


def idempotent_while_waiting(handler: Handler) -> Handler:
    """For handlers that wait for a worker or a name service, which no transaction may span."""

    @wraps(handler)
    def answer(view: Any, request: Request, *args: Any, **kwargs: Any) -> Response:
        if HEADER not in request.headers:
            return handler(view, request, *args, **kwargs)
        record = _record_for(request)
        _forget_abandoned(record)
        try:
            with transaction.atomic():
                record.insert()
        except IntegrityError:
            known = record.find()
            if known is None:
                raise UnderWay from None
            return _replay(known, record, request)
        try:
            response = handler(view, request, *args, **kwargs)
        except BaseException:
            record.delete()
            raise
        _keep(record, response)
        return response

    return answer


def _record_for(request: Request) -> IdempotencyRecord:
    key = request.headers[HEADER]
    if not (0 < len(key) <= MAX_KEY_LENGTH and key.isascii() and key.isprintable()):
        message = _("Give 1 to %(length)d printable ASCII characters.")
        raise ValidationError({HEADER: [message % {"length": MAX_KEY_LENGTH}]})
    asked = "\n".join((str(request.method), request.path, _body_of(request)))
    # Keyed, since a body may hold a password.
    fingerprint = salted_hmac(__name__, asked, algorithm="sha256").hexdigest()
    return IdempotencyRecord(
        user_id=caller(request).pk, key=key, fingerprint=fingerprint
    )


def _body_of(request: Request) -> str:
    """What was sent, as a text that tells it from all else; of a file its digest."""
    sent = request.data
    if isinstance(sent, QueryDict):
        sent = {name: [_told(part) for part in parts] for name, parts in sent.lists()}
    return json.dumps(sent, sort_keys=True)


def _told(part: "str | UploadedFile[Any]") -> str | list[str | None]:
    if isinstance(part, str):
        return part
    digest = hashlib.sha256()
    for chunk in part.chunks():
        digest.update(chunk)
    part.seek(0)
    return [part.name, digest.hexdigest()]


def _forget_abandoned(record: IdempotencyRecord) -> None:
    if record.find() is not None:
        IdempotencyRecord.objects.filter(
            user_id=record.user_id,
            key=record.key,
            status__isnull=True,
            created_at__lt=timezone.now() - UNDER_WAY,
        ).delete()


def _keep(record: IdempotencyRecord, response: Response) -> None:
    record.status = response.status_code
    record.body = json.loads(JSONRenderer().render(response.data))
    # The path alone: the next caller may reach this server by another name.
    record.location = urlsplit(response.headers.get("Location", "")).path
    if replay := getattr(response, "replay", None):
        record.status, record.body = replay["status"], replay
    record.save(update_fields=["status", "body", "location"])


def shown_once(response: Response, detail: str) -> Response:
    """Mark an answer that holds a secret: a repeat is told so with 409 instead."""
    response.replay = problem(HTTPStatus.CONFLICT, detail)  # type: ignore[attr-defined]  # read by _keep
    return response


def _replay(
    known: IdempotencyRecord, asked: IdempotencyRecord, request: Request
) -> Response:
    if known.fingerprint != asked.fingerprint:
        raise KeyReused(_("This Idempotency-Key was used for another request."))
    if known.status is None:
        raise UnderWay
    headers = {"Idempotent-Replayed": "true"}
    if known.location:
        headers["Location"] = request.build_absolute_uri(known.location)
    return Response(
        known.body,
        status=known.status,
        headers=headers,
        content_type=MEDIA_TYPE if known.status >= HTTPStatus.BAD_REQUEST else None,
    )
