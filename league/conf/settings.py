"""Settings from the environment; `docs/operators.md` lists the variables."""

from pathlib import Path

import environ
from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

from league.conf import environment

BASE_DIR = Path(__file__).resolve().parent.parent.parent
env = environ.Env()

PRODUCTION = environment.is_production(env("AMARRACO_ENV", default="embedded"))
DEBUG = env.bool("DEBUG", default=False)
DATA_DIR = Path(env("AMARRACO_DATA", default=str(BASE_DIR / "var")))
SECRET_KEY = env("SECRET_KEY", default="")
SIGNING_KEY = env("SIGNING_KEY", default="")
CODE_PEPPER = env("CODE_PEPPER", default="")  # without one it follows from the secret key
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=[])
DATABASE_URL = env("DATABASE_URL", default="")
REDIS_URL = env("REDIS_URL", default="")
EMAIL_URL = env("EMAIL_URL", default="")

if PRODUCTION:
    environment.refuse_unsafe_production(
        secret=SECRET_KEY,
        hosts=ALLOWED_HOSTS,
        debug=DEBUG,
        database=DATABASE_URL,
        mail=EMAIL_URL,
        signing_key=SIGNING_KEY,
    )
else:
    environment.refuse_open_embedded(ALLOWED_HOSTS)
    SECRET_KEY = SECRET_KEY or environment.embedded_secret(DATA_DIR)
    SIGNING_KEY = SIGNING_KEY or environment.embedded_signing_key(DATA_DIR)
    ALLOWED_HOSTS = ALLOWED_HOSTS or list(environment.LOCAL_HOSTS)

SITE_URL = env(
    "SITE_URL", default="http://localhost:8000" if not PRODUCTION else f"https://{ALLOWED_HOSTS[0]}"
)

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "allauth",
    "allauth.account",
    "csp",
    "django_filters",
    "django_htmx",
    "django_tables2",
    "league",
    "matches",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "league.http.CompressPublicPages",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

ROOT_URLCONF = "league.conf.urls"
WSGI_APPLICATION = "league.conf.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "league.context.site",
            ],
        },
    }
]

if DATABASE_URL:
    DATABASES = {"default": env.db_url_config(DATABASE_URL)}
else:
    DATABASES = {
        "default": {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": DATA_DIR / "amarraco.sqlite3",
        }
    }
    DATA_DIR.mkdir(parents=True, exist_ok=True)
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # IMMEDIATE: a transaction that will write takes the lock at its start, so two of them queue up
    # instead of failing half-way.
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 30,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
    }
DATABASES["default"]["CONN_MAX_AGE"] = env.int("CONN_MAX_AGE", default=600)
DATABASES["default"]["CONN_HEALTH_CHECKS"] = True

# `default` holds rate limits and fails when it is down; `pages` holds whole public pages and is
# done without then.
if REDIS_URL:
    _REDIS = {
        "LOCATION": REDIS_URL,
        "OPTIONS": {"socket_connect_timeout": 1, "socket_timeout": 2},
    }
    CACHES = {
        "default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", **_REDIS},
        "pages": {
            "BACKEND": "league.page_cache.ForgivingRedisCache",
            "KEY_PREFIX": "pages",
            **_REDIS,
        },
    }
else:
    # Shared by all processes of the machine: rate limits hold with two workers.
    _TABLE = {
        "BACKEND": "django.core.cache.backends.db.DatabaseCache",
        "LOCATION": "amarraco_cache",
    }
    CACHES = {"default": _TABLE, "pages": {**_TABLE, "KEY_PREFIX": "pages"}}

CELERY_BROKER_URL = REDIS_URL or None
CELERY_BEAT_SCHEDULE = {
    "run-due-jobs": {"task": "league.tasks.run_due", "schedule": 15.0},
}
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TIMEZONE = "Europe/Madrid"
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True

if EMAIL_URL:
    vars().update(env.email_url_config(EMAIL_URL))
else:
    EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    EMAIL_FILE_PATH = DATA_DIR / "mail"
EMAIL_TIMEOUT = 20  # a mail server that hangs must not hold the queue
DEFAULT_FROM_EMAIL = env("DEFAULT_FROM_EMAIL", default="Amarraco <no-responder@localhost>")

AUTH_USER_MODEL = "league.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "league:me"
LOGOUT_REDIRECT_URL = "league:home"
ACCOUNT_ADAPTER = "league.accounts.InvitedOnlyAdapter"
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_USER_MODEL_EMAIL_FIELD = "email"
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_LOGIN_BY_CODE_TIMEOUT = 15 * 60  # seconds: mail is slow to reach a cellar bar
ACCOUNT_LOGOUT_ON_GET = False
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_PREVENT_ENUMERATION = True
# Per account, never per address: a whole bar shares one.
ACCOUNT_RATE_LIMITS = {
    "login": None,
    "login_failed": "10/5m/key",
    "request_login_code": "5/10m/key",
    "reset_password": "5/10m/key",
}
SESSION_COOKIE_AGE = 60 * 60 * 24 * 60

LANGUAGE_CODE = "es"
LANGUAGES = [("es", _("Español"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "Europe/Madrid"  # M-D.3: the national hour

STATIC_URL = "static/"
STATIC_ROOT = Path(env("STATIC_ROOT", default=str(BASE_DIR / "staticfiles")))
MEDIA_ROOT = DATA_DIR / "files"
PDF_CERTIFICATE = Path(env("PDF_CERTIFICATE", default=str(DATA_DIR / "certificate.p12")))
PDF_CERTIFICATE_PASSWORD = env("PDF_CERTIFICATE_PASSWORD", default="")
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
        if PRODUCTION
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}
WHITENOISE_USE_FINDERS = not PRODUCTION
DATA_UPLOAD_MAX_MEMORY_SIZE = 12 * 1024 * 1024
FILE_UPLOAD_MAX_MEMORY_SIZE = 12 * 1024 * 1024

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
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
if PRODUCTION:
    SECURE_SSL_REDIRECT = env.bool("SECURE_SSL_REDIRECT", default=True)
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True

DJANGO_TABLES2_TEMPLATE = "tables/amarraco.html"

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "handlers": {"console": {"class": "logging.StreamHandler"}},
    "root": {"handlers": ["console"], "level": env("LOG_LEVEL", default="WARNING")},
}
