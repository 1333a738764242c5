"""Vectors of scratch as matrices, and back, in a few instructions, where Numba calls a function of some 50 ns.

That function looks whether the numbers are as many and whether they lie side by side. Here they do, and kernels take as many as
the shape wants; where bounds are checked (`TORSEUR_BOUNDSCHECK`) it is Numba's function that is called, and looks.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.imputils import impl_ret_borrowed
from numba.np.arrayobj import populate_array


def reshaped(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """The code of `array.reshape`, of numbers side by side."""
    kind, wanted = signature.args[0], signature.return_type
    kinds: tuple[Any, ...]
    if len(signature.args) == 2 and isinstance(signature.args[1], types.BaseTuple):
        kinds, lengths = signature.args[1].types, cgutils.unpack_tuple(builder, arguments[1])
    else:
        kinds, lengths = signature.args[1:], list(arguments[1:])
    if any(isinstance(length, ir.Constant) and length.constant == -1 for length in lengths):
        raise NotImplementedError
    lengths = [context.cast(builder, length, one, types.intp) for length, one in zip(lengths, kinds, strict=True)]
    given = context.make_array(kind)(context, builder, arguments[0])
    size = context.get_constant(types.intp, context.get_abi_sizeof(context.get_data_type(kind.dtype)))
    strides = [size]
    for length in lengths[:0:-1]:
        strides.insert(0, builder.mul(strides[0], length))
    made = context.make_array(wanted)(context, builder)
    owners = {"meminfo": given.meminfo, "parent": given.parent}
    populate_array(made, data=given.data, shape=lengths, strides=strides, itemsize=size, **owners)
    return impl_ret_borrowed(context, builder, wanted, made._getvalue())
