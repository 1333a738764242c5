"""Values of a TOML text are changed where they stand; all else stays as it was written."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from torseur import sim
from torseur.sim.definition.toml_editing import with_row, with_value, without

SHIPPED = sorted((Path(sim.__file__).parent / "scenes").glob("*.toml"))

TEXT = """\
# what it is about

title = "Two" # short

[materials]
ice = { friction = 0.1 } # slippery
wood = { friction = 0.5 }

[[bodies]] # the first
name = "a"
shape = { shape = "box", size = [
    0.1, # along x
    0.2, 0.3] } # lengths
mass = 1.0

# the second, which is heavy
[[bodies]]
name = "b"
mass = 2.0

[[robots]]
name = "r"
    [robots.controller] # gains
    stiffness = [1.0, 2.0]
"""


@pytest.mark.parametrize(
    ("path", "value", "before", "after"),
    [
        (("title",), "Three", '"Two" # short', '"Three" # short'),
        (("duration",), 2.0, '"Two" # short\n', '"Two" # short\nduration = 2.0\n'),
        (("bodies", 0, "mass"), 1.5, "mass = 1.0", "mass = 1.5"),
        (("bodies", 0, "shape", "size", 1), 0.25, "0.2, 0.3]", "0.25, 0.3]"),
        (("bodies", 0, "xyz"), [0.0, 0.0, 1.0], "mass = 1.0\n", "mass = 1.0\nxyz = [0.0, 0.0, 1.0]\n"),
        (("robots", 0, "controller", "stiffness", 0), 9.0, "[1.0, 2.0]", "[9.0, 2.0]"),
        (("robots", 0, "controller", "damping"), 3.0, "[1.0, 2.0]\n", "[1.0, 2.0]\ndamping = 3.0\n"),
        (("materials", "ice", "restitution"), 0.5, "friction = 0.1 }", "friction = 0.1, restitution = 0.5 }"),
        (("settings", "dt"), 0.01, "stiffness = [1.0, 2.0]\n", "stiffness = [1.0, 2.0]\n\n[settings]\ndt = 0.01\n"),
        (("materials", "gum"), {"friction": 1.0}, "wood = { friction = 0.5 }\n",
         "wood = { friction = 0.5 }\ngum = { friction = 1.0 }\n"),
    ],
)  # fmt: skip
def test_one_value_is_changed_and_nothing_else(path, value, before, after):
    assert with_value(TEXT, path, value) == TEXT.replace(before, after)


@pytest.mark.parametrize(
    ("path", "gone"),
    [
        (("bodies", 0, "mass"), "mass = 1.0\n"),
        (("bodies", 1), '# the second, which is heavy\n[[bodies]]\nname = "b"\nmass = 2.0\n\n'),
        (("materials", "ice"), "ice = { friction = 0.1 } # slippery\n"),
        (("robots", 0, "controller"), "    [robots.controller] # gains\n    stiffness = [1.0, 2.0]\n"),
    ],
)
def test_one_thing_is_taken_away_with_its_own_comment_and_nothing_else(path, gone):
    assert without(TEXT, path).rstrip() == TEXT.replace(gone, "").rstrip()


def test_what_is_not_there_is_away_already():
    assert without(TEXT, ("bodies", 0, "spin")) == TEXT


def test_a_row_more_stands_after_the_last_of_its_kind():
    changed = with_row(TEXT, "bodies", {"name": "c", "mass": 3.0})
    assert changed == TEXT.replace("mass = 2.0\n", 'mass = 2.0\n\n[[bodies]]\nname = "c"\nmass = 3.0\n')
    assert with_row("", "bodies", {"name": "c"}) == '[[bodies]]\nname = "c"\n'
    inline = 'bodies = [\n    { name = "a" }, # one\n]\n'
    assert (
        with_row(inline, "bodies", {"name": "b"}) == 'bodies = [\n    { name = "a" },\n    { name = "b" }, # one\n]\n'
    )


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_comments_of_every_shipped_scene_outlive_edits(path):
    text = path.read_text(encoding="utf-8")
    said, comments = tomllib.loads(text), text.count("#")
    for kind in ("obstacles", "bodies", "robots"):
        for i in {0, len(said.get(kind, [])) - 1} if said.get(kind) else ():
            changed = with_value(text, (kind, i, "xyz"), [1.0, 2.0, 3.0])
            assert changed.count("#") == comments
            assert tomllib.loads(changed)[kind][i]["xyz"] == [1.0, 2.0, 3.0]
    changed = with_row(with_value(text, ("settings", "dt"), 0.0125), "bodies", {"name": "new"})
    assert changed.count("#") == comments
    assert tomllib.loads(changed)["bodies"][-1] == {"name": "new"}


def test_a_layout_that_is_not_known_is_written_anew_and_says_the_same():
    text = "a.b.c = { d.e = 1 } # dotted\n"
    changed = with_value(text, ("a", "b", "c", "f"), 2)
    assert tomllib.loads(changed) == {"a": {"b": {"c": {"d": {"e": 1}, "f": 2}}}}
