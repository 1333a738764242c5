"""Whether this Numba is one whose inner workings are known to us; where it is not, kernels are compiled by it as it comes.

`target` and `linking` replace or lean on functions of Numba that are not public. Their source is compared with what it was when
ours was written. Plain Numba gives the same results to the bit, takes three times as long to compile, and is cached in its own
way; TORSEUR_PLAIN_NUMBA=1 asks for it.
"""

from __future__ import annotations

import hashlib
import inspect
import logging
import os
from collections.abc import Iterator
from typing import Any

from numba.core import base, callconv, codegen, compiler, cpu, dispatcher, lowering, typed_passes, types, typing
from numba.core.datamodel import models
from numba.core.runtime import rtsys
from numba.core.typing.collections import NamedTupleClassAttribute

log = logging.getLogger(__name__)

_USED: tuple[tuple[Any, str], ...] = (
    (
        codegen.CPUCodeLibrary,
        "__init__ _optimize_functions _optimize_final_module _get_module_for_linking add_linking_library "
        "add_ir_module add_llvm_module finalize _finalize_final_module _object_compiled_hook",
    ),
    (codegen.CodeLibrary, "enable_object_caching _get_compiled_object"),
    (codegen.JITCodeLibrary, "get_pointer_to_function _finalize_specific"),
    (codegen.CPUCodegen, "__init__ _init _check_llvm_bugs _get_host_cpu_name _get_host_cpu_features"),
    (codegen.JITCPUCodegen, "_customize_tm_options _customize_tm_features _add_module set_env"),
    (codegen.JitEngine, "is_symbol_defined add_module"),
    (compiler.CompilerBase, "__init__ compile_extra _compile_core"),
    (compiler.DefaultPassBuilder, "define_nopython_pipeline"),
    (dispatcher.Dispatcher, "__init__ compile get_call_template"),
    (
        typing.Context,
        "resolve_function_type resolve_setitem resolve_getattr resolve_value_type refresh "
        "_resolve_user_function_type _lookup_global",
    ),
    (types.BaseFunction, "__init__ get_call_type get_impl_key"),
    (NamedTupleClassAttribute, "resolve___call__"),
    (callconv.CPUCallConv, "decorate_function call_function _get_return_status return_status_propagate"),
    (cpu.CPUContext, "init get_executable"),
    (base.BaseContext, "make_tuple mangler refresh get_function cast pair_first pair_second call_internal get_abi_sizeof"),
    (base._wrap_impl, "__init__ __call__"),
    (type(rtsys), "initialize"),
    (lowering.Lower, "setup_function storevar delvar _alloca_var lower_inst lower_expr lower_getitem lower_setitem"),
    (typed_passes.BaseNativeLowering, "run_pass"),
    (models.ArrayModel, "__init__"),
    (models.SliceModel, "__init__"),
    (models.RangeModel, "__init__"),
    (models.RangeIteratorType, "__init__"),
    (models.PairModel, "__init__"),
)

_KNOWN = {
    "CPUCodeLibrary.__init__": "148569f818bc",
    "CPUCodeLibrary._optimize_functions": "9439219fa946",
    "CPUCodeLibrary._optimize_final_module": "e405bd473752",
    "CPUCodeLibrary._get_module_for_linking": "56dde0e0555b",
    "CPUCodeLibrary.add_linking_library": "b7c82a3a3a8d",
    "CPUCodeLibrary.add_ir_module": "fb6dd665f0f6",
    "CPUCodeLibrary.add_llvm_module": "84621057b308",
    "CPUCodeLibrary.finalize": "4b4c34b83488",
    "CPUCodeLibrary._finalize_final_module": "95bbf4fcbb90",
    "CPUCodeLibrary._object_compiled_hook": "eabd52a7cd63",
    "CodeLibrary.enable_object_caching": "6b5f4c2dcb6f",
    "CodeLibrary._get_compiled_object": "13a61024bb35",
    "JITCodeLibrary.get_pointer_to_function": "1bce3f385d25",
    "JITCodeLibrary._finalize_specific": "81c2abfc04e9",
    "CPUCodegen.__init__": "3e277b3e6487",
    "CPUCodegen._init": "a543a81ed6e2",
    "CPUCodegen._check_llvm_bugs": "dc0d3e9fc21e",
    "CPUCodegen._get_host_cpu_name": "efdc5209957f",
    "CPUCodegen._get_host_cpu_features": "9dcc0224e98a",
    "JITCPUCodegen._customize_tm_options": "cb0890119bb0",
    "JITCPUCodegen._customize_tm_features": "b022f7023a00",
    "JITCPUCodegen._add_module": "7214519a1f1a",
    "JITCPUCodegen.set_env": "207cf44be0e0",
    "JitEngine.is_symbol_defined": "8acc1ebba0b0",
    "JitEngine.add_module": "65da8cca8de6",
    "CompilerBase.__init__": "394d87ab2f36",
    "CompilerBase.compile_extra": "09b90ed8a19d",
    "CompilerBase._compile_core": "9f6b3c1986df",
    "DefaultPassBuilder.define_nopython_pipeline": "d643d727077e",
    "Dispatcher.__init__": "7b7bc34e60e7",
    "Dispatcher.compile": "0ab4aee15e79",
    "Dispatcher.get_call_template": "f15b62d0e9c0",
    "Context.resolve_function_type": "81a6c18964e1",
    "Context.resolve_setitem": "23bf7bd25a9b",
    "Context.resolve_getattr": "7efe38e96973",
    "Context.resolve_value_type": "671d7dab7911",
    "Context.refresh": "144078234921",
    "Context._resolve_user_function_type": "a0fa2751b7c1",
    "Context._lookup_global": "08d354cbcacf",
    "BaseFunction.__init__": "157705b034c5",
    "BaseFunction.get_call_type": "6559c167bfc0",
    "BaseFunction.get_impl_key": "ebed5750a018",
    "NamedTupleClassAttribute.resolve___call__": "877d70abc4a3",
    "CPUCallConv.decorate_function": "40a0fcb5401f",
    "CPUCallConv.call_function": "63b21494a809",
    "CPUCallConv._get_return_status": "6b2ffbd96fb5",
    "CPUCallConv.return_status_propagate": "9af41fdd6e4e",
    "CPUContext.init": "9e8992304ef2",
    "CPUContext.get_executable": "3892c8a654a2",
    "BaseContext.make_tuple": "e7b618f2785a",
    "BaseContext.mangler": "8cad077c2fb6",
    "BaseContext.refresh": "83e8f5cc63a7",
    "BaseContext.get_function": "a3602598ea18",
    "BaseContext.cast": "b52f6d1e0b0c",
    "BaseContext.pair_first": "1523a1c65d96",
    "BaseContext.pair_second": "d6feb9936c9d",
    "BaseContext.call_internal": "f23101413b0e",
    "BaseContext.get_abi_sizeof": "d62321a8ccf3",
    "_wrap_impl.__init__": "19f202e92af5",
    "_wrap_impl.__call__": "0987bcbc080a",
    "_Runtime.initialize": "c2d8cc77063d",
    "Lower.setup_function": "c346418a1cf3",
    "Lower.storevar": "16d897dd729a",
    "Lower.delvar": "45cd88aeddd8",
    "Lower._alloca_var": "754db57f46d1",
    "Lower.lower_inst": "e479506025a2",
    "Lower.lower_expr": "581164cc7697",
    "Lower.lower_getitem": "76f8c6ed4f7e",
    "Lower.lower_setitem": "84ed9f0254ea",
    "BaseNativeLowering.run_pass": "0b482df48654",
    "ArrayModel.__init__": "cbe7f8d3a4e8",
    "SliceModel.__init__": "05eeb4c77d3e",
    "RangeModel.__init__": "4f349fad5728",
    "RangeIteratorType.__init__": "65c87b5a27d1",
    "PairModel.__init__": "ec2b0a14e74e",
}
"""Hashes of their source in Numba 0.68."""


def found() -> Iterator[tuple[str, str]]:
    """(name, hash of the source) of each function that we lean on, in this Numba."""
    for owner, names in _USED:
        for name in names.split():
            function = inspect.getattr_static(owner, name)
            source = inspect.getsource(getattr(function, "fget", None) or getattr(function, "__func__", function))
            yield f"{owner.__name__}.{name}", hashlib.sha256(source.encode()).hexdigest()[:12]


def differing() -> list[str]:
    """The functions that are not as they were when our code was written."""
    try:
        return [name for name, digest in found() if _KNOWN.get(name) != digest]
    except (AttributeError, OSError, TypeError) as error:
        return [str(error)]


def _is_plain() -> bool:
    if os.environ.get("TORSEUR_PLAIN_NUMBA"):
        return True
    if names := differing():
        log.warning(
            "this Numba differs from the one that Torseur knows (%s): kernels take three times as long to compile",
            ", ".join(names),
        )
    return bool(names)


PLAIN = _is_plain()
"""Whether kernels are compiled by Numba as it comes."""
