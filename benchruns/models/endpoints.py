"""Endpoints: a user's registration of a database server, and what checks found."""

from typing import Self

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db import models

from benchruns import encryption as secrets
from benchruns.engines import ENGINE_CHOICES, ENGINES
from benchruns.models.base import PublicModel, one_of
from benchruns.models.catalogue.rows import InstanceClass, Provider
from benchruns.vocabulary import Tls


class Server(PublicModel):
    """One database server as reached; two runs never share one at the same time."""

    family = models.CharField(max_length=20)
    address = models.GenericIPAddressField()
    port = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["family", "address", "port"], name="one_server_an_address"
            )
        ]

    def __str__(self) -> str:
        return f"{self.family} {self.address}:{self.port}"


class EndpointQuerySet(models.QuerySet["Endpoint"]):
    def registered(self) -> Self:
        return self.filter(deleted_at__isnull=True)

    def visible_to(self, user: AbstractBaseUser | AnonymousUser) -> Self:
        """One's own endpoints, and for staff all; deleted ones are hidden."""
        if not user.is_authenticated:
            return self.none()
        if getattr(user, "is_staff", False):
            return self.registered()
        return self.registered().filter(owner_id=user.pk)


class Endpoint(PublicModel):
    """Host, port and account of a server, with the class it is said to be.

    ``tls_ca`` is the PEM text of the authority that signed the server's certificate,
    ``allow_tls_1_0`` whether a protocol that is broken will do,
    ``allow_cleartext_password`` whether a server that TLS has not verified may have the
    password itself.
    ``vcpus`` and ``memory_gb`` describe the server where it has no instance class.
    ``server`` is the one that the last contact reached. ``metrics_url`` is where an
    exporter for Prometheus tells of its machine. ``generator_labels`` are texts by name that
    the load generators of its runs have to have. ``control_shown_at`` is when a marker was
    last written there and dropped with this account, ``consent_at`` when ``consent_by``
    agreed to what runs do there (``benchruns.endpoints.consents``), and
    ``consent_names_scripts`` whether what was agreed to named scripts of one's own.
    """

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="endpoints"
    )
    name = models.CharField(max_length=120)
    engine = models.CharField(max_length=20, choices=ENGINE_CHOICES)
    host = models.CharField(max_length=255)
    port = models.PositiveIntegerField()
    username = models.CharField(max_length=128)
    password_encrypted = models.TextField(blank=True)
    database = models.CharField(max_length=64)
    tls = models.CharField(max_length=12, choices=Tls, default=Tls.PREFER)
    tls_ca = models.TextField(blank=True)
    allow_tls_1_0 = models.BooleanField(default=False)
    allow_cleartext_password = models.BooleanField(default=False)
    instance_class = models.ForeignKey(
        InstanceClass, models.PROTECT, null=True, blank=True
    )
    provider = models.ForeignKey(Provider, models.PROTECT, null=True, blank=True)
    vcpus = models.PositiveIntegerField(null=True, blank=True)
    memory_gb = models.FloatField(null=True, blank=True)
    region = models.CharField(max_length=80, blank=True)
    zone = models.CharField(max_length=80, blank=True)
    network = models.CharField(max_length=80, blank=True)
    storage = models.CharField(max_length=80, blank=True)
    edition = models.CharField(max_length=120, blank=True)
    metrics_url = models.CharField(max_length=500, blank=True)
    generator_labels = models.JSONField(default=dict, blank=True)
    server = models.ForeignKey(Server, models.PROTECT, null=True, editable=False)
    control_shown_at = models.DateTimeField(null=True, editable=False)
    consent_at = models.DateTimeField(null=True, editable=False)
    consent_names_scripts = models.BooleanField(default=False, editable=False)
    consent_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        editable=False,
        related_name="+",
    )
    created_at = models.DateTimeField(auto_now_add=True)
    deleted_at = models.DateTimeField(null=True)

    objects = EndpointQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at", "-id"]
        constraints = [
            one_of("engine", ENGINES, name="endpoint_engine_is_known"),
            one_of("tls", Tls, name="endpoint_tls_is_known"),
            models.UniqueConstraint(
                fields=["owner", "name"],
                condition=models.Q(deleted_at__isnull=True),
                name="one_endpoint_a_name",
            ),
            models.CheckConstraint(
                condition=models.Q(deleted_at__isnull=True)
                | models.Q(password_encrypted=""),
                name="deleted_endpoint_has_no_secret",
            ),
            models.CheckConstraint(
                condition=models.Q(consent_at__isnull=True, consent_by__isnull=True)
                | models.Q(consent_at__isnull=False, consent_by__isnull=False),
                name="consent_has_a_name_and_a_time",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def password(self) -> str:
        return secrets.decrypt(self.password_encrypted)

    @password.setter
    def password(self, plain: str) -> None:
        self.password_encrypted = secrets.encrypt(plain)

    @property
    def has_consent(self) -> bool:
        return self.consent_at is not None

    def consents_to(self, *, own_script: bool) -> bool:
        """Whether a run may begin; ``own_script`` is whether its load is a script of one's own."""
        return self.has_consent and (self.consent_names_scripts or not own_script)

    @property
    def last_check(self) -> "Check | None":
        return self.checks.filter(finished_at__isnull=False).first()


class Check(PublicModel):
    """One check of an endpoint; unfinished while a worker has not answered.

    ``started_at`` is when a worker took it (``benchruns.endpoints.turns``).

    ``server`` holds the facts that were found (engine, version, buffer_bytes,
    max_connections, durability, tls, settings), ``code`` the reason of a failure,
    ``values`` what is said of either. ``reached`` is the server of these facts, null for those
    of old: the endpoint's name may lead to another one by now.
    """

    endpoint = models.ForeignKey(Endpoint, models.CASCADE, related_name="checks")
    requested_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True, editable=False)
    finished_at = models.DateTimeField(null=True)
    ok = models.BooleanField(null=True)
    code = models.CharField(max_length=40, blank=True)
    values = models.JSONField(default=dict)
    detail = models.TextField(blank=True)
    server = models.JSONField(default=dict)
    reached = models.ForeignKey(
        Server, models.PROTECT, null=True, editable=False, related_name="+"
    )
    missing_privileges = models.JSONField(default=list)

    class Meta:
        ordering = ["-requested_at", "-id"]

    def __str__(self) -> str:
        return f"check of {self.endpoint_id}"


class CheckTurn(models.Model):
    """When a check of the user's was taken last; it outlives the check."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="+"
    )
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.user_id} at {self.at}"


class FailedContact(models.Model):
    """A login that a server refused, or a port at which none of its kind answered."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True)
    address = models.GenericIPAddressField()
    port = models.PositiveIntegerField()
    is_login = models.BooleanField()
    at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["address", "at"], name="failed_contact")]

    def __str__(self) -> str:
        return f"{self.address}:{self.port} at {self.at}"


class PublicAddress(PublicModel):
    """A server in the internet that an endpoint led to, and what staff decided of it.

    It belongs to this endpoint alone: another one, another address or port is asked for
    anew. ``reason`` is said to the endpoint's owner.
    """

    endpoint = models.ForeignKey(
        Endpoint, models.CASCADE, related_name="public_addresses"
    )
    address = models.GenericIPAddressField()
    port = models.PositiveIntegerField()
    asked_at = models.DateTimeField(auto_now_add=True)
    is_allowed = models.BooleanField(null=True)
    decided_at = models.DateTimeField(null=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+"
    )
    reason = models.CharField(max_length=500, blank=True)

    class Meta:
        ordering = ["-asked_at", "-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["endpoint", "address", "port"], name="one_question_an_address"
            ),
            models.CheckConstraint(
                condition=models.Q(is_allowed__isnull=True, decided_at__isnull=True)
                | models.Q(is_allowed__isnull=False, decided_at__isnull=False),
                name="decision_on_an_address_has_a_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.address}:{self.port}"
