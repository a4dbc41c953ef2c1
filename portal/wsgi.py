"""The WSGI entry point."""

import os
from functools import partial

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from portal.web.page_cache.live_answers import LiveAnswers
from portal.web.uploads import memory

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings")


def _application() -> LiveAnswers:
    of_django = get_wsgi_application()
    # Only now are the applications there that it needs.
    from portal.metrics.http import count_request

    return LiveAnswers(
        of_django,
        session_cookie=settings.SESSION_COOKIE_NAME,
        count=partial(count_request, "page", "GET", 200),
    )


memory.map_large_blocks()
application = _application()
