"""Machine code that is made once: a kernel's code lies in its own object, and callers refer to it by symbol.

Numba links every function into each of its callers, optimises and emits it there again: the bodies of a step were compiled seven
times over. Here only small functions are linked in. What LLVM found out about a function that is called by symbol (what it
reads and writes, that it keeps no pointer) is put into its callers' declarations, so that they are optimised as well as before.

Symbols have stable names (see `target.mangled`), and an object defines no other: copies of what was linked in are private to it.
"""

from __future__ import annotations

import ctypes
import hashlib
import logging
import re
from collections.abc import Iterable
from typing import Any

import llvmlite.binding as ll
from numba.core import cgutils
from numba.core.codegen import JITCodeLibrary, JITCPUCodegen

log = logging.getLogger(__name__)

LINKED_INSTRUCTIONS = 250
"""Functions of up to so many instructions are linked into their callers."""

BASELINES = {"x86_64": ("x86-64-v3", {"avx2", "fma", "bmi2"}), "aarch64": ("generic", set()), "arm64": ("apple-m1", set())}
"""Processor that code is made for on each architecture, and the features of a processor that can run it."""

_INSTRUCTION = re.compile(r"^  [^ \]]", re.MULTILINE)
_KEPT_ATTRIBUTES = {b"nofree", b"norecurse", b"nosync", b"nounwind", b"willreturn", b"mustprogress"}


class KernelLibrary(JITCodeLibrary):
    """The code of one compiled function."""

    kernel: Any = None
    """Which kernel this is, see `target.Kernel`; None for what Numba compiles beside kernels, which is always linked in."""

    def __init__(self, codegen: Any, name: str) -> None:
        super().__init__(codegen, name)
        self.calls: dict[str, KernelLibrary] = {}  # by symbol: kernels that this code calls or contains
        self.late: dict[str, Any] = {}  # by symbol: kernels that this code asks for when it first calls them
        self.is_linked = True
        self.is_emitted = False
        self.interface = ""
        self.exports: tuple[str, ...] = ()
        self._declaration = ("", "")  # name, line
        self._bitcode: bytes | None = None

    def add_ir_module(self, ir_module: Any) -> None:
        """Add Numba's code, its declarations replaced by those that say more."""
        self._raise_if_finalized()
        text = cgutils.normalize_ir_text(str(ir_module))
        known = dict(library._declaration for library in _kernels_in(self._linking_libraries) if not library.is_linked)
        if known:
            lines = text.split("\n")
            for k, line in enumerate(lines):
                if line.startswith("declare"):
                    start = line.find('@"') + 2
                    lines[k] = known.get(line[start : line.find('"', start)], line)
            text = "\n".join(lines)
        module = ll.parse_assembly(text)
        module.name = ir_module.name
        module.verify()
        self.add_llvm_module(module)

    def finalize(self) -> None:
        """Link in what is small, optimise, emit."""
        self._raise_if_finalized()
        self._codegen._check_llvm_bugs()
        self.exports = tuple(function.name for function in self._final_module.functions if not function.is_declaration)
        for library in dict.fromkeys(self._linking_libraries):
            self._reload_init.update(library._reload_init)
            kernel = getattr(library, "kernel", None)
            if kernel is None:
                self.calls.update(getattr(library, "calls", {}))
            else:
                self.calls[kernel.symbol] = library
            if kernel is None or library.is_linked:
                self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        self._optimize_final_module()
        if self.kernel is not None:
            self._hide_copies()
            self._describe()
            self._codegen.define_cells(self.late.values())
        is_late = self.kernel is not None and self.kernel.is_late
        self.is_emitted = is_late or not self.is_linked or self._has_wrappers()
        if self.is_emitted:
            self._final_module.verify()
            self.enable_object_caching()
            self._finalize_final_module()
        else:
            self._finalize_dynamic_globals()
            self._finalized = True

    def _has_wrappers(self) -> bool:
        """Whether Python may call it: it is the code of an entry."""
        return self.kernel is not None and len(self.exports) > 1

    def _optimize_functions(self, module: Any) -> None:
        module.data_layout = self._codegen._data_layout  # what Numba's passes over single functions do is done again below

    def _optimize_final_module(self) -> None:
        passes, builder = self._codegen._module_pass_manager()
        passes.run(self._final_module, builder)

    def _hide_copies(self) -> None:
        """Make what was linked in private: two processes may give one name to different code."""
        for function in self._final_module.functions:
            if not function.is_declaration and function.name not in self.exports:
                function.linkage = "internal"

    def _describe(self) -> None:
        """Decide whether callers link this in, and note what they can know of it."""
        functions = [function for function in self._final_module.functions if not function.is_declaration]
        (main,) = (function for function in functions if function.name == self.kernel.symbol)
        self.is_linked = self.kernel.always_linked or _are_small(functions)
        if self.is_linked:
            self._shared_module = self._final_module.clone()  # as it is now: emission changes it for the machine
            for name in self.exports:
                self._shared_module.get_function(name).linkage = "linkonce_odr"
            self._bitcode = self._shared_module.as_bitcode()
            self.interface = hashlib.sha256(self._bitcode).hexdigest()
        else:
            self._declaration = (main.name, _declaration(main))
            self.interface = self._declaration[1]

    # ---- Kept in files

    def state(self) -> tuple[Any, ...]:
        """What `restore` wants: (object code, bitcode for linking or None, exports, declaration)."""
        return self._get_compiled_object() if self.is_emitted else b"", self._bitcode, self.exports, self._declaration

    def restore(self, kernel: Any, state: tuple[Any, ...], interface: str) -> None:
        """Be the library whose `state` this is; the objects that it calls must be loaded."""
        code, self._bitcode, self.exports, self._declaration = state
        self.kernel, self.is_linked, self.interface = kernel, self._bitcode is not None, interface
        self.is_emitted = bool(code)
        if self.is_emitted:
            self._codegen.load_object(kernel.symbol, code, self.exports)
            self._codegen._engine.finalize_object()
            self.enable_object_caching()
            self._compiled, self._compiled_object = True, code
        self._disable_inspection = self._finalized = True

    def _get_module_for_linking(self) -> Any:
        if self._shared_module is None and self._disable_inspection and self._bitcode is not None:
            self._shared_module = ll.parse_bitcode(self._bitcode)
        return super()._get_module_for_linking()


def _kernels_in(libraries: Iterable[Any]) -> Iterable[KernelLibrary]:
    return (library for library in libraries if getattr(library, "kernel", None) is not None)


def _are_small(functions: Iterable[Any]) -> bool:
    """Whether they have few instructions in all: the lines of their text that are set in by two blanks."""
    return sum(len(_INSTRUCTION.findall(str(function))) for function in functions) <= LINKED_INSTRUCTIONS


def _declaration(function: Any) -> str:
    """The line that declares a function, with what LLVM found out about it."""
    arguments = ", ".join(
        f"{argument.type} " + " ".join(word.decode() for word in argument.attributes if b"=" not in word and word[:1] != b'"')
        for argument in function.arguments
    )
    own = dict.fromkeys(w.decode() for w in function.attributes if w in _KEPT_ATTRIBUTES or w.startswith(b"memory("))
    return f'declare i32 @"{function.name}"({arguments}) {" ".join(own)}'


class KernelCodegen(JITCPUCodegen):
    """Numba's code generator and engine, for a processor that other machines have too."""

    _library_class = KernelLibrary

    def __init__(self, name: str) -> None:
        self._loaded: set[str] = set()
        self._cells: dict[str, int] = {}
        self._is_sound = False
        super().__init__(name)

    def load_object(self, symbol: str, code: bytes, exports: Iterable[str]) -> None:
        """Put the machine code of a kernel into the engine, if it is not there."""
        if symbol not in self._loaded and not self._engine.is_symbol_defined(symbol):
            self._engine._ee.add_object_file(ll.ObjectFileRef.from_data(code))
            self._engine._defined_symbols.update(exports)
            self._loaded.add(symbol)

    def define_cells(self, kernels: Iterable[Any]) -> None:
        """Make the cells for the addresses of kernels that are called late, where there are none yet."""
        new = {kernel.symbol: kernel for kernel in kernels if kernel.symbol not in self._cells}
        if not new:
            return
        if not self._cells:
            ll.add_symbol(ASK, ctypes.cast(_ask, ctypes.c_void_p).value)
        lines = [f'target triple = "{ll.get_process_triple()}"', f'target datalayout = "{self._data_layout}"']
        for k, symbol in enumerate(new):
            lines += [f"@cell{k} = internal global i64 0", f'define ptr @"{cell_getter(symbol)}"() {{ ret ptr @cell{k} }}']
        module = ll.parse_assembly("\n".join(lines))
        self._engine.add_module(module)
        self._engine.finalize_object()
        for symbol, kernel in new.items():
            get = ctypes.CFUNCTYPE(ctypes.c_void_p)(self._engine.get_function_address(cell_getter(symbol)))
            self._cells[symbol] = address = get()
            _kernels_by_cell[address] = kernel

    def _check_llvm_bugs(self) -> None:
        if not self._is_sound:
            super()._check_llvm_bugs()
            self._is_sound = True

    def _get_host_cpu_name(self) -> str:
        return processor()[0]

    def _get_host_cpu_features(self) -> str:
        return processor()[1]


ASK = "torseur_ask_for_kernel"
"""The function, to compiled code, that fills a cell."""


def cell_getter(symbol: str) -> str:
    """The function, to compiled code, that gives the cell of a kernel."""
    return f"torseur_cell_of{symbol}"


_kernels_by_cell: dict[int, Any] = {}


@ctypes.CFUNCTYPE(None, ctypes.c_void_p)
def _ask(cell: int) -> None:
    """Have a kernel read or compiled, and put its address into its cell."""
    kernel = _kernels_by_cell[cell]
    try:
        address = kernel.address()
    except BaseException:
        log.exception("a kernel that is wanted now cannot be compiled: %s", kernel.name)
        address = ctypes.cast(_fail, ctypes.c_void_p).value
    ctypes.c_int64.from_address(cell).value = address


@ctypes.CFUNCTYPE(ctypes.c_int32)
def _fail() -> int:
    """What is called in place of a kernel that cannot be compiled: an error, to Numba, which ends the entry."""
    return -1


def processor() -> tuple[str, str]:
    """Name and features of the processor that code is made for: a common baseline where this machine can run it."""
    import platform

    from numba.core import config
    from numba.core.codegen import get_host_cpu_features

    if config.CPU_NAME is not None or config.CPU_FEATURES is not None:
        return config.CPU_NAME or ll.get_host_cpu_name(), config.CPU_FEATURES or ""
    name, wanted = BASELINES.get(platform.machine().replace("AMD64", "x86_64"), ("", set()))
    has = ll.get_host_cpu_features()
    if name and all(has.get(feature) for feature in wanted):
        return name, ""
    return ll.get_host_cpu_name(), get_host_cpu_features()
