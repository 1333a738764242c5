"""A compiler of our own beside Numba's: the same numbers, and nothing changed for others."""

import os
import subprocess
import sys
from pathlib import Path

import numba
import numpy as np
import pytest

from torseur.sim.compiling import known_numba
from torseur.sim.compiling.target import KernelDispatcher, mangled
from torseur.sim.kernel import compiler

ROOT = Path(__file__).parents[3]


def test_this_numba_is_one_that_we_know():
    assert known_numba.differing() == []


def test_another_numba_is_noticed(monkeypatch):
    monkeypatch.setitem(known_numba._KNOWN, "Dispatcher.compile", "0" * 12)
    assert known_numba.differing() == ["Dispatcher.compile"]


def test_functions_of_others_are_compiled_as_ever():
    @numba.njit
    def norm(x):
        return np.sqrt((x * x).sum())

    assert norm(np.array([3.0, 4.0])) == 5.0
    assert not isinstance(norm, KernelDispatcher)
    assert norm.targetctx is not compiler(lambda: 0).targetctx
    (library,) = (overload.library for overload in norm.overloads.values())
    assert type(library).__module__ == "numba.core.codegen"


SYMBOLS = """
from torseur.sim.compilation import ENTRIES, entry_named
for module, name in ENTRIES:
    entry = entry_named(module, name)
    print(entry.symbol(entry.torseur_signature))
"""


@pytest.mark.slow
def test_symbols_are_the_same_in_every_process():
    def symbols(first):
        command = [sys.executable, "-c", first + SYMBOLS]
        return subprocess.run(command, capture_output=True, text=True, timeout=600, check=True, cwd=ROOT).stdout

    others = "import numba, numpy as np\nnumba.from_dtype(np.dtype([('a', 'f8')])), numba.njit(lambda x: x)(1)\n"
    assert symbols("") == symbols(others) != ""


def test_a_symbol_tells_types_apart():
    one = mangled("torseur.f", (numba.float64[::1],))
    assert one != mangled("torseur.f", (numba.float64[::1], numba.float64))
    assert one != mangled("torseur.f", (numba.float32[::1],))
    assert one.startswith("_ZN7torseur1f")


STATES = """
import numpy as np
from torseur import robots, sim
rng = np.random.default_rng(3)
for name in ("planar_2r", "scara", "arm_6r"):
    model = robots.load(name)
    for _ in range(5):
        q, v, tau = (rng.uniform(-2, 2, model.nv) for _ in range(3))
        # Plain Numba compiles each anew: two that go out and back through a tree are enough to see how it rounds.
        for array in (sim.forward_dynamics(model, q, v, tau), sim.jacobian(model, q, model.bodies[-1].name)):
            print(array.tobytes().hex())
"""


@pytest.mark.sampled
@pytest.mark.slow
@pytest.mark.slow
def test_plain_numba_gives_the_same_bits():
    def bits(**environment):
        command, environment = [sys.executable, "-c", STATES], {**os.environ, **environment}
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=600, cwd=ROOT, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    assert bits() == bits(TORSEUR_PLAIN_NUMBA="1") != ""


LOADED = """
import sys, numpy as np
from torseur import robots, sim
model = robots.load("planar_2r")
sim.forward_dynamics(model, np.zeros(2), np.zeros(2), np.zeros(2))
print("numba.np.arraymath" in sys.modules)
"""


@pytest.mark.slow
def test_what_is_compiled_already_does_without_all_that_numba_can_compile():
    """Of which most is in a module of arrays' mathematics: it would take 36 MB and a third of a second."""
    for _ in range(2):  # the first compiles what is missing
        done = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout == "False\n"
