"""What a sweep varies, from its text."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from tests.cases import loop_over
from torseur.sim.errors import ArgumentError
from torseur.sim.sweeping.variations import axes_of, values_at


def column(given, path="a.b", seed=0, radian=1.0):
    (axis,) = axes_of({path: given}, seed, radian)
    return [row[0] for row in axis.rows]


@loop_over(
    ("given", "values"),
    [
        ("0.5:1.5:3", [0.5, 1.0, 1.5]),
        ("1:5:3", [1, 3, 5]),
        ("[0, 0, 1]:[0, 2, 3]:3", [[0, 0, 1], [0, 1, 2], [0, 2, 3]]),
        ("newton, admm", ["newton", "admm"]),
        ("true, false", [True, False]),
        ("[1.0, 2.0], [3.0, 4.0]", [[1.0, 2.0], [3.0, 4.0]]),
        ((0.1, 0.2), [0.1, 0.2]),
        (np.array([1.0, 2.0]), [1.0, 2.0]),
    ],
)
def test_grids_and_lists_are_as_they_are_written(given, values):
    assert column(given) == values
    assert list(map(type, column(given))) == list(map(type, values))


def test_runs_are_all_combinations_and_the_last_changes_first():
    axes = axes_of({"a": "1,2", "b": "x,y,z"}, 0, 1.0)
    assert [tuple(values_at(axes, run).values()) for run in range(6)] == [(a, b) for a in (1, 2) for b in "xyz"]


def test_what_is_drawn_lies_within_its_bounds_and_stays_whatever_else_is_varied():
    (alone,) = axes_of({"a": "random:500:2:3"}, 7, 1.0)
    (both,) = axes_of({"b": "random:500:[0, 1]:[1, 5]", "a": "random:500:2:3"}, 7, 1.0)
    values = np.array(alone.rows)
    assert 2.0 <= values.min() < 2.01 < 2.99 < values.max() <= 3.0
    assert [row[1] for row in both.rows] == [row[0] for row in alone.rows]
    assert np.array([row[0] for row in both.rows]).shape == (500, 2)
    assert column("random:500:2:3", "a", seed=8) != [row[0] for row in alone.rows]


def test_a_sobol_sample_has_one_value_in_each_part_of_equal_size():
    values = np.array(column("sobol:64:0:1"))
    assert sorted(np.floor(64 * values).tolist()) == list(range(64))


def test_orientations_are_uniform():
    # A rotation of the sphere has mean 0; of n of them each entry has a standard deviation of 1/√(3n).
    rpy = np.radians(column("random:4000", "bodies.brick.rpy", radian=180.0 / np.pi))
    mean = Rotation.from_euler("xyz", rpy).as_matrix().mean(axis=0)
    assert np.abs(mean).max() < 5.0 / np.sqrt(3 * 4000)


def test_columns_of_a_table_are_taken_together(tmp_path):
    path = tmp_path / "points.csv"
    path.write_text('bodies.brick.mass,bodies.brick.xyz\n1.0,"[0, 0, 1]"\n2.0,"[0, 0, 2]"\n', encoding="utf-8")
    (axis,) = axes_of({"bodies.brick.mass": str(path), "bodies.brick.xyz": str(path)}, 0, 1.0)
    assert axis.rows == ((1.0, [0, 0, 1]), (2.0, [0, 0, 2]))
    with pytest.raises(ArgumentError, match="no column named 'gravity'"):
        column(str(path), "gravity")
    path.write_bytes(b"a.b\n\xe9\n")
    for file, why in ((path, "can't decode"), (tmp_path / "nowhere.csv", "No such file")):
        with pytest.raises(ArgumentError, match=why):
            column(str(file))


@loop_over(
    "given",
    ["1:2", "random:5", "random:x:0:1", "random:5:0", "0:[1, 2]:3", "0:1:0", "a:b:3", "", "0:1:99999999", 0.5, np.array(1)],
)
def test_what_cannot_be_read_is_told(given):
    with pytest.raises(ArgumentError, match=r"a\.b"):
        column(given)
