"""What the page Several contacts tells of one problem, computed at once and in any thread."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from torseur.sim.arrays import Array
from torseur.sim.contact.analysis.several.contact_directions import body_contacts
from torseur.sim.contact.analysis.several.delassus_kernel import kernel_of_delassus, redundant_directions
from torseur.sim.contact.analysis.several.values import BodyContacts, DelassusKernel, JointEquation
from torseur.sim.contact.analysis.touching_body import contact_on_one_body
from torseur.sim.contact.problem.problem import Indices
from torseur.sim.multibody.model.state import State
from torseur.sim.simulation.inspection.contact_equation import ContactEquation, contact_equation
from torseur.sim.simulation.inspection.inspected_problem import InspectedProblem

Flags = NDArray[np.bool_]

MOST, FEW = 24, 12  # contacts that are shown: of a whole island, and of a part of one
_LEAVES = 1e-7  # share of the largest rate from which a contact leaves
_PRESSES = 1e-9  # share of the largest force up to which a contact has none


@dataclass(frozen=True, eq=False, slots=True)
class SeveralFacts:
    """A problem with what is told of it. `part` are the contacts that are shown; `shown` is that of them alone."""

    solved: InspectedProblem
    part: Indices
    whole: bool  # whether no other contact feels those
    center: int  # of many, the contact about which they were taken
    shown: InspectedProblem
    rate: Array  # (m, 3) W r + w of them
    drift: Array  # (m,) along the normals without any force
    product: Array  # (m,) what all normal forces add to that
    equation: ContactEquation | None  # of all contacts; None: it is no problem of accelerations
    joints: JointEquation | None  # the same joint by joint, under the forces as they were solved
    free: Array  # (nv,) q̈ without forces of contacts; empty where there is no equation
    body: BodyContacts | None  # where one free body touches
    kernel: DelassusKernel | None  # of `shown`; None where others feel it
    directions: Array  # (3m, k) in which forces with their friction are not determined
    leaves: Flags  # (m,) bool: contacts that have no force, as they leave
    slides: Flags  # (m,) bool: contacts whose friction goes with their normal force

    @property
    def is_impulsive(self) -> bool:
        """Whether the problem is of velocities."""
        return self.solved.level != "acceleration"

    def place_of(self, contact: int) -> int:
        """Where a contact of the problem is among those shown; -1: it is not."""
        found = np.flatnonzero(self.part == contact)
        return int(found[0]) if len(found) else -1


def several_facts(solved: InspectedProblem, selected: int) -> SeveralFacts:
    """All of it. Of many contacts those are shown that feel the selected one, or that with the largest force."""
    part, whole, center = _shown(solved, selected)
    shown, force = solved.part(part), solved.force[part]
    recording, i = solved.recording, solved.index
    equation, body, joints, free = None, None, None, np.zeros(0)
    if solved.which == "accelerations":
        state = State(float(recording.t[i]), recording.q[i], recording.v[i])
        scene = recording.scene
        equation = contact_equation(scene, state, recording.tau[i], recording.passive[i])
        joints, free = equation.joint_equation(solved.force), equation.acceleration(0.0 * solved.force)
        if name := contact_on_one_body(scene.model, equation.problem):
            torque = recording.tau[i] + recording.passive[i]
            body = body_contacts(scene.model, state.q, state.v, equation.problem, name, torque, scene.gravity)
    plain = whole and not np.any(solved.given) and not np.any(solved.least)
    W, r = solved.problem.W, solved.force
    rate = solved.rate[part]
    product = W[3 * part + 2][:, 2::3] @ r[:, 2]
    size = max(1.0, float(np.abs(solved.problem.w[2::3][part]).max(initial=0.0)))
    presses = force[:, 2] > _PRESSES * max(1.0, float(np.abs(force).max(initial=0.0)))
    mu = shown.friction
    begins = np.linalg.norm(rate[:, :2], axis=1) > _LEAVES * size
    slides = (mu > 0.0) & presses & (begins | np.any(shown.problem.sliding != 0.0, axis=1))
    return SeveralFacts(
        solved=solved,
        part=part,
        whole=whole,
        center=center,
        shown=shown,
        rate=rate,
        drift=rate[:, 2] - W[3 * part + 2] @ r.ravel(),
        product=np.asarray(product),
        equation=equation,
        joints=joints,
        free=free,
        body=body,
        kernel=kernel_of_delassus(shown.problem) if plain else None,
        directions=redundant_directions(shown.problem, shown.solution) if plain else np.zeros((3 * len(part), 0)),
        leaves=(rate[:, 2] > _LEAVES * size) & ~presses & (mu >= 0.0),
        slides=slides,
    )


def _shown(solved: InspectedProblem, selected: int) -> tuple[Indices, bool, int]:
    """Which contacts are shown, whether no others feel them, and about which of many they are."""
    part = np.flatnonzero(solved.taking_part).astype(np.int64)
    if len(part) <= MOST:
        return part, True, -1
    center = selected if selected in part else int(part[np.argmax(solved.force[part, 2])])
    island = next(group for group in solved.problem.islands if center in group)
    island = island[np.isin(island, part)]
    if len(island) <= MOST:
        return island, True, center
    M = solved.problem.M
    felt = np.abs(M[center, island]) / np.sqrt(np.maximum(np.diag(M)[island], 1e-300))
    felt[island == center] = np.inf
    return np.sort(island[np.argsort(-felt, kind="stable")[:FEW]]), False, center
