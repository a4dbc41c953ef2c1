"""``GET /healthz``: whether the parts of the portal answer."""
