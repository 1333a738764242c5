"""Compiled functions as builtins: whatever an array looks like, the numbers count, and nothing is read that is none."""

import gc
import math
import pickle
import sys
import threading

import numpy as np
import pytest

from tests.cases import loop_over
from torseur import robots, sim
from torseur.sim.errors import ArgumentError
from torseur.sim.kernel import entry, m_in, m_out
from torseur.sim.simd import gather_into, new_matrix, new_vector, pick, plain, spread

Q = np.array([0.3, -0.7])


@pytest.fixture(scope="module")
def arm():
    return robots.load("planar_2r")


def strided(x):
    return np.repeat(x, 3)[::3]


def read_only(x):
    y = x.copy()
    y.setflags(write=False)
    return y


def unaligned(x):
    return np.frombuffer(b"." + x.tobytes(), dtype=np.float64, offset=1)


LOOKS = {
    "list": list, "tuple": tuple, "strided": strided, "reversed": lambda x: x[::-1].copy()[::-1],
    "read-only": read_only, "unaligned": unaligned, "big-endian": lambda x: x.astype(">f8"),
    "pickled": lambda x: pickle.loads(pickle.dumps(x)), "longdouble": lambda x: x.astype(np.longdouble),
    "object": lambda x: x.astype(object), "subclass": lambda x: x.view(type("Special", (np.ndarray,), {})),
    "row of a matrix": lambda x: np.stack([x, x])[1],
    "column of a matrix": lambda x: np.stack([x, x], axis=1)[:, 1],
    "numpy numbers": lambda x: [np.float64(value) for value in x],
}  # fmt: skip


@pytest.mark.parametrize("look", LOOKS)
def test_numbers_are_the_same_whatever_holds_them(arm, look):
    q = LOOKS[look](Q)
    np.testing.assert_array_equal(sim.mass_matrix(arm, q), sim.mass_matrix(arm, Q))
    np.testing.assert_array_equal(sim.inverse_dynamics(arm, q, q, q), sim.inverse_dynamics(arm, Q, Q, Q))
    np.testing.assert_array_equal(np.asarray(q, dtype=float), Q)


@pytest.mark.parametrize(("given", "words"), [
    (np.zeros(3), r"q has shape (3,); model 'planar_2r' wants (2,) numbers (nq = 2)"),
    (np.zeros((2, 1)), "q has shape (2, 1)"),
    (np.float64(1.0), "q has shape ()"),
    (1.0, "q has shape ()"),
    (None, "q has shape ()"),
    ("ab", "q must be numbers; given str: 'ab'"),
    (object(), "q must be numbers; given object"),
    ([0.0, np.nan], "q[1] is nan; every number must be finite (joint 'joint_2')"),
    (np.array([np.inf, 0.0]), "q[0] is inf"),
    (np.array(["a", "b"]), "q must be numbers"),
])  # fmt: skip
def test_what_cannot_be_used_is_refused_in_words(arm, given, words):
    for call in (sim.mass_matrix, lambda m, q: sim.jacobian(m, q, "tool"), sim.frame_poses):
        with pytest.raises(ArgumentError) as caught:
            call(arm, given)
        assert words.replace("joint_2", arm.joint_names[1]) in str(caught.value)


@pytest.mark.filterwarnings("error")
def test_complex_numbers_do_not_lose_half_of_themselves(arm):
    with pytest.raises(ArgumentError, match="q must be numbers"):
        sim.mass_matrix(arm, np.zeros(2, dtype=complex))


def test_the_error_of_a_wrong_size_does_not_come_with_another(arm):
    with pytest.raises(ArgumentError) as caught:
        sim.mass_matrix(arm, np.zeros(3))
    assert caught.value.__context__ is None


@pytest.mark.parametrize("gravity", [(0.0, 0.0), (0.0, 0.0, np.nan), "down", (0.0, 0.0, "g"), None, 9.81])
def test_gravity_that_is_none_is_refused(arm, gravity):
    for call in (sim.inverse_dynamics, sim.forward_dynamics):
        with pytest.raises(ArgumentError, match="gravity must be"):
            call(arm, Q, Q, Q, gravity=gravity)


def test_gravity_may_be_an_array_or_whole_numbers(arm):
    expected = sim.gravity_torque(arm, Q, gravity=(0.0, 0.0, -10.0))
    np.testing.assert_array_equal(sim.gravity_torque(arm, Q, gravity=np.array([0, 0, -10])), expected)
    np.testing.assert_array_equal(sim.gravity_torque(arm, Q, gravity=[0, 0, -10]), expected)


def test_results_are_new_arrays_that_nobody_else_holds(arm):
    first, second = sim.mass_matrix(arm, Q), sim.mass_matrix(arm, Q)
    assert first.flags.owndata
    assert first.flags.carray
    assert not np.shares_memory(first, second)
    assert sys.getrefcount(first) == sys.getrefcount(second) == 2


@pytest.mark.slow
def test_calls_leave_nothing_behind(arm):
    """Neither objects, nor references to what every array shares, whether the call succeeds or is refused."""
    dtype = np.dtype(np.float64)

    def calls():
        for _ in range(500):
            sim.mass_matrix(arm, Q)
            sim.inverse_dynamics(arm, Q, Q, Q)
            with pytest.raises(ArgumentError):
                sim.mass_matrix(arm, [1.0])

    calls()
    gc.collect()
    before = len(gc.get_objects()), sys.getrefcount(dtype), sys.getrefcount(Q)
    calls()
    gc.collect()
    after = len(gc.get_objects()), sys.getrefcount(dtype), sys.getrefcount(Q)
    assert np.abs(np.subtract(after, before)).max() < 100  # some frames and caches of Python come and go


def test_threads_may_call_at_once(arm):
    """The scratch of a model is shared; a native entry keeps the interpreter's lock while it uses it."""
    states = np.random.default_rng(3).uniform(-3, 3, (40, 2))
    expected = [sim.inverse_dynamics(arm, q, q, q) for q in states]
    wrong = []

    def work():
        for _ in range(200):
            for q, tau in zip(states, expected, strict=True):
                if not np.array_equal(sim.inverse_dynamics(arm, q, q, q), tau):
                    wrong.append(q)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


@entry(m_in, m_out)
def arithmetic(given, result):
    """Each row of `given` (n, 2): sums, products, quotients of its numbers, and mixed with plain ones."""
    x, out = new_vector(2), new_vector(9)
    for k in range(0, given.shape[0], 4):
        gather_into(given, k, x)
        a, b = x[0], x[1]
        total = 1.5
        for _ in range(3):
            total += a * 2
        out[0], out[1], out[2], out[3] = a + b, a - b, a * b, a / b
        out[4], out[5], out[6], out[7] = -a, 3 - a, math.sqrt(a * a), 1.0 / b
        out[8] = total
        spread(out, result, k)


def expected(given):
    a, b = given.T
    return np.column_stack([a + b, a - b, a * b, a / b, -a, 3 - a, np.sqrt(a * a), 1.0 / b, 1.5 + a * 2 + a * 2 + a * 2])


@pytest.mark.parametrize("count", [1, 3, 4, 9, 64])
def test_operations_are_those_of_plain_numbers_for_any_number_of_rows(count):
    given = np.random.default_rng(count).normal(size=(count, 2))
    result = np.full((count, 9), np.nan)
    call(arithmetic, given, result)
    np.testing.assert_array_equal(result, expected(given))


@entry(m_in, m_out)
def picked(given, result):
    """Of each row of `given` (n, 4) its third number where the first is at most the second, else its fourth, or a plain one."""
    x, out = new_vector(4), new_vector(2)
    for k in range(0, given.shape[0], 4):
        gather_into(given, k, x)
        out[0] = pick(x[0], x[1], x[2], x[3])
        out[1] = pick(x[0], 0.0, x[2], 7.0)
        spread(out, result, k)


def test_each_lane_takes_its_own_side_and_what_is_not_a_number_the_other():
    given = np.random.default_rng(1).normal(size=(64, 4))
    given[::5, 1], given[::7, 0] = given[::5, 0], np.nan
    result = np.full((64, 2), np.nan)
    call(picked, given, result)
    a, b, x, y = given.T
    np.testing.assert_array_equal(result, np.column_stack([np.where(a <= b, x, y), np.where(a <= 0.0, x, 7.0)]))


@entry(m_in, m_out)
def through(given, result):
    """Rows in and out again."""
    x = new_vector(given.shape[1])
    for k in range(0, given.shape[0], 4):
        gather_into(given, k, x)
        spread(x, result, k)


@loop_over("columns", range(12))
def test_rows_come_out_as_they_went_in(columns):
    given = np.random.default_rng(columns).normal(size=(7, columns))
    result = np.full((7, columns), np.nan)
    call(through, given, result)
    np.testing.assert_array_equal(result, given)


@entry(m_in, m_out)
def compared(given, result):
    """1 or 0 for x > y, >=, <, <=: true if it is so in all lanes."""
    x = new_vector(2)
    gather_into(given, 0, x)
    result[0, 0], result[0, 1] = x[0] > x[1], x[0] >= x[1]
    result[0, 2], result[0, 3] = x[0] < x[1], x[0] <= 0.5


def test_a_comparison_holds_if_it_holds_in_every_lane():
    more = np.array([[1.0, 0.0], [2.0, 1.0], [3.0, -1.0], [4.0, 3.0]])
    for given, wanted in (
        (more, [1, 1, 0, 0]),
        (-more, [0, 0, 1, 1]),
        (np.vstack([more[:3], [[4.0, 4.0]]]), [0, 1, 0, 0]),
        (np.vstack([more[:3], [[np.nan, 4.0]]]), [0, 0, 0, 0]),
    ):
        result = np.zeros((1, 4))
        call(compared, given, result)
        assert result[0].tolist() == wanted


@entry(m_in, m_out)
def flattened(given, result):
    """The lanes of a matrix's second row as plain numbers, and a vector of plain numbers as itself."""
    x = new_matrix(2, 3)
    x[0, 0] = x[0, 1] = x[0, 2] = 0.0
    gather_into(given, 0, x[1])
    numbers = plain(x[1])
    for k in range(12):
        result[0, k] = numbers[k]
    row = plain(result[1])
    for k in range(12):
        row[k] = k


def test_lanes_lie_one_after_the_other():
    given = np.arange(12.0).reshape(4, 3)
    result = np.zeros((2, 12))
    call(flattened, given, result)
    np.testing.assert_array_equal(result, [given.T.ravel(), np.arange(12)])


def call(function, *arguments):
    from torseur.sim.kernel import compile_entry

    compile_entry(function)
    function(*arguments)
