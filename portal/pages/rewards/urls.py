"""The addresses of rewards."""

from django.urls import path

from portal.pages.rewards import views as rewards

urlpatterns = [
    path("rewards/", rewards.rewards, name="rewards"),
    path("rewards/redeem/", rewards.redeem, name="reward-redeem"),
    path("rewards/policies/<slug:grade>/", rewards.change_policy, name="reward-policy"),
    path("rewards/<uuid:id>/revoke/", rewards.revoke, name="reward-revoke"),
]
