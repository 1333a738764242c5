"""Kernels that are compiled when they are first called."""

import pytest

from tests.sim.compiling.processes import kernel_of

pytestmark = pytest.mark.slow  # processes that compile

SOURCE = """
from torseur.sim.kernel import entry, f8, i8, kernel, late, tuple_of, v_in, v_out

@kernel
def inside(x):
    return x + 0.25

@late(tuple_of(f8, i8), "rare things")
def rare(a, x):
    return inside(x) * a[2], 3

@entry(v_in, v_out)
def run(a, result):
    result[0] = a[1]
    if a[0] > 0.5:
        y, k = rare(a, a[1])
        result[0] = y * k
"""
CALL = "k.run(np.arange(4.0), result)"


def test_a_late_kernel_is_compiled_when_it_is_first_called(empty_bench):
    assert float.fromhex(*empty_bench.run(SOURCE)) == 1.0
    assert set(map(kernel_of, empty_bench.written())) == {"run"}
    called = CALL.replace("np.arange(4.0)", "np.arange(1.0, 5.0)")
    assert float.fromhex(*empty_bench.run(SOURCE, called)) == (2.0 + 0.25) * 3.0 * 3
    assert set(map(kernel_of, empty_bench.written())) == {"run", "rare", "inside"}
    assert float.fromhex(*empty_bench.run(SOURCE, called)) == (2.0 + 0.25) * 3.0 * 3  # read


def test_a_change_in_a_late_kernel_compiles_it_alone(empty_bench):
    called = CALL.replace("np.arange(4.0)", "np.arange(1.0, 5.0)")
    empty_bench.run(SOURCE, called)
    assert empty_bench.compiled_by(SOURCE.replace("inside(x) *", "2.0 * inside(x) *"), called) == {"rare"}


def test_what_callers_were_told_wrongly_is_refused(empty_bench):
    wrong = SOURCE.replace("tuple_of(f8, i8)", "tuple_of(f8, f8)")
    called = CALL.replace("np.arange(4.0)", "np.arange(1.0, 5.0)")
    lines = empty_bench.run(wrong, f"try: {called}\nexcept SystemError: print('refused')\n")
    assert any("its callers were told UniTuple(float64 x 2)" in line for line in lines)
    assert "refused" in lines


def test_what_a_late_kernel_is_for_is_known_while_a_call_waits_for_it(empty_bench):
    called = """
import numba.core.compiler_machinery as machinery, torseur.sim.compiling.store as store
seen = set()
run_pass = machinery.PassManager.run
machinery.PassManager.run = lambda *a, **k: (seen.update(store.awaited_now()), run_pass(*a, **k))[1]
k.run(np.arange(1.0, 5.0), result)
print(sorted(seen), store.awaited_now())
"""
    assert "['rare things'] []" in empty_bench.run(SOURCE, called)
