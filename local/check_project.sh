#!/bin/bash
# The checks that Django's own commands make, in an environment like production's.
set -euo pipefail
cd "$(dirname "$0")/.."

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python=.venv/bin/python
export DJANGO_SETTINGS_MODULE=portal.settings
export DEBUG=0 HTTPS=1
export SECRET_KEY ENCRYPTION_KEYS
SECRET_KEY=$("$python" -c 'import secrets; print(secrets.token_urlsafe(60))')
ENCRYPTION_KEYS=$("$python" -c 'import base64, os; print(base64.urlsafe_b64encode(os.urandom(32)).decode())')
export DATABASE_URL="sqlite:///$folder/database.sqlite3" STATIC_ROOT="$folder/static"

# In one process, since each would read all of Django and the portal first.
"$python" - "$folder/schema.yml" <<'PYTHON'
import sys

import django
from django.core.management import call_command as manage

django.setup()
manage("makemigrations", check_changes=True, dry_run=True)
manage("check", deploy=True, fail_level="WARNING")
manage("spectacular", validate=True, fail_on_warn=True, file=sys.argv[1])
PYTHON
