"""All compiled entries, and compiling them ahead of use.

`python -m torseur.sim.compilation` compiles what is not in the cache yet, in as many processes as there are cores (at most four),
and prints a line for each entry, so that another process can show how far it is: "k n name", k entries from the first on being
ready. The window runs it beside itself at its first start. `--why` says what would be compiled, and why.
"""

from __future__ import annotations

import argparse
import gc
import os
import subprocess
import sys
import zlib
from collections.abc import Generator, Iterator
from importlib import import_module
from queue import SimpleQueue
from threading import Thread
from typing import Any

from .child_process import child_command

POSING = "posing"
STEPPING = "stepping"
REACHING = "reaching"
PROBLEMS = "problems"
GAPS = "gaps"
HYBRID = "hybrid"
DYNAMICS = "dynamics"
BATCHES = "batches"
SOLVERS = "solvers"

# In the order in which a person needs them: posing a robot, then simulations and what is shown of them, then the rest.
GROUPS: dict[str, tuple[tuple[str, str], ...]] = {
    POSING: (
        ("multibody.kinematics.kinematics", "_frame_poses"),
        ("multibody.kinematics.kinematics", "_frame_pose"),
        ("multibody.kinematics.jacobian", "_jacobian"),
    ),
    STEPPING: (
        ("multibody.dynamics.energy", "_energy_and_momentum"),
        ("simulation.running.time_stepping.steps_at", "_lay_out"),
        ("simulation.running.time_stepping.steps_at", "_steps_at"),
        ("simulation.running.recorded_energies", "_energies_of_states"),
    ),
    REACHING: (("multibody.kinematics.configuration", "_integrate"), ("analysis.inverse_kinematics.pose_descent", "descend")),
    PROBLEMS: (
        ("multibody.dynamics.inverse_dynamics", "_inverse_dynamics"),
        ("multibody.dynamics.mass_matrix", "_mass_matrix"),
        ("multibody.dynamics.mass_matrix", "_large_mass_matrix"),
        ("simulation.running.contact_problem", "_assemble"),
        ("simulation.inspection.solved_problem", "_set_up"),
        ("simulation.inspection.step_velocity", "_drifted"),
        ("contact.problem.own_methods", "_active_set"),
        ("contact.problem.own_methods", "_newton"),
        ("contact.problem.redundant_forces", "_faces"),
        ("contact.problem.redundant_forces", "_least_norm"),
    ),
    GAPS: (("simulation.recording.gaps", "_gaps"),),
    HYBRID: (("simulation.running.hybrid.many_intervals", "advance_hybrid"),),
    DYNAMICS: (
        ("multibody.dynamics.forward_dynamics", "_forward_dynamics"),
        ("multibody.dynamics.forward_dynamics", "_through_the_mass_matrix"),
        ("multibody.kinematics.configuration", "_difference"),
        ("multibody.kinematics.exponential", "_exponential_rate"),
        ("multibody.dynamics.lagrangian", "_lagrangian_derivatives"),
        ("multibody.kinematics.straight_step", "_straight_momentum"),
        ("multibody.kinematics.kinematics", "_frame_twists"),
        ("multibody.dynamics.inverse_mass_matrix", "_solve"),
        ("multibody.dynamics.inverse_mass_matrix", "_solve_large"),
        ("multibody.dynamics.dynamics_derivatives", "_derivatives"),
        ("multibody.dynamics.coriolis_matrix", "_coriolis_matrix"),
        ("multibody.dynamics.centroidal", "_centroidal"),
        ("multibody.kinematics.frame_accelerations", "_frame_accelerations"),
        ("multibody.kinematics.frame_accelerations", "_jacobian_rate"),
    ),
    BATCHES: (
        ("multibody.dynamics.batch", "_inverse_dynamics"),
        ("multibody.dynamics.batch", "_forward_dynamics"),
        ("multibody.dynamics.batch", "_through_the_mass_matrix"),
        ("multibody.dynamics.batch", "_mass_matrix"),
        ("multibody.dynamics.batch", "_jacobian"),
        ("simulation.running.time_stepping.steps_at", "runs_at"),
        ("simulation.inspection.recorded_dynamics.recording_sums", "_contact_torques"),
        ("simulation.inspection.recorded_dynamics.recording_sums", "_moving_sums"),
        ("simulation.recording.shown_messages", "_body_poses"),
    ),
    SOLVERS: (
        ("contact.problem.own_methods", "_gauss_seidel"),
        ("contact.problem.own_methods", "_admm"),
        ("contact.dense.active_set", "unconstrained_minimum"),
        ("contact.dense.active_set", "gradient_into"),
    ),
}
"""Module of `sim` and name of each entry, by what it is needed for."""

ENTRIES = tuple(entry for entries in GROUPS.values() for entry in entries)


def entry_named(module: str, name: str) -> Any:
    """The entry of this name in a module of `sim`."""
    found = getattr(import_module(f".{module}", __package__), name)
    return getattr(found, "entry", found)


def missing() -> list[tuple[str, str]]:
    """The entries that are not in the cache."""
    from .kernel import is_cached

    return [(module, name) for module, name in ENTRIES if not is_cached(entry_named(module, name))]


def is_complete() -> bool:
    """Whether nothing would be compiled: neither entries nor what they ask for late."""
    return next(why(), None) is None


def why() -> Iterator[str]:
    """The kernels that would be compiled now, each once, with the reason."""
    from .compiling.store import dispatcher_of, late_kernels, why_compile

    said = set()
    for module, name in ENTRIES:
        entry = entry_named(module, name)
        symbol = entry.symbol(entry.torseur_signature)
        below = ((dispatcher_of(late), late.symbol) for late in late_kernels(entry, symbol))
        for line in (line for each in ((entry, symbol), *below) for line in why_compile(*each)):
            if line not in said:
                said.add(line)
                yield line


def compile_all(processes: int = 0) -> Generator[tuple[int, int, str], None, None]:
    """Compile what is not in the cache; yields (entries ready, counted from the first; of how many; name of the next).

    Closed before its end, it ends the processes that compile.
    processes : how many work at it side by side; 0: as many as there are cores, at most four
    """
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    waiting, finished = iter(range(len(_TASKS))), SimpleQueue[int]()
    workers: list[subprocess.Popen[str]] = []
    threads = [
        Thread(target=_keep_busy, args=(waiting, finished, workers), daemon=True) for _ in range(processes or min(cores, 4))
    ]
    for thread in threads:
        thread.start()
    ready: set[tuple[str, str]] = set()
    try:
        while len(ready) < len(_TASKS):
            count = next((k for k, entry in enumerate(ENTRIES) if entry not in ready), len(ENTRIES))
            yield count, len(ENTRIES), ENTRIES[count][1].lstrip("_") if count < len(ENTRIES) else "rare contacts"
            task = finished.get()
            if task < 0:
                raise RuntimeError(f"a process that compiles kernels has ended with exit code {-1 - task}")
            ready.add(_TASKS[task])
    finally:
        if len(ready) < len(_TASKS):
            for worker in workers:
                worker.kill()
        for thread in threads:
            thread.join()
    yield len(ENTRIES), len(ENTRIES), ""


_LARGEST, _LATE = "largest", "late"
_TASKS = (
    *GROUPS[POSING],
    *((_LARGEST, k) for k in ("0", "1", "2")),
    *(entry for entry in ENTRIES if entry not in GROUPS[POSING]),
    *((_LATE, share) for share in ("0", "1", "2", "3", "all")),
)
"""What processes share: entries, the largest kernels of a step after those for sliders, and last what few scenes need."""


def _keep_busy(waiting: Iterator[int], finished: SimpleQueue[int], workers: list[subprocess.Popen[str]]) -> None:
    """Have a process do one task after the other; tells which are finished, or -1 - its exit code if it ends."""
    # Without the colours of messages that nobody sees: Numba writes one for each template that it tries in vain.
    environment = {**os.environ, "NUMBA_DISABLE_ERROR_MESSAGE_HIGHLIGHTING": "1"}
    command, pipe = child_command("torseur.sim.compilation", "--worker"), subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, env=environment, cwd=os.path.sep) as process:
        workers.append(process)
        assert process.stdin
        assert process.stdout
        for task in waiting:
            process.stdin.write(f"{task}\n")
            process.stdin.flush()
            if not process.stdout.readline():
                finished.put(-1 - process.wait())
                return
            finished.put(task)


def _work() -> None:
    """Do the tasks whose numbers come in standard input, and say each that is done."""
    gc.disable()  # looking through what was made took a twelfth of the time; the process ends with its work
    _import_numba()
    for line in sys.stdin:
        _do(*_TASKS[int(line)])
        sys.stdout.write(line)
        sys.stdout.flush()
    gc.freeze()  # nor at the end


def _import_numba() -> None:
    """Import it as a process wants it that only compiles: it times no lock of LLVM's, a twentieth of its work."""
    from .compiling.numba_settings import import_bare_numba

    import_bare_numba()
    from llvmlite.binding import ffi

    for callbacks in list(getattr(ffi.lib._lock, "_cblist", ())):
        ffi.unregister_lock_callback(*callbacks)


def _do(where: str, name: str) -> None:
    from .kernel import compile_entry

    if where == _LARGEST:
        from .simulation.running.time_stepping.largest_kernels import largest_kernels

        kernel, arguments = largest_kernels()[int(name)]
        kernel.compile(arguments)
    elif where == _LATE:
        _compile_late(name)
    else:
        compile_entry(entry_named(where, name))


def _compile_late(share: str) -> None:
    """Compile a quarter of the kernels that entries ask for when they first call them, or all that is left of them."""
    from .compiling.store import compile_late, late_kernels
    from .kernel import compile_entry

    for module, name in ENTRIES:
        entry = entry_named(module, name)
        compile_entry(entry)
        for late in late_kernels(entry, entry.symbol(entry.torseur_signature)):
            if share == "all" or zlib.crc32(late.symbol.encode()) % 4 == int(share):
                compile_late(late)


def main() -> int:
    """Compile everything, telling each step on standard output; or say what would be compiled, and why."""
    parser = argparse.ArgumentParser(prog="python -m torseur.sim.compilation", description="Compile the kernels.")
    parser.add_argument("--why", action="store_true", help="say which kernels would be compiled, and why; compile nothing")
    parser.add_argument("--processes", type=int, default=0, help="how many work side by side; 0: one a core, at most four")
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.worker:
        _work()
        return 0
    if options.why:
        sys.stdout.writelines(f"{line}\n" for line in why())
        return 0
    for done, total, name in compile_all(options.processes):
        sys.stdout.write(f"{done} {total} {name}\n")
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
