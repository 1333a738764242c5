"""What the settings of contact do in time-stepping: laws of friction, solvers, θ, stabilisation, softness."""

import numpy as np
import pytest

from tests.sim.simulation.parts import ball, box, floor_scene, standing
from torseur import sim
from torseur.sim.errors import ArgumentError, SceneError
from torseur.sim.multibody.dynamics.energy import elastic_energy, kinetic_energy, potential_energy

G, MU = 9.81, 0.4
ALONG = {"x": (1.0, 0.0), "diagonal": (np.sqrt(0.5), np.sqrt(0.5))}


def sliding(direction="x", **settings):
    """A flat box that slides at 2 m/s on a floor with μ = 0.4, for 0.2 s; its speed, and the recording."""
    x, y = ALONG[direction]
    part = standing(box("box", (0.3, 0.3, 0.02), 1.0), 0.01, np.array([2.0 * x, 2.0 * y, 0, 0, 0, 0]))
    recording = sim.simulate(floor_scene([part], MU), 0.2, settings=sim.Settings(**settings))
    assert recording.residual.max() < 1e-8
    return recording.v[:, 0] * x + recording.v[:, 1] * y, recording


@pytest.mark.parametrize("direction", ALONG)
def test_coulomb_friction_decelerates_alike_in_all_directions(direction):
    speed, _ = sliding(direction)
    assert speed[0] - speed[-1] == pytest.approx(MU * G * 0.2, abs=1e-9)  # rounding of 200 steps


def test_a_pyramid_of_four_facets_holds_less_across_its_facets_and_one_of_many_is_the_cone():
    along, _ = sliding("x", friction_law="pyramid", facets=4)
    across, _ = sliding("diagonal", friction_law="pyramid", facets=4)
    many, _ = sliding("diagonal", friction_law="pyramid", facets=64)
    assert along[0] - along[-1] == pytest.approx(MU * G * 0.2, abs=1e-8)
    assert across[0] - across[-1] == pytest.approx(MU * G * 0.2 * np.cos(np.pi / 4), rel=1e-3)
    assert many[0] - many[-1] == pytest.approx(MU * G * 0.2, rel=2 * (np.pi / 64) ** 2)


def test_what_slides_floats_by_its_friction_times_its_slip_in_the_convex_relaxation():
    # Closed contacts are asked for u_n ≥ μ ‖u_t‖, those apart for gap + θ h u_n ≥ θ h μ ‖u_t‖: it slides at that height.
    ahead = 0.5e-3
    height = ahead * MU * 2.0
    gaps = {}
    for law in ("coulomb", "convex"):
        part = standing(box("box", (0.3, 0.3, 0.02), 1.0), 0.01 + height, np.array([2.0, 0, 0, 0, 0, 0]))
        recording = sim.simulate(floor_scene([part], MU), 0.1, settings=sim.Settings(friction_law=law))
        gaps[law] = recording.q[:, 2] - 0.01
        assert recording.residual.max() < 1e-8
    assert abs(gaps["coulomb"][-1]) < 2e-9  # the dead band is 1e-9
    slip = recording.v[-1, 0]
    assert 1.0 < slip < 2.0
    assert gaps["convex"][-1] == pytest.approx(ahead * MU * slip, rel=0.02)  # slip changes by 0.3 % a step


@pytest.mark.parametrize("law", ["coulomb", "convex", "pyramid"])
@pytest.mark.parametrize("solver", ["gauss_seidel", "admm"])
def test_solvers_agree_on_each_law(solver, law):
    parts = [
        standing(box("low", (0.3, 0.3, 0.1), 2.0), 0.05, np.array([1.0, 0.3, 0, 0, 0, 0])),
        standing(box("high", (0.2, 0.2, 0.1), 1.0), 0.15),
    ]
    runs = [
        sim.simulate(floor_scene(parts, MU), 0.02, settings=sim.Settings(friction_law=law, solver=name, sweeps=20_000))
        for name in ("newton", solver)
    ]
    assert max(run.residual.max() for run in runs) < 1e-8
    np.testing.assert_allclose(runs[0].v[-1], runs[1].v[-1], atol=1e-6)  # twenty steps of residuals of 1e-10


def test_theta_is_the_part_of_a_step_that_positions_follow_the_velocity_at_its_end():
    scene = floor_scene([standing(ball("ball", 0.1, 1.0), 10.0)])
    n, h = 100, 1e-3
    fallen = {
        theta: 10.0 - sim.simulate(scene, n * h, settings=sim.Settings(theta=theta)).q[-1, 2] for theta in (0.5, 0.75, 1.0)
    }
    exact = 0.5 * G * (n * h) ** 2
    for theta, height in fallen.items():
        assert height == pytest.approx(exact + (theta - 0.5) * n * G * h * h, abs=1e-12)


def sunk(**settings):
    """A cube that starts 1 mm deep in the floor: how deep it is after each step, and its greatest upward velocity."""
    scene = floor_scene([standing(box("cube", (0.2, 0.2, 0.2), 1.0), 0.099)])
    recording = sim.simulate(scene, 0.1, settings=sim.Settings(**settings))
    return 0.1 - recording.q[:, 2], recording.v[:, 2].max()


def test_penetration_is_removed_by_moving_or_by_velocity_or_left():
    moved, speed = sunk()
    assert moved[1] == pytest.approx(0.5e-3, abs=1e-9)  # recovery_speed 1 m/s over the half of a step after the contact
    assert moved[2] < 2e-9
    assert speed < 1e-9
    driven, speed = sunk(stabilisation="baumgarte", error_reduction=0.2)
    assert np.all(np.diff(driven[:4]) < 0.0)
    assert speed == pytest.approx(0.2, abs=1e-9)  # 0.2 of 1 mm in 1 ms, and it stays: the cube is thrown up
    assert driven.min() < -1e-4
    left, speed = sunk(stabilisation="none")
    assert left[-1] == pytest.approx(1e-3, abs=1e-9)
    assert speed < 1e-9


def test_a_compliant_floor_gives_by_the_weight_times_its_compliance():
    scene = floor_scene([standing(box("cube", (0.2, 0.2, 0.2), 2.0), 0.1)])
    settings = sim.Settings(compliance=1e-5, relaxation_time=5e-3)
    recording = sim.simulate(scene, 1.0, settings=settings)
    assert 0.1 - recording.q[-1, 2] == pytest.approx(2.0 * G * 1e-5 / 4, rel=1e-6)
    assert recording.residual.max() < 1e-8


def test_regularisation_lets_a_contact_give_by_no_more_than_its_share_of_the_impulse():
    scene = floor_scene([standing(box("cube", (0.2, 0.2, 0.2), 1.0), 0.1)])
    epsilon, h = 1e-3, 1e-3
    settings = sim.Settings(regularisation=epsilon, stabilisation="none")
    recording = sim.simulate(scene, 0.1, settings=settings)
    load = recording.contacts(-1).impulse[:, 2]
    assert load.sum() == pytest.approx(G * h, rel=1e-3)
    assert -recording.v[-1, 2] == pytest.approx(epsilon * load.max(), rel=1e-6)


@pytest.mark.parametrize("parts", [1, 2])
def test_bounces_that_give_back_all_keep_the_energy(parts):
    bodies = [standing(ball(f"ball{k}", 0.1, 1.0), 0.5 + 0.25 * k) for k in range(parts)]
    recording = sim.simulate(floor_scene(bodies, 0.0, 1.0), 2.0)
    energy = recording.kinetic + recording.potential
    assert len(recording.events) > 2
    assert np.abs(energy - energy[0]).max() < 1e-11 * energy[0]  # rounding of 2000 steps


def test_a_pile_of_balls_that_give_back_all_keeps_its_energy():
    rng = np.random.default_rng(27)
    bodies = []
    for k, (i, j, n) in enumerate(np.ndindex(3, 3, 3)):
        x, y, z = 0.21 * np.array([i, j, n]) + [0, 0, 0.5] + 1e-3 * rng.uniform(size=3)
        bodies.append(sim.Part(f"b{k}", ball(f"b{k}", 0.1, 10.0), q=np.array([x, y, z, 0, 0, 0, 1.0])))
    recording = sim.simulate(floor_scene(bodies, 0.0, 1.0), 1.0)
    energy = recording.kinetic + recording.potential
    assert len(recording.events) > 100
    assert np.abs(energy - energy[0]).max() < 1e-7 * energy[0]  # residuals of 1e-10 m/s, over a thousand impacts


@pytest.mark.parametrize(("wrong", "sentence"), [
    ({"facets": 5}, "an even number"),
    ({"facets": 2}, "from 4"),
    ({"theta": 0.4}, "from 0.5 to 1"),
    ({"error_reduction": 1.5}, "at most 1"),
    ({"friction_law": "viscous"}, "coulomb, convex, pyramid"),
])  # fmt: skip
def test_settings_that_make_no_sense_are_refused_in_words(wrong, sentence):
    with pytest.raises(ArgumentError, match=sentence):
        sim.Settings(**wrong)


@pytest.mark.parametrize(("settings", "sentence"), [
    ({"scheme": "hybrid", "friction_law": "convex"}, "Coulomb's law alone"),
    ({"scheme": "hybrid", "compliance": 1e-6}, "rigid contact"),
    ({"restitution_law": "poisson", "friction_law": "pyramid"}, "goes with Coulomb's law"),
])  # fmt: skip
def test_what_cannot_be_combined_is_refused_in_words(settings, sentence):
    with pytest.raises(SceneError, match=sentence):
        floor_scene([standing(ball("ball", 0.1, 1.0), 0.5)], settings=sim.Settings(**settings))


GROUND = '{ shape = "height_field", size = [2.0, 1.0], heights = [[0.0, 0.1, 0.0], [0.0, 0.2, 0.0]] }'
FIELD = f"""\
[[obstacles]]
name = "ground"
shapes = [
  {GROUND},
]
"""
LEVEL = f"""{{ shape = "height_field", size = [3.0, 3.0], heights = {[[0.0] * 31] * 31} }}"""
THINGS = """\
[[bodies]]
name = "box"
shape = { shape = "box", size = [0.4, 0.3, 0.2] }
mass = 1.0
xyz = [-0.95, 0.02, 0.1]
rpy = [0.0, 0.0, 0.3]
velocity = [2.0, 0.3, 0.0]

[[bodies]]
name = "can"
shape = { shape = "cylinder", radius = 0.1, length = 0.3 }
mass = 1.0
xyz = [0.0, -0.9, 0.1]
rpy = [1.5707963267948966, 0.0, 0.0]
velocity = [1.0, 0.0, 0.0]
"""


def read(tmp_path, text):
    path = tmp_path / "scene.toml"
    path.write_text(text)
    return sim.load_scene(path)


def test_heights_are_rows_along_x_from_the_least_y(tmp_path):
    scene = read(tmp_path, FIELD)
    (collision,) = scene.model.bodies[0].collisions
    points = collision.shape.vertices()
    np.testing.assert_allclose(points[:3], [[-1, -0.5, 0], [0, -0.5, 0.1], [1, -0.5, 0]])
    np.testing.assert_allclose(points[3:], [[-1, 0.5, 0], [0, 0.5, 0.2], [1, 0.5, 0]])
    corners = points[collision.shape.triangles()]
    assert np.all(np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])[:, 2] > 0)
    assert scene.model.bodies[0].visuals[0].shape == collision.shape


@pytest.mark.parametrize(("old", "new", "line", "message"), [
    ("[0.0, 0.2, 0.0]", "[0.0, 0.2]", 4, "the rows of heights have 2 to 3 numbers; every row wants the same"),
    (", [0.0, 0.2, 0.0]", "", 4, "heights are 1 x 3; at least two rows of two numbers are wanted"),
    ("0.2", "nan", 4, "nan is not a finite number"),
    ("[2.0, 1.0]", "[2.0, 0.0]", 4, r"size\[1\]"),
])  # fmt: skip
def test_heights_that_are_no_grid_are_named_with_their_line(tmp_path, old, new, line, message):
    with pytest.raises(SceneError, match=message) as error:
        read(tmp_path, FIELD.replace(old, new))
    assert f"scene.toml:{line}:" in str(error.value)


def test_a_body_cannot_be_a_height_field(tmp_path):
    with pytest.raises(SceneError, match="height_field"):
        read(tmp_path, f'[[bodies]]\nname = "b"\nmass = 1.0\nshape = {GROUND}\n')


def test_things_slide_and_roll_over_level_ground_as_on_a_plane(tmp_path):
    def run(shape):
        return sim.simulate(read(tmp_path, f'[[obstacles]]\nname = "floor"\nshapes = [{shape}]\n\n{THINGS}'), 1.0)

    ground, plane = run(LEVEL), run('{ shape = "plane" }')
    # The box comes to rest and the can rolls on; both pass many edges of the grid.
    assert np.abs(ground.q[-1] - ground.q[0])[[0, 7]].min() > 0.35
    np.testing.assert_allclose(ground.q[:, 2], 0.1, atol=2e-9)  # the dead band of the contact solve is 1e-9 m
    np.testing.assert_allclose(ground.q[:, 9], 0.1, atol=2e-9)
    np.testing.assert_allclose(ground.q, plane.q, atol=1e-7)


@pytest.mark.parametrize("name", ["box_stack", "humanoid_falls", "pendulum"])
def test_each_recorded_state_has_the_energies_of_its_configuration_and_velocity(name):
    scene = sim.load_scene(name)
    simulation = sim.Simulation(scene)
    for steps in (1, 2, 38, 5):  # not by fours
        simulation.run(steps)
    for _ in range(3):
        simulation.step()
    recording, model = simulation.recording, scene.model
    kinetic = [kinetic_energy(model, q, v) for q, v in zip(recording.q, recording.v, strict=True)]
    potential = [potential_energy(model, q, scene.gravity) + elastic_energy(model, q) for q in recording.q]
    np.testing.assert_allclose(recording.kinetic, kinetic, rtol=1e-13, atol=1e-13)
    np.testing.assert_allclose(recording.potential, potential, rtol=1e-13, atol=1e-12)


def test_what_rests_keeps_its_energies_also_between_states_of_a_block():
    simulation = sim.Simulation(sim.load_scene("box_stack"))
    simulation.run(2500)
    recording = simulation.recording
    assert recording.repeats(len(recording) - 1)
    last = np.all(recording.q[:] == recording.q[-1], axis=1) & np.all(recording.v[:] == recording.v[-1], axis=1)
    assert np.sum(last) > 100
    assert len(set(recording.potential[last])) == 1
    assert set(recording.kinetic[last]) == {0.0}
