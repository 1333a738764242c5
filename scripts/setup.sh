#!/bin/sh
# Everything a fresh machine lacks: Debian packages, a virtual environment in .venv, Python packages. Run by `make setup`.
set -eu
cd "$(dirname "$0")/.."

say() { printf '%s\n' "$*"; }

find_python() {
    for candidate in "${PYTHON:-}" python3 python3.13 python3.12 python3.11; do
        [ -n "$candidate" ] || continue
        if "$candidate" -I -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            command -v "$candidate"
            return
        fi
    done
    say "Torseur needs Python 3.11 or newer; none was found on the PATH. Set PYTHON=/path/to/python3." >&2
    exit 1
}

python=$(find_python)

# What Qt, OpenGL without a graphics card, and a virtual screen need beyond a bare Debian or Ubuntu, and the window's font.
packages="xvfb xauth libegl1 libgl1 libgl1-mesa-dri libglib2.0-0 libfontconfig1 libdbus-1-3 libxkbcommon-x11-0
libxcb-cursor0 libxcb-icccm4 libxcb-image0 libxcb-keysyms1 libxcb-randr0 libxcb-render-util0 libxcb-shape0 libxcb-xinerama0
fonts-inter fonts-dejavu-core"
if ! "$python" -I -c 'import ensurepip' 2>/dev/null; then
    packages="$packages $("$python" -I -c 'import sys; print(f"python3.{sys.version_info[1]}-venv")')"
fi

if command -v dpkg-query >/dev/null && command -v apt-get >/dev/null; then
    missing=""
    for package in $packages; do
        # Newer releases rename libraries with a t64 ending (libglib2.0-0t64); either name will do.
        if ! dpkg-query -W -f='${Status}\n' "$package" "${package}t64" 2>/dev/null | grep -q 'install ok installed'; then
            missing="$missing $package"
        fi
    done
    if [ -n "$missing" ]; then
        if [ "$(id -u)" = 0 ]; then
            say "Installing Debian packages:$missing"
            # Another installation holds apt's lock for a while: of another clone, or a fresh machine's own updates.
            until problem=$({ export LC_ALL=C DEBIAN_FRONTEND=noninteractive; apt-get update -qq &&
                apt-get install -y -qq --no-install-recommends $missing >/dev/null; } 2>&1); do
                case "$problem" in
                    *"get lock"*) say "Waiting for another installation to end"; sleep 5 ;;
                    *) say "$problem" >&2; exit 1 ;;
                esac
            done
        else
            say "Some Debian packages are missing. Run this line, then try again:" >&2
            say "    sudo apt-get update && sudo apt-get install -y$missing" >&2
            exit 1
        fi
    fi
else
    say "This is not a Debian system: make sure that Qt's xcb libraries, OpenGL (Mesa) and Xvfb are installed."
fi

if [ ! -x .venv/bin/python ]; then
    say "Making a virtual environment in .venv"
    "$python" -I -m venv .venv
fi
say "Installing Python packages into .venv (the robots of example-robot-data among them; a few minutes the first time)"
if ! { command -v uv >/dev/null && uv pip install --quiet --compile-bytecode -c constraints.txt -e '.[gallery,sweeps,test]' --python .venv/bin/python; }; then
    # Twice quiet: what pip warns of, as places where it found nothing, is of no use here; errors are shown.
    .venv/bin/python -I -m pip install --quiet --quiet --disable-pip-version-check --no-compile -c constraints.txt -e '.[gallery,sweeps,test]'
    # On all cores, as pip does not; what cannot be compiled (a template that ends in .py) is not imported either.
    .venv/bin/python -I -m compileall -qq -j 0 -x '/tests/' .venv/lib/python3.*/site-packages || true
fi
# Type checkers do not follow an editable install: for them the rooms stand under the names that they have when installed.
mkdir -p .venv/typing/torseur
for room in app robots sim ui; do ln -sfn "$PWD/$room" ".venv/typing/torseur/$room"; done
touch .venv/ready
say "Set-up done."
