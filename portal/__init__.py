"""What people and programs see: settings, pages, forms, API."""

from portal.celery import app as celery_app

__all__ = ["celery_app"]
