"""The addresses of endpoints, and of the data that stays on them."""

from django.urls import path

from portal.pages.endpoints import consent, data_sets, near, public
from portal.pages.endpoints import views as endpoints

urlpatterns = [
    path("endpoints/", endpoints.endpoints, name="endpoints"),
    path("endpoints/new/", endpoints.register, name="endpoint-new"),
    path("endpoints/nearest/", near.nearest_classes, name="nearest-classes"),
    path("endpoints/<uuid:id>/class/", near.name_class, name="endpoint-class"),
    path("endpoints/<uuid:id>/", endpoints.detail, name="endpoint-detail"),
    path("endpoints/<uuid:id>/edit/", endpoints.edit, name="endpoint-edit"),
    path("endpoints/<uuid:id>/delete/", endpoints.delete, name="endpoint-delete"),
    path("endpoints/<uuid:id>/check/", endpoints.check, name="endpoint-check"),
    path("endpoints/<uuid:id>/consent/", consent.consent, name="endpoint-consent"),
    path("endpoints/public/", public.addresses, name="public-addresses"),
    path("endpoints/public/<uuid:id>/", public.decide, name="public-address-decide"),
    path("data-sets/", data_sets.data_sets, name="data-sets"),
    path("data-sets/<uuid:id>/drop/", data_sets.drop, name="data-set-drop"),
]
