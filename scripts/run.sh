#!/bin/sh
# Start the window; without a display, show on a virtual one what it does and leave pictures of it. Run by `make run`.
set -eu
cd "$(dirname "$0")/.."

# Isolated (-I): what PYTHONPATH names, such as the packages of a ROS installation, does not take the place of what is in .venv.
torseur() { exec .venv/bin/python -I main.py "$@"; }

if [ -n "${DISPLAY:-}" ] || [ -n "${WAYLAND_DISPLAY:-}" ] || [ "$(uname)" = Darwin ]; then
    torseur "$@"
fi
case "${1:-}" in
    simulate|sweep|render|check|convert|scenes|robots|doctor|-h|--help|--version) torseur "$@" ;;
esac
echo "There is no display here: running the window on a virtual screen and playing a short demonstration."
exec xvfb-run -a -s "-screen 0 1600x1000x24" .venv/bin/python -I main.py --demonstration out "$@"
