"""Encryption of secrets at rest (Fernet; the first key encrypts, all decrypt)."""

from functools import cache

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings


@cache
def _cipher(keys: tuple[str, ...]) -> MultiFernet:
    return MultiFernet([Fernet(key) for key in keys])


def encrypt(plain: str) -> str:
    return _cipher(tuple(settings.ENCRYPTION_KEYS)).encrypt(plain.encode()).decode()


def decrypt(encrypted: str) -> str:
    """The secret; cryptography.fernet.InvalidToken when no key fits."""
    if not encrypted:
        return ""
    return _cipher(tuple(settings.ENCRYPTION_KEYS)).decrypt(encrypted.encode()).decode()


def is_current(encrypted: str) -> bool:
    """Whether the first key decrypts it; nothing needs no key."""
    try:
        Fernet(settings.ENCRYPTION_KEYS[0]).decrypt(encrypted.encode())
    except InvalidToken:
        return not encrypted
    return True


def renew(encrypted: str) -> str:
    """The same secret by the first key; InvalidToken when no key fits."""
    return _cipher(tuple(settings.ENCRYPTION_KEYS)).rotate(encrypted.encode()).decode()
