"""Django's own pages of users, whose changes of roles the audit log notes."""

from typing import Any

from django.contrib import admin
from django.contrib.admin.utils import unquote
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.decorators import method_decorator
from django.views.decorators.debug import sensitive_post_parameters

from benchruns.audit.record import record
from benchruns.vocabulary import AuditAction
from portal.accounts import tokens

FLAGS = ("is_active", "is_staff", "is_superuser")


def roles_of(user: User) -> dict[str, Any]:
    """What a user may do, as the log has it; nothing of one who is not stored yet."""
    if user._state.adding:
        return {}
    stored = User.objects.get(pk=user.pk)
    return {
        **{flag: getattr(stored, flag) for flag in FLAGS},
        "groups": sorted(stored.groups.values_list("name", flat=True)),
        "permissions": sorted(
            stored.user_permissions.values_list("codename", flat=True)
        ),
    }


# What is left are users, with their roles: all else that packages bring would be changed here
# past the audit log, and what belongs to a user is changed by that user.
for each in list(admin.site._registry):
    if each._meta.app_label != "benchruns":
        admin.site.unregister(each)


@admin.register(User)
class UserPages(UserAdmin):
    """A user with flags, groups and permissions; a change of these is noted."""

    @transaction.atomic
    def save_model(
        self,
        request: HttpRequest,
        obj: User,
        form: Any,
        change: bool,  # noqa: FBT001 - as its parent
    ) -> None:
        form.roles_before = roles_of(obj)
        super().save_model(request, obj, form, change)

    @method_decorator(sensitive_post_parameters())
    def user_change_password(
        self, request: HttpRequest, id: str, form_url: str = ""
    ) -> HttpResponse:
        """As by the user, a new password ends all that who knew the old one may have made."""
        with transaction.atomic():
            before = self.get_object(request, unquote(id))
            answer = super().user_change_password(request, id, form_url)
            after = self.get_object(request, unquote(id))
            if before and after and before.password != after.password:
                tokens.end_with_password(after, by=_who(request))
        return answer

    @transaction.atomic
    def delete_model(self, request: HttpRequest, obj: User) -> None:
        record(AuditAction.ACCOUNT_DELETED, by=_who(request), on=obj)
        super().delete_model(request, obj)

    @transaction.atomic
    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        for user in queryset:
            record(AuditAction.ACCOUNT_DELETED, by=_who(request), on=user)
        super().delete_queryset(request, queryset)

    @transaction.atomic
    def save_related(
        self,
        request: HttpRequest,
        form: Any,
        formsets: Any,
        change: bool,  # noqa: FBT001 - as its parent
    ) -> None:
        """After it groups and permissions are stored, too."""
        super().save_related(request, form, formsets, change)
        before, after = form.roles_before, roles_of(form.instance)
        changed = {
            name: [before.get(name), value]
            for name, value in after.items()
            if before.get(name) != value
        }
        if changed:
            act = AuditAction.ROLES_CHANGED if before else AuditAction.ACCOUNT_MADE
            record(act, by=_who(request), on=form.instance, changed=changed)


def _who(request: HttpRequest) -> User | None:
    return request.user if isinstance(request.user, User) else None
