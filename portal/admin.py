"""Django's own pages of users: the audit log notes what changes there."""

from functools import partial
from typing import Any

from allauth.account.adapter import get_adapter
from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.decorators import method_decorator
from django.utils.translation import gettext_lazy
from django.views.decorators.debug import sensitive_post_parameters

from benchruns.audit.record import record
from benchruns.vocabulary import AuditAction
from portal.accounts import addresses, tokens

# By name alone: the address itself is nobody else's.
PERSONAL = ("email", "first_name", "last_name")
MOVED = "account/email/email_changed_by_staff"
FLAGS = ("is_active", "is_staff", "is_superuser")
PASSWORD_IS_GONE = gettext_lazy(
    "Its password is gone, and with it sessions, tokens and links. Who is to have the account "
    "again gets a new one: by a link for a forgotten password, or from you."
)
ROLES = ("is_staff", "is_superuser", "groups", "user_permissions")


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


def person_of(user: User) -> dict[str, str]:
    """Who a user is; nothing of one who is not stored yet."""
    if user._state.adding:
        return {}
    stored = User.objects.get(pk=user.pk)
    return {name: getattr(stored, name) for name in ("username", *PERSONAL)}


# What is left are users, with their roles: all else that packages bring would be changed here
# past the audit log, and what belongs to a user is changed by that user.
for each in list(admin.site._registry):
    if each._meta.app_label != "benchruns":
        admin.site.unregister(each)


@admin.register(User)
class UserPages(UserAdmin):
    """A user with name, address, flags, groups and permissions; a change is noted, and the
    owner is told of another address, at the one before as well.

    Roles are given by who has all of them, and so is who has any changed: else a right to
    change users were the right to everything.
    """

    def get_readonly_fields(
        self, request: HttpRequest, obj: User | None = None
    ) -> tuple[str, ...]:
        fields = tuple(super().get_readonly_fields(request, obj))
        return fields if _is_superuser(request) else (*fields, *ROLES)

    def has_change_permission(
        self, request: HttpRequest, obj: User | None = None
    ) -> bool:
        may = super().has_change_permission(request, obj)
        return may and _may_touch(request, obj)

    def has_delete_permission(
        self, request: HttpRequest, obj: User | None = None
    ) -> bool:
        may = super().has_delete_permission(request, obj)
        return may and _may_touch(request, obj)

    @transaction.atomic
    def save_model(
        self,
        request: HttpRequest,
        obj: User,
        form: Any,
        change: bool,  # noqa: FBT001 - as its parent
    ) -> None:
        form.roles_before = roles_of(obj)
        form.person_before = person_of(obj)
        form.told_before = addresses.told_of(obj) if change else []
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
        if before.get("is_active") and not after["is_active"]:
            tokens.end_with_account(form.instance, by=_who(request))
            messages.warning(request, PASSWORD_IS_GONE)
        if form.person_before:
            _note_person(request, form)


def _is_superuser(request: HttpRequest) -> bool:
    return bool(getattr(request.user, "is_superuser", False))


def _may_touch(request: HttpRequest, user: User | None) -> bool:
    has_roles = user is not None and (
        user.is_staff or user.is_superuser or user.groups.exists()
    )
    return _is_superuser(request) or not has_roles


def _note_person(request: HttpRequest, form: Any) -> None:
    user, before = form.instance, form.person_before
    after = person_of(user)
    changed = [name for name, value in after.items() if before[name] != value]
    if not changed:
        return
    names = {"username_before": before["username"]} if "username" in changed else {}
    by = _who(request)
    record(AuditAction.ACCOUNT_CHANGED, by=by, on=user, changed=changed, **names)
    if "email" in changed:
        context = {"user": user, "from_email": before["email"], "to_email": user.email}
        places = {
            each.lower(): each for each in (*form.told_before, user.email) if each
        }
        tell = partial(
            get_adapter(request).tell, MOVED, user, context, places=[*places.values()]
        )
        transaction.on_commit(tell)


def _who(request: HttpRequest) -> User | None:
    return request.user if isinstance(request.user, User) else None
