"""Ready comparisons in words, for a reader who does not know where to begin."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from benchruns.comparison.examples import Example, Kind
from benchruns.engines import ENGINES, engine_title
from benchruns.results.labels import short_code
from portal.links.comparisons import View, address


@dataclass(frozen=True, slots=True, kw_only=True)
class ExampleLink:
    title: str
    text: str
    href: str


def example_links(examples: Sequence[Example]) -> list[ExampleLink]:
    return [_link(example) for example in examples]


def _link(example: Example) -> ExampleLink:
    title = str(ENGINES[example.engine].label)
    if example.version:
        title = engine_title(example.engine, example.version)
    words = ", ".join(short_code(word) for word in example.words)
    if example.kind == Kind.SIZES:
        return ExampleLink(
            title=_("%(engine)s: %(classes)s") % {"engine": title, "classes": words},
            text=_("What does the next size bring, and at what efficiency per vCPU?"),
            href=address(example.asked, View(view="scaling")),
        )
    if example.kind == Kind.VERSIONS:
        code, *versions = example.words
        return ExampleLink(
            title=_("%(code)s: %(engine)s %(versions)s")
            % {"code": code, "engine": title, "versions": ", ".join(versions)},
            text=_("The same class on several versions: which one is faster?"),
            href=address(example.asked, View()),
        )
    vcpus, memory_gb = example.asked.size or (0, 0)
    return ExampleLink(
        title=_("%(engine)s with %(vcpus)d vCPU and %(memory)g GB: %(providers)s")
        % {
            "engine": title,
            "vcpus": vcpus,
            "memory": memory_gb,
            "providers": words,
        },
        text=_("Providers at equal size: what can be compared, and what cannot?"),
        href=address(example.asked, View()),
    )
