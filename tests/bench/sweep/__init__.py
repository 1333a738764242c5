"""Sweeps: what a run costs beside its simulation, what two processes gain, and the memory of a worker and of the client."""

from __future__ import annotations

import resource
import time

import numpy as np
import psutil
from distributed import Client, LocalCluster
from rich.console import Console

from torseur import sim
from torseur.sim.sweeping.sweep_plan import sweep_plan
from torseur.sim.sweeping.sweep_runs import take_runs

from ..report import show, table
from ..timing import Spread

RUNS, ROUNDS, LONG = 100, 7, 1600
SLEEPERS = 8
MEASURES = ["v=norm(velocity.worn)[-1]", "fall=energy[-1]-energy[0]", "max(force.worn)"]
VARY = {"materials.worn.friction": f"0.01:0.6:{LONG}", "duration": [1.0]}
_NOTES = (
    "overhead: processor time of a run of 0.1 s, less that of simulate for its scene; efficiency: of two workers that are "
    "started, beside one, which others' work on the machine lowers where it leaves the share; of eight: threads as workers, "
    "whose runs sleep for a known time, alike or 0.02 to 0.4 s in order or at random, beside what eight need at least; "
    "memory: the most that is resident"
)


def run(out: Console) -> int:
    """Print the table; 1 if the workers' numbers are others, else 0."""
    scene = sim.load_scene("incline_30")
    made = table("Sweeps of incline_30", ("", ">measured", ">aim"))
    overhead = _overhead(scene)
    made.add_row("overhead of a run [ms]", overhead.text(".2f"), "2")
    seconds, tables, worker = [], [], 0.0
    for workers in (1, 2):
        with _cluster(workers) as cluster, Client(cluster) as client:
            for _ in range(2):  # the first warms up
                begun = time.perf_counter()
                found = sim.sweep(scene, VARY, MEASURES, scheduler=cluster.scheduler_address)
                last = time.perf_counter() - begun
            seconds.append(last)
            tables.append(found.drop_columns(["seconds"]))
            worker = max(worker, *client.run(lambda: psutil.Process().memory_info().rss).values())
    made.add_row("share of two workers' time that is runs", f"{np.sum(found['seconds']) / seconds[1] / 2:.2f}", "0.9")
    made.add_row("efficiency of two workers", f"{seconds[0] / seconds[1] / 2:.2f}", "0.9")
    for name, lengths in _lengths().items():
        made.add_row(f"efficiency of eight, runs {name}", f"{_shared(scene, lengths):.2f}", "0.9")
    made.add_row("memory of a worker [MB]", f"{worker / 1e6:.0f}", "250")
    made.add_row("memory of the client [MB]", f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / 1e6:.0f}", "1000")
    show(out, made, _NOTES)
    return int(not tables[0].equals(tables[1]))


def _cluster(workers: int, **options: object) -> LocalCluster:
    return LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address="127.0.0.1:0", **options)


def _lengths() -> dict[str, np.ndarray]:
    """Seconds of each run."""
    unlike = np.linspace(0.02, 0.4, 320)
    alike = 0.1 + 1e-9 * np.arange(640)
    return {
        "alike": alike,
        "rising": unlike,
        "falling": unlike[::-1],
        "at random": np.random.default_rng(0).permutation(unlike),
    }


def _sleeps(recording: sim.Recording) -> float:
    """A run of known length that takes no processor: as long as its friction says."""
    seconds = recording.scene.materials["worn"].friction
    time.sleep(seconds)
    return seconds


def _shared(scene: sim.Scene, seconds: np.ndarray) -> float:
    """Efficiency of workers of known speed: how well runs are shared out, sent and collected."""
    vary = {"materials.worn.friction": seconds.tolist(), "duration": [1e-3]}
    with _cluster(SLEEPERS, processes=False, protocol="tcp://") as cluster:
        begun = time.perf_counter()
        sim.sweep(scene, vary, [_sleeps], scheduler=cluster.scheduler_address)
        return float(seconds.sum()) / SLEEPERS / (time.perf_counter() - begun)


def _overhead(scene: sim.Scene) -> Spread:
    """Milliseconds a run."""
    plan = sweep_plan(scene, {**VARY, "duration": [0.1]}, MEASURES)
    runs = [(k, plan.values(k)) for k in range(RUNS)]
    scenes = [plan.changed(k) for k in range(RUNS)]
    found = []
    for _ in range(ROUNDS + 1):  # the first warms up
        begun = time.process_time()
        take_runs(scene, plan.measures, runs)
        between = time.process_time()
        for one in scenes:
            sim.simulate(one)
        found.append(1e3 * (2.0 * between - begun - time.process_time()) / RUNS)
    return Spread.of(found[1:])
