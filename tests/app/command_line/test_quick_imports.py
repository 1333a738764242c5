"""What the window's first picture does not wait for, and what is heard meanwhile."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
CODE = """
import builtins, gc, sys
plain = builtins.__import__
from torseur.app.command_line.quick_imports import end_imports, prepare_imports
prepare_imports()
assert builtins.__import__ is plain and not gc.isenabled()
import torseur.app.command_line.start
end_imports()
assert not gc.isenabled() and gc.get_freeze_count() > 1000
heavy = {"numba", "scipy", "trimesh", "pyqtgraph", "matplotlib", "sympy", "av", "coal", "mujoco", "pinocchio",
         "importlib.metadata", "statistics", "numpy.ma", "casadi"}
sys.exit(f"imported: {sorted(heavy & set(sys.modules))}" if heavy & set(sys.modules) else 0)
"""


@pytest.mark.slow
def test_the_window_is_imported_without_what_its_first_picture_does_not_need():
    done = subprocess.run([sys.executable, "-P", "-c", CODE], capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr


PLAN = """
import sys
import torseur.app.command_line.plan
heavy = {"numba", "scipy", "casadi", "sympy", "PySide6", "trimesh", "coal"}
sys.exit(f"imported: {sorted(heavy & set(sys.modules))}" if heavy & set(sys.modules) else 0)
"""


def test_torseur_plan_is_imported_without_what_only_its_process_needs():
    done = subprocess.run([sys.executable, "-P", "-c", PLAN], capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr


REST = """
import os, sys
from torseur.app import __main__
from torseur.app.command_line import quick_imports
rest = quick_imports.rest_threads
quick_imports.rest_threads = lambda: (print("numpy" in sys.modules), rest())
sys.argv = ["torseur", "scenes"]
__main__.main()
print(os.environ["OPENBLAS_THREAD_TIMEOUT"], os.environ["OPENBLAS_NUM_THREADS"])
"""
LEFT = str(max(1, len(os.sched_getaffinity(0)) - 1))  # cores, beside that of the window


@pytest.mark.parametrize(
    ("given", "told"),
    [({}, f"8 {LEFT}"), ({"OPENBLAS_THREAD_TIMEOUT": "20"}, f"20 {LEFT}"), ({"OPENBLAS_NUM_THREADS": "3"}, "8 3")],
)
def test_threads_of_blas_are_told_to_sleep_and_leave_a_core_before_numpy_reads_that_unless_the_user_says_otherwise(given, told):
    own = {key: value for key, value in os.environ.items() if not key.startswith("OPENBLAS_")}
    done = subprocess.run([sys.executable, "-P", "-c", REST], capture_output=True, text=True, timeout=600, env=own | given)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert (lines[0], lines[-1]) == ("False", told)


@pytest.mark.parametrize(
    ("imported", "number"),
    [
        ("argparse", signal.SIGINT),
        ("shiboken6", signal.SIGINT),
        ("PySide6.QtWidgets", signal.SIGINT),
        ("docks", signal.SIGTERM),
    ],
)
@pytest.mark.slow
def test_ctrl_c_while_it_is_imported_ends_it(imported, number, tmp_path, heard_interrupts):
    """It was ignored, aborted, or left a trace of half an import: Qt has its own ways with what Python raises within it."""
    environment = {**os.environ, "XDG_STATE_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    command = [sys.executable, "-I", "-X", "importtime", str(ROOT / "main.py")]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment) as process:
        for line in process.stderr:
            if line.rstrip().endswith(imported):
                process.send_signal(number)
                break
        said = process.stderr.read()
    assert process.returncode == 128 + number
    assert "Traceback" not in said
    assert not [*tmp_path.glob("torseur/starts/*")]
