"""Django's own pages of users, whose changes of roles the audit log notes."""

from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import User
from django.db import transaction
from django.http import HttpRequest

from benchruns.audit.record import record
from benchruns.vocabulary import AuditAction

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


admin.site.unregister(User)


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
        by = request.user if isinstance(request.user, User) else None
        if changed:
            act = AuditAction.ROLES_CHANGED if before else AuditAction.ACCOUNT_MADE
            record(act, by=by, on=form.instance, changed=changed)
