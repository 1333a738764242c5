"""Elements, slices and loops, which kernels write in their own way: what Python finds there, in few instructions."""

import numpy as np
import pytest

from tests.sim.compiling.processes import kernel_of
from torseur.sim.kernel import as_entry, compile_entry, compiler, entry, f8, i8, kernel, m_out, rows_out, t_out, v_in, v_out

pytestmark = pytest.mark.slow  # kernels are compiled
ROWS = np.dtype([("k", np.int64), ("x", np.float64), ("p", np.float64, (3,))], align=True)


@entry(m_out, i8, i8, v_out)
def elements(M, i, j, result):
    result[0] = M[i, j]
    result[1] = M[i][j]
    result[-2] = M[-1, j]
    result[2] = M[np.uint64(1), 2]
    row, column = M[i], M[:, j]
    result[3], result[4] = row[-1], column[0]
    M[i, j] += 7.0
    row[0] = 3
    column[-1] = result[0]
    result[5] = len(M) + M.shape[1] + column.shape[0] + row.size


def test_elements_are_those_that_python_finds():
    compile_entry(elements)
    for i in range(4):
        for j in range(5):
            given = [np.arange(20.0).reshape(4, 5) for _ in range(2)]
            results = np.zeros((2, 8))
            elements(given[0], i, j, results[0])
            elements.py_func(given[1], i, j, results[1])
            np.testing.assert_array_equal(results[0], results[1])
            np.testing.assert_array_equal(given[0], given[1])


def read_and_write(M, i, j, result):
    result[i] = M[0, j]
    return 0


def test_a_number_below_0_is_refused_where_bounds_are_checked():
    checked = as_entry(compiler(read_and_write, no_cfunc_wrapper=True, boundscheck=True), (m_out, i8, i8, v_out))
    compile_entry(checked)
    M, result = np.arange(6.0).reshape(2, 3), np.zeros(2)
    checked(M, 1, 2, result)
    assert result[1] == 2.0
    for i, j in ((-1, 0), (0, -1), (2, 0), (0, 6)):
        with pytest.raises(IndexError):
            checked(M, i, j, result)


@kernel
def described(part, result, k):
    """Its shape, and what lies in it, which is changed."""
    result[2 * k] = part.shape[0] + 100 * part.shape[1] + 10000 * part.size
    for i in range(part.shape[0]):
        for j in range(part.shape[1]):
            result[2 * k + 1] += (1 + i) * part[i, j] + j
            part[i, j] += 0.5


@entry(t_out, i8, i8, i8, v_out)
def slices(T, a, b, k, result):
    described(T[k, a:b], result, 0)
    described(T[k, :, 1:][a:b], result, 1)
    described(T[k][:b], result, 2)
    described(T[a:b, 0, 1:][:, :-1], result, 3)
    described(T[1:, a:, -2][:, : k + 1], result, 4)
    described(T[k, a:b][:, -2:], result, 5)
    line = T[k, 1, a:b]
    result[12] = len(line)
    for i in range(len(line)):
        result[13] += line[i]


def test_slices_are_cut_as_python_cuts_them(monkeypatch):
    compile_entry(slices)
    monkeypatch.setitem(slices.py_func.__globals__, "described", described.py_func)
    for a in range(-7, 8):
        for b in range(-7, 8):
            for k in (0, 1, 2):
                given = [np.arange(60.0).reshape(3, 4, 5) for _ in range(2)]
                results = np.zeros((2, 14))
                slices(given[0], a, b, k, results[0])
                slices.py_func(given[1], a, b, k, results[1])
                np.testing.assert_array_equal(results[0], results[1], err_msg=f"{a}:{b}, {k}")
                np.testing.assert_array_equal(given[0], given[1], err_msg=f"{a}:{b}, {k}")


@entry(i8, i8, i8, v_out)
def loops(a, b, step, result):
    for k in range(a):
        result[0] += k + 1.0
    for k in range(a, b):
        result[1] += 2.0 * k + 1.0
    for k in range(a, b, step):
        result[2] += 3.0 * k + 1.0
    for k in range(b, a, -2):
        result[3] += 5.0 * k + 1.0
    for i in range(a):
        for k in range(i, b, 1):
            if k > 3:
                break
            result[4] += i * k
        else:
            result[5] += 1.0


def test_loops_run_as_often_as_in_python():
    compile_entry(loops)
    for a in range(-3, 6):
        for b in range(-3, 6):
            for step in (-3, -1, 1, 2):
                results = np.zeros((2, 6))
                loops(a, b, step, results[0])
                loops.py_func(a, b, step, results[1])
                np.testing.assert_array_equal(results[0], results[1])


@entry(rows_out(ROWS), v_in, f8, v_out)
def rows(table, x, scale, result):
    for i in range(table.shape[0]):
        row = table[i]
        row.x = scale * x[i]
        for k in range(3):
            row.p[k] = x[i] + k
        table[len(table) - 1 - i].k += 1 + i
    fields = table.x
    result[0], result[1] = fields[1], table[1].p[-1]
    result[2] = table.p[0, 2] + table[2].k


def test_rows_of_tables_are_read_and_written_in_place():
    compile_entry(rows)
    tables, results = np.zeros((2, 3), ROWS), np.zeros((2, 3))
    rows(tables[0], np.array([1.5, 2.5, 3.5]), 2.0, results[0])
    rows.py_func(tables[1].view(np.recarray), np.array([1.5, 2.5, 3.5]), 2.0, results[1])
    assert tables[0].tobytes() == tables[1].tobytes()
    np.testing.assert_array_equal(results[0], results[1])


NESTED = """
import numpy as np
from torseur.sim.compiling.linking import KernelLibrary
from torseur.sim.kernel import entry, kernel, rows_out, v_out

written, add = [], KernelLibrary.add_ir_module
KernelLibrary.add_ir_module = lambda library, module: (written.append(str(module)), add(library, module))

@kernel
def inner(p, M, i):
    return p[0] + p[i] + M[1, 2] + M[i, i + 1]

@entry(rows_out(np.dtype([("p", np.float64, (3,))], align=True)), v_out)
def run(table, result):
    M = result.reshape((2, 3))
    result[0] = inner(table[0].p, M, 0) + inner(result, M, 1)
"""
CALL = """
table, result = np.ones(1, [("p", np.float64, (3,))]), np.arange(6.0)
k.run(table.view(np.dtype([("p", np.float64, (3,))], align=True)), result)
(text,) = (text for text in k.written if "inner" in text.split("define", 1)[1].split("(")[0])
print(sum(line.startswith("  ") for line in text.splitlines()))
"""


def test_an_array_in_a_row_is_an_array_to_what_is_called_with_it_and_an_element_takes_few_instructions(empty_bench):
    """Numba compiles a kernel once for a point of its own and once for one in a table; it writes 29 and 50 for elements."""
    instructions, result = empty_bench.run(NESTED, CALL)
    assert float.fromhex(result) == 1.0 + 1.0 + 5.0 + 1.0 + (0.0 + 1.0 + 5.0 + 5.0)
    assert sorted(map(kernel_of, empty_bench.written())) == ["inner", "run"]
    assert int(instructions) < 80


@entry(v_out, i8, i8)
def shaped(numbers, n, m):
    M = numbers[1 : 1 + n * m].reshape((n, m))
    M[n - 1, 0] = 7.0
    flat = M.reshape(n * m)
    flat[1] += len(M) + 10.0 * M.shape[1] + 100.0 * flat.size
    numbers[0] = M.reshape(m, n)[1, 1] + M.reshape(-1)[0]


def test_numbers_side_by_side_take_another_shape():
    compile_entry(shaped)
    numbers, other = np.arange(13.0), np.arange(13.0)
    shaped(numbers, 3, 4)
    M = other[1:].reshape(3, 4)
    M[2, 0] = 7.0
    M[0, 1] += 3.0 + 40.0 + 1200.0
    other[0] = M.reshape(4, 3)[1, 1] + M[0, 0]
    assert np.array_equal(numbers, other)
