#!/bin/bash
# The syntax of our own browser scripts, which are ES modules.
set -euo pipefail
cd "$(dirname "$0")/.."

find static/js -name '*.js' -print0 2>/dev/null | sort -z |
    while IFS= read -r -d '' script; do
        # By standard input, because a .js file counts as CommonJS.
        node --input-type=module --check - <"$script" || { echo "in $script" >&2; exit 1; }
    done
