"""The one order in which rows are locked, so that no two transactions wait for each other:

    user -> API token -> schedule -> endpoint -> webhook -> runs of a sweep by position -> sweep

Whoever holds a row of these locks none before it. Most of what a user asks for, and all that
ends a token, begins with the user's row: what a user's tokens do thereby takes turns with what
revokes them, and cannot make that fail. A schedule comes before its endpoint, which it names.
Workers hold runs alone, and take shares of the rows that these name: whoever locks a schedule,
a webhook or a user therefore does so without its key.
"""

from django.contrib.auth import get_user_model
from django.db import transaction


def lock_user(user_id: int) -> None:
    """Until the transaction ends; inserts of rows that name the user do not wait for it."""
    if not transaction.get_connection().in_atomic_block:
        raise transaction.TransactionManagementError("a row is locked in a transaction")
    users = get_user_model().objects.select_for_update(no_key=True)
    list(users.filter(pk=user_id).values_list("pk"))
