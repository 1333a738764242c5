"""What is wrong in an expression of a xacro file is said without Python's words: what is given, and what is wanted."""

import math
import re

import pytest

from tests.cases import loop_over
from torseur import robots
from torseur.robots.xacro.expressions import evaluate
from torseur.robots.xacro.python_errors import in_our_words

TOP = '<robot name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro">\n'
NUMBER, WHOLE = "a number", "a whole number"
NAMES = {
    "text": "abc",
    "number": 0.5,
    "whole": 3,
    "items": [1, 2],
    "table": {"a": 1},
    "nothing": None,
    "float": float,
    "int": int,
    "len": len,
    "abs": abs,
    "list": list,
    "range": range,
    "sqrt": math.sqrt,
    "exp": math.exp,
    "log": math.log,
    "sin": math.sin,
}

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


def test_a_default_that_is_no_number_is_said_with_its_expression_and_line(write):
    inside = '<xacro:arg name="length" default="long"/>\n<link name="a${float(\'$(arg length)\')}"/></robot>'
    (finding,) = robots.diagnose(write(TOP + inside, "robot.xacro"))
    assert (finding.rule, finding.line) == ("xacro", 3)
    assert finding.message.startswith("'long' is given where a number is wanted, when evaluating expression")


INNERMOST = (("dict(a=1)['b']", "there is no key 'b'"), ("1e300 ** 2", "its value is too large for a number"))


@pytest.mark.parametrize(("expression", "said"), INNERMOST)
def test_what_python_gives_no_words_for_is_said_too(expression, said, write):
    (finding,) = robots.diagnose(write(f'{TOP}<link name="${{{expression}}}"/></robot>', "robot.xacro"))
    assert finding.message.startswith(f"{said}, when evaluating expression")
