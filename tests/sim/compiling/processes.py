"""Kernels in a file of their own, and processes of their own that compile them."""

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]
LONG = "\n".join(f"    x = x * {1.0 + 0.1 * k} + a[{k % 4}] / (x + {k + 2}.0)" for k in range(120))
SOURCE = f'''
import numpy as np
from torseur.sim.kernel import entry, kernel, v_in, v_out

FACTOR = 2.0

@kernel
def small(x):
    """A few instructions: written into its callers."""
    return FACTOR * x

@kernel
def below(a, x):
    """Many instructions: called by symbol."""
{LONG}
    return x

@kernel
def middle(a, x):
    """Many again."""
{LONG}
    return below(a, x) + small(x)

@entry(v_in, v_out)
def run(a, result):
    result[0] = middle(a, 1.0)
'''
CALL = "k.run(np.arange(4.0), result)"
MAIN = """
import sys, numpy as np
sys.path.insert(0, sys.argv[1])
sys.dont_write_bytecode = True  # Python would take an edit of the same length in the same second for the file before
import logging; logging.basicConfig(format="%(message)s", stream=sys.stdout)
import kernels_of_a_test as k
from torseur.sim.kernel import compile_entry
compile_entry(k.run)
result = np.zeros(1)
{call}
print(result[0].hex())
"""
# Starting Python and Numba takes a second: one process does that, and then becomes two for each that is asked for.
READY = """
import json, os, sys, traceback, numpy
from torseur.sim.kernel import compiler
compiler(lambda: 0).targetctx.refresh()
for line in sys.stdin:
    code, folder, environment, out = json.loads(line)
    child = os.fork()
    if child == 0:
        os.environ.update(environment)
        sys.argv = ["-c", folder]
        for stream in (1, 2):
            os.dup2(os.open(out, os.O_WRONLY | os.O_CREAT | os.O_APPEND), stream)
        status = 1
        try:
            exec(code, {"__name__": "__main__"})
            status = 0
        except BaseException:
            traceback.print_exc()
        sys.stdout.flush()
        os._exit(status)
    print(os.waitpid(child, 0)[1], flush=True)
"""


def kernel_of(file):
    """The kernel whose code lies in a file."""
    return Path(file).name.partition("-")[0]


class Ready:
    """A process that has imported all, and from which others start."""

    def __init__(self):
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        self._process = subprocess.Popen([sys.executable, "-c", READY], cwd=ROOT, **pipes)

    def run(self, code, folder, **environment):
        """What a process prints that runs a text."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        out = folder / "printed"
        out.unlink(missing_ok=True)
        self._process.stdin.write(json.dumps([code, str(folder), environment, str(out)]) + "\n")
        self._process.stdin.flush()
        status = self._process.stdout.readline()
        printed = out.read_text()
        assert status == "0\n", printed
        return printed

    def close(self):
        self._process.communicate(timeout=600)


class Bench:
    """Kernels in a file of their own, compiled by processes of their own into a cache of their own."""

    def __init__(self, folder, ready):
        self.folder, self.file, self.cache = folder, folder / "kernels_of_a_test.py", folder / "cache"
        self._ready = ready

    def run(self, source=SOURCE, call=CALL):
        """What a process prints that calls the entry: warnings, and the result last."""
        self.file.write_text(source)
        environment = {"TORSEUR_CACHE_DIR": str(self.cache), "TMPDIR": str(self.folder)}
        return self._ready.run(MAIN.format(call=call), self.folder, **environment).splitlines()

    def written(self):
        """The files of kernels, and which writing of each it is."""
        return {str(f): (f.stat().st_ino, f.stat().st_mtime_ns) for f in self.folder.rglob("*.kernel")}

    def compiled_by(self, source, call=CALL):
        """The kernels that a process compiles which finds the source changed to this."""
        before = self.written().items()
        self.run(source, call)
        return {kernel_of(file) for file, _ in self.written().items() - before}
