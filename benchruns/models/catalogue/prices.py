"""What a class costs: a price as somebody read it, never one of ours."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from benchruns.models.base import PublicModel, one_of
from benchruns.models.catalogue.rows import InstanceClass
from benchruns.vocabulary import PriceUnit


class Price(PublicModel):
    """One price of a class, with the day on which its source stated it.

    ``term`` is how long one is bound in the seller's words (``on-demand``, ``1 year``).
    Of several days of one class, region, term and currency the newest counts.
    """

    instance_class = models.ForeignKey(
        InstanceClass, models.CASCADE, related_name="prices"
    )
    region = models.CharField(max_length=80)
    term = models.CharField(max_length=60)
    currency = models.CharField(max_length=3)
    amount = models.DecimalField(max_digits=14, decimal_places=6)
    unit = models.CharField(max_length=5, choices=PriceUnit)
    priced_on = models.DateField()
    source = models.CharField(max_length=300)
    entered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["instance_class", "currency", "region", "term", "-priced_on"]
        constraints = [
            models.UniqueConstraint(
                fields=["instance_class", "region", "term", "currency", "priced_on"],
                name="one_price_a_day",
            ),
            models.CheckConstraint(
                condition=Q(amount__gt=0), name="price_is_more_than_nothing"
            ),
            models.CheckConstraint(
                condition=Q(currency__regex=r"^[A-Z]{3}$"),
                name="price_currency_is_a_code",
            ),
            one_of("unit", PriceUnit, name="price_unit_is_known"),
        ]

    def __str__(self) -> str:
        return f"{self.amount} {self.currency} a {self.unit}"
