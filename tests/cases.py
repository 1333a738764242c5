"""Cases of tests: which of many stay in the quick run (`make test FAST=1`), and many that share everything as one test."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable
from typing import Any

import pytest


def quick_first(count: int, values: Iterable[Any]) -> list:
    """Parameters of a test, of which the first `count` are quick to have; the rest, more of the same, are slow."""
    return [pytest.param(value, marks=pytest.mark.slow if k >= count else ()) for k, value in enumerate(values)]


def loop_over(names: str | tuple[str, ...], values: Iterable[Any]) -> Callable[[Callable], Callable]:
    """Run a test with each of `values`, as `parametrize` does, but as one test; what fails is told by a note to the error.

    Cases that are marked as slow are left out where slow tests are.
    """
    keys = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
    cases = [_case(value, len(keys)) for value in values]

    def decorate(test: Callable) -> Callable:
        wanted = inspect.signature(test).parameters

        @functools.wraps(test)
        def run(request: pytest.FixtureRequest, **fixtures: Any) -> None:
            if "request" in wanted:
                fixtures["request"] = request
            quick = "not slow" in request.config.option.markexpr
            chosen = [given for given, is_slow in cases if not (quick and is_slow)]
            if not chosen:
                pytest.skip("there is no case here")
            for one in chosen:
                given = dict(zip(keys, one, strict=True))
                try:
                    test(**fixtures, **given)
                except BaseException as error:
                    error.add_note(f"with {given}")
                    raise

        others = [one for name, one in wanted.items() if name not in (*keys, "request")]
        first = inspect.Parameter("request", inspect.Parameter.KEYWORD_ONLY)
        others = [one.replace(kind=inspect.Parameter.KEYWORD_ONLY) for one in others]
        run.__signature__ = inspect.Signature([first, *others])  # type: ignore[attr-defined]
        return run

    return decorate


def _case(value: Any, count: int) -> tuple[tuple[Any, ...], bool]:
    """What `pytest.param` or a bare value gives to so many names, and whether it is slow."""
    if hasattr(value, "marks"):
        return value.values, any(mark.name == "slow" for mark in value.marks)
    return (value,) if count == 1 else tuple(value), False
