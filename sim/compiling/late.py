"""Kernels that are compiled, or read, when they are first called: what few scenes need does not keep the others waiting.

A caller jumps through a cell that holds the kernel's address. While the cell is empty it asks for the address first: that goes to
Python, which compiles the kernel or reads it from its file, and fills the cell. A caller is compiled without its late callees,
so their return types are given.
"""

from __future__ import annotations

import logging
from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.datamodel import models
from numba.core.extending import lower_builtin, register_model, typeof_impl
from numba.core.typing.templates import AbstractTemplate, signature

from .linking import ASK, cell_getter

log = logging.getLogger(__name__)

_ADDRESS, _CELL = ir.IntType(64), ir.IntType(64).as_pointer()


def argument_type(kind: Any) -> Any:
    """The type that a kernel is compiled for where it is given this one.

    Constants are numbers like any other, and arrays in rows of tables are arrays: Numba would compile a callee anew for each.
    """
    kind = types.unliteral(kind)
    return types.Array(kind.dtype, kind.ndim, "C") if isinstance(kind, types.NestedArray) else kind


class LateKernel:
    """What stands for a kernel in its callers."""

    def __init__(self, dispatcher: Any, returns: Any) -> None:
        self.dispatcher, self.returns = dispatcher, returns
        dispatcher.returns = returns

        class Template(AbstractTemplate):
            key = self

            def generic(self, arguments: Any, keywords: Any) -> Any:
                return signature(returns, *map(argument_type, arguments))

        self.type = _LateFunction(Template)
        lower_builtin(self, types.VarArg(types.Any))(self._call)

    def _call(self, context: Any, builder: Any, called: Any, arguments: Any) -> Any:
        """Write the code of a call."""
        kernel = self.dispatcher.kernel(called.args)
        context.active_code_library.late[kernel.symbol] = kernel
        function = context.call_conv.get_function_type(called.return_type, called.args)
        getter = cgutils.get_or_insert_function(builder.module, ir.FunctionType(_CELL, []), cell_getter(kernel.symbol))
        cell = builder.call(getter, [])
        with builder.if_then(cgutils.is_null(builder, builder.load(cell)), likely=False):
            ask = cgutils.get_or_insert_function(builder.module, ir.FunctionType(ir.VoidType(), [_CELL]), ASK)
            builder.call(ask, [cell])
        callee = builder.inttoptr(builder.load(cell), function.as_pointer())
        status, result = context.call_conv.call_function(builder, callee, called.return_type, called.args, arguments)
        with builder.if_then(status.is_error, likely=False):
            context.call_conv.return_status_propagate(builder, status)
        return result


class _LateFunction(types.Function):
    """Its type, to Numba."""


register_model(_LateFunction)(models.OpaqueModel)


@typeof_impl.register(LateKernel)
def _type_of(kernel: LateKernel, context: Any) -> Any:
    return kernel.type
