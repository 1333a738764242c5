"""What MuJoCo refuses is told as of other formats: the part, what is given, what is wanted; with MuJoCo's sentence at the end."""

import pytest

from torseur import robots
from torseur.robots.mjcf.compiler_errors import compiler_error

SHAPE = '<geom size="1"/>'
BODY = "<mujoco>\n<worldbody>\n<body name='b'>\n{}</body></worldbody></mujoco>"
WORLD = f"<mujoco><worldbody>\n<body name='b'><joint name='j'/>{SHAPE}</body></worldbody>\n{{}}</mujoco>"

# fmt: off
# text, line, part, message, what is given, what is wanted
REFUSED = (
    (BODY.format("<gem/>"), 4, "body 'b'", "body 'b': <gem> does not belong here", "<gem>", "an element that MJCF has here"),
    (BODY.format('<geom siz="1"/>'), 4, "body 'b'", "body 'b': <geom> siz='1' is no attribute of it", "1",
     "an attribute that it has"),
    (BODY.format('<geom type="ball"/>'), 4, "body 'b'", "body 'b': <geom> type='ball': MJCF has no such word there", "ball",
     "a word that type takes"),
    (BODY.format('<geom size="big"/>'), 4, "body 'b'", "body 'b': <geom> size='big' is not the number that it is to be", "big",
     "numbers"),
    (BODY.format(f'<joint name="j" pos="1 2"/>{SHAPE}'), 4, "joint 'j'",
     "joint 'j': <joint> pos='1 2' has 2 values; more are wanted", "1 2", "more numbers"),
    (BODY.format('<geom size="-1"/>'), 4, "body 'b'", "body 'b': <geom> size='-1': lengths are above 0", "-1", "above 0"),
    (BODY.format("<joint/>"), 3, "body 'b'", "body 'b': it moves, and has no mass or no inertia", "",
     "an <inertial>, or shapes, with a mass and an inertia above 0"),
    (BODY.format('<joint/><inertial mass="1" pos="0 0 0" diaginertia="1 1 5"/>'), 3, "body 'b'",
     "body 'b': <inertial> diaginertia='1 1 5': the largest principal moment exceeds the sum of the others, which no body's does",
     "1 1 5", "at most the sum of the others; <compiler balanceinertia='true'> makes it so"),
    (BODY.format(f"{SHAPE}</body>\n<body name='b'>{SHAPE}"), 5, "body 'b'",
     "body 'b': a second body is named 'b'; the first is on line 3", "b", "another name"),
    (BODY.format('<geom size="1" quat="1 0 0 0" euler="0 0 1"/>'), 4, "body 'b'",
     "body 'b': <geom> is turned by quat and by euler", "quat, euler", "one of quat, axisangle, euler, xyaxes, zaxis"),
    (BODY.format(f'<joint name="j" limited="true" range="2 1"/>{SHAPE}'), 4, "joint 'j'",
     "joint 'j': <joint> range='2 1': the first number is not below the second", "2 1",
     "two numbers, the first below the second"),
    (WORLD.format("<actuator>\n<motor name='m' joint='k'/></actuator>"), 4, "motor 'm'",
     "motor 'm': <motor> moves 'k', which is not in the file", "k", "the name of what it moves"),
    (WORLD.format("<keyframe>\n<key name='up' qpos='1 2'/></keyframe>"), 4, "key 'up'",
     "key 'up': <key> qpos has 2 values; the model has 1", "2 values", "1 values"),
    ("<mujoco>\n<option integrator='rk5'/></mujoco>", 2, "", "<option> integrator='rk5': MJCF has no such word there", "rk5",
     "a word that integrator takes"),
    ("<mujoco>\n<include file='no.xml'/></mujoco>", 2, "", "the file 'no.xml' cannot be opened", "no.xml", "a file"),
    (WORLD.format("<tendon>\n<spatial name='t'><site site='s'/></spatial></tendon>"), 4, "spatial 't'",
     "spatial 't': it cannot be compiled", "", ""),
)
# fmt: on


@pytest.mark.slow
@pytest.mark.parametrize("case", REFUSED, ids=lambda case: case[3])
def test_a_refusal_names_the_part_what_is_given_and_what_is_wanted(case, tmp_path):
    text, line, part, message, given, wanted = case
    path = tmp_path / "robot.xml"
    path.write_text(text)
    (finding,) = robots.diagnose(path)
    said, cause = finding.message.split(" (MuJoCo: ")
    assert (said, finding.found, finding.wanted) == (message, given, wanted)
    assert (finding.path, finding.line, finding.element, finding.rule) == (str(path), line, part, "mjcf")
    assert cause.endswith(")")
    assert "Element" not in cause, "where it is stands elsewhere"


def test_words_that_are_not_known_and_places_that_are_not_are_told_all_the_same():
    assert compiler_error("Error: a new fault", None).message == "the file cannot be compiled (MuJoCo: a new fault)"
