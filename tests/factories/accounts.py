"""Users, their tokens and what they sent twice."""

import factory
from django.contrib.auth.models import User
from factory.django import DjangoModelFactory

from portal.models import ApiToken, IdempotencyRecord
from tests.factories.values import NOON, PASSWORD


class UserFactory(DjangoModelFactory[User]):
    class Meta:
        model = User
        skip_postgeneration_save = True

    class Params:
        staff = factory.Trait(is_staff=True)

    username = factory.Sequence(lambda n: f"user-{n}")
    password = factory.django.Password(PASSWORD)


class ApiTokenFactory(DjangoModelFactory[ApiToken]):
    """``key`` (not a column) is what a caller sends."""

    class Meta:
        model = ApiToken

    class Params:
        key = factory.Sequence(lambda n: f"bb_key-{n}")
        read_only = factory.Trait(scope="read")
        expired = factory.Trait(expires_at=NOON)
        revoked = factory.Trait(revoked_at=NOON)

    user = factory.SubFactory(UserFactory)
    name = factory.Sequence(lambda n: f"token-{n}")
    scope = "write"
    key_hash = factory.LazyAttribute(lambda token: ApiToken.hash(token.key))
    hint = factory.LazyAttribute(lambda token: token.key[:8])


class IdempotencyRecordFactory(DjangoModelFactory[IdempotencyRecord]):
    """Under way, unless ``answered``."""

    class Meta:
        model = IdempotencyRecord

    class Params:
        answered = factory.Trait(status=201, body={})

    user = factory.SubFactory(UserFactory)
    key = factory.Sequence(lambda n: f"key-{n}")
    fingerprint = "0" * 64
