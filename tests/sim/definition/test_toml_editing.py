"""Values changed in TOML texts: what was asked is changed, and no other character."""

import tomllib

import pytest

from torseur.sim.definition.toml_editing import is_written_anew, with_row, with_value, with_values, without

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


@pytest.mark.parametrize(("path", "value", "old", "new"), [
    (("bodies", 0, "mass"), 1.5, "mass = 1.0  # kg", "mass = 1.5  # kg"),
    (("title",), 'a "b"', '"Two"   #', '"a \\\\U00000022b\\\\U00000022"   #'),
    (("bodies", 0, "shape", "size", 1), 4.0, "1.0, 2.0, 3.0", "1.0, 4.0, 3.0"),
    (("bodies", 1, "xyz"), [0.0, 0.0, 1.0], "mass = 2.0\n", "mass = 2.0\nxyz = [0.0, 0.0, 1.0]\n"),
])  # fmt: skip
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


MANY = """\
# About.
[[bodies]] # its own
# inside the first
name = "a"

# of the second
[[bodies]]
name = "b"
[bodies.shape] # round
shape = "box"
size = [1.0, 1.0, 1.0]
# below its size

# the last one
[[bodies]]
name = "c"

# A section.

# of the robot
[[robots]]
name = "r"
# at the end
"""


@pytest.mark.parametrize(("path", "gone"), [
    (("bodies", 0), '[[bodies]] # its own\n# inside the first\nname = "a"\n\n'),
    (("bodies", 1), MANY[MANY.index("# of the second") : MANY.index("# the last one")]),
    (("bodies", 2), '# the last one\n[[bodies]]\nname = "c"\n\n'),
    (("robots", 0), '\n# of the robot\n[[robots]]\nname = "r"\n# at the end\n'),
])  # fmt: skip
def test_the_comment_of_a_table_goes_with_it_and_all_others_stay(path, gone):
    assert gone in MANY
    assert without(MANY, path) == MANY.replace(gone, "")


def test_a_table_that_is_changed_stays_a_table_with_its_comments():
    changed = with_value(MANY, ("bodies", 1, "shape"), {"shape": "sphere", "radius": 0.5})
    assert tomllib.loads(changed)["bodies"][1]["shape"] == {"shape": "sphere", "radius": 0.5}
    comments = [line for line in MANY.splitlines() if "#" in line]
    assert [line for line in changed.splitlines() if "#" in line] == comments


def test_a_text_that_was_written_anew_is_known():
    anew = 'title = "Two"\n'
    assert is_written_anew(TEXT, anew)
    assert not is_written_anew(TEXT, with_value(TEXT, ("title",), "Three"))
    assert not is_written_anew(anew, with_value(anew, ("title",), "Three"))
