"""Laws of impact: who strikes with whom, and what is given back, in both schemes."""

import numpy as np
import pytest

from tests.sim.simulation.parts import ball, box, floor_scene, standing
from tests.sim.simulation.rods import rod_on_floor
from torseur import sim

G = 9.81
SCHEMES = ("time_stepping", "hybrid")
RESTITUTIONS = ("newton", "poisson")


def cradle(scheme, impact_law, restitution_law, restitution=1.0, n=3, v=3.0):
    """Velocities of n touching balls after the first was thrown at the others with v [m/s], over v."""
    parts = []
    for i in range(n):
        q = np.array([0.2 * i, 0, 0, 0, 0, 0, 1.0])
        parts.append(sim.Part(f"b{i}", ball(f"b{i}", 0.1, 1.0), q=q, v=np.array([0.0 if i else v, 0, 0, 0, 0, 0])))
    settings = sim.Settings(scheme=scheme, impact_law=impact_law, restitution_law=restitution_law)
    materials = {"": sim.Material(0.0, restitution)}
    scene = sim.make_scene("cradle", parts, gravity=(0.0, 0.0, 0.0), materials=materials, settings=settings)
    recording = sim.simulate(scene, 0.01)
    assert not recording.notes
    return recording.v[-1].reshape(n, 6)[:, 0] / v


@pytest.mark.parametrize("restitution_law", RESTITUTIONS)
@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_cradle_of_three_balls_follows_the_law_that_is_chosen(scheme, restitution_law):
    together = cradle(scheme, "simultaneous", restitution_law)
    np.testing.assert_allclose(together, [-1 / 3, 2 / 3, 2 / 3], atol=1e-9)  # residual of a solve over v
    one_by_one = cradle(scheme, "sequential", restitution_law)
    np.testing.assert_allclose(one_by_one, [0, 0, 1], atol=1e-9)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_one_by_one_a_row_of_five_sends_off_the_last(scheme):
    np.testing.assert_allclose(cradle(scheme, "sequential", "newton", n=5), [0, 0, 0, 0, 1], atol=1e-9)


@pytest.mark.parametrize("impact_law", ["simultaneous", "sequential"])
@pytest.mark.parametrize("scheme", SCHEMES)
def test_momentum_is_kept_and_energy_lost_by_inelastic_rows(scheme, impact_law):
    for law in RESTITUTIONS:
        after = cradle(scheme, impact_law, law, restitution=0.6, n=4)
        assert after.sum() == pytest.approx(1.0, abs=1e-9)
        assert after @ after < 1.0
        # Nothing is left that approaches faster than what is closed, or does not bounce.
        assert np.diff(after).min() > -(1e-5 if scheme == "hybrid" else 1e-9) / 3.0 - 1e-9


@pytest.mark.parametrize("impact_law", ["simultaneous", "sequential"])
@pytest.mark.parametrize("scheme", SCHEMES)
def test_without_friction_poisson_is_newton_for_one_ball(scheme, impact_law):
    scene = floor_scene([standing(ball("ball", 0.1, 1.0), 0.6)], 0.0, 0.7)
    runs = [
        sim.simulate(scene, 1.0, settings=sim.Settings(scheme=scheme, impact_law=impact_law, restitution_law=law))
        for law in RESTITUTIONS
    ]
    np.testing.assert_allclose(runs[1].q, runs[0].q, atol=1e-10)
    np.testing.assert_allclose(runs[1].v, runs[0].v, atol=1e-9)
    assert len(runs[0].events) >= 2


@pytest.mark.parametrize("scheme", SCHEMES)
def test_an_oblique_ball_that_slides_to_the_end_strikes_alike_by_both_laws(scheme):
    # Sliding to the end: Λ_n = (1 + e) m |u_n| by both laws, Λ_t = μ Λ_n.
    ends = []
    for law in RESTITUTIONS:
        ball_in = standing(ball("ball", 0.1, 1.0), 0.1, np.array([5.0, 0, -1.0, 0, 0, 0]))
        scene = floor_scene([ball_in], 0.2, 0.6, gravity=(0.0, 0.0, 0.0))
        recording = sim.simulate(scene, 0.002, settings=sim.Settings(scheme=scheme, restitution_law=law))
        (hit,) = [event for event in recording.events if event.kind is sim.EventKind.IMPACT]
        assert hit.impulse == pytest.approx(1.6, abs=1e-9)
        np.testing.assert_allclose(hit.impulse_vector, [-0.32, 0, 1.6], atol=1e-9)
        assert hit.before == pytest.approx((-1.0, 5.0), abs=1e-12)
        # 1/m + r²/I = 3.5 for a ball. Half a step before contact its point is h/4 too deep, of an arm of 0.1.
        slip = pytest.approx(5.0 - 3.5 * 0.32, abs=1e-9 if scheme == "hybrid" else 5e-3)
        assert hit.after == (pytest.approx(0.6, abs=1e-9), slip)
        ends.append(hit.impulse_vector)
    np.testing.assert_allclose(ends[0], ends[1], atol=1e-9)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_newton_can_create_energy_where_friction_couples_and_poisson_cannot(scheme):
    # Kane's example, a rod at 45°: Kane & Levinson 1985; the slip reverses in the impact.
    energy = {}
    for law in RESTITUTIONS:
        scene = rod_on_floor(np.pi / 4, 0.6, tip=(0.3, -2.0), restitution=1.0, gravity=0.0)
        recording = sim.simulate(scene, 0.002, settings=sim.Settings(scheme=scheme, restitution_law=law))
        energy[law] = recording.kinetic[-1] / recording.kinetic[0]
    assert energy["newton"] > 1.05
    assert energy["poisson"] < 1.0


@pytest.mark.slow
@pytest.mark.parametrize("scheme", SCHEMES)
def test_poisson_never_adds_energy_to_an_eccentric_impact(scheme):
    rng = np.random.default_rng(7)
    for _ in range(12):
        angle, friction, restitution = rng.uniform(0.2, 1.4), rng.uniform(0, 1.5), rng.uniform(0, 1)
        tip, spin = (rng.uniform(-3, 3), rng.uniform(-3, -0.5)), rng.uniform(-6, 6)
        scene = rod_on_floor(angle, friction, tip, spin, restitution, gravity=0.0)
        recording = sim.simulate(scene, 0.003, settings=sim.Settings(scheme=scheme, restitution_law="poisson"))
        # Without gravity only the impact changes the energy, and rounding of the rotation.
        assert np.diff(recording.kinetic).max() < 1e-9 * recording.kinetic[0]
        assert recording.residual.max() < 1e-8


@pytest.mark.parametrize("restitution_law", RESTITUTIONS)
def test_a_box_lands_flat_on_four_corners_by_either_law(restitution_law):
    scene = floor_scene([standing(box("box", (0.2, 0.2, 0.1), 1.0), 0.55)], 0.4, 0.5)
    settings = sim.Settings(scheme="hybrid", restitution_law=restitution_law)
    recording = sim.simulate(scene, 1.2, settings=settings)
    hit = recording.events[0]
    assert hit.contacts == 4
    assert hit.impulse == pytest.approx(1.5 * np.sqrt(2 * G * 0.5), abs=1e-8)
    assert len(recording.events) < 40


def test_laws_that_do_not_exist_are_refused_by_name():
    with pytest.raises(sim.errors.UnknownNameError, match="simultaneous, sequential"):
        sim.Settings(impact_law="all at once")
    with pytest.raises(sim.errors.UnknownNameError, match="newton, poisson"):
        sim.Settings(restitution_law="stronge")
