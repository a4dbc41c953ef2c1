"""Servers, their endpoints and checks of them."""

import factory
from factory.django import DjangoModelFactory

from benchruns import encryption as secrets
from benchruns.models import Check, Endpoint, Server
from tests.factories.accounts import UserFactory
from tests.factories.values import FACTS, NOON, PASSWORD


class ServerFactory(DjangoModelFactory[Server]):
    class Meta:
        model = Server

    family = "mysql"
    address = "127.0.0.1"
    port = factory.Sequence(lambda n: 20_000 + n)


class EndpointFactory(DjangoModelFactory[Endpoint]):
    class Meta:
        model = Endpoint
        skip_postgeneration_save = True

    class Params:
        plain_password = PASSWORD
        checked = factory.Trait(
            server=factory.SubFactory(ServerFactory),
            passed=factory.RelatedFactory(
                "tests.factories.CheckFactory", "endpoint", passed=True
            ),
        )
        refused = factory.Trait(
            failed=factory.RelatedFactory(
                "tests.factories.CheckFactory", "endpoint", failed=True
            )
        )
        deleted = factory.Trait(deleted_at=NOON, password_encrypted="")
        without_consent = factory.Trait(
            control_shown_at=None,
            consent_at=None,
            consent_by=None,
            consent_names_scripts=False,
        )

    owner = factory.SubFactory(UserFactory)
    name = factory.Sequence(lambda n: f"endpoint-{n}")
    engine = "mysql"
    host = "db.internal.example"
    port = 3306
    username = "bench_account"
    password_encrypted = factory.LazyAttribute(
        lambda endpoint: secrets.encrypt(endpoint.plain_password)
    )
    database = "bench_database"
    control_shown_at = NOON
    consent_at = NOON
    consent_names_scripts = True
    consent_by = factory.SelfAttribute("owner")


class CheckFactory(DjangoModelFactory[Check]):
    """Asked for and not answered, unless ``passed`` or ``failed``."""

    class Meta:
        model = Check

    class Params:
        passed = factory.Trait(
            finished_at=NOON,
            ok=True,
            values={"engine": "mysql", "version": "8.0.36"},
            server=FACTS,
        )
        failed = factory.Trait(
            finished_at=NOON,
            ok=False,
            code="wrong_password",
        )

    endpoint = factory.SubFactory(EndpointFactory)
