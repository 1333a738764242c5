"""What Python says of an expression that cannot be evaluated, in words for who writes robots and no programs."""

from __future__ import annotations

import re

_KINDS = {"str": "a text", "int": "a whole number", "float": "a number", "bool": "true or false", "NoneType": "nothing",
          "list": "a list", "YamlList": "a list", "tuple": "a list", "dict": "a table", "YamlTable": "a table",
          "builtin_function_or_method": "a function", "function": "a function", "method": "a function"}  # fmt: skip
_NUMBER, _WHOLE, _TRUTH, _THERE = "a number", "a whole number", "true or false", "one of those that there are"
# What Python and xacro say; what is said instead, {0}, {1} being the groups, types in words; and what is wanted then.
_SENTENCES = tuple(
    (re.compile(pattern), sentence, wanted)
    for pattern, sentence, wanted in (
        (r"could not convert string to float: (?:''|\"\")$", "nothing is given where a number is wanted", _NUMBER),
        (r"could not convert string to float: (.*)", "{0} is given where a number is wanted", _NUMBER),
        (r"invalid literal for int\(\) with base \d+: (.*)", "{0} is given where a whole number is wanted", _WHOLE),
        (r"unsupported operand type\(s\) for (\S+)(?: or pow\(\))?: '(\w+)' and '(\w+)'",
         "{1} and {2} are given where {0} wants two numbers", _NUMBER),
        (r"can only concatenate (\w+) \(not \"(\w+)\"\) to \w+",
         "{0} and {1} are given where + wants two numbers or two texts", _NUMBER),
        (r"must be real number, not (\w+)", "{0} is given where a number is wanted", _NUMBER),
        (r"can't multiply sequence by non-int of type '(\w+)'",
         "a text or a list and {0} are given where * wants two numbers", _NUMBER),
        (r"bad operand type for (?:unary )?(\S+): '(\w+)'", "{1} is given where {0} wants a number", _NUMBER),
        (r"'(\S+)' not supported between instances of '(\w+)' and '(\w+)'",
         "{1} and {2} are given where {0} wants two numbers or two texts", _NUMBER),
        (r"(?:list|tuple|string) indices must be integers(?: or slices)?, not '?(\w+)'?",
         "{0} is given where a whole number is wanted, in [ ]", _WHOLE),
        (r"'(\w+)' object cannot be interpreted as an integer", "{0} is given where a whole number is wanted", _WHOLE),
        (r"argument must be a string or a (?:real )?number, not '(\w+)'",
         "{0} is given where a number is wanted", _NUMBER),
        (r"'(\w+)' object is not subscriptable", "{0} is given where [ ] wants a list or a table", ""),
        (r"'(\w+)' object is not callable", "{0} is given where ( ) wants a function", ""),
        (r"'(\w+)' object is not iterable", "{0} is given where a list is wanted", "a list"),
        (r"object of type '(\w+)' has no len\(\)", "{0} is given where a text or a list is wanted", ""),
        (r"'(\w+)' object has no attribute '(\w+)'", "{0} has no {1}", _THERE),
        (r"is not a boolean expression", "", _TRUTH),
        (r"division by zero|modulo by zero", "it divides by 0", "a number that is not 0"),
        (r"cannot be raised to a negative power", "it divides by 0", "a number that is not 0"),
        (r"math domain error|expected a (?:non)?negative|expected a number in range",
         "a function is asked for a number that it has no value at", _NUMBER),
        (r"(?:math range error|Numerical result out of range|Result too large)", "its value is too large for a number",
         _NUMBER),
        (r"(?:list|tuple|string) index out of range", "a number in [ ] is beyond the last one", _THERE),
        (r"^(invalid syntax.*|.* was never closed|unterminated string literal|unmatched .*|unexpected EOF.*)",
         "the expression is not written right: {0}", ""),
    )
)  # fmt: skip


def in_our_words(said: str) -> tuple[str, str]:
    """Return what is wrong, as it was said where that needs no Python; and what is wanted, "" if unknown."""
    for pattern, sentence, wanted in _SENTENCES:
        found = pattern.search(said)
        if found:
            return sentence.format(*(_KINDS.get(word, word) for word in found.groups())) or said, wanted
    return said, ""
