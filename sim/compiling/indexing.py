"""Elements, rows and slices of arrays, and loops over ranges, in a fifth of the instructions that Numba writes for them.

Numba puts the description of an array into memory wherever one of its elements is wanted and loads each part of it from there:
29 instructions for `a[i]`, 50 for `A[i, j]`, 106 for a loop over a range, all but a few of which LLVM has to take away again; and
each is made, printed and read on the way. Half of all that kernels consisted of was this. Here the parts are taken from the
description itself.

A number that indexes counts from the start, unless it is a constant: that it may be below 0, and count from the end, would cost
three instructions at each element, and keep LLVM from taking several at once. No kernel needs it, and where bounds are checked
(`TORSEUR_BOUNDSCHECK`) a number below 0 is refused.

What is not written here (values for slices, arrays as indices, steps, other layouts) is left to Numba.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from operator import getitem, setitem
from typing import Any, NamedTuple

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.imputils import impl_ret_borrowed
from numba.np.arrayobj import load_item, store_item

from .reshaping import reshaped

_ITEMSIZE, _DATA, _SHAPE, _STRIDES = range(3, 7)  # fields of an array, after its owners and the number of its elements
_START, _STOP, _STEP = range(3)  # of a slice, and of a range
_NEXT, _LEFT = 0, 3  # of a loop over a range: where the next number and how many are left are kept
_WORD = ir.IntType(64)
_ZERO, _ONE, _END = _WORD(0), _WORD(1), _WORD(2**63 - 1)  # the last for "to the end" in a slice

Writer = Callable[[Any, Any, Any, Any], Any]
"""What writes code: (context, builder, signature, arguments) → value."""


def writer(function: Any, signature: Any) -> Writer | None:
    """What writes the code of an operation on arrays or ranges for these types; None where that is left to Numba."""
    first = signature.args[0] if signature.args else None
    if isinstance(first, types.Array) and first.layout in "CA":
        return _array_writer(function, signature)
    if function is slice and not signature.return_type.has_step:
        return _slice
    if function is range and signature.return_type == types.range_state64_type:
        return _range
    if function == "getiter" and first == types.range_state64_type:
        return _start_loop
    if function == "iternext" and first == types.range_iter64_type:
        return _next
    return None


def _array_writer(function: Any, signature: Any) -> Writer | None:
    array = signature.args[0]
    if function is len:
        return _length
    if function == "array.reshape" and array.layout == "C":
        return reshaped
    if function == "static_getitem":
        return _read_static
    if function in (getitem, setitem, "static_setitem"):
        kinds = _index_types(signature.args[1])
        integers = sum(isinstance(kind, types.Integer) for kind in kinds)
        if function is getitem and kinds and all(map(_is_simple, kinds)) and len(kinds) <= array.ndim:
            return _read
        if function is not getitem and integers == len(kinds) == array.ndim:
            return _write if function is setitem else _write_static
    return None


def _index_types(index: Any) -> tuple[Any, ...]:
    return tuple(index.types) if isinstance(index, types.BaseTuple) else (index,)


def _is_simple(kind: Any) -> bool:
    return isinstance(kind, types.Integer) or isinstance(kind, types.SliceType) and not kind.has_step


def part(builder: Any, value: Any, k: int) -> Any:
    """Part k of an aggregate: what was put there, if that is seen, else an instruction that takes it out."""
    made = value
    while isinstance(made, ir.instructions.InsertValue):
        if made.indices[0] == k:
            if len(made.indices) == 1:
                return made.value
            break
        made = made.aggregate
    return builder.extract_value(value, k)


def _built(builder: Any, kind: Any, parts: Any) -> Any:
    value = ir.Constant(kind, ir.Undefined)
    for k, item in enumerate(parts):
        value = builder.insert_value(value, item, k)
    return value


# ---- Arrays


class _Place(NamedTuple):
    """Where an index points to on one axis, and for a slice how many there are."""

    first: Any
    count: Any = None


def _length(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    return _size(builder, arguments[0], 0)


def _size(builder: Any, array: Any, axis: int) -> Any:
    return part(builder, part(builder, array, _SHAPE), axis)


def _slice(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    given = zip(signature.args, arguments, strict=True)
    values = [None if kind == types.none else context.cast(builder, value, kind, types.intp) for kind, value in given]
    start, stop = values if len(values) > 1 else (None, *values)
    parts = (_ZERO if start is None else start, _END if stop is None else stop, _ONE)
    return _built(builder, context.get_value_type(signature.return_type), parts)


def _read(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    array, index = arguments
    return _item(context, builder, signature, array, _places(context, builder, array, signature.args[1], index))


def _read_static(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """Where Numba knows the integers now. Where there is anything else among them, it asks again, for `_read`."""
    array, index = arguments
    if not all(isinstance(i, int) for i in (index if isinstance(index, tuple) else (index,))):
        raise NotImplementedError
    return _item(context, builder, signature, array, _static(builder, array, index))


def _item(context: Any, builder: Any, signature: Any, array: Any, places: list[_Place]) -> Any:
    """The element there, or the view of what is there."""
    kind, wanted = signature.args[0], signature.return_type
    address = _address(context, builder, kind, array, places)
    if isinstance(wanted, types.Array):
        return impl_ret_borrowed(context, builder, wanted, _view(context, builder, array, kind.ndim, wanted, address, places))
    value = load_item(context, builder, kind, address)
    return context.cast(builder, impl_ret_borrowed(context, builder, kind.dtype, value), kind.dtype, wanted)


def _write(context: Any, builder: Any, signature: Any, arguments: Any) -> None:
    array, index, value = arguments
    _put(context, builder, signature, array, _places(context, builder, array, signature.args[1], index), value)


def _write_static(context: Any, builder: Any, signature: Any, arguments: Any) -> None:
    array, index, value = arguments
    _put(context, builder, signature, array, _static(builder, array, index), value)


def _put(context: Any, builder: Any, signature: Any, array: Any, places: list[_Place], value: Any) -> None:
    kind = signature.args[0]
    address = _address(context, builder, kind, array, places)
    store_item(context, builder, kind, context.cast(builder, value, signature.args[2], kind.dtype), address)


def _static(builder: Any, array: Any, index: Any) -> list[_Place]:
    """Places for integers that are known now."""
    index = index if isinstance(index, tuple) else (index,)
    return [_Place(_WORD(i) if i >= 0 else builder.add(_size(builder, array, axis), _WORD(i))) for axis, i in enumerate(index)]


def _places(context: Any, builder: Any, array: Any, kind: Any, index: Any) -> list[_Place]:
    """Places for integers, and for slices, whose ends count from the end of the axis where they are negative."""
    kinds = _index_types(kind)
    values = [part(builder, index, k) for k in range(len(kinds))] if isinstance(kind, types.BaseTuple) else [index]
    return [_place(context, builder, array, axis, *item) for axis, item in enumerate(zip(kinds, values, strict=True))]


def _place(context: Any, builder: Any, array: Any, axis: int, kind: Any, value: Any) -> _Place:
    if isinstance(kind, types.SliceType):
        size = _size(builder, array, axis)
        start, stop = (_bound(builder, part(builder, value, k), size) for k in (_START, _STOP))
        count = builder.sub(stop, start)
        return _Place(start, builder.select(builder.icmp_signed("<=", count, _ZERO), _ZERO, count))
    if not kind.signed:
        return _Place(context.cast(builder, value, kind, types.uintp))
    word = context.cast(builder, value, kind, types.intp)
    return _Place(_from_start(builder, word, _size(builder, array, axis)) if _is_constant(word) else word)


def counted_from_start(context: Any, found: Any, function: Any, signature: Any) -> Any:
    """Numba's code of an operation, `found`; of elements and slices with a check that no number but a constant is below 0."""
    if function not in (getitem, setitem) or not isinstance(signature.args[0], types.Array):
        return found

    def written(builder: Any, arguments: Any, loc: Any = None) -> Any:
        kind, index = signature.args[1], arguments[1]
        kinds = _index_types(kind)
        values = [part(builder, index, k) for k in range(len(kinds))] if isinstance(kind, types.BaseTuple) else [index]
        for one, value in zip(kinds, values, strict=True):
            if isinstance(one, types.Integer) and one.signed and not _is_constant(value):
                with cgutils.if_unlikely(builder, builder.icmp_signed("<", value, value.type(0))):
                    context.call_conv.return_user_exc(builder, IndexError, ("index is below 0",))
        return found(builder, arguments, loc)

    return written


def _is_constant(word: Any) -> bool:
    return isinstance(word, ir.Constant) and isinstance(word.constant, int)


def _is_known(word: Any) -> bool:
    """Whether it is a constant from 0 on."""
    return _is_constant(word) and word.constant >= 0


def _from_start(builder: Any, word: Any, size: Any) -> Any:
    return builder.select(builder.icmp_signed("<", word, _ZERO), builder.add(word, size), word)


def _bound(builder: Any, word: Any, size: Any) -> Any:
    """An end of a slice, between 0 and the size of the axis."""
    if _is_known(word):
        if word.constant == _END.constant:
            return size
    else:
        word = _from_start(builder, word, size)
        word = builder.select(builder.icmp_signed("<", word, _ZERO), _ZERO, word)
    return builder.select(builder.icmp_signed(">=", word, size), size, word)


def _address(context: Any, builder: Any, kind: Any, array: Any, places: list[_Place]) -> Any:
    data = part(builder, array, _DATA)
    if kind.layout == "A":
        strides = part(builder, array, _STRIDES)
        steps = [builder.mul(part(builder, strides, axis), place.first) for axis, place in enumerate(places)]
        return cgutils.pointer_add(builder, data, _sum(builder, steps))
    terms = []
    for axis, place in enumerate(places):
        term = place.first
        for k in range(axis + 1, kind.ndim):
            term = builder.mul(term, _size(builder, array, k))
        terms.append(term)
    return builder.gep(data, [_sum(builder, terms)])


def _sum(builder: Any, terms: list[Any]) -> Any:
    return reduce(builder.add, terms)


def _view(context: Any, builder: Any, array: Any, axes: int, kind: Any, address: Any, places: list[_Place]) -> Any:
    """An array of what lies from an address on: of the slices, and of the axes that the index does not name."""
    kept = [axis for axis in range(axes) if axis >= len(places) or places[axis].count is not None]
    strides = part(builder, array, _STRIDES)
    sizes = [places[axis].count if axis < len(places) else _size(builder, array, axis) for axis in kept]
    steps = [part(builder, strides, axis) for axis in kept]
    count = reduce(lambda a, b: builder.mul(a, b, flags=["nsw"]), sizes)
    row = ir.ArrayType(_WORD, len(kept))
    return _built(
        builder,
        context.get_value_type(kind),
        (
            part(builder, array, 0),
            part(builder, array, 1),
            count,
            part(builder, array, _ITEMSIZE),
            address,
            _built(builder, row, sizes),
            _built(builder, row, steps),
        ),
    )


# ---- Loops over ranges


def _range(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    parts = (_ZERO, arguments[0], _ONE) if len(arguments) == 1 else (*arguments, _ONE)[:3]
    return _built(builder, context.get_value_type(signature.return_type), parts)


def _start_loop(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    start, stop, step = (part(builder, arguments[0], k) for k in (_START, _STOP, _STEP))
    if step is not _ONE:
        raise NotImplementedError
    difference = builder.sub(stop, start)
    count = builder.select(builder.icmp_signed(">", difference, _ZERO), difference, _ZERO)
    following, left = cgutils.alloca_once(builder, _WORD), cgutils.alloca_once(builder, _WORD)
    builder.store(start, following)
    builder.store(count, left)
    return _built(builder, context.get_value_type(signature.return_type), (following, stop, step, left))


def _next(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    following, step, left = (part(builder, arguments[0], k) for k in (_NEXT, _STEP, _LEFT))
    count, value = builder.load(left), builder.load(following)
    is_valid = builder.icmp_signed(">", count, _ZERO)
    with builder.if_then(is_valid):
        builder.store(builder.sub(count, _ONE, flags=["nsw"]), left)
        builder.store(builder.add(value, step), following)
    return _built(builder, context.get_value_type(signature.return_type), (value, is_valid))
