#!/bin/bash
# What is shipped, as CycloneDX reads it: var/sbom-python.json and var/sbom-front-end.json.
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p var

.venv/bin/python -W ignore -m cyclonedx_py requirements requirements.txt --pyproject pyproject.toml \
    --output-reproducible --output-format JSON --output-file var/sbom-python.json
echo "var/sbom-python.json"
# npm reads the lock file alone: what is installed may be less. Debian's may be older than
# this command.
whole=var/sbom-front-end.json
rm -f "$whole"
if npm sbom --package-lock-only --omit dev --sbom-format cyclonedx >"$whole.part" 2>/dev/null; then
    mv "$whole.part" "$whole"
    echo "$whole"
else
    rm -f "$whole.part"
    echo "$whole: NOT WRITTEN, npm $(npm --version) cannot; package-lock.json has versions and hashes" >&2
    exit 1
fi
