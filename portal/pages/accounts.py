"""Logging in and out, and a new password: Django's own views in our look."""

from django.contrib import messages
from django.contrib.auth import views
from django.contrib.auth.forms import PasswordChangeForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse_lazy
from django.utils.translation import gettext as _

from portal.forms.accounts import LoginForm, NewPasswordForm

login = views.LoginView.as_view(
    template_name="accounts/login.html",
    authentication_form=LoginForm,
    redirect_authenticated_user=True,
)


class Logout(views.LogoutView):
    """A POST logs out; a GET, an address that was typed, asks first."""

    http_method_names = ["get", "post", "options"]

    def get(
        self, request: HttpRequest, *_args: object, **_kwargs: object
    ) -> HttpResponse:
        if not request.user.is_authenticated:
            return redirect("portal:home")
        return render(request, "accounts/logout.html")


logout = Logout.as_view()


class PasswordChange(views.PasswordChangeView):
    form_class = NewPasswordForm
    template_name = "accounts/password_change.html"
    success_url = reverse_lazy("portal:home")

    def form_valid(self, form: PasswordChangeForm) -> HttpResponse:
        messages.success(self.request, _("The password has been changed."))
        return super().form_valid(form)


password_change = PasswordChange.as_view()
