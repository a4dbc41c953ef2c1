"""Keys and passwords of the demo: generated once, kept in a file of mode 0600."""

import json
import secrets
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from cryptography.fernet import Fernet

from local import places


@dataclass(frozen=True, slots=True, repr=False)
class Keys:
    secret_key: str
    encryption_key: str
    user_password: str
    api_token: str
    customer_password: str
    customer_token: str
    server_password: str
    redis_password: str


def generate() -> Keys:
    return Keys(
        secret_key=secrets.token_urlsafe(60),
        encryption_key=Fernet.generate_key().decode(),
        user_password=secrets.token_urlsafe(12),
        api_token=f"bb_{secrets.token_urlsafe(32)}",
        customer_password=secrets.token_urlsafe(12),
        customer_token=f"bb_{secrets.token_urlsafe(32)}",
        server_password=secrets.token_urlsafe(18),
        redis_password=secrets.token_urlsafe(18),
    )


def stored(path: Path) -> Keys:
    """The keys of ``path``; those that it lacks are generated and added."""
    found: dict[str, str] = json.loads(path.read_text()) if path.exists() else {}
    known = {field.name for field in fields(Keys)}
    keys = Keys(**asdict(generate()) | {k: v for k, v in found.items() if k in known})
    if asdict(keys) != found:
        places.write_secret(path, json.dumps(asdict(keys), indent=2))
    return keys
