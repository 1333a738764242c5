"""What is wrong in an expression of a xacro file is said without Python's words: what is given, and what is wanted."""

import math
import re

import pytest

from tests.cases import loop_over
from torseur import robots
from torseur.robots.xacro import blame
from torseur.robots.xacro.expressions import RefusedExpression, evaluate
from torseur.robots.xacro.python_errors import in_our_words
from torseur.sim.errors import ModelError

TOP = '<robot name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro">\n'
NUMBER, WHOLE = "a number", "a whole number"
NAMES = {
    "text": "abc", "number": 0.5, "whole": 3, "items": [1, 2], "table": {"a": 1}, "nothing": None, "float": float,
    "int": int, "len": len, "abs": abs, "list": list, "range": range, "sqrt": math.sqrt, "exp": math.exp,
    "log": math.log, "sin": math.sin,
}  # fmt: skip

# fmt: off
# an expression, what is said of it, and what is wanted
WRONG = (
    ("float(text)", "'abc' is given where a number is wanted", NUMBER),
    ("float('')", "nothing is given where a number is wanted", NUMBER),
    ("float(items)", "a list is given where a number is wanted", NUMBER),
    ("int('1.5')", "'1.5' is given where a whole number is wanted", WHOLE),
    ("text - whole", "a text and a whole number are given where - wants two numbers", NUMBER),
    ("whole / text", "a whole number and a text are given where / wants two numbers", NUMBER),
    ("text + number", "a text and a number are given where + wants two numbers or two texts", NUMBER),
    ("number + text", "a number and a text are given where + wants two numbers", NUMBER),
    ("text * number", "a text or a list and a number are given where * wants two numbers", NUMBER),
    ("text ** whole", "a text and a whole number are given where ** wants two numbers", NUMBER),
    ("-text", "a text is given where - wants a number", NUMBER),
    ("abs(text)", "a text is given where abs() wants a number", NUMBER),
    ("sin(text)", "a text is given where a number is wanted", NUMBER),
    ("number < text", "a number and a text are given where < wants two numbers or two texts", NUMBER),
    ("items[text]", "a text is given where a whole number is wanted, in [ ]", WHOLE),
    ("text[number]", "a number is given where a whole number is wanted, in [ ]", WHOLE),
    ("range(number)", "a number is given where a whole number is wanted", WHOLE),
    ("number[0]", "a number is given where [ ] wants a list or a table", ""),
    ("nothing[0]", "nothing is given where [ ] wants a list or a table", ""),
    ("number(2)", "a number is given where ( ) wants a function", ""),
    ("list(number)", "a number is given where a list is wanted", "a list"),
    ("len(number)", "a number is given where a text or a list is wanted", ""),
    ("number.length", "a number has no length", "one of those that there are"),
    ("whole / 0", "it divides by 0", "a number that is not 0"),
    ("whole % 0", "it divides by 0", "a number that is not 0"),
    ("0.0 ** -1", "it divides by 0", "a number that is not 0"),
    ("sqrt(-whole)", "a function is asked for a number that it has no value at", NUMBER),
    ("log(0)", "a function is asked for a number that it has no value at", NUMBER),
    ("exp(1e6)", "its value is too large for a number", NUMBER),
    ("10.0 ** 400", "its value is too large for a number", NUMBER),
    ("items[5]", "a number in [ ] is beyond the last one", "one of those that there are"),
    ("whole whole", "the expression is not written right: invalid syntax", ""),
    ("(whole", "the expression is not written right: '(' was never closed", ""),
)
# fmt: on


@loop_over(("expression", "said", "wanted"), WRONG)
def test_what_python_says_is_said_in_our_words(expression, said, wanted):
    with pytest.raises(Exception) as raised:  # noqa: PT011  (whatever Python raises)
        evaluate(expression, dict(NAMES))
    assert in_our_words(raised.value.args[-1 if raised.type is OverflowError else 0]) == (said, wanted)
    python = re.search(r"\b(str|int|float|NoneType|operand|concatenate|subscriptable|iterable|literal|object)\b", said)
    assert python is None


REFUSED = (
    ("[x.__class__ for x in (1,)][0]", ".__class__ is refused"),
    ("'a'.format(1)", ".format is refused"),
    ("(x for x in (1,)).gi_frame", ".gi_frame is refused"),
    ("9**9**9", "a power of more than 1000000 bits is not worked out"),
    ("'a' * 10**9", "nothing is repeated to more than 1000000"),
    ("1 << 10**9", "nothing is shifted by more than 1000000 bits"),
)


@loop_over(("expression", "said"), REFUSED)
def test_what_leads_out_of_the_description_or_has_no_end_is_refused(expression, said):
    with pytest.raises(RefusedExpression, match=re.escape(said)):
        evaluate(expression, {})


def test_a_default_that_is_no_number_is_said_with_its_expression_and_line(write):
    inside = '<xacro:arg name="length" default="long"/>\n<link name="a${float(\'$(arg length)\')}"/></robot>'
    (finding,) = robots.diagnose(write(TOP + inside, "robot.xacro"))
    assert (finding.rule, finding.line) == ("xacro", 3)
    assert finding.message.startswith("'long' is given where a number is wanted, when evaluating expression")


INNERMOST = (("dict(a=1)['b']", "there is no key 'b'"), ("1e300 ** 2", "its value is too large for a number"))


@pytest.mark.parametrize(("expression", "said"), INNERMOST)
@pytest.mark.slow
def test_what_python_gives_no_words_for_is_said_too(expression, said, write):
    (finding,) = robots.diagnose(write(f'{TOP}<link name="${{{expression}}}"/></robot>', "robot.xacro"))
    assert finding.message.startswith(f"{said}, when evaluating expression")


@pytest.fixture(autouse=True)
def patient(monkeypatch):
    """Others use this machine too."""
    monkeypatch.setattr(blame, "SECONDS", 60.0)


# the inside of a file with an argument `length`, whose default is 0.5; a value; what is wanted
WRONG_ARGUMENTS = (
    ("${float('$(arg length)')}", "abc", "a number is wanted, as its default '0.5', in ${float('$(arg length)')}"),
    ("${l * 2.0 + 1}", "abc", "a number is wanted, as its default '0.5', in ${l * 2.0 + 1}"),
    ("${1 / l}", "0", "a number that is not 0 is wanted, as its default '0.5', in ${1 / l}"),
)


@pytest.mark.parametrize(("inside", "value", "wanted"), WRONG_ARGUMENTS)
@pytest.mark.slow
def test_an_argument_that_is_wrong_is_named_with_its_value_and_what_is_wanted(inside, value, wanted, write):
    property_of_it = '<xacro:arg name="length" default="0.5"/>\n<xacro:property name="l" value="$(arg length)"/>'
    others = '<xacro:arg name="side" default="left"/>'
    path = write(f'{TOP}{property_of_it}{others}\n<link name="$(arg side){inside}"/></robot>', "robot.xacro")
    (finding,) = robots.diagnose(path, xacro_args={"side": "right", "length": value})
    assert (finding.rule, finding.path, finding.line, finding.found) == ("xacro-argument", str(path), 4, value)
    assert finding.message == f"argument 'length' is {value!r}; {wanted}"


@pytest.mark.slow
def test_an_argument_is_not_blamed_for_what_is_wrong_without_it(write):
    path = write(f'{TOP}<xacro:arg name="side" default="left"/>\n<link name="${{no}}"/></robot>', "robot.xacro")
    (finding,) = robots.diagnose(path, xacro_args={"side": "right"})
    assert (finding.rule, finding.line) == ("xacro", 3)


def without_quick(inside):
    """A file of which line 3 takes `inside` without the argument `quick`, and line 4 a number."""
    arguments = f'<xacro:arg name="quick" default="{inside}"/><xacro:arg name="length" default="0.5"/>'
    return f'{TOP}{arguments}\n<link name="${{len($(arg quick))}}"/>\n<link name="${{float(\'$(arg length)\')}}"/></robot>'


@pytest.mark.slow
def test_a_trial_that_takes_too_much_is_no_blame(write):
    path = write(without_quick("'a' * 10**11"), "robot.xacro")
    (finding,) = robots.diagnose(path, xacro_args={"quick": "'a'", "length": "abc"})
    assert finding.message.startswith("argument 'length' is 'abc'; a number is wanted")


@pytest.mark.slow
def test_the_true_fault_is_said_where_no_trial_ends_in_time(write, monkeypatch):
    monkeypatch.setattr(blame, "SECONDS", 0.5)
    path = write(without_quick("[i for i in range(10**10)]"), "robot.xacro")
    (finding,) = robots.diagnose(path, xacro_args={"quick": "'a'", "length": "abc"})
    assert (finding.rule, finding.line) == ("xacro", 4)
    assert finding.message.startswith("'abc' is given where a number is wanted, when evaluating expression")


@pytest.mark.slow
def test_the_cause_is_kept_where_an_argument_names_a_file_that_will_not_do(write, tmp_path):
    (tmp_path / "good.yaml").write_text("length: 1\n")
    (tmp_path / "other.yaml").write_text("width: 1\n")
    path = write(
        f'{TOP}<xacro:arg name="file" default="good.yaml"/>'
        '<xacro:property name="c" value="${xacro.load_yaml(\'$(arg file)\')}"/>'
        "<link name=\"${'a' * c['length']}\"/></robot>",
        "robot.xacro",
    )
    for given, cause in (("other.yaml", "there is no key 'length'; it has: width"), ("none.yaml", "No such file")):
        with pytest.raises(ModelError, match=f"argument 'file' is '{given}'.*{cause}"):
            robots.load(path, xacro_args={"file": given})


PART = '<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro">\n'
LEFT = '<xacro:sensors side="left"/>\n'


@pytest.mark.slow
def test_a_call_of_a_macro_that_is_not_there_is_left_out_of_a_urdf(write):
    path = write(f'{PART}<link name="a"/>\n{LEFT}{LEFT}</robot>', "robot.urdf")
    model = robots.load(path)
    assert model.body_names == ("a",)
    found = [(finding.line, finding.message) for finding in model.findings if finding.rule == "xacro-macro"]
    told = "no macro 'xacro:sensors' is defined; the call is left out, with all that it may have stood for"
    assert found == [(3, told), (4, told)]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "inside"), [
    ("robot.xacro", LEFT),
    ("robot.urdf", f'<link name="b">{LEFT}</link>'),
    ("robot.urdf", f'<xacro:macro name="m">{LEFT}</xacro:macro><xacro:m/>'),
])  # fmt: skip
def test_it_is_refused_in_a_xacro_file_and_where_it_may_be_part_of_a_link(name, inside, write):
    path = write(f'{PART}<link name="a"/>{inside}</robot>', name)
    with pytest.raises(ModelError, match="unknown macro name: xacro:sensors"):
        robots.load(path)


PARTS = (
    PART
    + '<link name="a"/><link name="b"/>\n<joint name="j" type="fixed"><parent link="a"/><child link="b"/>\n'
    + (
        '<origin xyz="0 0 1"/></joint>\n<link name="c"><visual><geometry>\n<mesh filename="$(arg folder)/a.stl"/></geometry>'
        '</visual></link>\n<joint name="k" type="fixed"><parent link="b"/><child link="c"/></joint></robot>'
    )
)


@pytest.mark.slow
def test_an_argument_that_nothing_declares_is_read_as_written_in_a_urdf_if_it_is_not_given(write):
    path = write(PARTS, "robot.urdf")
    model = robots.load(path)
    assert model.body_names == ("a", "b", "c")
    said = {finding.rule: (finding.line, finding.message) for finding in model.findings}
    told = "argument 'folder' is not given, and nothing declares it; $(arg folder) is read as written"
    assert said["xacro-name"] == (6, told)
    assert said["geometry-unreadable"][0] == 6
    (finding,) = (one for one in robots.diagnose(path, xacro_args={"folder": "meshes"}) if one.rule.startswith("mesh"))
    assert "'meshes/a.stl'" in finding.message


@pytest.mark.parametrize("name", ["robot.xacro", "robot.urdf.xacro"])
@pytest.mark.slow
def test_an_argument_of_a_xacro_file_has_to_be_given(name, write):
    with pytest.raises(ModelError, match="argument 'folder' is not given and has no default"):
        robots.load(write(PARTS, name))
