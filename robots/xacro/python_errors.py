"""What Python says of an expression that cannot be evaluated, in words for who writes robots and no programs."""

from __future__ import annotations

import re

from torseur.sim.texts import marked, tr

_KINDS = {
    "str": marked("a text"),
    "int": marked("a whole number"),
    "float": marked("a number"),
    "bool": marked("true or false"),
    "NoneType": marked("nothing"),
    "list": marked("a list"),
    "YamlList": marked("a list"),
    "tuple": marked("a list"),
    "dict": marked("a table"),
    "YamlTable": marked("a table"),
    "builtin_function_or_method": marked("a function"),
    "function": marked("a function"),
    "method": marked("a function"),
}
_NUMBER, _WHOLE, _TRUTH, _THERE = (
    marked("a number"),
    marked("a whole number"),
    marked("true or false"),
    marked("one of those that there are"),
)
# What Python and xacro say; what is said instead, {0}, {1} being the groups, types in words; and what is wanted then.
_SENTENCES = tuple(
    (re.compile(pattern), sentence, wanted)
    for pattern, sentence, wanted in (
        (r"could not convert string to float: (?:''|\"\")$", marked("nothing is given where a number is wanted"), _NUMBER),
        (r"could not convert string to float: (.*)", marked("{0} is given where a number is wanted"), _NUMBER),
        (r"invalid literal for int\(\) with base \d+: (.*)", marked("{0} is given where a whole number is wanted"), _WHOLE),
        (
            r"unsupported operand type\(s\) for (\S+)(?: or pow\(\))?: '(\w+)' and '(\w+)'",
            marked("{1} and {2} are given where {0} wants two numbers"),
            _NUMBER,
        ),
        (
            r"can only concatenate (\w+) \(not \"(\w+)\"\) to \w+",
            marked("{0} and {1} are given where + wants two numbers or two texts"),
            _NUMBER,
        ),
        (r"must be real number, not (\w+)", marked("{0} is given where a number is wanted"), _NUMBER),
        (
            r"can't multiply sequence by non-int of type '(\w+)'",
            marked("a text or a list and {0} are given where * wants two numbers"),
            _NUMBER,
        ),
        (r"bad operand type for (?:unary )?(\S+): '(\w+)'", marked("{1} is given where {0} wants a number"), _NUMBER),
        (
            r"'(\S+)' not supported between instances of '(\w+)' and '(\w+)'",
            marked("{1} and {2} are given where {0} wants two numbers or two texts"),
            _NUMBER,
        ),
        (
            r"(?:list|tuple|string) indices must be integers(?: or slices)?, not '?(\w+)'?",
            marked("{0} is given where a whole number is wanted, in [ ]"),
            _WHOLE,
        ),
        (r"'(\w+)' object cannot be interpreted as an integer", marked("{0} is given where a whole number is wanted"), _WHOLE),
        (
            r"argument must be a string or a (?:real )?number, not '(\w+)'",
            marked("{0} is given where a number is wanted"),
            _NUMBER,
        ),
        (r"'(\w+)' object is not subscriptable", marked("{0} is given where [ ] wants a list or a table"), ""),
        (r"'(\w+)' object is not callable", marked("{0} is given where ( ) wants a function"), ""),
        (r"'(\w+)' object is not iterable", marked("{0} is given where a list is wanted"), marked("a list")),
        (r"object of type '(\w+)' has no len\(\)", marked("{0} is given where a text or a list is wanted"), ""),
        (r"'(\w+)' object has no attribute '(\w+)'", marked("{0} has no {1}"), _THERE),
        (r"is not a boolean expression", "", _TRUTH),
        (r"division by zero|modulo by zero", marked("it divides by 0"), marked("a number that is not 0")),
        (r"cannot be raised to a negative power", marked("it divides by 0"), marked("a number that is not 0")),
        (
            r"math domain error|expected a (?:non)?negative|expected a number in range",
            marked("a function is asked for a number that it has no value at"),
            _NUMBER,
        ),
        (
            r"(?:math range error|Numerical result out of range|Result too large)",
            marked("its value is too large for a number"),
            _NUMBER,
        ),
        (r"(?:list|tuple|string) index out of range", marked("a number in [ ] is beyond the last one"), _THERE),
        (
            r"^(invalid syntax.*|.* was never closed|unterminated string literal|unmatched .*|unexpected EOF.*)",
            marked("the expression is not written right: {0}"),
            "",
        ),
    )
)


def in_our_words(said: str) -> tuple[str, str]:
    """Return what is wrong, as it was said where that needs no Python; and what is wanted, "" if unknown."""
    for pattern, sentence, wanted in _SENTENCES:
        found = pattern.search(said)
        if found:
            return tr(sentence).format(*(tr(_KINDS.get(word, word)) for word in found.groups())) or said, tr(wanted)
    return said, ""
