"""Named groups of arrays that kernels hand on by address.

Numba passes a named tuple as one argument for each word of each array in it, several hundred for the work arrays of a step, at
every call. A class that is `marks.by_address` is one pointer to compiled code: its fields are loaded where they are used.
A group is made on the stack of the kernel that makes it, so it may be handed to callees and must not be returned.
"""

from __future__ import annotations

import hashlib
from typing import Any

from llvmlite import ir
from numba.core import callconv, cgutils, types
from numba.core.datamodel import models
from numba.core.extending import register_model, typeof_impl
from numba.core.imputils import impl_ret_borrowed, lower_getattr_generic
from numba.core.typing.typeof import typeof

from .known_numba import PLAIN
from .marks import LISTENERS, MARKED

_ADDRESS = ir.IntType(8).as_pointer()
_WORD = ir.IntType(64)
_layouts: dict[Any, tuple[tuple[int, ...], int]] = {}


class Group(types.NamedTuple):
    """The type of a group, to Numba."""

    @property
    def mangling_args(self) -> tuple[str, tuple[()]]:
        """The class, and a hash of the types of its fields."""
        return f"{self.instance_class.__name__}_{hashlib.sha256(str(self.types).encode()).hexdigest()[:12]}", ()


@register_model(Group)
class _Model(models.PrimitiveModel):
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, _ADDRESS)


def _register(group: type) -> None:
    """Give instances of a marked class the type of a group."""

    @typeof_impl.register(group)
    def type_of_instance(value: Any, context: Any) -> Any:
        return group_of(group, tuple(typeof(field, context.purpose) for field in value))


if not PLAIN:
    for _marked in MARKED:
        _register(_marked)
    LISTENERS.append(_register)


def is_group(kind: type) -> bool:
    """Whether this class is marked with `marks.by_address`."""
    return kind in MARKED


def group_of(kind: type, fields: tuple[Any, ...]) -> Group:
    """The type of a group with fields of these types."""
    return Group(tuple(map(types.unliteral, fields)), kind)


def _layout(context: Any, kind: Any) -> tuple[tuple[int, ...], int]:
    """Where each field begins, and the size of all [bytes]."""
    if kind not in _layouts:
        at, offsets = 0, []
        for field in kind.types:
            offsets.append(at)
            at += -(-context.get_abi_sizeof(context.get_value_type(field)) // 8) * 8
        _layouts[kind] = tuple(offsets), at
    return _layouts[kind]


def _address_of(context: Any, builder: Any, kind: Any, group: Any, k: int) -> Any:
    place = builder.gep(group, [ir.Constant(_WORD, _layout(context, kind)[0][k])], inbounds=True)
    return builder.bitcast(place, context.get_value_type(kind.types[k]).as_pointer())


@lower_getattr_generic(Group)
def _read(context: Any, builder: Any, kind: Any, group: Any, name: str) -> Any:
    k = kind.fields.index(name)
    value = builder.load(_address_of(context, builder, kind, group, k), align=8)
    return impl_ret_borrowed(context, builder, kind.types[k], value)


def make_group(context: Any, builder: Any, kind: Any, fields: Any) -> Any:
    """Compiled code that puts the fields side by side on the stack; gives their address."""
    memory = cgutils.alloca_once(builder, ir.ArrayType(_WORD, _layout(context, kind)[1] // 8))
    memory.align = 16
    group = builder.bitcast(memory, _ADDRESS)
    for k, field in enumerate(fields):
        builder.store(field, _address_of(context, builder, kind, group, k), align=8)
    return group


class CallConvention(callconv.CPUCallConv):
    """Numba's, and what holds for a group in an argument: nobody else writes it while the kernel runs, which does not either."""

    def decorate_function(self, function: Any, names: Any, kinds: Any, noalias: bool = False) -> None:
        """Add attributes to the arguments of a function."""
        super().decorate_function(function, names, kinds, noalias)
        if not any(isinstance(kind, Group) for kind in kinds):
            return
        arguments = self._get_arg_packer(kinds)._unflattener.unflatten(self.get_arguments(function))
        for kind, argument in zip(kinds, arguments, strict=True):
            if isinstance(kind, Group):
                # llvmlite knows no "readonly" for arguments, and its own `add` refuses it
                set.update(argument.attributes, ("noalias", "captures(none)", "readonly", "nonnull"))
                argument.attributes.dereferenceable = _layout(self.context, kind)[1]
                argument.attributes.align = 8
