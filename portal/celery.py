"""The Celery application: the portal sends tasks by name, workers run them."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings")
# Migrating makes Django's checks, which import every page: half of a worker's start.
os.environ.setdefault("CELERY_SKIP_CHECKS", "1")

app = Celery("benchbook")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["workers"])
