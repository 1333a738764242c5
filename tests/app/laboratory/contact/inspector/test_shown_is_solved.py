"""What the panels show is what was solved: every number of them once more from the recording, by NumPy alone."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from scipy.sparse import csc_array
from scipy.sparse.linalg import splu

from tests.app.laboratory.contact.inspector.numpy_law import natural_map
from tests.cases import loop_over
from torseur import sim
from torseur.app.laboratory.contact.inspector.contact_table import ContactRows
from torseur.app.laboratory.contact.inspector.problem_texts import load_units
from torseur.app.session.start_contacts import MOST_AT_ONCE
from torseur.sim.errors import ArgumentError
from torseur.sim.simulation.inspection.solved_problem import MOST_DENSE

CHOICES = {
    "coulomb": {},
    "convex": {"friction_law": "convex"},
    "pyramid": {"friction_law": "pyramid"},
    "pyramid of eight": {"friction_law": "pyramid", "facets": 8},
    "softened": {"regularisation": 0.05},
    "poisson": {"restitution_law": "poisson"},
    "one by one": {"impact_law": "sequential"},
    "gauss_seidel": {"solver": "gauss_seidel"},
    "admm": {"solver": "admm"},
    "active_set": {"solver": "active_set"},
    "hybrid": {"scheme": "hybrid"},
    "hybrid, poisson": {"scheme": "hybrid", "restitution_law": "poisson"},
    "hybrid, one by one": {"scheme": "hybrid", "impact_law": "sequential"},
}
FEW = {  # scene: time simulated [s]
    "falling_brick": 0.4,
    "incline_30": 0.1,
    "bouncing_ball": 0.55,
    "quadruped_drop": 0.3,
}
MOST = 0.6  # time simulated of every scene [s]
CRAWLS = {"elastic_666": 0.4, "balls_666": 0.03}  # time until the hybrid scheme crawls [s]
RESTS = {"heterogeneous_stack": 0.1, "box_stack": 0.15}  # what stays as it is from the start, a hundred states and more [s]
ONE_BY_ONE = {"box_stack": 0.05}  # time until impacts one after another, which the hybrid scheme goes by, have no end [s]
HEAPED = {"balls_666": 0.3}  # time after which a heap has hundreds of contacts, of which few states are looked at [s]
HEAPS = 3  # states of more than MOST_AT_ONCE contacts whose matrices are looked at: they have millions of entries
MAY_STOP = ("gauss_seidel", "admm")  # above the tolerance, which the recording then has: it is shown, and said
ROUNDING = 1e-12  # of sums of some hundred products, relative to the largest
SOLVED_TO = 1e-8  # [m/s], relative to the largest rate


load_scene = cache(sim.load_scene)  # a scene is frozen: each is read once for all choices


def recorded(scene, choice, duration):
    """A recording; none where the scene cannot be simulated so, of which the sentence is tested elsewhere."""
    base = replace(scene.settings, scheme="time_stepping", solver="newton")
    changes = CHOICES[choice]
    try:
        return sim.simulate(scene, duration, settings=replace(base, **changes))
    except ArgumentError:
        return None


def close(shown, again, scale=0.0):
    """Numbers that are the same but for rounding; `scale` is the size of what was summed, of all of them or of each."""
    shown, again = np.asarray(shown, dtype=np.float64), np.asarray(again, dtype=np.float64)
    largest = np.abs(again).max(initial=0.0) if np.ndim(scale) == 0 else np.abs(again)
    assert (np.abs(shown - again) <= ROUNDING * np.maximum(np.maximum(scale, largest), 1e-300)).all(), (shown, again)


def check_table(recording, i, rows):
    """The table against the columns of the recording."""
    pairs, numbers = recording.contact_columns(i)
    assert len(rows) == len(pairs)
    if not rows:
        return
    bodies = recording.scene.system.shapes["body"]
    per = 1.0 if recording.settings.scheme == "hybrid" else 1.0 / recording.settings.dt
    normals = numbers[:, 3:6]
    loads = numbers[:, 10:13] * np.where(pairs[:, 3], 1.0, per)[:, None]
    along = np.sum(loads * normals, axis=1)
    sizes = np.linalg.norm(loads, axis=1)
    contacts = rows.contacts
    assert np.array_equal(contacts.gap, numbers[:, 6])
    close(rows.speed, np.sum(numbers[:, 7:10] * normals, axis=1), np.linalg.norm(numbers[:, 7:10], axis=1))
    close(rows.normal, along, sizes)
    close(np.hypot(*rows.friction.T), rows.tangential, np.abs(along))
    close(rows.tangential, np.linalg.norm(loads - along[:, None] * normals, axis=1), sizes)
    assert np.array_equal(contacts.friction, numbers[:, 13])
    assert np.array_equal(np.column_stack([contacts.body_a, contacts.body_b]), bodies[pairs[:, :2]])
    assert np.array_equal(contacts.impact, pairs[:, 3].astype(bool))


def check_problem(recording, i, view, rows):
    """The problem against the table, the recording, and itself."""
    _, numbers = recording.contact_columns(i)
    _, joints = recording.problems.joints(i)
    entries = np.concatenate([numbers[:, 17:30], joints])  # of the last number of joints, the friction, nothing is taken here
    takes_part = entries[:, 9] > -1e99
    entries = entries[takes_part]
    n, W, M = len(view), view.problem.W, view.problem.M
    assert (n, view.level) == (len(entries), {1: "acceleration", 2: "velocity", 3: "impact"}[recording.problems.level(i)])
    # λ of the equation, of the table and of the recording
    by_name = {row[0].text: at for at, row in enumerate(rows)}
    loads, units = view.load, load_units(view)
    for k, name in enumerate(view.names):
        if name in by_name:
            at = by_name[name]
            close(loads[k, 2], rows.normal[at], np.linalg.norm(loads[k]))
            close(np.hypot(*loads[k, :2]), rows.tangential[at], np.linalg.norm(loads[k]))
            assert units[k] == ("N·s" if rows.contacts.impact[at] else "N") or rows.normal[at] == 0.0
    assert np.array_equal(view.force, entries[:, 3:6])
    assert np.array_equal(view.given, entries[:, 6:9])
    # ζ = W λ + d, M = Tᵀ H⁻¹ T + ε, and M is the normal part of W
    asked = entries[:, :3].copy()
    asked[:, 2] -= entries[:, 9]
    product = (W @ view.force.ravel()).reshape(-1, 3)
    scale = float(np.max(np.abs(W) @ np.abs(view.force).ravel(), initial=0.0)) + float(np.max(np.abs(asked), initial=0.0))
    close(view.rate, product + view.drift, scale)
    close(view.drift, asked - (W @ view.given.ravel()).reshape(-1, 3), scale)
    assert np.array_equal(M, W[2::3, 2::3])
    assert np.array_equal(view.softness, entries[:, 10])
    again = view.problem.T.T @ splu(csc_array(view.problem.H)).solve(view.problem.T) + np.diag(view.softness)
    assert np.max(np.abs(M - again), initial=0.0) <= 1e-9 * np.max(np.abs(again), initial=0.0)  # H may be stiff
    # its residual, and what follows from the rest
    residuals = natural_map(view)
    summed = scale  # what rounding is of: forces that cancel, as of a gram under a ton
    scale = max(1.0, float(np.max(np.abs(asked), initial=0.0)))
    residual = float(np.max(residuals, initial=0.0))
    assert abs(view.residual - residual) <= ROUNDING * summed
    slack = ROUNDING * summed + 0.1 * recording.settings.tolerance * scale  # and velocities that count as rest
    assert np.isfinite(view.recorded_residual)
    assert residual <= view.recorded_residual + slack
    if recording.settings.impact_law == "simultaneous" and recording.settings.restitution_law == "newton":
        assert view.recorded_residual <= residual + slack  # of several solves one after the other the worst is recorded
    assert residual < SOLVED_TO * scale or recording.residual[i] > recording.settings.tolerance
    two_sided = view.friction < 0.0
    close(view.complementarity, abs(np.sum((view.rate * view.force)[~two_sided, 2])), scale)
    if view.cone_margin is not None:
        pressed = (view.force[:, 2] > 0.0) & (view.friction > 0.0)
        margin = view.friction * view.force[:, 2] - np.hypot(view.force[:, 0], view.force[:, 1])
        close(view.cone_margin, margin[pressed].min(), np.max(np.abs(view.force)))
    singular = np.abs(np.linalg.eigvalsh(M))
    rank = len(view.singular_values)
    assert rank == np.sum(singular > singular.max() * n * np.finfo(float).eps)
    assert view.condition == pytest.approx(singular.max() / np.sort(singular)[n - rank], rel=1e-6)  # of σ near rounding
    largest = max(float(np.max(np.abs(values), initial=0.0)) for values in (view.rate, view.drift, view.force))
    assert view.relative_residual * largest == pytest.approx(view.residual, rel=1e-12)
    assert view.iterations == recording.iterations[i]
    if not len(joints):
        assert view.penetration == max(0.0, -numbers[takes_part, 6].min())
    return residual < SOLVED_TO * scale


def check(recording, states, seed=0):
    """All that is shown of some random states; how many had a problem, how many of those were solved, and were refused."""
    rng = np.random.default_rng(seed)
    had = solved = refused = heaps = 0
    candidates = np.arange(1, len(recording))
    for i in rng.choice(candidates, min(states, len(candidates)), replace=False):
        snapshot = recording.snapshot(int(i))
        rows = ContactRows(snapshot.contacts, recording.scene.model, {})
        check_table(recording, int(i), rows)
        count = len(rows) + len(recording.problems.joints(int(i))[0])
        heaps += count > MOST_AT_ONCE
        if count > MOST_AT_ONCE and heaps > HEAPS:
            continue
        if not 0 < count <= MOST_DENSE or not sim.solved_problem(recording, int(i)).taking_part.any():
            with pytest.raises(ArgumentError, match=f"{count} contacts" if count > MOST_DENSE else "touche"):
                sim.inspected_problem(recording, int(i))
            refused += count > 0
            continue
        solved += check_problem(recording, int(i), sim.inspected_problem(recording, int(i)).taken, rows)
        had += 1
    return had, solved, refused


@loop_over("choice", ["coulomb", "convex", "pyramid", "softened", "poisson", "hybrid"])
@loop_over("name", FEW)
def test_the_panels_show_what_was_solved(name, choice):
    recording = recorded(load_scene(name), choice, FEW[name])
    if recording is None:
        return
    had, solved, _ = check(recording, 8)
    assert solved == had or choice in MAY_STOP


@pytest.mark.slow
@pytest.mark.sampled
@pytest.mark.parametrize("choice", CHOICES)
@pytest.mark.parametrize("name", sim.scene_names())
@pytest.mark.slow
def test_the_panels_show_what_was_solved_in_every_scene(name, choice):
    scene = load_scene(name)
    duration = min(scene.duration, (RESTS | HEAPED).get(name, MOST))
    if choice.startswith("hybrid"):
        duration = CRAWLS.get(name, duration)
    if choice == "hybrid, one by one":
        duration = ONE_BY_ONE.get(name, duration)
    recording = recorded(scene, choice, duration)
    if recording is None:
        return
    had, solved, _ = check(recording, 20)
    assert solved == had or choice in MAY_STOP
