"""The WSGI entry point."""

import os

from django.core.wsgi import get_wsgi_application

from portal.web.uploads import memory

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings")

memory.map_large_blocks()
application = get_wsgi_application()
