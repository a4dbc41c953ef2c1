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
ENCRYPTION_KEYS=$("$python" -c 'from cryptography.fernet import Fernet as F; print(F.generate_key().decode())')
export DATABASE_URL="sqlite:///$folder/database.sqlite3" STATIC_ROOT="$folder/static"

set -x
"$python" manage.py makemigrations --check --dry-run
"$python" manage.py check --deploy --fail-level WARNING
# With the storage of production: it follows imports and source maps of every file.
"$python" manage.py collectstatic --noinput --verbosity 0
"$python" manage.py spectacular --validate --fail-on-warn --file "$folder/schema.yml"
