"""What type inference remembers: what a value, a function or an operator means does not change while kernels are compiled.

Kernels' code does not depend on it: an edit here compiles nothing.
"""

from __future__ import annotations

from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

import numpy as np
from numba.core import errors, types, typing
from numba.core.datamodel import models
from numba.core.extending import register_model
from numba.core.targetconfig import ConfigStack
from typing_extensions import override


class _Function(types.Function):
    """A function or operator of Numba's that remembers what it means for given types.

    Numba tries all its templates anew at every `+` and `[]`, in type inference and again when code is written. What it finds may
    depend on whether the kernel counts references, and nothing else that differs between kernels.
    """

    def __init__(self, templates: Any) -> None:
        super().__init__(templates)
        self._known: dict[Any, Any] = {}

    @override
    def get_call_type(self, context: Any, arguments: Any, keywords: Any) -> Any:
        if keywords or any(isinstance(x, types.Omitted) for x in arguments):  # those are equal by identity
            return super().get_call_type(context, arguments, keywords)
        flags = ConfigStack.top_or_none()
        question = tuple(arguments), flags is not None and flags.nrt
        if question not in self._known:
            try:
                meaning: Any = super().get_call_type(context, arguments, keywords)
                self._known[question] = meaning, self._impl_keys[meaning.args]
            except errors.TypingError as error:
                self._known[question] = error.with_traceback(None), None
        meaning, implementation = self._known[question]
        if isinstance(meaning, Exception):
            raise meaning
        self._impl_keys[meaning.args] = implementation
        return meaning


register_model(_Function)(models.OpaqueModel)


class Refreshed:
    """A context that looks through Numba's registries again only if one of them has grown."""

    _sizes: tuple[int, ...] | None = None
    _registries: dict[Any, Any]

    def refresh(self) -> None:
        """Take in what was added to Numba since."""
        if self._sizes != self._sizes_now():
            super().refresh()  # type: ignore[misc]
            self._sizes = self._sizes_now()

    def _sizes_now(self) -> tuple[int, ...]:
        return tuple(
            len(items) for registry in self._registries for items in vars(registry).values() if isinstance(items, list)
        )


class Remembering(typing.Context):
    """Numba's type inference, with functions that remember, and the types of modules, functions and classes remembered."""

    def __init__(self) -> None:
        super().__init__()
        self._functions_by_type: dict[Any, _Function] = {}
        self._types_by_value: dict[int, tuple[Any, Any]] = {}  # by identity: value, type

    @override
    def resolve_value_type(self, value: Any) -> Any:
        if not isinstance(value, ModuleType | FunctionType | BuiltinFunctionType | type | np.ufunc):
            return self._remembering(super().resolve_value_type(value))
        if id(value) not in self._types_by_value:
            self._types_by_value[id(value)] = value, self._remembering(super().resolve_value_type(value))
        return self._types_by_value[id(value)][1]

    @override
    def _resolve_user_function_type(self, function: Any, arguments: Any, keywords: Any, literals: Any = None) -> Any:
        known = self._remembering(self._lookup_global(function))
        return super()._resolve_user_function_type(known or function, arguments, keywords, literals)

    def _remembering(self, kind: Any) -> Any:
        if type(kind) is not types.Function:
            return kind
        if kind not in self._functions_by_type:
            self._functions_by_type[kind] = _Function(kind.templates)
        return self._functions_by_type[kind]
