"""Settings, all of them from environment variables.

Each variable stands in one table of the README with its default; a test keeps the two
together. Nothing else in the code reads the environment for configuration.
"""

import ipaddress
from pathlib import Path

import environ
from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

from benchruns.audit import logs
from benchruns.endpoints.networks import parse_networks
from portal.settings.limits import API_CALLS_A_MINUTE as API_CALLS_A_MINUTE
from portal.settings.limits import FAILED_LOGINS as FAILED_LOGINS
from portal.settings.limits import FAILED_PORTS as FAILED_PORTS
from portal.settings.limits import FAILED_SERVERS as FAILED_SERVERS
from portal.settings.limits import LIMITS as LIMITS
from portal.settings.own_servers import own_servers
from portal.settings.queues import (
    CELERY_TASK_DEFAULT_QUEUE as CELERY_TASK_DEFAULT_QUEUE,
)
from portal.settings.queues import CELERY_TASK_QUEUES as CELERY_TASK_QUEUES
from portal.settings.queues import CELERY_TASK_ROUTES as CELERY_TASK_ROUTES
from portal.settings.retention import RETENTION_DAYS as RETENTION_DAYS

BASE_DIR = Path(__file__).resolve().parent.parent.parent

env = environ.Env()

DEBUG = env.bool("DEBUG", default=False)
SECRET_KEY = env.str("SECRET_KEY")
# The first key encrypts, all of them decrypt: put a new key in front to rotate.
ENCRYPTION_KEYS: list[str] = env.list("ENCRYPTION_KEYS")
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["127.0.0.1", "localhost"])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
HTTPS = env.bool("HTTPS", default=False)
HSTS_SECONDS = env.int("HSTS_SECONDS", default=3600)

# Networks that endpoints may lie in; unset: any but loopback, link-local, metadata.
_networks = (ipaddress.ip_network(n) for n in env.list("ENDPOINT_NETWORKS", default=[]))
ENDPOINT_NETWORKS = tuple(str(network) for network in _networks) or None
# Of an address in the internet, where no networks are listed: ask staff, allow, refuse.
PUBLIC_ENDPOINTS = env.str("PUBLIC_ENDPOINTS", default="ask")
if PUBLIC_ENDPOINTS not in ("ask", "allow", "refuse"):
    raise environ.ImproperlyConfigured("PUBLIC_ENDPOINTS is ask, allow or refuse")

# Runs -------------------------------------------------------------------------------
RUN_LEASE_SECONDS = env.int("RUN_LEASE_SECONDS", default=30)
RUN_MAX_ATTEMPTS = env.int("RUN_MAX_ATTEMPTS", default=3)
TEND_SECONDS = env.int("TEND_SECONDS", default=10)
# A schedule whose runs failed so often in a row pauses itself.
SCHEDULE_MOST_FAILURES = env.int("SCHEDULE_MOST_FAILURES", default=3)
CHECK_SECONDS, CHECK_LIMIT_SECONDS = 20, 30  # of one check; then its process is ended
CHECK_PATIENCE_SECONDS = 120  # after which nobody will answer it any more
LEFTOVER_SECONDS = 600  # between two tries to drop what an endpoint's runs left
# The machine that a worker of runs stands on, kept with each run's client.
LOAD_GENERATOR = {
    "provider": env.str("LOADGEN_PROVIDER", default=""),
    "instance": env.str("LOADGEN_CLASS", default=""),
    "region": env.str("LOADGEN_REGION", default=""),
    "zone": env.str("LOADGEN_ZONE", default=""),
}
# What such a worker is called (its Celery node's name where unset), and more labels of it.
LOADGEN_NAME = env.str("LOADGEN_NAME", default="")
LOADGEN_LABELS = env.dict("LOADGEN_LABELS", default={})
# Folder of the scripts that the custom loads run (.lua, .sql); empty: none is run.
LOADGEN_SCRIPTS = env.str("LOADGEN_SCRIPTS", default="")

# Catalogue --------------------------------------------------------------------------
PRICE_STALE_DAYS = env.int("PRICE_STALE_DAYS", default=180)
SAMPLE_ENDPOINTS = env.list("SAMPLE_ENDPOINTS", default=[])
RESULT_STALE_YEARS = env.int("RESULT_STALE_YEARS", default=5)

# Mail -------------------------------------------------------------------------------
SITE_URL = env.str("SITE_URL", default="http://127.0.0.1:8000")  # in mails and commands
_email_url = env.str("EMAIL_URL", default="")
MAIL_IS_ON = bool(_email_url)
vars().update(environ.Env.email_url_config(_email_url or "dummymail:"))
EMAIL_TIMEOUT = 10  # seconds that one step of sending may take
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="benchbook@localhost")
WATCH_SECONDS = 30  # between two looks at the rules
NOTIFY_SECONDS = 20  # between two looks at notices to be mailed
DELIVER_SECONDS = 10  # between two looks at what webhooks are to be told

INSTALLED_APPS = [
    "portal.own_commands",  # before Django's
    "django.contrib.admin.apps.SimpleAdminConfig",  # its pages are found with the addresses
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django_celery_beat",
    "django_filters",
    "csp",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "rest_framework",
    "drf_spectacular",
    "benchruns",
    "portal",
    "workers",
]

MIDDLEWARE = [
    "portal.metrics.http.CountRequests",
    "portal.web.origin.NoteOrigin",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    # Against BREACH, which guesses a secret of a page by the length of what is
    # compressed, Django masks CSRF tokens anew in each answer and fills each with up to
    # 100 random bytes ("Heal the Breach", since 4.2).
    "django.middleware.gzip.GZipMiddleware",
    "portal.web.brotli_pages.PackPages",  # as much of it by Brotli, for pages
    "portal.web.middleware.AnswerUnchanged",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "portal.accounts.second_factor.LeadToSecondFactor",
    "portal.web.middleware.KeepAnswersPrivate",
    "portal.web.middleware.RefuseNul",
    "portal.web.middleware.RefuseLargeBody",
    "portal.web.middleware.TellLimits",
]

ROOT_URLCONF = "portal.urls"
WSGI_APPLICATION = "portal.wsgi.application"
ASGI_APPLICATION = "portal.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "portal.web.context.look",
            ],
        },
    },
]

# Data -------------------------------------------------------------------------------
DATABASES = {
    "default": env.db("DATABASE_URL", default=f"sqlite:///{BASE_DIR}/var/benchbook.db")
}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # IMMEDIATE: a writer waits at BEGIN for its turn instead of failing in mid-way.
    DATABASES["default"]["OPTIONS"] = {
        "timeout": 20,
        "transaction_mode": "IMMEDIATE",
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
    }
else:
    # A server that is away is noticed well within a lease; DATABASE_URL may say otherwise.
    DATABASES["default"]["OPTIONS"] = {
        "connect_timeout": 5,
        "keepalives_idle": 5,
        "keepalives_interval": 2,
        "keepalives_count": 3,
        "tcp_user_timeout": 10_000,
        "options": "-c statement_timeout=15s",
        **DATABASES["default"].get("OPTIONS", {}),
    }
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
DATABASES["default"]["CONN_MAX_AGE"] = 600
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Accounts ---------------------------------------------------------------------------
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
AUTHENTICATION_BACKENDS = [
    "portal.accounts.backend.OneCheckBackend",
    # For accounts whose names differ in case alone, which the first one refuses.
    "django.contrib.auth.backends.ModelBackend",
]
LOGIN_URL = "portal:login"
LOGIN_REDIRECT_URL = "portal:home"
LOGOUT_REDIRECT_URL = "portal:home"
# Whether visitors may make accounts. Without mail nobody could confirm an address.
SIGN_UP = env.bool("SIGN_UP", default=True)
ACCOUNT_ADAPTER = "portal.accounts.adapter.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*", "password2*"]
# Of those who sign up: portal.accounts.stages lets accounts that staff made in.
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_CONFIRMATION_AUTHENTICATED_REDIRECT_URL = "account_email"
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = "Benchbook: "
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if HTTPS else "http"
ACCOUNT_MAX_EMAIL_ADDRESSES = 5
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_FORMS = {
    "login": "portal.forms.accounts.forms.LoginForm",
    "signup": "portal.forms.accounts.forms.SignUpForm",
    "add_email": "portal.forms.accounts.forms.AddEmailForm",
    "change_password": "portal.forms.accounts.forms.ChangePasswordForm",
    "set_password": "portal.forms.accounts.forms.SetPasswordForm",
    "reset_password": "portal.forms.accounts.forms.ResetPasswordForm",
    "reset_password_from_key": "portal.forms.accounts.forms.ResetPasswordKeyForm",
    "reauthenticate": "portal.forms.accounts.forms.PasswordAgainForm",
}
# Whether staff have to set a second factor up before they open anything else.
REQUIRE_STAFF_TWO_FACTOR = env.bool("REQUIRE_STAFF_TWO_FACTOR", default=False)
MFA_ADAPTER = "portal.accounts.two_factor.TwoFactorAdapter"
MFA_TOTP_ISSUER = "Benchbook"
# Who signed up has confirmed an address; accounts that staff made need none.
MFA_ALLOW_UNVERIFIED_EMAIL = True
MFA_FORMS = {
    "authenticate": "portal.forms.accounts.two_factor.CodeForm",
    "reauthenticate": "portal.forms.accounts.two_factor.CodeAgainForm",
    "activate_totp": "portal.forms.accounts.two_factor.AppForm",
}
# Counted in the cache, by allauth. ip: of one address; user: of who is logged in; key:
# of one account, name or mail address. login_failed counts passwords and codes; its keys
# hold the caller's address (portal.accounts.adapter), so nobody is barred by others.
ACCOUNT_RATE_LIMITS = {
    "login": "60/m/ip",
    "login_failed": "10/15m/key,200/15m/ip",
    "signup": "20/h/ip",
    "reset_password": "20/h/ip,5/h/key",
    "reset_password_from_key": "20/m/ip",
    "reauthenticate": "10/m/user",
    "change_password": "10/m/user",
    "manage_email": "10/m/user",
    # No pause of allauth's own, which would be silent: see mail_to_confirm.
    "confirm_email": "",
    "mail_to_confirm": "1/3m/key",
    "wrong_reward_code": "10/15m/user",
}
# Proxies tell who called: the one that HTTPS means, or as many as there are.
ALLAUTH_TRUSTED_PROXY_COUNT = env.int("PROXIES", default=1 if HTTPS else 0)

# Language and time ------------------------------------------------------------------
LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "portal" / "locale"]
# With one language there is nothing to look up; with a second it is asked for again.
USE_I18N = len(LANGUAGES) > 1
USE_TZ = True
TIME_ZONE = "UTC"
FORMAT_MODULE_PATH = "portal.formats"  # one way to write a day, in every template

# Static files -----------------------------------------------------------------------
STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = env.str("STATIC_ROOT", default=str(BASE_DIR / "var" / "static"))
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "portal.assets.storage.BundledManifestStorage"
    },
}

# Security ---------------------------------------------------------------------------
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = HSTS_SECONDS if HTTPS else 0
# Subdomains and preloading bind names that are not ours to bind.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
X_FRAME_OPTIONS = "DENY"
METRICS_TOKEN = env.str("METRICS_TOKEN", default="")  # either lets read /metrics
METRICS_NETWORKS = parse_networks(env.list("METRICS_NETWORKS", default=[]))
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}

# Uploads: the lengths of files and bodies are limited in portal.web.uploads.limits ---------------
FILE_UPLOAD_HANDLERS = [
    "portal.web.uploads.limits.LimitedUploadHandler",
    "django.core.files.uploadhandler.MemoryFileUploadHandler",
    "django.core.files.uploadhandler.TemporaryFileUploadHandler",
]
FILE_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024  # larger requests are kept in temporary files
DATA_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024  # all fields that are no files
DATA_UPLOAD_MAX_NUMBER_FIELDS = 1000
DATA_UPLOAD_MAX_NUMBER_FILES = 20

# Redis: correctness rests on the database. The broker only wakes workers, the cache
# counts logins, sign-ups, mails and calls, and holds the turn of beat.
REDIS_URL = env.str("REDIS_URL", default="redis://127.0.0.1:6379/0")
# No endpoint and no webhook may lead there, whatever ENDPOINT_NETWORKS holds.
OWN_SERVERS = own_servers(REDIS_URL, DATABASES["default"])
LONGEST_RUN_SECONDS = 3 * 24 * 3600 + 3600  # prepare, warm-up, measure; a day each
CACHES = {
    "default": {
        "BACKEND": "portal.web.cache.RedisThatMayBeAway",
        "LOCATION": REDIS_URL,
        # not "benchbook", under which older releases kept pickles
        "KEY_PREFIX": "benchbook-json",
        "OPTIONS": {"socket_connect_timeout": 1, "socket_timeout": 1},
    },
    "pages": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "TIMEOUT": 60,
    },
}
CELERY_BROKER_URL = REDIS_URL
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": LONGEST_RUN_SECONDS,
    "socket_timeout": 10,
    "socket_connect_timeout": 3,
}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_ACKS_LATE = False
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = False
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 1, "interval_start": 0.1}
CELERY_BEAT_SCHEDULER = "portal.beat:Scheduler"
CELERY_BEAT_SCHEDULE = {
    name: {
        "task": f"benchbook.{name.replace('-', '_')}",
        "schedule": seconds,
        "options": {"expires": seconds},
    }
    for name, seconds in {
        "tend": TEND_SECONDS,
        "watch": WATCH_SECONDS,
        "notify": NOTIFY_SECONDS,
        "deliver": DELIVER_SECONDS,
        "tend-leftovers": LEFTOVER_SECONDS,
    }.items()
}

# API --------------------------------------------------------------------------------
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "portal.api.authentication.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["portal.api.permissions.TokenScope"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_PAGINATION_CLASS": "portal.api.pagination.NewestFirst",
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "portal.web.problems.handle",
    "DEFAULT_THROTTLE_CLASSES": [],
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Benchbook API",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "DESCRIPTION": "Instance classes, published and measured results, endpoints and runs.",
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "portal.api.description.examples.attach",
    ],
    # Several kinds of rows have a state, a plan has two figures of a basis.
    "ENUM_NAME_OVERRIDES": {
        f"{kind}StateEnum": f"benchruns.vocabulary.{kind}State"
        for kind in ("Run", "Regression", "Submission", "Draft", "Delivery")
    }
    | {"RateBasisEnum": ["measured", "assumed"]},
}

LOG_FORMAT = env.str("LOG_FORMAT", default="text")
LOGGING = logs.configuration(LOG_FORMAT, level=env.str("LOG_LEVEL", default="INFO"))
