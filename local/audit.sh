#!/bin/bash
# Known vulnerabilities of what is pinned. It asks services in the network, and says
# which of them it could not ask: 1 if anything was found, 2 if something was not asked.
set -uo pipefail
cd "$(dirname "$0")/.."

readonly AWAY='ConnectionError|Max retries|Connection refused|Temporary failure|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH|ServiceError|audit endpoint returned an error|ENOAUDIT|Proxy'
# A mirror of PyPI may answer without its advisories. This one has some since 2014.
readonly VULNERABLE="jinja2==2.4.1"
status=0

not_asked() {
    printf '%s: NOT ASKED, %s\n' "$1" "$2"
    [ "$status" = 1 ] || status=2
}

ask() {
    local what=$1 output
    shift
    if output=$("$@" 2>&1); then
        printf '%s: nothing known\n' "$what"
    elif grep -Eq "$AWAY" <<<"$output"; then
        not_asked "$what" "its service could not be reached:"
        grep -E "$AWAY" <<<"$output" | head -n 1 | cut -c 1-200
    else
        printf '%s: FOUND\n%s\n' "$what" "$output"
        status=1
    fi
}

audit_python() {
    .venv/bin/python -m pip_audit --disable-pip --progress-spinner off "$@"
}

knows_advisories() {
    ! audit_python --no-deps -r <(echo "$VULNERABLE") >/dev/null 2>&1
}

if knows_advisories; then
    ask "Python packages (pip-audit)" \
        audit_python --require-hashes -r requirements.txt -r requirements-dev.txt
else
    not_asked "Python packages (pip-audit)" "its service knows nothing of $VULNERABLE, which has known ones"
fi
ask "Front-end packages (npm audit)" npm audit --no-update-notifier
exit "$status"
