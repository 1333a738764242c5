"""Steps of scenes beside the same steps by the commit before: what a change of code, or of how it is compiled, does to them.

Both commits run by turns in processes of their own, so that what else the machine does meets both alike. Of each the shortest
time of the processor counts. What is not committed belongs to "this".
"""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from rich.console import Console

from .report import show, table

ROOT = Path(__file__).resolve().parents[2]
BEFORE = os.environ.get("TORSEUR_BENCH_BEFORE", "HEAD~1")  # any commit, as git names it
STEPS = {
    "falling_brick": 9000,
    "brick_on_corner": 9000,
    "box_stack": 2400,
    "domino": 400,
    "quadruped_drop": 1600,
    "quadruped_stand": 1600,
    "humanoid_falls": 1000,
    "newtons_cradle": 1800,
    "rolling": 1000,
    "gripper_holds_block": 2000,
}
TURNS = 4
RUN = """
import hashlib, json, sys, time, warnings
sys.path.insert(0, sys.argv[1])
warnings.simplefilter("ignore")
from torseur import sim
from torseur.sim.simulation.simulation import Simulation
results = {}
for name, steps in json.loads(sys.argv[2]).items():
    seconds = []
    for _ in range(3):  # the first reads kernels that are read when they are first called
        simulation = Simulation(sim.load_scene(name))
        simulation.run(1)
        begun = time.process_time()
        simulation.run(steps)
        seconds.append(time.process_time() - begun)
    recording = simulation.recording
    end = hashlib.sha1(recording.q[-1].tobytes() + recording.v[-1].tobytes()).hexdigest()
    results[name] = min(seconds), end
print(json.dumps(results))
"""


def run(out: Console) -> int:
    """Print the table."""
    with tempfile.TemporaryDirectory(prefix="torseur-bench-") as folder:
        before, this = Path(folder, "before"), Path(folder, "this")
        this.mkdir()
        (this / "torseur").symlink_to(ROOT, target_is_directory=True)
        archive = subprocess.run(["git", "archive", BEFORE, "sim", "robots"], cwd=ROOT, capture_output=True, check=True)
        with tarfile.open(fileobj=io.BytesIO(archive.stdout)) as packed:
            packed.extraction_filter = getattr(tarfile, "data_filter", None)  # which Python has since 3.11.4
            packed.extractall(before / "torseur")
        times: dict[Path, list[dict[str, tuple[float, str]]]] = {before: [], this: []}
        for turn in range(TURNS):
            for tree in (before, this) if turn % 2 else (this, before):
                times[tree].append(_measured(tree))
    made = table(f"Steps of scenes beside {BEFORE}", ("scene", ">steps", ">before [ms]", ">this [ms]", ">ratio", "states"))
    for name, steps in STEPS.items():
        was, now = (min(result[name][0] for result in times[tree]) for tree in (before, this))
        same = times[before][0][name][1] == times[this][0][name][1]
        made.add_row(
            name, str(steps), f"{1e3 * was:.1f}", f"{1e3 * now:.1f}", f"{now / was:.2f}", "same bits" if same else "others"
        )
    show(out, made, "TORSEUR_BENCH_BEFORE names another commit to compare with.\n")
    return 0


def _measured(tree: Path) -> dict[str, tuple[float, str]]:
    """Seconds of the processor of each scene's steps, and a hash of where they end."""
    done = subprocess.run([sys.executable, "-c", RUN, str(tree), json.dumps(STEPS)], capture_output=True, text=True, cwd=tree)
    if done.returncode:
        raise RuntimeError(f"the scenes could not be run by {tree.name}:\n{done.stderr}")
    results: dict[str, tuple[float, str]] = json.loads(done.stdout)
    return results
