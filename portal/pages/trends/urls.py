"""The addresses of trends and feeds."""

from django.urls import path

from portal.pages.trends import badges, feeds
from portal.pages.trends import rules as trend_rules
from portal.pages.trends import views as trends

urlpatterns = [
    path("trends/", trends.trends, name="trends"),
    path("trends/feed/", trend_rules.renew_feed, name="feed-renew"),
    path("trends/feed/off/", trend_rules.revoke_feed, name="feed-revoke"),
    path("trends/<uuid:id>/", trends.trend, name="trend"),
    path("trends/<uuid:id>/rules/", trend_rules.add, name="rule-add"),
    path("trends/rules/<uuid:id>/", trend_rules.change, name="rule-change"),
    path("trends/rules/<uuid:id>/delete/", trend_rules.delete, name="rule-delete"),
    path(
        "trends/regressions/<uuid:id>/send/",
        trend_rules.send_again,
        name="regression-send",
    ),
    path("badge/<uuid:id>.svg", badges.badge, name="badge"),
    path("feeds/results.atom", feeds.results, name="feed-results"),
    path("feeds/changes.atom", feeds.changes, name="feed-changes"),
    path("feeds/<str:key>/changes.atom", feeds.own_changes, name="feed-own-changes"),
]
