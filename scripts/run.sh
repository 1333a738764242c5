#!/bin/sh
# Start the window; without a display, show on a virtual one what it does and leave pictures of it. Run by `make run`.
set -eu
cd "$(dirname "$0")/.."

if [ -n "${DISPLAY:-}" ] || [ -n "${WAYLAND_DISPLAY:-}" ] || [ "$(uname)" = Darwin ]; then
    exec .venv/bin/python main.py "$@"
fi
case "${1:-}" in
    simulate|render|scenes|robots|-h|--help|--version) exec .venv/bin/python main.py "$@" ;;
esac
echo "There is no display here: running the window on a virtual screen and playing a short demonstration."
exec xvfb-run -a -s "-screen 0 1600x1000x24" .venv/bin/python main.py --demonstration out "$@"
