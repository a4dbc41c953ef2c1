"""All that the URL configuration serves, with an example for each address, and its links.

For tests that ask for every page, list, feed and export of a site that is filled by
``hostile_names``.
"""

import re
from html import unescape
from urllib.parse import parse_qs, urljoin, urlsplit

from django.contrib.admin.utils import quote
from django.urls import URLResolver, get_resolver, resolve, reverse
from django.urls.exceptions import Resolver404

from benchruns.names.class_words import class_word
from portal.accounts import feed_keys
from tests.examples import few_or

HOST = "http://testserver"
LINK = re.compile(r'(?:href|src|action|hx-get|data-\w*url)="([^"]*)"')
IN_JSON = re.compile(rf'"({HOST}/[^"]*)"')
# Other people's code; of the administration our own rows and users are looked at.
NOT_OURS = re.compile(r"admin:(?!benchruns_|auth_user_change|index)")
NO_LINKS = ("/static/", "/admin/")  # Django's own between its own
HEALTH = "/healthz"  # tells by 503 that no worker answers here
SUBMISSIONS = ("submission", "draft", "waiting")
AS_LISTED = ("format", "view", "show")  # words whose values are told apart in a link


def every_address():
    """Name, route and parameters of all that the URL configuration serves."""

    def walk(patterns, spaces, route, parameters):
        for each in patterns:
            here = f"{route}{each.pattern}"
            own = {
                *parameters,
                *each.pattern.converters,
                *each.pattern.regex.groupindex,
            }
            if isinstance(each, URLResolver):
                names = [*spaces, *filter(None, [each.namespace])]
                yield from walk(each.url_patterns, names, here, own)
            else:
                yield ":".join([*spaces, each.name or ""]), here, own

    yield from walk(get_resolver().url_patterns, [], "/", set())


def examples(site):
    """What stands in an address in place of its parameters, by the address's name."""
    one = site.one
    ids = {
        "endpoint": one["endpoint"], "run": one["run"], "result": one["measured"],
        "sweep": one["sweep"], "data-set": one["data_set"], "series": one["series"],
        "trend": one["series"], "badge": one["series"], "rule": one["rule"], "schedule": one["schedule"], "webhook": one["webhook"], "generator": one["generator"], "regression-rule": one["rule"],
        "regression": one["regression"], "submission": one["submission"],
        "token": one["token"], "price": one["price"], "reward": one["reward"],
        "public-address": one["public_address"], "instance-class": site.classes[0], "campaign-draft": one["campaign_draft"],
    }  # fmt: skip

    def by_id(name, parameters):
        kinds = [k for k in ids if name.removeprefix("portal:").startswith(k)]
        assert kinds, f"give an example for the address {name}"
        row = ids[max(kinds, key=len)]
        if name == "portal:rule-add":
            row = one["series"]
        if {"file", "file_id"} & parameters:
            return [
                {**dict.fromkeys(parameters, one["file"].pk), **key(row, parameters)}
            ]
        return [key(row, parameters)]

    def key(row, parameters):
        return {next(p for p in parameters if p in ("id", "pk")): row.pk}

    versions = [{"engine": e, "version": v} for e, v in site.versions]
    named = {
        "portal:engine-versions": [{"engine": "mysql"}],
        "portal:engine-version": versions,
        "portal:engine-embed": versions,
        "portal:whitepaper": versions,
        "portal:class-detail": [vars_of(sold.class_key) for sold in site.classes],
        "portal:provider-change": [{"slug": s.provider_id} for s in site.classes],
        "portal:class-change": [{"id": sold.pk} for sold in site.classes],
        "portal:catalogue-import": [{"kind": "classes"}, {"kind": "providers"}],
        "provider-detail": [{"slug": sold.provider_id} for sold in site.classes],
        "portal:kept-comparison": [{"code": one["kept"].code}],
        "portal:source": [{"slug": each.source_id} for each in site.campaigns],
        "source-detail": [{"slug": each.source_id} for each in site.campaigns],
        "portal:guide-workload": [{"name": "oltp_read_write"}, {"name": "a/b"}],
        "portal:guide-script": [{"name": "oltp_legacy.lua"}, {"name": "a/b"}],
        "portal:reward-policy": [{"grade": "accepted"}],
        "portal:report-template": [{"kind": "csv"}, {"kind": "xlsx"}],
        "portal:feed-own-changes": [{"key": feed_keys.key_of(site.owner)}],
        "campaign-detail": [{"slug": each.slug} for each in site.campaigns],
        "api-operation": [{"name": "runs_create"}, {"name": "results_list"}],
        "api-document": [{"name": "formats"}, {"name": "report-template"}],
        "workload-detail": [{"name": "tpcc"}, {"name": "a/b"}],
        "portal:submission-detail": [{"id": one[s].pk} for s in SUBMISSIONS],
        "submission-detail": [{"pk": one[s].pk} for s in SUBMISSIONS],
        "account_reset_password_from_key": [{"uidb36": "1", "key": "set-password"}],
        "account_confirm_email": [{"key": "a:b"}],
        "admin:auth_user_change": [{"object_id": site.owner.pk}],
    }
    return lambda name, parameters: named.get(name) or by_id(name, parameters)


def vars_of(key):
    return {"provider": key.provider, "engine": key.engine, "code": key.code}


def addresses(site):
    """Every address once, with an example for each name that may stand in it."""
    example = examples(site)
    rows = {
        "provider": site.classes[5].provider, "instanceclass": site.classes[5],
        "campaign": site.campaigns[5], "result": site.one["measured"],
        "endpoint": site.one["endpoint"], "submission": site.one["submission"],
    }  # fmt: skip
    for name, route, parameters in every_address():
        if NOT_OURS.match(name) or (not name and route.startswith("/admin")):
            continue
        if route == HEALTH:
            continue
        if name.startswith("admin:benchruns_") and parameters:
            row = rows.get(name.removeprefix("admin:benchruns_").split("_")[0])
            if row is not None and name.endswith("_change"):
                yield name, reverse(name, args=[quote(row.pk)])
        elif not parameters:
            yield name, reverse(name) if name.strip(":") else route
        else:
            for given in example(name, parameters):
                yield name, reverse(name, kwargs=given)


def one_of_each(site):
    """The first address of each name, but for those of Django's own administration."""
    found = {}
    for name, address in addresses(site):
        if not address.startswith("/admin/"):
            found.setdefault(name, address)
    return found


def questions(site):
    """Addresses with a question that names hold."""
    for sold in few_or(site.classes, few=site.classes[::3]):
        word = class_word(sold.class_key)
        version = sold.code[:40]
        yield reverse("portal:compare"), {"class": word}
        yield reverse("portal:price-new"), {"class": word}
        yield reverse("compare"), {"class": word}
        yield (
            reverse("portal:class-ranking"),
            {"regime": "any", "without": f"class:{word}"},
        )
        if sold.code.strip():
            yield reverse("portal:search"), {"q": sold.code}
            yield reverse("portal:classes"), {"q": sold.code}
            yield reverse("portal:feed-results"), {"engine_version": version}
            for name, value in (
                ("engine_version", version),
                ("provider", sold.provider_id),
            ):
                yield reverse("result-list"), {name: value}
    need = {"tps": "10", "regime": "any"}
    yield reverse("portal:need"), need
    yield reverse("instance-class-needed"), need
    every = {"result": [str(result.pk) for result in site.results[:12]]}
    yield reverse("portal:compare"), every
    yield reverse("compare"), every
    yield reverse("portal:compare-embed"), every
    yield (
        reverse("portal:engine-version", args=["mysql", "4c/16g"]),
        {"draft": str(site.one["draft"].pk)},
    )


def links_in(text, address):
    """What a page or an answer of the API leads to here, each kind once: by its kind."""
    found = {}
    for link in (*LINK.findall(text), *IN_JSON.findall(text)):
        target = urljoin(f"{HOST}{address}", unescape(link))
        parts = urlsplit(target)
        if target.startswith(f"{HOST}/") and not parts.path.startswith(NO_LINKS):
            found.setdefault(kind_of(parts), target.removeprefix(HOST))
    return found


def kind_of(parts):
    """Links of one view that differ in ids and values alone are of one kind."""
    query = parse_qs(parts.query, keep_blank_values=True)
    words = frozenset((n, *(v if n in AS_LISTED else ())) for n, v in query.items())
    try:
        found = resolve(parts.path)
    except Resolver404:
        return parts.path, words
    names = [v for v in found.kwargs.values() if not is_id(v)] if not words else []
    return found.view_name, tuple(names), words


def is_id(value):
    return not isinstance(value, str)
