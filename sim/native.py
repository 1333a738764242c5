"""Compiled functions that Python calls as builtins of its own.

Numba's way from Python into compiled code looks at the type of every argument and counts references of every array: 1.3 µs
for the five of a Jacobian that itself takes 0.3 µs. A `native` entry is given to Python as a C function instead
(METH_FASTCALL): it reads the arrays where NumPy keeps them and returns a new array, for 0.1 µs in all. Its form is

    @native
    def _mass_matrix(numpy: int, given: int, count: int) -> int:
        table, q = rows(given, 0), vector(numpy, given, 1)
        if check_configuration(table, q):
            return refuse()                                    # a TypeError in Python, which then finds out why
        n = table[0].iv
        result = new_array(numpy, (n, n))
        if result:                                             # 0: no memory, and Python knows
            ... write into matrix_of(result, n, n)
        return result

and Python says `call = _mass_matrix.call`, then `call(model.table, q)`: a builtin that it finds as a method, in one expression,
takes Python 3.11 40 ns longer. What it hands over first (tables, scratch) is its own and trusted; what
came from the user is read by `vector` and `number`, which look before they touch. A native entry keeps the interpreter's
lock, so it must be a matter of microseconds, and may use scratch that the model owns.

Sources: Python/C API, "Common Object Structures" (METH_FASTCALL, PyObject_HEAD); NumPy C-API, "Array API" (PyArray_New)
and "PyArrayObject", whose fields are part of NumPy's binary interface.
"""

from __future__ import annotations

import ctypes
import sysconfig
from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic
from numba.np.arrayobj import populate_array
from numpy.typing import NDArray

from .kernel import F8, allocating, as_entry, compile_entry, compiler, m_in, m_out, small, t_out, v_in, v_out

_HEAD = object.__basicsize__  # bytes before an object's own fields; its type is the last of them
_DATA, _ND, _SHAPE, _DTYPE, _FLAGS = _HEAD, _HEAD + 8, _HEAD + 16, _HEAD + 40, _HEAD + 48  # of an ndarray
_KIND = _HEAD + 8  # of a dtype: kind, letter, byte order, a byte that is not part of it, and the number of the type
_OF_KIND = -(0xFF << 24) - 1  # all bits but those of that byte
_CONTIGUOUS_AND_ALIGNED = 0x0001 | 0x0100
_FLOAT64 = 12  # NPY_DOUBLE, the number of the type
_PYARRAY_NEW = 93  # its place in NumPy's table of functions
_METH_FASTCALL = 0x0080


# ---- What Python sees


class _MethodDef(ctypes.Structure):
    """PyMethodDef: what Python reads about a C function for as long as it lives."""

    _fields_ = (("name", ctypes.c_char_p), ("function", ctypes.c_void_p), ("flags", ctypes.c_int), ("doc", ctypes.c_char_p))


_new_builtin = ctypes.pythonapi.PyCFunction_NewEx
_new_builtin.restype = ctypes.py_object
_new_builtin.argtypes = (ctypes.c_void_p, ctypes.py_object, ctypes.py_object)
_keep = ctypes.pythonapi.Py_IncRef
_keep.restype, _keep.argtypes = None, (ctypes.py_object,)


class Native:
    """A native entry: what Python calls, and what is compiled."""

    __slots__ = ("call", "entry")
    call: Callable[..., NDArray[np.float64]]
    entry: Any

    def __init__(self, compiled: Any) -> None:
        self.entry = as_entry(compiled, (types.intp, types.intp, types.intp), self._bind)
        self.call = self._first_call

    def _first_call(self, *arguments: Any) -> NDArray[np.float64]:
        """What `call` is before there is machine code."""
        compile_entry(self.entry)
        return self.call(*arguments)

    def _bind(self, compiled: Any) -> None:
        """Make the builtin of the compiled function."""
        (overload,) = compiled.overloads.values()
        address = overload.library.get_pointer_to_function(overload.fndesc.llvm_cfunc_wrapper_name)
        definition = _MethodDef(compiled.__name__.encode(), address, _METH_FASTCALL, None)
        _keep(definition)  # for ever: modules are emptied at the end before the last builtins go, which read it
        self.call = _new_builtin(ctypes.addressof(definition), _NUMPY, None)


def native(function: Callable[[int, int, int], int]) -> Native:
    """Compile a function (numpy, given, count) → address of a new object; Python calls it by `call` of what is returned."""
    return Native(compiler(function, no_cpython_wrapper=True, nogil=False, _nrt=True))


def _read(address: int) -> int:
    return ctypes.c_int64.from_address(address).value


def _addresses() -> np.ndarray:
    """What native entries must know of NumPy: where it makes arrays, the type of arrays, the kind of float64."""
    from numpy._core._multiarray_umath import _ARRAY_API  # as compiled extensions find it

    pointer = ctypes.pythonapi.PyCapsule_GetPointer
    pointer.restype, pointer.argtypes = ctypes.c_void_p, (ctypes.py_object, ctypes.c_char_p)
    functions = ctypes.cast(pointer(_ARRAY_API, None), ctypes.POINTER(ctypes.c_void_p))
    return np.array([functions[_PYARRAY_NEW], id(np.ndarray), _read(id(F8) + _KIND) & _OF_KIND], dtype=np.int64)


def _check_layout() -> None:
    """Raise ImportError unless arrays lie in memory as the kernels below read them."""
    x = np.zeros((2, 3))[1]
    found = (
        _read(id(x) + _HEAD - 8),
        _read(id(x) + _DATA),
        _read(id(x) + _ND) & 0xFFFFFFFF,
        _read(_read(id(x) + _SHAPE)),
        _read(id(x) + _DTYPE),
        (_read(id(F8) + _KIND) & _OF_KIND).to_bytes(8, "little"),
    )
    wanted = (id(np.ndarray), x.ctypes.data, 1, 3, id(x.dtype), b"fd=\0\x0c\0\0\0")
    if found != wanted or sysconfig.get_config_var("Py_GIL_DISABLED"):
        raise ImportError(
            "torseur wants CPython with its global lock and NumPy 2 on a 64-bit machine: this Python keeps arrays otherwise"
        )


_check_layout()
_NUMPY = _addresses()


# ---- What compiled code sees


def view_of(kind: types.Array) -> Any:
    """Compiled code that looks at memory as an array: view(address, shape)."""

    @intrinsic
    def view(typing_context: Any, address: Any, shape: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            array = context.make_array(kind)(context, builder)
            item = context.get_abi_sizeof(context.get_data_type(kind.dtype))
            lengths = cgutils.unpack_tuple(builder, arguments[1])
            strides = [context.get_constant(types.intp, item)]
            for length in lengths[:0:-1]:
                strides.insert(0, builder.mul(strides[0], length))
            data = builder.inttoptr(arguments[0], array.data.type)
            size = context.get_constant(types.intp, item)
            populate_array(array, data=data, shape=lengths, strides=strides, itemsize=size, meminfo=None)
            return array._getvalue()

        return kind(types.intp, types.UniTuple(types.intp, kind.ndim)), generate

    return view


_words = view_of(types.Array(types.intp, 1, "C", readonly=True))
_vector, _matrix = view_of(v_in), view_of(m_in)
_new_vector, _new_matrix, _new_tensor = view_of(v_out), view_of(m_out), view_of(t_out)


def _function(name: str, result: Any, *arguments: Any) -> Any:
    """A function of the Python/C API."""
    return types.ExternalFunction(name, result(*arguments))


_as_number = _function("PyFloat_AsDouble", types.float64, types.intp)
_as_integer = _function("PyLong_AsSsize_t", types.intp, types.intp)
_has_failed = _function("PyErr_Occurred", types.intp)
_new_tuple = _function("PyTuple_New", types.intp, types.intp)
_set_item = _function("PyTuple_SetItem", types.int32, types.intp, types.intp, types.intp)
_let_go = _function("Py_DecRef", types.void, types.intp)
_bad_argument = _function("PyErr_BadArgument", types.int32)


@allocating
def word(address: int) -> int:
    """The eight bytes at an address."""
    return _words(address, (1,))[0]


@allocating
def refuse() -> int:
    """What an entry returns that cannot go on: Python raises TypeError."""
    if _has_failed() == 0:
        _bad_argument()
    return 0


@small
def _is_floats(numpy: int, value: int, dimensions: int) -> bool:
    """Whether an object is an array of float64 of so many dimensions, row by row without gaps."""
    known = word(numpy + _DATA)
    return (
        word(value + _HEAD - 8) == word(known + 8)
        and word(word(value + _DTYPE) + _KIND) & _OF_KIND == word(known + 16)
        and word(value + _FLAGS) & _CONTIGUOUS_AND_ALIGNED == _CONTIGUOUS_AND_ALIGNED
        and word(value + _ND) & 0xFFFFFFFF == dimensions
    )


@allocating
def vector(numpy: int, given: int, k: int) -> np.ndarray:
    """Argument k, a contiguous vector of float64; if it is anything else, an array of length -1."""
    value = word(given + 8 * k)
    if _is_floats(numpy, value, 1):
        return _vector(word(value + _DATA), (word(word(value + _SHAPE)),))
    return _vector(0, (-1,))


@allocating
def matrix(numpy: int, given: int, k: int) -> np.ndarray:
    """Argument k, a matrix of float64 row by row without gaps; if it is anything else, an array of shape (-1, 0)."""
    value = word(given + 8 * k)
    if _is_floats(numpy, value, 2):
        shape = word(value + _SHAPE)
        return _matrix(word(value + _DATA), (word(shape), word(shape + 8)))
    return _matrix(0, (-1, 0))


@allocating
def number(given: int, k: int) -> float:
    """Argument k, a number; NaN if it is none."""
    value = _as_number(word(given + 8 * k))
    if value == -1.0 and _has_failed() != 0:
        return np.nan
    return value


@allocating
def integer(given: int, k: int) -> int:
    """Argument k, an integer of our own."""
    return _as_integer(word(given + 8 * k))


@allocating
def data_of(given: int, k: int) -> int:
    """Where the numbers of argument k, an array of our own, begin."""
    return word(word(given + 8 * k) + _DATA)


@allocating
def length_of(given: int, k: int) -> int:
    """How many rows argument k, an array of our own, has."""
    return word(word(word(given + 8 * k) + _SHAPE))


@intrinsic
def _make_array(typing_context: Any, numpy: Any, shape: Any) -> Any:
    """The address of a new array of float64, its numbers not set; 0, with Python's MemoryError set, if there is none."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        lengths = cgutils.unpack_tuple(builder, arguments[1])
        i64, i32 = ir.IntType(64), ir.IntType(32)
        dims = cgutils.alloca_once(builder, i64, size=len(lengths))
        for k, length in enumerate(lengths):
            builder.store(length, builder.gep(dims, [ir.Constant(i32, k)]))
        load = lambda address: builder.load(builder.inttoptr(address, i64.as_pointer()))  # noqa: E731
        known = load(builder.add(arguments[0], ir.Constant(i64, _DATA)))
        make = ir.FunctionType(i64, [i64, i32, i64.as_pointer(), i32, i64, i64, i32, i32, i64]).as_pointer()
        zero, none = ir.Constant(i64, 0), ir.Constant(i32, 0)
        return builder.call(
            builder.inttoptr(load(known), make),
            [
                load(builder.add(known, ir.Constant(i64, 8))),
                ir.Constant(i32, len(lengths)),
                dims,
                ir.Constant(i32, _FLOAT64),
                zero,
                zero,
                none,
                none,
                zero,
            ],
        )

    return types.intp(types.intp, shape), generate


new_array: Any = _make_array  # new_array(numpy, shape)


@allocating
def three(a: int, b: int, c: int) -> int:
    """A new tuple of three new arrays, which it takes over; 0, with Python's MemoryError set, if it or one of them is none."""
    together = _new_tuple(3) if a != 0 and b != 0 and c != 0 else 0
    if together == 0:
        _let_go(a)  # which does nothing to 0
        _let_go(b)
        _let_go(c)
        return 0
    _set_item(together, 0, a)
    _set_item(together, 1, b)
    _set_item(together, 2, c)
    return together


@allocating
def vector_of(array: int, n: int) -> np.ndarray:
    """The numbers (n,) of a new array."""
    return _new_vector(word(array + _DATA), (n,))


@allocating
def matrix_of(array: int, m: int, n: int) -> np.ndarray:
    """The numbers (m, n) of a new array."""
    return _new_matrix(word(array + _DATA), (m, n))


@allocating
def tensor_of(array: int, m: int, n: int, p: int) -> np.ndarray:
    """The numbers (m, n, p) of a new array."""
    return _new_tensor(word(array + _DATA), (m, n, p))


@allocating
def scratch(given: int, k: int, first: int, m: int, n: int) -> np.ndarray:
    """Numbers (m, n) of argument k, scratch of our own, from its number `first` on."""
    return _new_matrix(data_of(given, k) + 8 * first, (m, n))
