"""Every solver of contact in motion: laws of impulses, hard cases, comparisons."""

from dataclasses import replace

import numpy as np
import pytest

from tests.cases import loop_over
from tests.sim.simulation.parts import GROUND, ball, box, floor_scene, standing
from tests.sim.simulation.tiles import block, body, run
from torseur import sim
from torseur.sim.multibody.model.shapes import Box, Sphere


def test_residuals_of_every_step_are_below_the_tolerance_asked_for():
    for name in ("falling_brick", "brick_on_corner", "box_stack", "incline_30", "arm_pushes_table"):
        recording = sim.simulate(sim.load_scene(name), 1.5)
        assert recording.residual.max() < 2e-10, name


def test_a_wave_of_dominoes_takes_few_iterations_where_an_island_has_more_than_twelve_contacts():
    recording = sim.simulate(sim.load_scene("domino"), 1.0)
    assert recording.residual.max() < 1e-9
    assert np.mean(recording.iterations[850:]) < 20.0  # 8; it was 41 where velocities were solved for first


def test_which_contacts_of_a_stack_press_is_guessed_at_once_where_cubes_strike_and_after_that():
    # Each of ten cubes strikes in turn, the last after 0.09 s.
    recording = sim.simulate(sim.load_scene("box_stack"), 0.12)
    assert len(recording.contacts(-1)) == 40
    assert recording.residual.max() < 1e-10
    assert recording.iterations.max() == 1  # 2 where only what pressed before was guessed to press


def test_friction_forces_stay_in_the_cone_and_oppose_slip():
    recording = sim.simulate(sim.load_scene("brick_on_corner"), 1.2)
    sliding = 0
    for i in range(0, len(recording), 7):
        contacts = recording.contacts(i)
        for k in range(len(contacts)):
            n = contacts.normal[k]
            normal = contacts.impulse[k] @ n
            tangent = contacts.impulse[k] - normal * n
            assert np.linalg.norm(tangent) <= contacts.friction[k] * normal + 1e-12
            slip = contacts.velocity[k] - (contacts.velocity[k] @ n) * n
            if contacts.mode[k] == sim.Mode.SLIP:
                sliding += 1
                assert tangent @ slip == pytest.approx(-np.linalg.norm(tangent) * np.linalg.norm(slip), rel=1e-6)
    assert sliding > 10


def test_gauss_seidel_and_newton_agree_where_both_converge():
    scene = sim.load_scene("incline_30")
    swept = sim.simulate(scene, 0.3, settings=replace(scene.settings, solver="gauss_seidel", sweeps=3000, tolerance=1e-9))
    direct = sim.simulate(scene, 0.3)
    assert swept.residual.max() < 2e-9  # velocities are summed anew after the last sweep
    np.testing.assert_allclose(swept.q[-1], direct.q[-1], atol=1e-7)  # redundant forces: velocities agree to the residual


def test_active_set_refuses_friction():
    scene = sim.load_scene("brick_on_corner")
    with pytest.raises(sim.errors.SceneError, match="frictionless"):
        sim.make_scene("x", scene.parts, materials=scene.materials, settings=sim.Settings(solver="active_set"))


def test_a_gram_under_a_ton_is_carried():
    light, heavy = box("light", (0.1, 0.1, 0.1), 1e-3), box("heavy", (0.1, 0.1, 0.1), 1e3)
    parts = [standing(light, 0.05), standing(heavy, 0.15)]
    recording = sim.simulate(floor_scene(parts, 0.5), 0.1)
    assert recording.residual.max() < 1e-8
    np.testing.assert_allclose(recording.q[-1].reshape(2, 7)[:, 2], [0.05, 0.15], atol=1e-8)


@loop_over("angle", np.linspace(0, 2 * np.pi, 13)[:-1])
def test_a_block_slides_the_way_it_is_pushed(angle):
    # Gravity tilted by just more, then just less, than the friction angle, in every direction.
    block = box("block", (0.2, 0.2, 0.1), 1.0)
    for factor, slides in ((1.02, True), (0.98, False)):
        pull = 0.5 * 9.81 * factor
        scene = sim.make_scene(
            "pushed",
            [GROUND, standing(block, 0.05)],
            materials={"": sim.Material(0.5)},
            gravity=(pull * np.cos(angle), pull * np.sin(angle), -9.81),
        )
        end = sim.simulate(scene, 0.5).q[-1, :2]
        if slides:
            assert np.linalg.norm(end) > 0.01
            off = np.degrees(np.arctan2(*(end @ [[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])[::-1]))
            assert abs(off) < 0.1
        else:
            assert np.linalg.norm(end) < 1e-8


def heap(shape):
    """Rough balls of 10 kg, 0.21 m apart, each shifted by up to 1 mm."""
    places = np.argwhere(np.ones(shape))
    places = 0.21 * places + 1e-3 * np.random.default_rng(4).uniform(0, 1, places.shape) + [0, 0, 0.11]
    balls = [
        sim.Part(f"ball{i}", ball(f"ball{i}", 0.1, 10.0), q=np.array([*place, 0, 0, 0, 1])) for i, place in enumerate(places)
    ]
    return floor_scene(balls)


@pytest.mark.slow
def test_a_heap_of_rough_balls_is_solved_in_every_step():
    """One island of 100 bodies in which sweeps alone go round in circles at 7e-4 m/s in some steps."""
    recording = sim.simulate(heap((5, 5, 4)), 0.8, settings=sim.Settings(dt=5e-3))
    assert recording.residual.max() <= 1e-10
    assert max(len(recording.contacts(i)) for i in range(len(recording))) > 150


@pytest.mark.slow
def test_contacts_that_stick_against_each_other_go_to_the_edges_of_their_cones():
    """At 0.62 s nine balls of 144 jam: sweeps add to impulses round them at 3e-5 m/s, thousands of times until one slides."""
    recording = sim.simulate(heap((6, 6, 4)), 0.65, settings=sim.Settings(dt=5e-3))
    assert recording.residual.max() <= 1e-8
    assert recording.iterations.max() < 5000


@pytest.mark.slow
def test_dominoes_that_lie_on_each_other_are_solved_while_they_creep():
    """What pushes the last of them, at metres a second, moves the first at nanometres a second."""
    recording = sim.simulate(sim.load_scene("domino"), 2.2)
    assert recording.residual.max() <= 1e-8
    assert recording.iterations.max() < 1000


TOWER = [(Box((0.1, 0.1, 0.1)), [0.0, 0.0, 0.05 + 0.1 * k]) for k in range(90)]
WALL = [(Box((0.2, 0.1, 0.1)), [0.2 * i + 0.1 * (j % 2), 0.0, 0.05 + 0.1 * j]) for j in range(8) for i in range(9)]
CHAIN = [(Sphere(0.05), [0.1 * k, 0.0, 0.05]) for k in range(90)]


@pytest.mark.parametrize(("bodies", "most"), [(TOWER, 500), (WALL, 500), (CHAIN, 10)], ids=["tower", "wall", "chain"])
def test_many_bodies_that_touch_few_others_are_solved_as_few_are(bodies, most):
    """Of more than 66 the forces were found by sweeps: a tower took 14 000 a step, and its residual was 1e-7."""
    order = np.random.default_rng(0).permutation(len(bodies))
    moving = [body(bodies[k][0], bodies[k][1], name=f"body{k}") for k in order]
    recording = run([block("floor", (20.0, 20.0, 0.1), (4.0, 0.0, -0.05)), *moving], 0.01)
    assert recording.residual.max() <= 1e-10
    assert recording.iterations.max() < most
    assert np.abs(recording.q[-1] - recording.q[0]).max() < 1e-8
    contacts = recording.contacts(-1)
    on_floor = contacts.impulse[(contacts.body_a == 0) | (contacts.body_b == 0), 2].sum()
    assert abs(on_floor) == pytest.approx(len(bodies) * 9.81e-3, rel=1e-6)
