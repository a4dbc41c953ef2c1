"""Every address that can be reached by links, each with one of its queries."""

import re
from collections import deque
from urllib.parse import urljoin, urlsplit

_LINK = re.compile(
    r"(?:href|src|action|hx-get|data-[a-z-]+)=\"([^\"#]+)|\"(/[^\"#\s]+)"
)
_SITE = "http://testserver"
_LEFT_OUT = ("/static/", "/login", "/signup", "/password", "/admin", "/theme/")


def visit(client, seeds):
    """The answers by address."""
    answers, queue, seen = {}, deque(seeds), set()
    while queue:
        address = queue.popleft()
        if address in answers:
            continue
        answers[address] = client.get(address)
        for link in _links(address, text_of(answers[address])):
            path = urlsplit(link).path
            if path not in seen:
                seen.add(path)
                queue.append(link)
    return answers


def text_of(answer):
    """What a reader gets, headers included."""
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    return f"{answer.headers}\n{body.decode('utf-8', 'replace')}"


def _links(address, text):
    for quoted, bare in _LINK.findall(text.replace("&amp;", "&")):
        link = urljoin(_SITE + address, quoted or bare)
        path = link.removeprefix(_SITE)
        if link.startswith(_SITE + "/") and not path.startswith(_LEFT_OUT):
            yield path
