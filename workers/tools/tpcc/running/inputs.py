"""What each transaction is asked to do: draws by clause 2 of the specification.

Profile hammerdb draws as HammerDB does: customers by number evenly, whole amounts, the
last names with the C of the load. Items, quantities and supplying warehouses are drawn
by NEWORD itself, on the server, in both profiles.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from workers.tools.tpcc.dialects.base import Values
from workers.tools.tpcc.kinds import Kind
from workers.tools.tpcc.last_names import LAST_NAMES, LOAD_C, NAME_A, nurand
from workers.tools.tpcc.options import Profile
from workers.tools.tpcc.schema import CUSTOMERS, DISTRICTS, LINES

CUSTOMER_A = 1023
# Clause 2.1.6.1: 65 to 119 apart from the C of the load, but neither 96 nor 112.
SPEC_NAME_C = LOAD_C + 80
SPEC_CUSTOMER_C = 259  # any from 0 to A will do
NAME_C = {Profile.HAMMERDB: LOAD_C, Profile.SPEC: SPEC_NAME_C}
BY_NAME_PERCENT = 60
HOME_PERCENT = 85


@dataclass(frozen=True, slots=True)
class Home:
    """Where a virtual user works: one of its ``warehouses`` each time, and the district
    whose stock it looks at."""

    warehouses: Sequence[int]
    stock_district: int


@dataclass(frozen=True, slots=True)
class Inputs:
    profile: Profile
    warehouses: int
    home: Home
    random: Random

    def of(self, kind: Kind) -> Values:
        """The values of one transaction, in the order of ``dialects.base.Values``."""
        warehouse = self.random.choice(self.home.warehouses)
        match kind:
            case Kind.NEWORD:
                return self._new_order(warehouse)
            case Kind.PAYMENT:
                return self._payment(warehouse)
            case Kind.DELIVERY:
                return warehouse, self.random.randint(1, 10)
            case Kind.OSTAT:
                return warehouse, self._district(), *self._customer_or_name()
            case Kind.SLEV:
                return (
                    warehouse,
                    self.home.stock_district,
                    self.random.randint(10, 20),
                )

    def _new_order(self, warehouse: int) -> Values:
        lines = self.random.choice(LINES)
        return warehouse, self.warehouses, self._district(), self._customer(), lines

    def _payment(self, warehouse: int) -> Values:
        district = self._district()
        customer_warehouse, customer_district = warehouse, district
        if self._chance(100 - HOME_PERCENT) and self.warehouses > 1:
            customer_warehouse = self._other_than(warehouse)
            customer_district = self._district()
        customer, by_name, name = self._customer_or_name()
        return (
            *(warehouse, district, customer_warehouse, customer_district),
            *(customer, by_name, self._amount(), name),
        )

    def _customer_or_name(self) -> tuple[int, int, str]:
        """Number, whether by name, last name; what does not count is 0 or empty."""
        if not self._chance(BY_NAME_PERCENT):
            return self._customer(), 0, ""
        last, c = len(LAST_NAMES) - 1, NAME_C[self.profile]
        return 0, 1, LAST_NAMES[nurand(self.random, NAME_A, 0, last, c=c)]

    def _customer(self) -> int:
        if self.profile is Profile.HAMMERDB:
            return self.random.randint(1, CUSTOMERS)
        return nurand(self.random, CUSTOMER_A, 1, CUSTOMERS, c=SPEC_CUSTOMER_C)

    def _amount(self) -> int | str:
        if self.profile is Profile.HAMMERDB:
            return self.random.randint(1, 5000)
        cents = self.random.randint(100, 500_000)
        return f"{cents // 100}.{cents % 100:02d}"

    def _district(self) -> int:
        return self.random.randint(1, DISTRICTS)

    def _other_than(self, warehouse: int) -> int:
        other = self.random.randint(1, self.warehouses - 1)
        return other + (other >= warehouse)

    def _chance(self, percent: int) -> bool:
        return self.random.randint(1, 100) <= percent


def home_of(
    user: int, *, users: int, warehouses: int, spreads: bool, random: Random
) -> Home:
    """The home of virtual user ``user`` (from 0) of ``users``.

    With ``spreads`` all warehouses are dealt to the users in turn, else each has one,
    drawn at random.
    """
    dealt: Sequence[int] = range(1 + user % warehouses, warehouses + 1, users)
    district = random.randint(1, DISTRICTS)
    return Home(dealt if spreads else [random.randint(1, warehouses)], district)
