#!/usr/bin/env bash
# Installs the Debian packages that are missing. Usage: tools/install_packages.sh build|python|test|exports|lint...
# Asks dpkg first, so that a second call costs nothing and needs neither network nor root.
set -euo pipefail

packages_of() {
    case "$1" in
        build) echo g++ cmake ninja-build libfmt-dev libboost1.81-dev libfast-float-dev libcli11-dev \
                    zlib1g-dev libzstd-dev ;;
        python) echo python3 python3-dev python3-venv ;;
        test) echo pkg-config libgtest-dev librapidcheck-dev nlohmann-json3-dev python3 python3-dev python3-venv ;;
        exports) echo gcc g++ default-jdk-headless nodejs sqlite3 postgresql texlive-latex-base texlive-latex-extra texlive-pictures lmodern poppler-utils ;;
        lint) echo clang-format-22 clang-tidy-22 python3 ;;
        # A node from elsewhere brings its own npm, and conflicts with Debian's.
        pages) echo chromium fonts-dejavu-core fonts-liberation "$(command -v node >/dev/null || echo nodejs)" "$(command -v npm >/dev/null || echo npm)" ;;
        *) echo "install_packages.sh: unknown set '$1'; the sets are build, python, test, exports, lint and pages." >&2; return 2 ;;
    esac
}

is_installed() {
    [ "$(dpkg-query --show --showformat='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

as_root() {
    if [ "$(id -u)" = 0 ]; then
        "$@"
    else
        sudo "$@"
    fi
}

wanted=""
for set in "$@"; do
    wanted="$wanted $(packages_of "$set")"
done

missing=()
for package in $wanted; do
    is_installed "$package" || missing+=("$package")
done
[ ${#missing[@]} -gt 0 ] || exit 0

if ! command -v apt-get >/dev/null; then
    echo "Treewright is built with Debian's packages and there is no apt-get here: please install the equivalents of ${missing[*]}." >&2
    exit 1
fi
if [ "$(id -u)" != 0 ] && ! command -v sudo >/dev/null; then
    echo "These packages are missing and only root can install them (there is no sudo): apt-get install ${missing[*]}" >&2
    exit 1
fi

echo "Installing ${missing[*]}"
as_root apt-get update -qq
as_root env DEBIAN_FRONTEND=noninteractive apt-get install --yes -qq --no-install-recommends "${missing[@]}" >/dev/null
