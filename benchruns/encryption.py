"""Encryption of secrets at rest (Fernet; the first key encrypts, all decrypt)."""

from functools import cache

from cryptography.fernet import Fernet, MultiFernet
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
