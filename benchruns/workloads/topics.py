"""The headings under which every workload is documented, in the order of reading."""

from django.utils.translation import gettext_lazy as _

TRANSACTION = _("A transaction")
DATA = _("The data")
COUNTING = _("What is counted")
ASKS = _("What it asks of a server")
SAYS = _("What it can say, and what not")
ORIGIN = _("Where it comes from")
