"""Values changed in TOML texts: what was asked is changed, and no other character."""

from __future__ import annotations

import tomllib

import pytest

from torseur.sim.definition.toml_editing import with_row, with_value, with_values, without

TEXT = """\
# About the whole.
title = "Two"   # of two

[materials.wood]
friction = 0.5

[[bodies]]
mass = 1.0  # kg
shape = { shape = "box", size = [1.0, 2.0, 3.0] }

# the second
[[bodies]]
mass = 2.0
"""


@pytest.mark.parametrize(
    ("path", "value", "old", "new"),
    [
        (("bodies", 0, "mass"), 1.5, "mass = 1.0  # kg", "mass = 1.5  # kg"),
        (("title",), 'a "b"', '"Two"   #', '"a \\\\U00000022b\\\\U00000022"   #'),
        (("bodies", 0, "shape", "size", 1), 4.0, "1.0, 2.0, 3.0", "1.0, 4.0, 3.0"),
        (("bodies", 1, "xyz"), [0.0, 0.0, 1.0], "mass = 2.0\n", "mass = 2.0\nxyz = [0.0, 0.0, 1.0]\n"),
    ],
)
def test_a_value_is_changed_where_it_stands(path, value, old, new):
    assert with_value(TEXT, path, value) == TEXT.replace(old, new.replace("\\\\", "\\"))


def test_a_value_below_tables_that_are_not_there_yet_makes_them():
    changed = with_value(TEXT, ("settings", "step"), 0.01)
    assert tomllib.loads(changed) == tomllib.loads(TEXT) | {"settings": {"step": 0.01}}
    assert changed.startswith(TEXT.rstrip())


def test_one_of_several_tables_is_left_out_and_the_last_with_its_list():
    one = without(TEXT, ("bodies", 0))
    assert tomllib.loads(one)["bodies"] == [{"mass": 2.0}]
    assert "# About the whole." in one
    assert "bodies" not in tomllib.loads(without(one, ("bodies", 0)))
    assert without(TEXT, ("robots", 0)) == TEXT


@pytest.mark.parametrize("text", [TEXT, "bodies = [\n    { mass = 1.0 },  # first\n]\n", "bodies = []\n", ""])
def test_a_row_more_comes_after_those_there_are(text):
    row = {"name": "ball", "mass": 3.0, "shape": {"shape": "sphere", "radius": 0.1}}
    changed = with_row(text, "bodies", row)
    assert tomllib.loads(changed)["bodies"] == [*tomllib.loads(text).get("bodies", []), row]
    assert [line for line in text.splitlines() if "#" in line and line not in changed] == []


def test_what_is_no_toml_is_not_edited():
    with pytest.raises(tomllib.TOMLDecodeError):
        with_value("mass = ", ("mass",), 1.0)


def test_a_key_that_is_new_stands_before_what_is_said_of_the_next_table():
    text = '[[bodies]]\nname = "a"\n\n# the second, which is heavy\n[[bodies]]\nname = "b"\n'
    changed = with_value(text, ("bodies", 0, "mass"), 2.0)
    assert changed == text.replace('"a"\n', '"a"\nmass = 2.0\n')


def test_many_values_are_changed_at_once():
    values = {("bodies", k, "mass"): 3.0 + k for k in range(2)} | {("settings", "dt"): 0.5}
    changed = with_values(TEXT, values, [("bodies", 0, "shape")])
    said = tomllib.loads(changed)
    assert said["bodies"] == [{"mass": 3.0}, {"mass": 4.0}]
    assert said["settings"] == {"dt": 0.5}
    assert changed.count("#") == TEXT.count("#")
    assert with_values(TEXT, {}) == TEXT
