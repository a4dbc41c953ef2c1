"""All addresses: pages, the API, health."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.http import HttpRequest, HttpResponseRedirect
from django.templatetags.static import static
from django.urls import include, path
from django.views.generic import RedirectView

from portal.health.view import healthz
from portal.metrics.view import metrics
from portal.pages.developer.llms import llms


def favicon(_request: HttpRequest) -> HttpResponseRedirect:
    """Browsers ask for it beside answers that can name no icon, such as plain text."""
    return HttpResponseRedirect(static("mark.svg"))


# Here, since commands and workers, which are started often, serve none of its pages.
admin.autodiscover()
# Staff log in where all do, so that neither limits nor two-factor codes are walked round.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

urlpatterns = [
    path("healthz", healthz),
    path("metrics", metrics, name="metrics"),
    path("favicon.ico", favicon),
    path("llms.txt", llms, name="llms"),
    # A password is changed where it is asked for again, and where its owner is told.
    path("admin/password_change/", RedirectView.as_view(url="/password/")),
    path("admin/", admin.site.urls),
    # Before the API, which answers at every other address below this one.
    path("api/", include("portal.pages.developer.urls")),
    path("api/", include("portal.api.urls")),
    path("", include("portal.pages.account.allauth_urls")),
    path("", include("portal.pages.urls")),
]

handler400 = "portal.web.errors.bad_request"
handler404 = "portal.web.errors.not_found"
handler500 = "portal.web.errors.server_error"
