"""The addresses of pages that need an account, and of runs."""

from django.urls import path

from portal.pages.account import accounts, tokens
from portal.pages.endpoints import data_sets
from portal.pages.endpoints import views as endpoints
from portal.pages.runs import actions as run_actions
from portal.pages.runs import detail as run_detail
from portal.pages.runs import files as run_files
from portal.pages.runs import live as run_live
from portal.pages.runs import schedules
from portal.pages.runs import views as runs
from portal.pages.runs.new import views as run_new
from portal.pages.sweeps import actions as sweep_actions
from portal.pages.sweeps import views as sweeps

urlpatterns = [
    path("login/", accounts.login, name="login"),
    path("logout/", accounts.logout, name="logout"),
    path("password/", accounts.password_change, name="password-change"),
    path("account/", accounts.account, name="account"),
    path("tokens/", tokens.tokens, name="tokens"),
    path("tokens/<uuid:id>/revoke/", tokens.revoke, name="token-revoke"),
    path("endpoints/", endpoints.endpoints, name="endpoints"),
    path("endpoints/new/", endpoints.register, name="endpoint-new"),
    path("endpoints/<uuid:id>/", endpoints.detail, name="endpoint-detail"),
    path("endpoints/<uuid:id>/edit/", endpoints.edit, name="endpoint-edit"),
    path("endpoints/<uuid:id>/delete/", endpoints.delete, name="endpoint-delete"),
    path("endpoints/<uuid:id>/check/", endpoints.check, name="endpoint-check"),
    path("runs/", runs.runs, name="runs"),
    path("runs/new/", run_new.new, name="run-new"),
    path("runs/<uuid:id>/", run_detail.detail, name="run-detail"),
    path("runs/<uuid:id>/live/", run_live.live, name="run-live"),
    path("runs/<uuid:id>/cancel/", run_actions.cancel, name="run-cancel"),
    path("runs/<uuid:id>/publish/", run_actions.publish, name="run-publish"),
    path("runs/<uuid:id>/samples.csv", run_files.samples_csv, name="run-samples-csv"),
    path("runs/<uuid:id>/output/", run_files.output, name="run-output"),
    path("schedules/", schedules.schedules, name="schedules"),
    path("sweeps/", sweeps.sweeps, name="sweeps"),
    path("sweeps/<uuid:id>/", sweeps.detail, name="sweep-detail"),
    path("sweeps/<uuid:id>/cancel/", sweep_actions.cancel, name="sweep-cancel"),
    path("sweeps/<uuid:id>/publish/", sweep_actions.publish, name="sweep-publish"),
    path("sweeps/<uuid:id>/repeats.csv", sweep_actions.repeats_csv, name="sweep-csv"),
    path("data-sets/", data_sets.data_sets, name="data-sets"),
    path("data-sets/<uuid:id>/drop/", data_sets.drop, name="data-set-drop"),
]
