"""What one user may have at most; a row of UserLimit is another value for one user."""

import environ

env = environ.Env()

# Of a server by anybody, ports of an address without an answer, and servers that one user
# reached in vain, in 15 minutes; then nobody is let through who was not let in before.
FAILED_LOGINS = env.int("LIMIT_FAILED_LOGINS", default=10)
FAILED_PORTS = env.int("LIMIT_FAILED_PORTS", default=10)
FAILED_SERVERS = env.int("LIMIT_FAILED_SERVERS", default=30)
# Of the API, by user, or by address of who has no token; 0: any number.
API_CALLS_A_MINUTE = env.int("LIMIT_API_CALLS", default=1200)
LIMITS = {
    "runs": env.int("LIMIT_RUNS", default=500),
    "endpoint_runs": env.int("LIMIT_ENDPOINT_RUNS", default=300),
    "threads": env.int("LIMIT_THREADS", default=2_000),
    "load_seconds": env.int("LIMIT_LOAD_SECONDS", default=172_800),
    "data_gb": env.int("LIMIT_DATA_GB", default=1_000),
    "endpoints": env.int("LIMIT_ENDPOINTS", default=100),
    "checks": env.int("LIMIT_CHECKS", default=20),
    "tokens": env.int("LIMIT_TOKENS", default=50),
    "webhooks": env.int("LIMIT_WEBHOOKS", default=20),
    "upload_mb": env.int("LIMIT_UPLOAD_MB", default=500),
    "comments": env.int("LIMIT_COMMENTS", default=100),
}
