"""What the connections of a load are called: threads, clients or virtual users."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext


def counted(load: str, number: int) -> str:
    """ "16 threads"; ``load`` is ``Workload.load``."""
    if load == "clients":
        text = ngettext("%(number)s client", "%(number)s clients", number)
    elif load == "virtual_users":
        text = ngettext("%(number)s virtual user", "%(number)s virtual users", number)
    else:
        text = ngettext("%(number)s thread", "%(number)s threads", number)
    return text % {"number": f"{number:,}"}


def heading(load: str) -> str:
    """Over a column of such numbers."""
    if load == "clients":
        return _("Clients")
    return _("Virtual users") if load == "virtual_users" else _("Threads")
