"""The Celery application of production; `manage.py run_due_jobs` does the same work without it."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.conf.settings")
app = Celery("amarraco")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["league"])
