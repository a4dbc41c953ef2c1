"""What every page is looked at for, on one walk through all of them."""

from tests.looks import caches, controls, dates

NOT_OURS = ("/admin", "/api/")  # Django's own, and what programs read


class Looks:
    """``found``: of each fault the first page that has it; ``pages`` and ``days`` show
    that there was something to look at."""

    def __init__(self):
        self.found = {}
        self.pages = self.days = 0
        self.own = set()

    def look(self, answer, address, about):
        is_page = answer.get("Content-Type", "").startswith("text/html")
        if not is_page or answer.streaming or address.startswith(NOT_OURS):
            return
        text = answer.content.decode()
        self.pages += 1
        self.days += len(dates.DAY.findall(text))
        if caches.is_own(text):
            self.own.add(address)
        faults = {
            "misnamed control": controls.misnamed(text),
            "other way to write a day": dates.otherwise(text),
            "kept by caches": caches.faults(answer, text),
        }
        for kind, found in faults.items():
            for each in found:
                self.found.setdefault((kind, each), about)
