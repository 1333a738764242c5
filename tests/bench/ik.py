"""Inverse kinematics of random reachable poses of three arms, beside a solver on Pinocchio's kinematics."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import product
from pathlib import Path

import numpy as np
import pinocchio as pin
from lxml import etree
from rich.console import Console

from torseur import robots, sim

from .calls import robot_peers as peers
from .comparison import relative, verdict
from .report import show, table
from .timing import Spread

POSES = 1000
TRIED = 60  # poses that settings of the other solver are tried on
TOLERANCE = 1e-6
MOST_STARTS = 51
AIM = 0.2  # ratio of the medians that is wanted at most
WANTED = 0.99  # share of poses to be reached
ARMS = (peers.PANDA, peers.Case("ur5", False, "tool0"), peers.Case("arm_6r", False, "tool"))
_NOTES = f"""\
{POSES} poses of the tool at random configurations within the limits, each from another random start within the limits; \
one thread, each pose by both in turns, the first of the two alternating.
Time of one solve from Python, restarts and failures included. Ratio: of the medians, ours over theirs; BELOW 1 TORSEUR IS FASTER.
Reached: |log of the error| below {TOLERANCE:g} within {MOST_STARTS} starts and within the limits, checked by the other \
engine's kinematics.
Theirs is Python: Pinocchio's closed loop (damped least squares on log6 with Jlog6), a random start after so many \
steps or a solution beyond the limits; its damping, share of the step, steps a start, and whether each step is put back within \
the limits are those with which it reached {TRIED} other poses fastest. Pinocchio itself has no solver to call.
"""


@dataclass(frozen=True, slots=True)
class Tuning:
    """Settings of the solver on Pinocchio."""

    damping: float
    share: float  # of a step that is taken
    steps: int  # of one start
    clipped: bool  # put back within the limits in each step; else what is found beyond them counts as a start that failed


TUNINGS = tuple(Tuning(*one) for one in product((1e-6, 1e-3, 1e-2), (0.5, 1.0), (20, 50), (True, False)))


@dataclass(frozen=True, eq=False, slots=True)
class Solved:
    """What one solver did with all poses."""

    seconds: np.ndarray  # (n,) of each pose
    reached: np.ndarray  # (n,) bool


Solver = Callable[[np.ndarray, np.ndarray, int], np.ndarray | None]  # target, start, seed → q, or None


def run(out: Console) -> int:
    """Print the table; 1 if ours reached too few."""
    columns = (
        "",
        ">ours [µs]",
        ">99 % in",
        ">reached",
        ">theirs [µs]",
        ">99 % in",
        ">reached",
        ">ratio",
        "aim",
        "their settings",
    )
    made = table("Inverse kinematics of a pose", columns)
    enough = True
    for case in ARMS:
        model, other = _models(case)
        other_frame = other.getFrameId(case.tool)
        targets, starts = _poses(model, case.tool, POSES, 1)
        tuned = _tuned(model, other, case.tool)
        ours: Solver = partial(_ours, model, case.tool)
        theirs: Solver = partial(_theirs, other, other_frame, tuned)
        mine, his = _in_turns(
            (ours, theirs), targets, starts, partial(_is_there, other, other_frame), partial(_is_here, model, case.tool)
        )
        ratio = float(np.median(mine.seconds) / np.median(his.seconds))
        enough = enough and bool(mine.reached.mean() >= WANTED)
        made.add_row(
            case.title(model.nv).replace(" fixed base,", ""),
            *_told(mine),
            *_told(his),
            f"{ratio:.3f}",
            verdict(ratio, AIM),
            f"damping {tuned.damping:g}, share {tuned.share:g}, {tuned.steps} steps{', clipped' * tuned.clipped}",
        )
    show(out, made, _NOTES)
    return int(not enough)


def _told(one: Solved) -> tuple[str, str, str]:
    return (
        Spread.of(one.seconds).text(".0f", 1e6),
        f"{1e6 * np.percentile(one.seconds, 99):.0f}",
        f"{int(one.reached.sum())} of {len(one.reached)}",
    )


def _models(case: peers.Case) -> tuple[sim.Model, pin.Model]:
    """The same robot in both, without its fingers where it has some."""
    if case.name == "arm_6r":
        model = robots.load(case.name)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "arm.urdf"
            robots.write_urdf(model, path)
            root = etree.parse(str(path)).getroot()
        for element in [*root.iter("visual"), *root.iter("collision")]:
            element.getparent().remove(element)
        other = pin.buildModelFromXML(etree.tostring(root, encoding="unicode"))
    else:
        text = peers.plain_urdf(case)
        model, other = peers.read_ours(case, text), peers.read_pinocchio(case, text)
        fingers = [name for name in model.joint_names if "finger" in name]
        if fingers:
            model = sim.lock_joints(model, dict.fromkeys(fingers, 0.0))
            other = pin.buildReducedModel(other, [other.getJointId(name) for name in fingers], pin.neutral(other))
    _check_same(model, other, case.tool)
    return model, other


def _check_same(model: sim.Model, other: pin.Model, frame: str) -> None:
    data = other.createData()
    for seed in range(10):
        q = sim.random_configuration(model, seed)
        pin.framesForwardKinematics(other, data, q)
        found = data.oMf[other.getFrameId(frame)].homogeneous
        if relative(sim.frame_pose(model, q, frame), found) > 1e-9:
            raise ValueError(f"the two models of {model.name} are not the same robot")


def _poses(model: sim.Model, frame: str, count: int, seed: int) -> tuple[list[np.ndarray], list[np.ndarray]]:
    rng = np.random.default_rng(seed)
    targets = [sim.frame_pose(model, sim.random_configuration(model, rng), frame) for _ in range(count)]
    return targets, [sim.random_configuration(model, rng) for _ in range(count)]


def _ours(model: sim.Model, frame: str, target: np.ndarray, start: np.ndarray, seed: int) -> np.ndarray | None:
    found = sim.inverse_kinematics(model, target, frame, start, tolerance=TOLERANCE, restarts=MOST_STARTS - 1, seed=seed)
    return found.q if found.reached else None


def _theirs(model: pin.Model, frame: int, tuned: Tuning, target: np.ndarray, start: np.ndarray, seed: int) -> np.ndarray | None:
    data, wanted, q = model.createData(), pin.SE3(target), start
    low, high = model.lowerPositionLimit, model.upperPositionLimit
    damped, rng = tuned.damping * np.eye(6), None
    for _ in range(MOST_STARTS):
        for _ in range(tuned.steps):
            pin.framesForwardKinematics(model, data, q)
            left = data.oMf[frame].actInv(wanted)
            error = pin.log6(left).vector
            if error @ error < TOLERANCE**2:
                q = q - 2 * np.pi * np.round((q - (low + high) / 2) / (2 * np.pi))  # the turn that is most within
                if (q >= low).all() and (q <= high).all():
                    return q
                break
            J = -pin.Jlog6(left.inverse()) @ pin.computeFrameJacobian(model, data, q, frame)
            v = -J.T @ np.linalg.solve(J @ J.T + damped, error)
            q = pin.integrate(model, q, tuned.share * v)
            if tuned.clipped:
                q = np.clip(q, low, high)
        rng = np.random.default_rng(seed) if rng is None else rng
        q = rng.uniform(low, high)
    return None


def _tuned(model: sim.Model, other: pin.Model, frame: str) -> Tuning:
    """The settings with which the other solver has the least median among those that reach the most."""
    targets, starts = _poses(model, frame, TRIED, 2)
    found = []
    for tuning in TUNINGS:
        solved = _run(partial(_theirs, other, other.getFrameId(frame), tuning), targets, starts)
        found.append((-solved.reached.sum(), np.median(solved.seconds), tuning))
    best = min(score for score, _, _ in found)
    return min((one for one in found if one[0] <= best + 0.01 * TRIED), key=lambda one: one[1])[2]


def _run(solver: Solver, targets: list[np.ndarray], starts: list[np.ndarray]) -> Solved:
    seconds, reached = np.empty(len(targets)), np.empty(len(targets), dtype=bool)
    for k, (target, start) in enumerate(zip(targets, starts, strict=True)):
        begun = time.perf_counter()
        q = solver(target, start, k)
        seconds[k], reached[k] = time.perf_counter() - begun, q is not None
    return Solved(seconds, reached)


def _in_turns(
    solvers: tuple[Solver, Solver], targets: list[np.ndarray], starts: list[np.ndarray], *checks: Callable[..., bool]
) -> tuple[Solved, Solved]:
    """Both on every pose; what each found is checked with the other's kinematics."""
    for solver in solvers:
        _run(solver, targets[:20], starts[:20])  # warm
    seconds, reached = np.empty((2, len(targets))), np.empty((2, len(targets)), dtype=bool)
    for k, (target, start) in enumerate(zip(targets, starts, strict=True)):
        for i in (0, 1) if k % 2 == 0 else (1, 0):
            begun = time.perf_counter()
            q = solvers[i](target, start, k)
            seconds[i, k] = time.perf_counter() - begun
            reached[i, k] = q is not None and checks[i](q, target)
    return Solved(seconds[0], reached[0]), Solved(seconds[1], reached[1])


def _is_there(model: pin.Model, frame: int, q: np.ndarray, target: np.ndarray) -> bool:
    """Whether our answer is one, by Pinocchio's kinematics and limits."""
    data = model.createData()
    pin.framesForwardKinematics(model, data, q)
    left = np.linalg.norm(pin.log6(data.oMf[frame].actInv(pin.SE3(target))).vector)
    return bool(left < 4 * TOLERANCE and (q >= model.lowerPositionLimit).all() and (q <= model.upperPositionLimit).all())


def _is_here(model: sim.Model, frame: str, q: np.ndarray, target: np.ndarray) -> bool:
    """Whether their answer is one, by our kinematics and limits."""
    near = np.allclose(sim.frame_pose(model, q, frame), target, atol=4 * TOLERANCE)
    return bool(near and (q >= model.lower).all() and (q <= model.upper).all())
