"""What a visit of a page transfers, as Chromium's own trace of the network counts it."""

from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass, field

from playwright.sync_api import Page

FIRST_KB, REQUESTS, AGAIN_KB = 120, 12, 25  # at most, of a page


@dataclass
class Visit:
    """``size`` is in bytes on the wire, heads of answers included; what the browser's cache
    holds has none. ``by_type`` has those of scripts, styles, fonts and the document."""

    size: int = 0
    requests: int = 0
    by_type: dict[str, int] = field(default_factory=dict)

    @property
    def kb(self) -> float:
        return self.size / 1000


def visit(tab: Page, url: str) -> Visit:
    """Until nothing is on its way any more."""
    with counted(tab, Visit()) as seen:
        tab.goto(url, wait_until="networkidle")
    return seen


@contextmanager
def counted(tab: Page, before: Visit) -> Iterator[Visit]:
    """What is transferred meanwhile, added to what was ``before``."""
    seen, kinds = deepcopy(before), {}
    session = tab.context.new_cdp_session(tab)
    session.send("Network.enable")

    def answered(event):
        kinds[event["requestId"]] = event["type"]
        is_kept = event["response"].get("fromDiskCache")
        is_inline = event["response"]["url"].startswith("data:")
        seen.requests += not is_kept and not is_inline

    def ended(event):
        size = int(event["encodedDataLength"])
        kind = kinds.get(event["requestId"], "Other")
        seen.size += size
        seen.by_type[kind] = seen.by_type.get(kind, 0) + size

    session.on("Network.responseReceived", answered)
    session.on("Network.loadingFinished", ended)
    yield seen
    session.detach()
