"""What a browser sends of a form: its fields as they stand in the page."""

from html.parser import HTMLParser

UNCHECKED = ("checkbox", "radio")


class _Fields(HTMLParser):
    """The inputs and selects of the form ``name``, in order."""

    def __init__(self, name):
        super().__init__()
        self.name = name
        self.is_inside = False
        self.select = ""
        self.sent = []

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        if tag == "form":
            self.is_inside = given.get("id") == self.name
        elif self.is_inside and tag == "input" and given.get("name"):
            if given.get("type") not in UNCHECKED:
                self.sent.append((given["name"], given.get("value", "")))
            elif "checked" in given:
                self.sent.append((given["name"], given.get("value", "on")))
        elif tag == "select" and self.is_inside:
            self.select = given["name"]
        elif tag == "option" and self.select and "selected" in given:
            self.sent.append((self.select, given["value"]))

    def handle_endtag(self, tag):
        if tag == "form":
            self.is_inside = False
        elif tag == "select":
            self.select = ""


def held(answer, name):
    """Lists of values by field name; edit them as a user would, then send them."""
    reader = _Fields(name)
    reader.feed(answer.content.decode())
    fields = {}
    for field, value in reader.sent:
        fields.setdefault(field, []).append(value)
    return fields


def untick(fields, name):
    """``fields`` with a box that was ticked and is not any more."""
    return fields | {name: [value for value in fields[name] if value != "on"]}
