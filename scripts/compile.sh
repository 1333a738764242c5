#!/bin/sh
# Compile the kernels that are not in the cache yet. Run by `make test`.
set -eu
cd "$(dirname "$0")/.."
if [ $# = 0 ] && .venv/bin/python -I -c 'import sys; from torseur.sim.compilation import is_complete; sys.exit(not is_complete())'; then
    exit
fi
[ $# != 0 ] || echo "Compiling the kernels (a minute or two where none is in the cache)"
.venv/bin/python -I -m torseur.sim.compilation "$@"
