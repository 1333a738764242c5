"""Numba's target "torseur": its own contexts, code generator and dispatchers, so that nothing changes for others who use Numba.

It differs from Numba's own in how code is linked (`linking`), how groups of arrays are passed (`groups`), in symbols that are
the same in every process, in what type inference remembers, in passes that find nothing to do in kernels, and in how it is kept
(`store`). Results are the same to the bit.
"""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Callable
from functools import cache, cached_property, partial
from typing import Any, NamedTuple

import llvmlite.binding
from numba import _dynfunc
from numba.core import bytecode, cpu, itanium_mangler, types, typing, utils
from numba.core.base import _wrap_impl, _wrap_missing_loc
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import PassManager
from numba.core.descriptors import TargetDescriptor
from numba.core.dispatcher import Dispatcher
from numba.core.errors import NumbaNotImplementedError
from numba.core.funcdesc import default_mangler
from numba.core.runtime import _nrt_python
from numba.core.target_extension import CPU, dispatcher_registry, jit_registry, target_override, target_registry
from numba.core.typed_passes import NativeLowering, NopythonRewrites
from numba.core.typing.templates import make_callable_template
from numba.core.untyped_passes import ExtractByteCode, InlineClosureLikes
from typing_extensions import override

from .groups import Group, group_of, is_group, make_group
from .indexing import counted_from_start, part, writer
from .keys import code_key
from .late import argument_type
from .linking import KernelCodegen
from .lowering import KernelCalls, KernelLowering
from .remembering import Refreshed, Remembering
from .store import Store, dispatcher_of, register

NAME = "torseur"


class KernelTarget(CPU):
    """The target, to Numba's registries."""


class Kernel(NamedTuple):
    """One kernel for one set of argument types: what the code that is kept and linked goes by."""

    module: str
    name: str  # within the module
    arguments: tuple[Any, ...]  # Numba's types
    symbol: str
    always_linked: bool
    is_late: bool

    def address(self) -> int:
        """Where its code lies in memory; it is read or compiled for that."""
        dispatcher = dispatcher_of(self)
        dispatcher.compile(self.arguments)
        return int(dispatcher.overloads[self.arguments].library.get_pointer_to_function(self.symbol))


def mangled(name: str, arguments: Any, *, abi_tags: Any = (), uid: Any = None) -> str:
    """The symbol of a function.

    Numba's hold numbers that count types and compilations in a process. What is a kernel (`uid` None) has a hash of its argument
    types' names instead.
    """
    if uid is not None:
        return str(default_mangler(name, arguments, abi_tags=abi_tags, uid=uid))
    digest = hashlib.sha256(repr(tuple(map(_text_of, arguments))).encode()).hexdigest()[:20]
    return str(itanium_mangler.PREFIX + itanium_mangler.mangle_identifier(name, abi_tags=(digest,)))


_texts: dict[Any, str] = {}


def _text_of(kind: Any) -> str:
    if kind not in _texts:
        _texts[kind] = kind.mangling_args[0] if isinstance(kind, Group) else str(kind)
    return _texts[kind]


class _Typing(Refreshed, Remembering, typing.Context):
    """Numba's type inference, with groups."""

    @override
    def resolve_getattr(self, kind: Any, name: str) -> Any:
        if name == "__call__" and isinstance(kind, types.NamedTupleClass) and is_group(kind.instance_class):
            return _constructor(kind)
        return super().resolve_getattr(kind, name)


def _constructor(kind: Any) -> Any:
    """The type of a group's class as a function."""
    group = kind.instance_class
    signature = utils.pysignature(group)

    def typer(*arguments: Any, **keywords: Any) -> Any:
        return group_of(group, signature.bind(*arguments, **keywords).args)

    typer.pysig = signature
    return types.Function(make_callable_template(types.NamedTupleClass, typer))


class _Implementation(_wrap_impl):
    """What writes the code of an operation that Numba knows. Numba looks into its arguments' names each time it finds it."""

    def __init__(self, function: Any, context: Any, signature: Any) -> None:
        self._callable, self._imp = function, _taking_location(function)
        self._context, self._sig = context, signature


@cache
def _taking_location(function: Any) -> Any:
    return _wrap_missing_loc(function)()


class _Lowering(Refreshed, cpu.CPUContext):
    """Numba's code generation, with groups and symbols of our own."""

    @override
    def init(self) -> None:
        super().init()
        # All that code from files needs. A `refresh`, which comes before compiling, imports all that Numba can compile: 36 MB.
        for name, address in _nrt_python.c_helpers.items():
            llvmlite.binding.add_symbol(name if name.startswith("_") else f"NRT_{name}", address)
        self._internal_codegen = KernelCodegen("torseur")
        self._sizes_of_types: dict[Any, int] = {}

    @override
    def get_executable(self, library: Any, descriptor: Any, environment: Any) -> Any:
        library._ensure_finalized()
        if library.is_emitted:
            return super().get_executable(library, descriptor, environment)
        return _dynfunc.make_function(descriptor.lookup_module(), descriptor.qualname, "", 0, environment, (library,))

    @override
    def mangler(self, name: str, arguments: Any, *, abi_tags: Any = (), uid: Any = None) -> str:
        return mangled(name, arguments, abi_tags=abi_tags, uid=uid)

    @override
    def get_function(self, function: Any, signature: Any, _firstcall: bool = True) -> Any:
        if not _firstcall:
            return super().get_function(function, signature, _firstcall)
        signature = signature.as_function()
        key = function.get_impl_key(signature) if isinstance(function, types.Callable) else function
        if not self.enable_boundscheck and (write := writer(key, signature)):
            return partial(self._written, write, function, signature)
        try:
            found = _Implementation(self._defns[key].find(signature.args), self, signature)
        except NumbaNotImplementedError:
            return super().get_function(function, signature)
        return counted_from_start(self, found, key, signature) if self.enable_boundscheck else found

    @override
    def get_abi_sizeof(self, kind: Any) -> int:
        if kind not in self._sizes_of_types:  # Numba has LLVM read a module for each question
            self._sizes_of_types[kind] = int(super().get_abi_sizeof(kind))
        return self._sizes_of_types[kind]

    def _written(self, write: Any, function: Any, signature: Any, builder: Any, arguments: Any, loc: Any = None) -> Any:
        """The code of an operation, in our own way or, where that has none, in Numba's."""
        try:
            return write(self, builder, signature, arguments)
        except NotImplementedError:
            return super().get_function(function, signature, False)(builder, arguments)

    @override
    def cast(self, builder: Any, value: Any, given: Any, wanted: Any) -> Any:
        if isinstance(given, types.NestedArray) and isinstance(wanted, types.Array):
            return value  # which is the same in memory
        return super().cast(builder, value, given, wanted)

    @override
    def pair_first(self, builder: Any, pair: Any, kind: Any) -> Any:
        return part(builder, pair, 0)

    @override
    def pair_second(self, builder: Any, pair: Any, kind: Any) -> Any:
        return part(builder, pair, 1)

    @property
    @override
    def call_conv(self) -> Any:
        return KernelCalls(self)

    @override
    def make_tuple(self, builder: Any, kind: Any, values: Any) -> Any:
        if isinstance(kind, Group):
            return make_group(self, builder, kind, values)
        return super().make_tuple(builder, kind, values)


class _Descriptor(TargetDescriptor):
    options = cpu.CPUTargetOptions

    @cached_property
    def typing_context(self) -> Any:
        return _Typing()

    @cached_property
    def target_context(self) -> Any:
        return _Lowering(self.typing_context, NAME)


class KernelCompiler(CompilerBase):
    """Numba's passes without those that find nothing to do in kernels."""

    @override
    def compile_extra(self, function: Callable[..., Any]) -> Any:
        identity = bytecode.FunctionIdentity.from_function(function)
        dispatcher = function.torseur_dispatcher
        identity.func_qualname, identity.unique_name, identity.unique_id = dispatcher.name, dispatcher.name, None
        self.state.func_id = identity
        ExtractByteCode().run_pass(self.state)
        self.state.lifted, self.state.lifted_from = (), None
        self.state.library = self.state.targetctx.codegen().create_library(dispatcher.name)
        self.state.library.kernel = dispatcher.kernel(self.state.args)
        return self._compile_bytecode()

    @override
    def define_pipelines(self) -> list[Any]:
        usual = DefaultPassBuilder.define_nopython_pipeline(self.state)
        idle: set[Any] = {NopythonRewrites}  # array expressions, which need memory
        if not any(inspect.iscode(constant) for constant in self.state.func_id.code.co_consts):
            idle.add(InlineClosureLikes)
        passes = PassManager(usual.pipeline_name)
        ours = {NativeLowering: KernelLowering}
        passes.passes = [(ours.get(step, step), text) for step, text in usual.passes if step not in idle]
        passes.finalize()
        return [passes]


class _Dispatcher(Dispatcher):
    """A function that Numba offers to kernels, compiled for this target."""

    targetdescr = _Descriptor(NAME)


class KernelDispatcher(_Dispatcher):
    """A kernel: a Python function, and its code for each set of argument types."""

    returns: Any = None
    """What callers that do not wait for it take it to return."""

    def __init__(self, function: Callable[..., Any], options: dict[str, Any]) -> None:
        super().__init__(function, targetoptions={"nopython": True, **options}, pipeline_class=KernelCompiler)
        self.always_linked = bool(options.get("forceinline"))
        self.module, self.name = function.__module__, function.__qualname__
        if "<locals>" in self.name:  # one of several of this name
            self.name += f"-{self.code_key[:8]}"
        self._cache = Store(self)
        function.torseur_dispatcher = self
        register(self)

    @cached_property
    def code_key(self) -> str:
        """Hash of the function and of its options."""
        return code_key(self.py_func, self.targetoptions)

    def symbol(self, arguments: Any) -> str:
        """Of the code for these argument types."""
        return mangled(f"{self.module}.{self.name}", tuple(arguments))

    def kernel(self, arguments: Any) -> Kernel:
        """What the code for these argument types goes by."""
        is_late = self.returns is not None
        return Kernel(self.module, self.name, tuple(arguments), self.symbol(arguments), self.always_linked, is_late)

    def get_call_template(self, arguments: Any, keywords: Any) -> Any:
        """What a call means."""
        plain = {name: argument_type(kind) for name, kind in keywords.items()}
        return super().get_call_template(tuple(map(argument_type, arguments)), plain)

    def compile(self, arguments: Any) -> Any:
        """The compiled function for these argument types: known, read, or compiled now."""
        try:
            with target_override(NAME):
                return super().compile(tuple(arguments))
        finally:
            self._cache.release(self.symbol(arguments))


def _jit(*arguments: Any, **options: Any) -> Any:
    """What Numba calls for functions that it offers to kernels."""

    def decorate(function: Any) -> Any:
        return _Dispatcher(function, targetoptions={"nopython": True, **options})

    return decorate(arguments[0]) if arguments and callable(arguments[0]) else decorate


target_registry[NAME] = KernelTarget
dispatcher_registry[KernelTarget] = _Dispatcher
jit_registry[KernelTarget] = _jit
