"""The addresses of what staff enter."""

from django.urls import path

from portal.pages.catalogue import campaigns, desk, entry, imports

urlpatterns = [
    path("catalogue/", desk.desk, name="catalogue"),
    path("catalogue/classes/", desk.entered_classes, name="catalogue-classes"),
    path("catalogue/providers/new/", entry.provider_new, name="provider-new"),
    path("catalogue/classes/new/", entry.class_new, name="class-new"),
    path("catalogue/campaigns/new/", campaigns.campaign_new, name="campaign-new"),
    path(
        "catalogue/campaigns/<uuid:id>/",
        campaigns.campaign_draft,
        name="campaign-draft",
    ),
    path(
        "catalogue/campaigns/<uuid:id>/change/",
        campaigns.campaign_change,
        name="campaign-draft-change",
    ),
    path(
        "catalogue/campaigns/<uuid:id>/decide/",
        campaigns.campaign_decide,
        name="campaign-draft-decide",
    ),
    path("catalogue/import/<slug:kind>/", imports.import_file, name="catalogue-import"),
    path(
        "catalogue/providers/<name:slug>/",
        entry.provider_change,
        name="provider-change",
    ),
    path("catalogue/classes/<uuid:id>/", entry.class_change, name="class-change"),
]
