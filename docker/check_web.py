"""Says whether the web server of this container answers and reaches its database.

Workers are left out on purpose: a web server is not unwell because a worker is.
"""

import http.client
import json
import sys

# As behind the proxy: with HTTPS=1 plain requests are sent elsewhere.
HEADERS = {"Host": "localhost", "X-Forwarded-Proto": "https"}

connection = http.client.HTTPConnection("127.0.0.1", 8000, timeout=8)
connection.request("GET", "/healthz", headers=HEADERS)
parts = json.loads(connection.getresponse().read())
sys.exit(parts["database"] != "ok")
