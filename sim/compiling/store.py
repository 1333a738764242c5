"""Which kernels need no compiling, and what Numba calls their cache.

A file (`kernel_files`) is right as long as its own function is the same (`keys.code_key`, in the file's name) and the callees'
interfaces are those that it was compiled with: a callee that changed inside is compiled anew alone.
"""

from __future__ import annotations

import hashlib
import logging
import os
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

from filelock import FileLock
from numba.core import compiler, types

from .kernel_files import SHIPPED, Callee, CompiledKernel, Late, cache_folder, file_name, packed, read, unpacked, write
from .keys import platform_key

log = logging.getLogger(__name__)

_found: dict[str, CompiledKernel] = {}  # by symbol: what is up to date, as this process found, or compiled it
_dispatchers: dict[tuple[str, str], Any] = {}
_awaited: dict[str, str] = {}  # by symbol: late kernels that calls of this process wait for, and what they are for


def register(dispatcher: Any) -> None:
    """Have a kernel found by its module and name."""
    _dispatchers[dispatcher.module, dispatcher.name] = dispatcher


def dispatcher_of(callee: Any) -> Any:
    """The kernel of this name; None if there is none any more."""
    if (callee.module, callee.name) not in _dispatchers:
        with suppress(ImportError):
            import_module(callee.module)
    return _dispatchers.get((callee.module, callee.name))


def _files(dispatcher: Any, symbol: str) -> Iterator[Path]:
    name = file_name(dispatcher.name, symbol, dispatcher.code_key)
    if SHIPPED.is_dir():
        yield SHIPPED / platform_key() / name
    if folder := cache_folder():
        yield folder / name


def _own_record(dispatcher: Any, symbol: str) -> CompiledKernel | None:
    return next((record for file in _files(dispatcher, symbol) if (record := read(file)) is not None), None)


def up_to_date(dispatcher: Any, symbol: str) -> CompiledKernel | None:
    """The record of a kernel if it and all that it calls need no compiling."""
    if symbol in _found:
        return _found[symbol]
    record = _own_record(dispatcher, symbol)
    if record is None or any(_is_stale(callee) for callee in record.callees):
        return None
    _found[symbol] = record
    return record


def _is_stale(callee: Callee) -> bool:
    dispatcher = dispatcher_of(callee)
    record = dispatcher and up_to_date(dispatcher, callee.symbol)
    return record is None or record.interface != callee.interface


def awaited_now() -> list[str]:
    """What the late kernels are for that calls of this process wait for at this moment, as "height fields"."""
    return list(dict.fromkeys(_awaited.copy().values()))


def why_compile(dispatcher: Any, symbol: str) -> Iterator[str]:
    """The kernels below this one, and itself, that would be compiled, each with the reason."""
    if up_to_date(dispatcher, symbol):
        return
    record = _own_record(dispatcher, symbol)
    if record is None:
        others = file_name(dispatcher.name, symbol, "*")
        changed = any(next(file.parent.glob(others), None) for file in _files(dispatcher, symbol))
        yield f"{dispatcher.module}.{dispatcher.name}: " + ("its code changed" if changed else "not compiled yet")
        return
    for callee in record.callees:
        if (below := dispatcher_of(callee)) is None:
            yield f"{dispatcher.module}.{dispatcher.name}: {callee.name}, which it called, is gone"
        else:
            yield from why_compile(below, callee.symbol)


class Store:
    """What Numba calls a cache, for one kernel."""

    def __init__(self, dispatcher: Any) -> None:
        self._dispatcher = dispatcher
        self._locks: dict[str, FileLock] = {}

    def load_overload(self, arguments: Any, target: Any) -> Any:
        """The compiled function from its file, callees brought up to date; None, holding its lock, if it must be compiled."""
        symbol = self._dispatcher.symbol(arguments)
        record = up_to_date(self._dispatcher, symbol)
        if record is None:
            if serves := getattr(self._dispatcher.py_func, "serves", ""):
                _awaited[symbol] = serves
            self._lock(symbol)
            record = self._renewed(symbol)
        if record is None:
            return None
        self.release(symbol)
        try:
            return _restored(self._dispatcher.kernel(arguments), record, target)
        except (ImportError, AttributeError) as error:
            self._tell_moved(error)
            return None

    def _renewed(self, symbol: str) -> CompiledKernel | None:
        """The record after its callees were compiled, if they look the same to this kernel as before."""
        record = _own_record(self._dispatcher, symbol)
        if record is None:
            return None
        for callee, arguments in zip(record.callees, record.arguments, strict=True):
            below = dispatcher_of(callee)
            if below is None:
                return None
            if up_to_date(below, callee.symbol) is None:
                try:
                    kinds = unpacked(arguments)
                except (ImportError, AttributeError) as error:
                    self._tell_moved(error)
                    return None
                below.compile(kinds)
        return up_to_date(self._dispatcher, symbol)

    def _tell_moved(self, error: Exception) -> None:
        """Say that a class among a kernel's arguments has moved since, which its own code does not show."""
        log.warning("%s is of another version: the kernel is compiled again (%s)", self._dispatcher.name, error)

    def _lock(self, symbol: str) -> None:
        """Wait until no other process compiles this kernel, and keep others waiting."""
        folder = cache_folder()
        if folder is None or not os.access(folder, os.W_OK):
            return
        lock = FileLock(folder / f"{hashlib.sha256(symbol.encode()).hexdigest()[:16]}.lock")
        try:
            lock.acquire()
        except OSError as error:  # as on a full disk: the work may be done twice then
            log.warning("another process may compile %s as well: %s", self._dispatcher.name, error)
            return
        self._locks[symbol] = lock

    def release(self, symbol: str) -> None:
        """Let other processes have this kernel."""
        _awaited.pop(symbol, None)
        if lock := self._locks.pop(symbol, None):
            lock.release()

    def save_overload(self, arguments: Any, compiled: Any) -> None:
        """Keep what was compiled."""
        library, symbol = compiled.library, self._dispatcher.symbol(arguments)
        if library.has_dynamic_globals:
            raise TypeError(f"{self._dispatcher.name} has large arrays or addresses among its constants, which cannot be kept")
        returns, told = _without_literals(compiled.signature.return_type), self._dispatcher.returns
        if told is not None and returns != told:
            raise TypeError(f"{self._dispatcher.name} returns {returns}; its callers were told {told}")
        library.interface = f"{compiled.signature.return_type} {library.interface}"
        compiled.fndesc.typemap = compiled.fndesc.calltypes = None  # as Numba does: they cannot be pickled
        called = list(library.calls.values())
        record = CompiledKernel(
            symbol,
            library.interface,
            tuple(Callee(c.kernel.module, c.kernel.name, c.kernel.symbol, c.interface) for c in called),
            tuple(packed(c.kernel.arguments) for c in called),
            tuple(Late(k.module, k.name, k.symbol, packed(k.arguments)) for k in library.late.values()),
            library.state(),
            packed((compiled.fndesc, compiled.environment, compiled.signature, compiled.reload_init)),
        )
        _found[symbol] = record
        log.debug("compiled %s.%s %s", self._dispatcher.module, self._dispatcher.name, symbol)
        folder = cache_folder()
        if folder is not None and os.access(folder, os.W_OK):
            write(folder / file_name(self._dispatcher.name, symbol, self._dispatcher.code_key), record)

    def enable(self) -> None:
        """It always is."""

    def disable(self) -> None:
        """It cannot be."""

    @property
    def cache_path(self) -> str | None:
        """The folder, as Numba asks for it."""
        folder = cache_folder()
        return str(folder) if folder else None


def _without_literals(kind: Any) -> Any:
    """The type whose values lie in memory in the same way: a constant is a number like any other."""
    if isinstance(kind, types.BaseTuple):
        return types.Tuple(tuple(_without_literals(item) for item in kind.types))
    return types.unliteral(kind)


def _restored(kernel: Any, record: CompiledKernel, target: Any) -> Any:
    """Numba's result of compiling, from a file: the code of all that it calls is loaded first."""
    codegen = target.codegen()
    _load_callees(record, codegen, set())
    descriptor, environment, signature, reload_init = unpacked(record.compiled)
    for start in reload_init:
        start()
    library = codegen.create_library(descriptor.qualname)
    library.restore(kernel, record.state, record.interface)
    return compiler.compile_result(
        target_context=target,
        typing_context=target.typing_context,
        library=library,
        environment=environment,
        entry_point=target.get_executable(library, descriptor, environment),
        fndesc=descriptor,
        type_annotation="",
        signature=signature,
        objectmode=False,
        lifted=(),
        typing_error=None,
        call_helper=None,
        metadata=None,
        reload_init=reload_init,
        referenced_envs=(),
    )


def _load_callees(record: CompiledKernel, codegen: Any, visited: set[str]) -> None:
    """Load the machine code of all kernels below this one that are not written into their callers."""
    codegen.define_cells(_late_kernel(late) for late in record.late)
    for callee in record.callees:
        if callee.symbol not in visited:
            visited.add(callee.symbol)
            below = _found[callee.symbol]
            _load_callees(below, codegen, visited)
            code, bitcode, exports, _ = below.state
            if bitcode is None:
                codegen.load_object(callee.symbol, code, exports)


def _late_kernel(late: Late) -> Any:
    return dispatcher_of(late).kernel(unpacked(late.arguments))


def compile_late(late: Late) -> None:
    """Compile a late kernel before it is called, if that was not done."""
    if up_to_date(dispatcher_of(late), late.symbol) is None:
        dispatcher_of(late).compile(unpacked(late.arguments))


def late_kernels(dispatcher: Any, symbol: str) -> Iterator[Late]:
    """The kernels that this one, or one below it, asks for when it first calls them, and those that they ask for.

    Those that are not compiled yet are named, and what they ask for is not known.
    """
    waiting, seen = [(dispatcher, symbol)], {symbol}
    while waiting:
        record = up_to_date(*waiting.pop())
        for below in (*record.callees, *record.late) if record else ():
            if below.symbol not in seen:
                seen.add(below.symbol)
                waiting.append((dispatcher_of(below), below.symbol))
                if isinstance(below, Late):
                    yield below
