"""The figures of a web server of several processes, which Prometheus reaches in turn."""

import os
import sys
from subprocess import run

import pytest

from local.places import ROOT

COUNT = """
import django
django.setup()
from portal.metrics import http
http._requests.labels("page", "GET", 200).inc()
"""
READ = """
import django
django.setup()
from portal.metrics import http
print(http.registry().get_sample_value(
    "benchbook_http_requests_total", {"door": "page", "method": "GET", "status": "200"}
))
"""
# gunicorn reads its configuration first, and then forks what loads the portal.
CONFIGURED = "import portal.gunicorn as server"


@pytest.mark.long
def test_requests_of_all_processes_are_added_up(tmp_path):
    environment = os.environ | {
        "PROMETHEUS_MULTIPROC_DIR": str(tmp_path),
        "DJANGO_SETTINGS_MODULE": "portal.settings",
    }
    for _process in range(2):
        run([sys.executable, "-c", COUNT], env=environment, check=True, cwd=ROOT)
    read = [sys.executable, "-c", READ]
    told = run(read, env=environment, check=True, cwd=ROOT, capture_output=True)

    assert told.stdout.strip() == b"2.0"


def test_the_web_server_names_a_folder_before_anything_counts():
    """Whoever imports the counters earlier has each process count for itself."""
    words = f"""
import sys
{CONFIGURED}
assert "prometheus_client" not in sys.modules
import os
assert os.path.isdir(os.environ["PROMETHEUS_MULTIPROC_DIR"])
server.on_exit(None)
assert not os.path.exists(os.environ["PROMETHEUS_MULTIPROC_DIR"])
"""
    environment = dict(os.environ)
    environment.pop("PROMETHEUS_MULTIPROC_DIR", None)
    run([sys.executable, "-c", words], env=environment, check=True, cwd=ROOT)
