"""Lines of a file of prices."""

from benchruns.catalogue.pricing.lines import COLUMNS

HEADER = ",".join(COLUMNS)


def line(**cells):
    known = {
        "provider": "acme",
        "engine": "mysql",
        "class": "db.large",
        "region": "eu-west-1",
        "term": "on-demand",
        "currency": "USD",
        "amount": "0.52",
        "unit": "hour",
        "priced_on": "2026-01-31",
        "source": "price list",
    }
    return ",".join((known | cells).values())


def file_of(*lines, header=HEADER):
    return "\n".join([header, *lines, ""]).encode()
