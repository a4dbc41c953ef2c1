"""What a control is called for a screen reader holds what it shows (WCAG 2.5.3, label in name)."""

from html.parser import HTMLParser

CONTROLS = {"a", "button", "summary"}
EMPTY = {"area", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}
DRAWN = {"svg", "script", "style"}


class Controls(HTMLParser):
    """``found``: of each control with a name of its own that name and the text it shows."""

    def __init__(self):
        super().__init__()
        self.found = []
        self.open = []

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        classes = (attrs.get("class") or "").split()
        is_unseen = (
            tag in DRAWN
            or attrs.get("aria-hidden") == "true"
            or "visually-hidden" in classes
            or any(hidden for _, _, hidden in self.open)
        )
        control = None
        if tag in CONTROLS and attrs.get("aria-label"):
            control = [attrs["aria-label"], ""]
            self.found.append(control)
        if tag not in EMPTY:
            self.open.append((tag, control, is_unseen))

    def handle_endtag(self, tag):
        while any(opened == tag for opened, _, _ in self.open):
            if self.open.pop()[0] == tag:
                break

    def handle_data(self, data):
        if not any(hidden for _, _, hidden in self.open):
            for _, control, _ in self.open:
                if control:
                    control[1] += data


def words(text):
    """Each between blanks, so that one is not found within another."""
    plain = "".join(c if c.isalnum() else " " for c in text.casefold())
    return f" {' '.join(plain.split())} "


def misnamed(page):
    """Controls whose words are not in their name, in the order that they are shown in."""
    parser = Controls()
    parser.feed(page)
    return {
        (name, " ".join(shown.split()))
        for name, shown in parser.found
        if words(shown).strip() and words(shown) not in words(name)
    }
