"""The addresses of the catalogue, of needs and of prices."""

from django.urls import path

from portal.pages.classes import prices, ranks
from portal.pages.classes import views as classes
from portal.pages.classes.needs import views as needs

urlpatterns = [
    path("classes/", classes.class_list, name="classes"),
    path("classes/need/", needs.needs, name="need"),
    path("classes/ranking/", ranks.class_ranking, name="class-ranking"),
    path("classes/prices/", prices.price_list, name="prices"),
    path("classes/prices/new/", prices.price_new, name="price-new"),
    path("classes/prices/import/", prices.price_import, name="price-import"),
    path("classes/prices/<uuid:id>/delete/", prices.price_delete, name="price-delete"),
    path(
        "classes/<name:provider>/<slug:engine>/<name:code>/",
        classes.class_detail,
        name="class-detail",
    ),
]
