"""Campaigns with their commands and statements; staff enter those of other papers."""

from http import HTTPStatus

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse as api_address
from rest_framework.serializers import BaseSerializer

from benchruns.models import Campaign
from benchruns.submissions.campaigns.drafts import enter
from portal.api.catalogue.campaign_drafts import CampaignDraftSerializer
from portal.api.catalogue.campaign_request import (
    FILE_NAME,
    CampaignRequestSerializer,
    as_table,
    refused,
)
from portal.api.catalogue.entry import staff_of
from portal.api.filters import CampaignFilters
from portal.api.idempotency import idempotent
from portal.api.pagination import ByName
from portal.api.schema import IDEMPOTENCY_KEY
from portal.api.serializers.catalog import (
    CampaignDetailSerializer,
    CampaignSerializer,
)
from portal.api.views.base import ReadOnlyRows
from portal.queries import rows as queries


class CampaignViewSet(ReadOnlyRows[Campaign]):
    """Results of one method; one campaign comes with its commands and statements.

    Staff enter those of other papers, which a second person reviews.
    """

    is_public = True
    queryset = queries.campaigns()
    filterset_class = CampaignFilters
    pagination_class = ByName
    lookup_field = "slug"
    lookup_value_converter = "name"

    def get_queryset(self) -> QuerySet[Campaign]:
        if self.action == "retrieve":
            return queries.campaigns_in_detail()
        return queries.campaigns()

    def get_serializer_class(self) -> type[BaseSerializer[Campaign]]:
        if self.action == "retrieve":
            return CampaignDetailSerializer
        return CampaignSerializer

    @extend_schema(
        request=CampaignRequestSerializer,
        responses={201: CampaignDraftSerializer},
        parameters=[IDEMPOTENCY_KEY],
    )
    @idempotent
    def create(self, request: Request) -> Response:
        """Enters a paper's campaign with its rows, for another of the staff to review."""
        staff = staff_of(request)
        asked = CampaignRequestSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        values = dict(asked.validated_data)
        if "rows" not in values:
            raise ValidationError({"rows": [_("This field is required.")]})
        table = as_table(values.pop("rows"))
        with refused():
            paper = enter(values, FILE_NAME, table, user=staff)
        return Response(
            CampaignDraftSerializer(paper.draft, context={"paper": paper}).data,
            status=HTTPStatus.CREATED,
            headers={
                "Location": api_address(
                    "campaign-draft-detail",
                    kwargs={"pk": paper.draft.pk},
                    request=request,
                )
            },
        )
