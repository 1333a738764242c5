"""Four numbers at once: a number type for kernels, so that one source serves one state and four.

`Lanes` is to compiled code a number like float64, but four of them, one a lane, each operation one instruction of the vector
unit. A kernel given arrays of it, and a model's table as ever, works out four states in the time of one, each lane to the same
bits as alone: the operations are the same in the same order. A comparison is true if it is in all four lanes, so kernels may
ask whether a pivot is positive, and not take different ways for different lanes: where lanes differ, both ways are worked out and
`pick` takes the right one. Plain numbers count as the same in each lane.

`gather_into` brings four states into an array of lanes, `spread` takes four results out of one. `read_four` and `write_four` are
for the other use: four numbers of one state that lie side by side.
"""

from __future__ import annotations

import math
import operator
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.extending import intrinsic, lower_builtin, lower_cast, models, register_model
from numba.core.imputils import impl_ret_borrowed
from numba.core.typeconv.castgraph import Conversion
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.np.arrayobj import populate_array

from .kernel import allocating, kernel

WIDTH = 4
_VECTOR = ir.VectorType(ir.DoubleType(), WIDTH)
_INDEX = ir.IntType(32)


class Lanes(types.Type):
    """The type, to Numba."""

    def __init__(self) -> None:
        super().__init__(name="lanes")

    def can_convert_from(self, typing_context: Any, other: Any) -> Any:
        """A plain number may stand where lanes are wanted."""
        return Conversion.safe if isinstance(other, (types.Float, types.Integer)) else None

    def unify(self, typing_context: Any, other: Any) -> Any:
        """A variable that is now a plain number and now lanes is lanes."""
        return self if isinstance(other, (types.Float, types.Integer)) else None


lanes = Lanes()
VECTOR, MATRIX = types.Array(lanes, 1, "C"), types.Array(lanes, 2, "C")


@register_model(Lanes)
class _Model(models.PrimitiveModel):
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, _VECTOR)


def _same_in_each(context: Any, builder: Any, given: Any, wanted: Any, value: Any) -> Any:
    number = context.cast(builder, value, given, types.float64)
    first = builder.insert_element(ir.Constant(_VECTOR, ir.Undefined), number, ir.Constant(_INDEX, 0))
    everywhere = ir.Constant(ir.VectorType(_INDEX, WIDTH), [0] * WIDTH)
    return builder.shuffle_vector(first, ir.Constant(_VECTOR, ir.Undefined), everywhere)


for _plain in (types.Float, types.Integer):
    lower_cast(_plain, Lanes)(_same_in_each)


def _define(function: Any, result: Any, count: int, lower: Any) -> None:
    """Let compiled code call a function or operator with lanes among its `count` arguments."""

    class Template(AbstractTemplate):
        metadata = {"target": "cpu"}  # asked before those for all targets, which take long to find that they do not fit

        def generic(self, arguments: Any, keywords: Any) -> Any:
            numbers = (Lanes, types.Float, types.Integer)
            if len(arguments) == count and lanes in arguments and all(isinstance(x, numbers) for x in arguments):
                return signature(result, *(lanes,) * count)
            return None

    infer_global(function)(Template)
    lower_builtin(function, *(lanes,) * count)(lower)


def _instruction(name: str) -> Any:
    return lambda context, builder, signature, arguments: getattr(builder, name)(*arguments)


def _comparison(sign: str) -> Any:
    def lower(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        bits = builder.bitcast(builder.fcmp_ordered(sign, *arguments), ir.IntType(WIDTH))
        return builder.icmp_unsigned("==", bits, ir.Constant(ir.IntType(WIDTH), 2**WIDTH - 1))

    return lower


def _root(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    kind = ir.FunctionType(_VECTOR, [_VECTOR])
    return builder.call(cgutils.get_or_insert_function(builder.module, kind, f"llvm.sqrt.v{WIDTH}f64"), arguments)


def _intrinsic(function: Any) -> Any:
    """Numba's `intrinsic`, which makes something that takes one argument less than the function."""
    return intrinsic(function)


for _names, _instruction_name in (
    ((operator.add, operator.iadd), "fadd"),
    ((operator.sub, operator.isub), "fsub"),
    ((operator.mul, operator.imul), "fmul"),
    ((operator.truediv, operator.itruediv), "fdiv"),
):
    for _name in _names:
        _define(_name, lanes, 2, _instruction(_instruction_name))
_define(operator.neg, lanes, 1, _instruction("fneg"))
_define(math.sqrt, lanes, 1, _root)
for _name, _sign in ((operator.gt, ">"), (operator.ge, ">="), (operator.lt, "<"), (operator.le, "<=")):
    _define(_name, types.boolean, 2, _comparison(_sign))


def _view(context: Any, builder: Any, room: Any, room_type: Any, kind: Any, shape: list[Any]) -> Any:
    """The memory of `room`, kept alive, as an array of another kind."""
    made, given = context.make_array(kind)(context, builder), context.make_array(room_type)(context, builder, room)
    item = context.get_constant(types.intp, context.get_abi_sizeof(context.get_data_type(kind.dtype)))
    strides = [item]
    for length in shape[:0:-1]:
        strides.insert(0, builder.mul(strides[0], length))
    start = builder.bitcast(given.data, made.data.type)
    populate_array(made, data=start, shape=shape, strides=strides, itemsize=item, meminfo=given.meminfo)
    return impl_ret_borrowed(context, builder, kind, made._getvalue())


def _shaped(kind: Any) -> Any:
    @_intrinsic
    def shaped(typing_context: Any, room: Any, shape: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return _view(context, builder, arguments[0], room, kind, cgutils.unpack_tuple(builder, arguments[1]))

        return kind(room, types.UniTuple(types.intp, kind.ndim)), generate

    return shaped


_vector, _matrix = _shaped(VECTOR), _shaped(MATRIX)


@allocating
def new_vector(n: int) -> Any:
    """An array (n,) of lanes, not filled."""
    return _vector(np.empty(WIDTH * n), (n,))


@allocating
def new_matrix(n: int, m: int) -> Any:
    """An array (n, m) of lanes, not filled."""
    return _matrix(np.empty(WIDTH * n * m), (n, m))


@_intrinsic
def plain(typing_context: Any, array: Any) -> Any:
    """A vector as plain numbers: itself, or four times as long if it is of lanes."""
    result = types.Array(types.float64, 1, "C") if array.dtype == lanes else array

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        if array.dtype != lanes:
            return impl_ret_borrowed(context, builder, array, arguments[0])
        given = context.make_array(array)(context, builder, arguments[0])
        (length,) = cgutils.unpack_tuple(builder, given.shape)
        length = builder.mul(length, context.get_constant(types.intp, WIDTH))
        return _view(context, builder, arguments[0], array, result, [length])

    return result(array), generate


@_intrinsic
def _four(typing_context: Any, a: Any, b: Any, c: Any, d: Any) -> Any:
    """Four numbers as lanes."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        value = ir.Constant(_VECTOR, ir.Undefined)
        for k, number in enumerate(arguments):
            value = builder.insert_element(value, number, ir.Constant(_INDEX, k))
        return value

    return lanes(*(types.float64,) * WIDTH), generate


@_intrinsic
def each(typing_context: Any, value: Any) -> Any:
    """Lanes as four numbers."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        numbers = [builder.extract_element(arguments[0], ir.Constant(_INDEX, k)) for k in range(WIDTH)]
        return context.make_tuple(builder, signature.return_type, numbers)

    return types.UniTuple(types.float64, WIDTH)(lanes), generate


def _place(context: Any, builder: Any, kind: Any, array: Any, j: Any) -> Any:
    """Where four numbers of a vector of float64 begin."""
    data = context.make_array(kind)(context, builder, array).data
    return builder.bitcast(builder.gep(data, [j]), _VECTOR.as_pointer())


@_intrinsic
def pick(typing_context: Any, a: Any, b: Any, x: Any, y: Any) -> Any:
    """Lane by lane x where a ≤ b, else y: also where a or b is not a number."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.select(builder.fcmp_ordered("<=", *arguments[:2]), *arguments[2:])

    return lanes(*(lanes,) * 4), generate


@_intrinsic
def read_four(typing_context: Any, row: Any, j: Any) -> Any:
    """Numbers j … j + 3 of a vector, as lanes."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.load(_place(context, builder, row, *arguments), align=8)

    return lanes(row, types.intp), generate


@_intrinsic
def write_four(typing_context: Any, row: Any, j: Any, value: Any) -> Any:
    """Write lanes to numbers j … j + 3 of a vector."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        builder.store(arguments[2], _place(context, builder, row, *arguments[:2]), align=8)
        return context.get_dummy_value()

    return types.void(row, types.intp, lanes), generate


@_intrinsic
def transposed(typing_context: Any, a: Any, b: Any, c: Any, d: Any) -> Any:
    """Lane k of each of the four, for each k."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        def mixed(x: Any, y: Any, *order: int) -> Any:
            return builder.shuffle_vector(x, y, ir.Constant(ir.VectorType(_INDEX, WIDTH), list(order)))

        a, b, c, d = arguments
        evens = mixed(a, b, 0, 4, 2, 6), mixed(c, d, 0, 4, 2, 6)
        odds = mixed(a, b, 1, 5, 3, 7), mixed(c, d, 1, 5, 3, 7)
        rows = [mixed(*half, *order) for order in ((0, 1, 4, 5), (2, 3, 6, 7)) for half in (evens, odds)]
        return context.make_tuple(builder, signature.return_type, rows)

    return types.UniTuple(lanes, WIDTH)(lanes, lanes, lanes, lanes), generate


@kernel
def gather_into(M: np.ndarray, k: int, target: Any) -> None:
    """Write rows k … k + 3 of M (n, m), the last again where there are fewer, into the lanes of `target` (m,)."""
    last, m = M.shape[0] - 1, target.shape[0]
    a, b, c, d = M[k], M[min(k + 1, last)], M[min(k + 2, last)], M[min(k + 3, last)]
    whole = m - m % WIDTH
    for j in range(0, whole, WIDTH):
        columns = transposed(read_four(a, j), read_four(b, j), read_four(c, j), read_four(d, j))
        target[j], target[j + 1], target[j + 2], target[j + 3] = columns
    for j in range(whole, m):
        target[j] = _four(a[j], b[j], c[j], d[j])


@kernel
def spread(source: Any, M: np.ndarray, k: int) -> None:
    """Write the lanes of `source` (m,) into rows k … k + 3 of M (n, m), as far as there are such rows."""
    last, m = M.shape[0] - 1, source.shape[0]
    a, b, c, d = M[k], M[min(k + 1, last)], M[min(k + 2, last)], M[min(k + 3, last)]
    whole = m - m % WIDTH
    for j in range(0, whole, WIDTH):
        rows = transposed(source[j], source[j + 1], source[j + 2], source[j + 3])
        write_four(a, j, rows[0])
        write_four(b, j, rows[1])
        write_four(c, j, rows[2])
        write_four(d, j, rows[3])
    for j in range(whole, m):
        a[j], b[j], c[j], d[j] = each(source[j])
