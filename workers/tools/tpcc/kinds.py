"""The five kinds of transaction, by the names of their routines."""

from enum import StrEnum


class Kind(StrEnum):
    NEWORD = "neword"
    PAYMENT = "payment"
    DELIVERY = "delivery"
    OSTAT = "ostat"
    SLEV = "slev"


class Trouble(StrEnum):
    """Why a transaction failed, as it is counted; the first three are tried again."""

    DEADLOCK = "deadlock"
    SERIALIZATION = "serialization"
    LOCK_TIMEOUT = "lock_timeout"
    LOST = "lost"  # the connection
    OTHER = "other"


RETRIED = (Trouble.DEADLOCK, Trouble.SERIALIZATION, Trouble.LOCK_TIMEOUT)
