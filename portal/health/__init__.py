"""``GET /metrics``: figures of the portal for Prometheus."""
