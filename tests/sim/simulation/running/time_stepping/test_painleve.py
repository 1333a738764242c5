"""Painlevé's rod: forces that do not exist, or are not unique, are said so; impulses stay finite.

A uniform rod at the angle θ to the floor, whose lower end slides: N/m with N = 1 + 3 cos²θ ± 3 μ sin θ cos θ is what a normal
force does to the gap, with minus where friction presses the end down, and -g + l ω² sin θ is what happens without it.
N < 0 is possible iff μ > 4/3.
"""

import numpy as np
import pytest

from tests.cases import loop_over
from tests.sim.simulation.rods import HALF, rod_on_floor
from torseur import sim
from torseur.sim.contact.status import Status

G = 9.81
ANGLES = np.radians(np.arange(5, 90, 10))


def normal_coefficient(angle, friction, slip):
    """N above; a slip of negative sign is towards the lean of `rod_on_floor`."""
    c, s = np.cos(angle), np.sin(angle)
    return 1 + 3 * c * c + np.sign(slip) * 3 * friction * s * c


@loop_over("friction", [0.2, 0.8, 1.3, 1.36, 1.8, 2.5, 4.0])
@loop_over("slip", [1.0, -1.0])
@pytest.mark.slow
def test_the_problem_is_called_what_the_formula_says(friction, slip):
    for angle in ANGLES:
        coefficient = normal_coefficient(angle, friction, slip)
        for spin in (0.0, 8.0):
            scene = rod_on_floor(angle, friction, (slip, 0.0), spin)
            opening = -G + HALF * spin**2 * np.sin(angle)
            solution = sim.solve_contact_problem(sim.contact_problem(scene), "newton")
            if coefficient > 0:
                assert solution.status is Status.SOLVED
                # The radius of the rod's end changes the formula by 1e-6 of it.
                assert solution.lam[0] == pytest.approx(max(0.0, -opening / coefficient), rel=1e-4, abs=1e-9)
                assert solution.tangential[0] @ solution.tangential[0] == pytest.approx(
                    (friction * solution.lam[0]) ** 2, rel=1e-8, abs=1e-15
                )
            elif opening < 0:
                assert solution.status is Status.INCONSISTENT
                assert solution.lam[0] == 0.0
                assert solution.residual == pytest.approx(G, rel=1e-9)
            else:
                assert solution.status is Status.INDETERMINATE


@pytest.mark.slow
def test_below_four_thirds_every_angle_is_consistent():
    for angle in np.radians(np.linspace(2, 88, 44)):
        for slip in (1.0, -1.0):
            solution = sim.solve_contact_problem(sim.contact_problem(rod_on_floor(angle, 1.33, (slip, 0.0))), "newton")
            assert solution.status is Status.SOLVED


def test_two_rods_apart_are_judged_apart():
    bad, good = rod_on_floor(np.pi / 3, 2.5, (-1.0, 0.0)), rod_on_floor(np.pi / 3, 2.5, (1.0, 0.0))
    for scenes, status in (((bad, good), Status.INCONSISTENT), ((good, good), Status.SOLVED)):
        parts = [scenes[0].parts[0]]
        for k, scene in enumerate(scenes):
            part = scene.parts[1]
            q = part.q + np.array([0, 2.0 * k, 0, 0, 0, 0, 0])
            parts.append(sim.Part(f"rod{k}", rename(part.model, f"rod{k}"), q=q, v=part.v))
        both = sim.make_scene("two", parts, materials={"": sim.Material(2.5, 0.0)})
        assert sim.solve_contact_problem(sim.contact_problem(both), "newton").status is status


def rename(model, name):
    """The same free body under another name."""
    from dataclasses import replace

    from torseur.sim.multibody.model.build import build_model
    from torseur.sim.multibody.model.model import Joint, JointKind

    return build_model(name, [replace(model.bodies[0], name=name)], [Joint(name, JointKind.FREE_FLYER, None, name)])


def test_time_stepping_goes_through_with_finite_impulses():
    for angle in ANGLES:
        for friction in (1.8, 4.0):
            recording = sim.simulate(rod_on_floor(angle, friction, (-1.0, 0.0)), 0.2)
            assert recording.residual.max() < 1e-8
            assert recording.normal_impulse.max() < 3.0  # of a mass of 1 kg that slides with 1 m/s
            energy = recording.kinetic + recording.potential
            # First order in h: the potential of one step's motion.
            assert energy.max() <= energy[0] + 5e-3
            assert not recording.notes


def test_the_hybrid_scheme_stops_the_slide_by_an_impulse_without_a_collision():
    angle, friction = np.pi / 3, 2.5
    recording = sim.simulate(rod_on_floor(angle, friction, (-1.0, 0.0)), 0.2, scheme="hybrid")
    assert not recording.notes
    hit = recording.events[0]
    assert (hit.t, hit.kind) == (0.0, sim.EventKind.IMPACT)
    assert hit.before == pytest.approx((0.0, 1.0), abs=1e-12)
    assert hit.after == pytest.approx((0.0, 0.0), abs=2e-7)  # it is asked to open with 1e-7 m/s
    # The impulse that stops the end: W Λ = (1, 0) with W = [[1 + 3 s², 3 s c], [3 s c, 1 + 3 c²]] up to a sign.
    c, s = np.cos(angle), np.sin(angle)
    expected = np.linalg.solve([[1 + 3 * s * s, -3 * s * c], [-3 * s * c, 1 + 3 * c * c]], [1.0, 0.0])
    np.testing.assert_allclose(np.array(hit.impulse_vector)[[0, 2]], expected, atol=1e-5)  # its end has a radius
    stepped = sim.simulate(rod_on_floor(angle, friction, (-1.0, 0.0)), 0.2, dt=1e-4)
    np.testing.assert_allclose(recording.v[-1], stepped.v[-1], atol=2e-3)  # first order in h


def test_the_hybrid_scheme_stops_where_several_motions_are_possible():
    recording = sim.simulate(rod_on_floor(np.pi / 3, 2.5, (-1.0, 0.0), spin=8.0), 0.05, scheme="hybrid")
    assert len(recording.notes) == 1
    assert "several motions satisfy the contact law at the sliding contact of 'ground' and 'rod'" in recording.notes[0]
