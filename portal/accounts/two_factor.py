"""How secrets of two-factor authentication are kept."""

import base64
import logging
import os

from allauth.mfa.adapter import DefaultMFAAdapter
from cryptography.fernet import InvalidToken

from benchruns import encryption as secrets

logger = logging.getLogger(__name__)


class TwoFactorAdapter(DefaultMFAAdapter):
    """Secrets lie encrypted in the database, as passwords of endpoints do."""

    def encrypt(self, text: str) -> str:
        return secrets.encrypt(text)

    def decrypt(self, encrypted_text: str) -> str:
        """The secret. Without a key that fits it is one that nobody knows.

        Then no code is right, which is safe: staff reset the account.
        """
        try:
            return secrets.decrypt(encrypted_text)
        except InvalidToken:
            logger.error(  # noqa: TRY400  # the trace would tell nothing more
                "a two-factor secret was encrypted with a key that ENCRYPTION_KEYS lacks"
            )
            return base64.b32encode(os.urandom(20)).decode()
