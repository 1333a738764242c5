"""From Numba's typed functions to LLVM's language, without what kernels have no use for.

Numba keeps every variable that is used in two blocks in memory, loads its old value before each assignment to count references
down, and overwrites it with zeros at its end; behind each call it looks whether it is within `try`. Kernels count no references
(`allocating` ones count those of arrays alone), and `try` is seen in the bytecode. LLVM would take all this away again.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core.callconv import RETCODE_NONE, RETCODE_OK, RETCODE_USEREXC, excinfo_ptr_t
from numba.core.compiler_machinery import register_pass
from numba.core.lowering import Lower
from numba.core.typed_passes import NativeLowering
from typing_extensions import override

from .groups import CallConvention


class _KernelLower(Lower):
    """What writes the code of a kernel."""

    @override
    def setup_function(self, fndesc: Any) -> None:
        super().setup_function(fndesc)
        self.builder.torseur_never_tries = not self.func_ir.func_id.code.co_exceptiontable

    @override
    def storevar(self, value: Any, name: str, argidx: Any = None) -> None:
        if not self._is_counted(name) and name not in self._singly_assigned_vars:
            argidx = -1 if argidx is None else argidx  # an argument has no old value
        super().storevar(value, name, argidx)

    @override
    def delvar(self, name: str) -> None:
        if self._is_counted(name):
            super().delvar(name)
            return
        if name not in self._blk_local_varmap:
            self._singly_assigned_vars.discard(name)
        self._alloca_var(name, self.typeof(name))

    def _is_counted(self, name: str) -> bool:
        return self.context.enable_nrt and self.context.data_model_manager[self.typeof(name)].contains_nrt_meminfo()


@register_pass(mutates_CFG=True, analysis_only=False)
class KernelLowering(NativeLowering):
    """Numba's step from typed functions to LLVM, with `_KernelLower`."""

    _name = "torseur_lowering"

    @property
    @override
    def lowering_class(self) -> Any:
        return _KernelLower


class _Status:
    """How a call has ended; each question is asked where somebody wants to know."""

    def __init__(self, builder: Any, code: Any, information: Any) -> None:
        self.code, self._builder, self._information = code, builder, information

    @property
    def is_ok(self) -> Any:
        return self._builder.or_(self._is(RETCODE_OK), self.is_none)

    @property
    def is_none(self) -> Any:
        return self._is(RETCODE_NONE)

    @property
    def is_error(self) -> Any:
        return self._builder.not_(self.is_ok)

    @property
    def excinfoptr(self) -> Any:
        is_ours = self._builder.icmp_signed(">=", self.code, RETCODE_USEREXC)
        return self._builder.select(is_ours, self._information, ir.Constant(excinfo_ptr_t, ir.Undefined))

    def _is(self, code: Any) -> Any:
        return self._builder.icmp_signed("==", self.code, code)


class KernelCalls(CallConvention):
    """Numba's calls, with fewer questions behind them in kernels."""

    def _get_return_status(self, builder: Any, code: Any, excinfoptr: Any) -> Any:
        if getattr(builder, "torseur_never_tries", False):
            return _Status(builder, code, excinfoptr)
        return super()._get_return_status(builder, code, excinfoptr)

    @override
    def return_status_propagate(self, builder: Any, status: Any) -> None:
        if getattr(builder, "torseur_never_tries", False):
            builder.store(status.excinfoptr, self._get_excinfo_argument(builder.function))
            self._return_errcode_raw(builder, status.code)
        else:
            super().return_status_propagate(builder, status)
