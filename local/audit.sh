#!/bin/bash
# Known vulnerabilities of what is pinned. It asks services in the network, and says
# which of them it could not ask: 1 if anything was found, 2 if something was not asked.
set -uo pipefail
cd "$(dirname "$0")/.."

readonly AWAY='ConnectionError|Max retries|Connection refused|Temporary failure|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH|ServiceError|audit endpoint returned an error|ENOAUDIT|Proxy'
status=0

ask() {
    local what=$1 output
    shift
    if output=$("$@" 2>&1); then
        printf '%s: nothing known\n' "$what"
    elif grep -Eq "$AWAY" <<<"$output"; then
        printf '%s: NOT ASKED, its service could not be reached:\n' "$what"
        grep -E "$AWAY" <<<"$output" | head -n 1 | cut -c 1-200
        [ "$status" = 1 ] || status=2
    else
        printf '%s: FOUND\n%s\n' "$what" "$output"
        status=1
    fi
}

ask "Python packages (pip-audit)" .venv/bin/python -m pip_audit --require-hashes --disable-pip \
    --progress-spinner off -r requirements.txt -r requirements-dev.txt
ask "Front-end packages (npm audit)" npm audit --no-update-notifier
exit "$status"
