"""No cache on the way keeps a page that names who is logged in."""


def words_of(answer):
    return {word.strip() for word in answer.get("Cache-Control", "").split(",")}


def is_own(page):
    return "Log out" in page


def faults(answer, page):
    if is_own(page) and not {"private", "no-store"} <= words_of(answer):
        return {answer.status_code}
    return set()
