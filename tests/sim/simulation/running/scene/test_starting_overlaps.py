"""Bodies that begin inside each other are told, as deep as the kernels of contact find them, and no others."""

import numpy as np
import pytest

from tests.cases import loop_over
from torseur import sim
from torseur.sim.simulation.recording.gaps import body_gaps
from torseur.sim.simulation.running.scene.starting_overlaps import SEEN, starting_overlaps

SHAPES = (
    '{ shape = "sphere", radius = 0.4 }',
    '{ shape = "box", size = [0.6, 0.8, 1.0] }',
    '{ shape = "capsule", radius = 0.2, length = 0.8 }',
    '{ shape = "cylinder", radius = 0.3, length = 0.7 }',
    '{ shape = "ellipsoid", radii = [0.3, 0.4, 0.5] }',
)
GROUND = '[[obstacles]]\nname = "ground"\nshapes = [{ shape = "plane" }]\n'


def body(name, shape, xyz, rpy=(0.0, 0.0, 0.0)):
    xyz, rpy = ([float(x) for x in numbers] for numbers in (xyz, rpy))
    return f'[[bodies]]\nname = "{name}"\nshape = {shape}\nmass = 1.0\nxyz = {xyz}\nrpy = {rpy}\n'


def scene_of(*bodies, ground=True):
    return sim.scene_from_text((GROUND if ground else "") + "".join(bodies), "overlaps.toml")


def told(scene):
    return {(scene.model.body_names[one.one], scene.model.body_names[one.other]): one.depth for one in starting_overlaps(scene)}


@loop_over("name", sim.scene_names())
def test_no_scene_that_we_ship_begins_so(name):
    assert starting_overlaps(sim.load_scene(name)) == ()


@loop_over("seed", range(8))
def test_balls_and_bodies_in_the_ground_are_as_deep_as_the_kernels_find_them(seed):
    rng = np.random.default_rng(seed)
    bodies = [body(f"b{k}", SHAPES[0], rng.uniform(-1.0, 1.0, 3).round(3)) for k in range(6)] + [
        body(f"c{k}", shape, [10.0 * k + 10.0, 0.0, 0.1], rng.uniform(-3.0, 3.0, 3).round(3)) for k, shape in enumerate(SHAPES)
    ]
    scene = scene_of(*bodies)
    pairs, gaps = body_gaps(scene, scene.initial.q[None])
    wanted = {pair: -gap for pair, gap in zip(pairs, gaps[0], strict=True) if gap < -SEEN}
    found = told(scene)
    assert {frozenset(pair) for pair in found} == {frozenset(pair) for pair in wanted}
    for pair, depth in wanted.items():
        assert found.get(pair, found.get(pair[::-1])) == pytest.approx(depth, abs=1e-6)


@loop_over("seed", range(40))
def test_which_solids_begin_inside_each_other_is_what_the_kernels_find(seed):
    rng = np.random.default_rng(seed)
    kinds = rng.integers(0, len(SHAPES) - 1, 8)  # of ellipsoids kernels know but balls
    bodies = [
        body(f"b{k}", SHAPES[kind], rng.uniform(-0.9, 0.9, 3).round(3), rng.uniform(-3.0, 3.0, 3).round(3))
        for k, kind in enumerate(kinds)
    ]
    scene = scene_of(*bodies, ground=False)
    pairs, gaps = body_gaps(scene, scene.initial.q[None])
    found = {frozenset(pair) for pair in told(scene)}
    for pair, gap in zip(pairs, gaps[0], strict=True):
        if not abs(gap) < 1e-3:  # what touches but just is not looked at here
            assert (frozenset(pair) in found) == (gap < 0.0), (pair, gap)


def test_boxes_are_as_deep_as_they_have_to_be_moved_to_come_apart():
    box = '{ shape = "box", size = [1.0, 1.0, 1.0] }'
    face = told(scene_of(body("a", box, [0, 0, 0]), body("b", box, [0.2, 0.7, 0.1], [0, 0, 0]), ground=False))
    assert face == {("a", "b"): pytest.approx(0.3, abs=1e-12)}
    edge = told(scene_of(body("a", box, [0, 0, 0]), body("b", box, [1.1, 0.0, 0.0], [0, 0, np.pi / 4]), ground=False))
    assert edge == {("a", "b"): pytest.approx(0.5 + np.sqrt(0.5) - 1.1, abs=1e-12)}


def test_what_touches_and_what_cannot_touch_is_not_told():
    box = '{ shape = "box", size = [1.0, 1.0, 1.0] }'
    assert told(scene_of(body("a", box, [0, 0, 0.5]), body("b", box, [0, 0, 1.5 - 5e-5]))) == {}
    fixed = GROUND + '[[obstacles]]\nname = "table"\nshapes = [{ shape = "box", size = [1.0, 1.0, 1.0] }]\n'
    assert starting_overlaps(sim.scene_from_text(fixed + body("a", box, [5, 0, 0.5]), "t.toml")) == ()


def test_a_finding_stands_at_the_line_of_the_later_of_both():
    text = GROUND + body("a", SHAPES[0], [0, 0, 0.4]) + body("b", SHAPES[0], [0, 0.7, 0.4])
    (finding,) = sim.scene_from_text(text, "pair.toml").findings
    assert str(finding) == (
        "pair.toml:10: warning: 'a' and 'b' begin 0.1 m inside each other, more than the 0.0001 m that are seen"
    )
    heap = "".join(body(f"b{k}", SHAPES[0], [0, 0, 0.4 + 0.01 * k]) for k in range(5))
    findings = sim.scene_from_text(heap, "heap.toml").findings
    assert len(findings) == 5
    assert findings[-1].message.endswith("; 5 pairs more do")


def test_thousands_of_bodies_are_swept_through():
    grid = [body(f"b{i}_{j}", SHAPES[0], [i, j, 0.4]) for i in range(40) for j in range(40)]
    scene = scene_of(*grid, body("last", SHAPES[0], [20.0, 20.5, 0.4]))
    assert told(scene) == {("b20_20", "last"): pytest.approx(0.3, abs=1e-9), ("b20_21", "last"): pytest.approx(0.3, abs=1e-9)}
