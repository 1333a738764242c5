"""Laws of what is sent to the graphics card: closed surfaces, unit normals, ellipsoids that never vanish."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.cases import loop_over
from torseur.sim.errors import UnknownNameError
from torseur.sim.multibody.model.model import Visual
from torseur.sim.multibody.model.shapes import (
    Box,
    Capsule,
    Cylinder,
    HeightField,
    Mesh,
    Plane,
    SolidEllipsoid,
    Sphere,
    TriangleMesh,
)
from torseur.ui.look.theme import FORCE
from torseur.ui.viewport.camera import Camera
from torseur.ui.viewport.gl.frame_block import SUN, shadow_matrix
from torseur.ui.viewport.gl.instances import SHAFTS, InstanceList, add_arrows, add_points, ellipsoid_axes, ellipsoid_rows
from torseur.ui.viewport.gl.lines import line_pieces, outline
from torseur.ui.viewport.marks import (
    ARROW_KINDS,
    POINT_KINDS,
    Arrow,
    EllipsoidMark,
    FrameTriad,
    LegendRow,
    Overlays,
    Point,
    Trail,
    finite_overlays,
)
from torseur.ui.viewport.mesh import geometry
from torseur.ui.viewport.mesh.body_mesh import body_mesh
from torseur.ui.viewport.mesh.coarse import coarse_opaque, coarse_triangles
from torseur.ui.viewport.mesh.shape_geometry import Geometries, shape_geometry
from torseur.ui.viewport.mesh.vectors import cross, unit
from torseur.ui.viewport.view import View

from .scenes import BLUE, RED, free_bodies, placed

SOLIDS = {
    # shape: its volume; a polyhedron inside a round body of n sides lacks a share of about 7 / n²
    "sphere": (Sphere(0.3), 4 / 3 * np.pi * 0.3**3),
    "box": (Box((0.1, 0.2, 0.4)), 0.1 * 0.2 * 0.4),
    "cylinder": (Cylinder(0.2, 0.5), np.pi * 0.04 * 0.5),
    "ellipsoid": (SolidEllipsoid((0.1, 0.2, 0.3)), 4 / 3 * np.pi * 0.006),
    "capsule": (Capsule(0.1, 0.3), np.pi * 0.01 * 0.3 + 4 / 3 * np.pi * 0.001),
}


def volume(shape: geometry.Geometry) -> float:
    """Volume inside a closed mesh, by the divergence theorem."""
    a, b, c = (shape.vertices[shape.triangles[:, i]].astype(float) for i in range(3))
    return float(np.einsum("ij,ij->", a, np.cross(b, c)) / 6)


@pytest.mark.parametrize("name", SOLIDS)
def test_solids_are_closed_and_of_the_right_size(name):
    shape, expected = SOLIDS[name]
    mesh = shape_geometry(shape)
    # Bevels take a little off boxes and cylinders: up to four percent.
    assert expected * 0.96 < volume(mesh) <= expected * 1.0001


@pytest.mark.parametrize(
    "mesh", [*(shape_geometry(shape) for shape, _ in SOLIDS.values()), geometry.cone(0.2, 0.5), geometry.octahedron()]
)
def test_triangles_face_outwards_along_unit_normals(mesh):
    corners = mesh.vertices[mesh.triangles].astype(float)
    faces = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    assert np.linalg.norm(mesh.normals, axis=1) == pytest.approx(np.ones(len(mesh.normals)), abs=1e-6)
    assert np.all((faces * mesh.normals[mesh.triangles].mean(axis=1)).sum(axis=1) > 0)


WAVES = HeightField((2.0, 1.0), ((0.0, 0.3, 0.0), (0.1, 0.2, -0.1), (0.0, 0.0, 0.5)))


def test_a_height_field_is_its_surface_and_walls_around_it():
    mesh = shape_geometry(WAVES)
    corners = mesh.vertices[mesh.triangles].astype(float)
    faces = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    assert np.all((faces * mesh.normals[mesh.triangles].mean(axis=1)).sum(axis=1) > 0)
    assert faces[:, 2].sum() / 2 == pytest.approx(2.0 * 1.0)  # seen from above
    top = faces[:, 2] > 1e-9
    assert top.sum() == 8
    assert faces[~top].sum(axis=0) == pytest.approx(-faces[top].sum(axis=0) * [1, 1, 0], abs=1e-6)  # all the way round
    assert mesh.vertices[:, 2].min() == pytest.approx(-0.1)


def test_the_floor_is_painted_where_the_scene_has_one_at_its_place_and_hides_no_ground_below_it():
    view = View(floor=True)
    view.set_model(free_bodies("ground", a=Visual(WAVES)))
    assert not view.floor_is_drawn()
    view.set_poses(np.array([placed(z=0.1)]))
    assert view.floor_is_drawn()
    view.set_model(free_bodies("no ground", a=Visual(Sphere(0.3))))
    assert view.floor_is_drawn()
    view = View()
    view.set_model(free_bodies("no floor", a=Visual(Sphere(0.3))))
    assert not view.floor_is_drawn()
    view.set_model(free_bodies("floor", a=Visual(Sphere(0.3)), ground=Visual(Plane())))
    assert view.floor_is_drawn()
    view.set_poses(np.array([placed(z=0.3), placed(z=-0.2)]))
    assert not view.floor_is_drawn(), "a plane elsewhere is drawn as a plane"
    view.set_poses(np.array([placed(z=0.3), placed()]))
    view.hidden = frozenset({"ground"})
    assert not view.floor_is_drawn(), "the user closed its eye"


@pytest.mark.parametrize(("scene", "has_floor"), [("incline_30", False), ("falling_brick", True), ("dzhanibekov", False)])
def test_of_the_shipped_scenes_those_with_a_floor_have_it_painted(scene, has_floor):
    from torseur import sim

    loaded = sim.load_scene(scene)
    view = View()
    view.set_model(loaded.model)
    view.set_poses(sim.frame_poses(loaded.model, loaded.initial.q))
    assert view.floor_is_drawn() == has_floor


def test_a_bevelled_box_keeps_its_size():
    mesh = shape_geometry(Box((0.1, 0.2, 0.4)))
    assert np.ptp(mesh.vertices, axis=0) == pytest.approx([0.1, 0.2, 0.4], rel=1e-6)


def test_vertices_know_their_body_and_bodies_their_triangles(quad, tmp_path):
    model = free_bodies(
        "m",
        a=(Visual(Box((1, 1, 1)), color=RED), Visual(Sphere(0.1), color=(0, 0, 1, 0.5))),
        b=Visual(Mesh(tmp_path / "quad.stl", data=quad), placement=placed(z=2.0), color=BLUE),
        c=(Visual(Plane()), Visual(Mesh(tmp_path / "not_read.stl"))),
    )
    mesh = body_mesh(model)
    for body in range(3):
        triangles = np.concatenate([mesh.triangles[f : f + n] for f, n in mesh.spans[body]] or [np.zeros((0, 3), int)])
        assert np.all(mesh.vertices["body"][triangles] == body)
    assert sum(count for runs in mesh.spans for _, count in runs) == len(mesh.triangles)
    assert mesh.vertices["color"][mesh.triangles[: mesh.opaque], 3].min() == 255
    assert mesh.vertices["color"][mesh.triangles[mesh.opaque :], 3].max() < 255
    assert len(mesh.planes) == 1
    assert mesh.planes[0].body == 2
    assert mesh.radii[2] < 0
    of_b = mesh.vertices[mesh.vertices["body"] == 1]
    assert of_b["position"][:, 2] == pytest.approx([2, 2, 2, 2])
    assert np.all(of_b["color"] == [20, 200, 20, 255]), "colours of the mesh win over that of the visual"


def test_a_coarse_mesh_has_fewer_triangles_of_the_same_vertices_and_the_same_volume():
    ball = geometry.sphere(0.5, 200, 100)
    one_part = np.zeros(len(ball.triangles), dtype=int)
    coarse, parts = coarse_triangles(ball.vertices, ball.triangles, np.array([2000]), one_part)
    assert 500 < len(coarse) < 4000
    assert coarse.max() < len(ball.vertices)
    assert volume(ball._replace(triangles=coarse)) == pytest.approx(volume(ball), rel=0.03)
    assert np.array_equal(parts, np.zeros(len(coarse)))
    kept, _ = coarse_triangles(ball.vertices, ball.triangles, np.array([10**6]), one_part)
    assert np.array_equal(kept, ball.triangles)


def test_the_coarse_shadow_of_a_model_keeps_each_body_and_leaves_out_glass(quad, tmp_path):
    ball = geometry.sphere(0.5, 200, 100)
    fine = TriangleMesh(ball.vertices, ball.normals, None, ball.triangles)
    model = free_bodies(
        "m",
        fine=Visual(Mesh(tmp_path / "ball.stl", data=fine)),
        small=Visual(Box((0.1, 0.1, 0.1)), placed(x=2.0)),
        glass=Visual(Sphere(0.2), color=(1, 1, 1, 0.5)),
    )
    mesh = body_mesh(model)
    coarse = coarse_opaque(mesh)
    assert len(coarse) < 0.8 * mesh.opaque
    bodies = mesh.vertices["body"][coarse]
    assert set(np.unique(bodies)) == {0, 1}
    assert np.all(bodies == bodies[:, :1]), "no triangle joins two bodies"


def test_only_models_whose_opaque_triangles_are_the_same_have_one_digest():
    ball = geometry.sphere(0.5)
    fine = TriangleMesh(ball.vertices, ball.normals, None, ball.triangles, digest="ab" * 32)

    def digest(mesh=fine, x=0.0, size=0.1, opacity=1.0):
        mesh = Visual(Mesh(Path("ball.stl"), data=mesh), placed(x=x))
        return body_mesh(free_bodies("m", a=(mesh, Visual(Box((size, 0.1, 0.1)), color=(0.5, 0.5, 0.5, opacity))))).digest

    assert digest(replace(fine)) == digest(replace(fine, files=(Path("of.mtl"),))) == digest()
    unknown = replace(fine, digest="")
    others = [
        digest(x=1e-9),
        digest(size=0.11),
        digest(opacity=0.5),
        digest(replace(fine, digest="cd" * 32)),
        digest(unknown),
        digest(replace(unknown, vertices=2.0 * ball.vertices)),
        digest(replace(unknown, triangles=ball.triangles[::-1])),
    ]
    assert len({digest(), *others}) == 8


@pytest.mark.slow
def test_equal_shapes_have_equal_coarse_shadows_where_each_of_them_is():
    placed_balls = {f"ball_{k}": Visual(Sphere(0.5), placed(x=2.0 * k, z=0.5 * k)) for k in range(20)}
    mesh = body_mesh(free_bodies("m", rod=Visual(Cylinder(0.1, 3.0)), **placed_balls, small=Visual(Sphere(0.1))))
    coarse = coarse_opaque(mesh)
    assert len(coarse) < 0.8 * mesh.opaque
    bodies = mesh.vertices["body"][coarse[:, 0]]
    assert np.all(mesh.vertices["body"][coarse] == bodies[:, None])
    first = mesh.vertices["position"][coarse[bodies == 1]]
    for k in range(1, 20):
        moved = mesh.vertices["position"][coarse[bodies == 1 + k]] - np.array([2.0 * k, 0.0, 0.5 * k])
        assert moved == pytest.approx(first, abs=1e-5), "single precision, 40 m away"
    little = mesh.vertices["position"][coarse[bodies == 21]]
    assert np.linalg.norm(little, axis=-1) == pytest.approx(0.1, abs=1e-6), "a ball of another size is one of its own"


def test_a_model_without_visuals_is_an_empty_mesh():
    mesh = body_mesh(free_bodies("bare", a=()))
    assert len(mesh.triangles) == 0
    assert mesh.spans == ((),)


@loop_over("seed", range(8))
def test_flat_ellipsoids_keep_their_long_axes_and_get_a_thickness(seed):
    rng = np.random.default_rng(seed)
    frame = np.linalg.qr(rng.normal(size=(3, 3)))[0]
    lengths = rng.uniform(0.1, 1, 3) * (rng.permutation([0, 0, 1]) if seed % 2 else rng.permutation([0, 1, 1]))
    axes = ellipsoid_axes(EllipsoidMark(np.zeros(3), frame * lengths, FORCE))
    got = np.linalg.norm(axes, axis=0)
    assert got[lengths > 0] == pytest.approx(lengths[lengths > 0])
    assert np.all(got > 0.003 * lengths.max())
    assert (axes / got).T @ (axes / got) == pytest.approx(np.eye(3), abs=1e-12)


def test_an_ellipsoid_of_no_size_at_all_is_still_a_dot():
    ellipsoid = EllipsoidMark(np.zeros(3), np.zeros((3, 3)), FORCE)
    far, near = ellipsoid_rows([ellipsoid], Camera(target=(0, 0, 0), distance=2.0), height=500.0)
    pixel = Camera(target=(0, 0, 0), distance=2.0).pixel_sizes(np.zeros((1, 3)), 500.0)[0]
    assert np.linalg.norm(near[0, :3, :3], axis=0) == pytest.approx(np.full(3, 1.2 * pixel))
    assert far.shape == (1, 5, 4)


@pytest.mark.parametrize("orthographic", [False, True])
def test_the_outline_is_where_the_line_of_sight_grazes_the_ellipsoid(orthographic):
    axes = np.linalg.qr(np.random.default_rng(3).normal(size=(3, 3)))[0] * [0.5, 0.3, 0.1]
    camera = Camera(target=(0.2, 0.1, 0.0), distance=2.0, orthographic=orthographic)
    center = np.array([0.1, 0.2, 0.3])
    curve = outline(EllipsoidMark(center, axes, FORCE), camera)
    local = np.linalg.solve(axes, (curve - center).T).T
    normals = np.linalg.solve(axes.T, local.T).T
    sight = np.tile(camera.axes[2], (len(curve), 1)) if orthographic else curve - camera.eye
    assert np.linalg.norm(local, axis=1) == pytest.approx(np.ones(len(curve)))
    assert (normals * sight).sum(axis=1) == pytest.approx(np.zeros(len(curve)), abs=1e-9)


def test_an_ellipsoid_around_the_eye_has_no_outline():
    camera = Camera(target=(0, 0, 0), distance=1.0)
    assert len(outline(EllipsoidMark(np.zeros(3), 2 * np.eye(3), FORCE), camera)) == 0


def test_the_outer_of_two_nested_ellipsoids_is_drawn_first_behind_and_last_in_front():
    small, large = (EllipsoidMark(np.zeros(3), size * np.eye(3), FORCE) for size in (0.1, 0.3))
    far, near = ellipsoid_rows([small, large], Camera(target=(0, 0, 0)), 500.0)
    assert [row[0, 0] for row in far] == pytest.approx([0.3, 0.1])
    assert [row[0, 0] for row in near] == pytest.approx([0.1, 0.3])


@pytest.mark.parametrize("kind", ARROW_KINDS)
def test_an_arrow_reaches_from_its_tail_to_its_tip(kind):
    assert set(SHAFTS) == set(ARROW_KINDS)
    tail, vector = np.array([0.1, 0.2, 0.3]), np.array([0.3, -0.2, 0.6])
    out = InstanceList()
    add_arrows(out, [Arrow(tail, vector, FORCE, kind=kind)], Camera(), 600.0, 1.0)
    points = np.concatenate([_ends(shape, rows) for shape, parts in out.parts.items() for rows in parts])
    along = (points - tail) @ vector / (vector @ vector)
    # A cone's tip is at z = 1 of its shape, so exactly at the tip; the ball at the tail reaches behind it.
    assert along.max() == pytest.approx(1.0, abs=1e-9)
    assert -0.05 < along.min() < 0.01


def test_an_arrow_too_short_for_a_head_is_a_dot_and_never_thinner_than_a_pixel_or_so():
    camera = Camera()
    out = InstanceList()
    add_arrows(out, [Arrow(np.zeros(3), np.array([0, 0, 1e-6]), FORCE)], camera, 600.0, 1e-9)
    rows, ranges = out.packed()
    assert ranges == {"ball": (0, 1)}
    assert rows[0, 0, 0] / camera.pixel_sizes(np.zeros((1, 3)), 600.0)[0] > 1.5


def test_every_kind_of_point_is_drawn():
    out = InstanceList()
    add_points(out, [Point(np.zeros(3), kind) for kind in POINT_KINDS], Camera(), 600.0, 1.0)
    _, ranges = out.packed()
    assert {shape: count for shape, (_, count) in ranges.items()} == {"ball": 3, "diamond": 1}


def test_a_trail_fades_towards_its_beginning_and_a_single_point_is_none():
    points = np.linspace([0, 0, 0], [1, 0, 0], 20)
    pieces = line_pieces([Trail(points, FORCE), Trail(points[:1], FORCE)], [], Camera(), 1.0)
    assert pieces.shape == (19, 12)
    assert np.all(np.diff(pieces[:, 11]) > 0)


@pytest.mark.parametrize("size", [0.03, 0.7, 40.0])
def test_the_shadow_map_holds_what_casts_shadows_and_moves_in_whole_texels(size):
    rng = np.random.default_rng(0)
    center = size * rng.normal(size=3)
    matrix, texel = shadow_matrix((center, size), 1024)
    directions = unit(rng.normal(size=(500, 3)))
    points = np.column_stack([center + size * directions, np.ones(500)])
    seen = points @ matrix.T
    assert seen[:, :3].min() > 0
    assert seen[:, :3].max() < 1
    assert np.ptp(seen[:, 0]) > 0.8, "no larger than it must be"
    moved, _ = shadow_matrix((center + 0.3 * size, size), 1024)
    steps = (moved[:2, 3] - matrix[:2, 3]) * 1024
    assert steps == pytest.approx(np.round(steps), abs=1e-6)
    # Towards the sun is nearer in the map: depth falls.
    assert (matrix @ np.append(SUN, 0))[2] < 0
    assert texel == pytest.approx(2 * size / 1016, rel=0.15)


def test_what_is_not_finite_is_left_out_and_the_rest_stays(two_bodies):
    nan = np.array([np.nan, 0, 0])
    good = Arrow(np.zeros(3), np.ones(3), FORCE)
    overlays = finite_overlays(
        Overlays(
            arrows=(good, Arrow(np.zeros(3), nan, FORCE)),
            ellipsoids=(EllipsoidMark(nan, np.eye(3), FORCE),),
            points=(Point(np.zeros(3)), Point(nan)),
            trails=(Trail(np.array([nan, nan]), FORCE),),
            frames=(FrameTriad(np.full((4, 4), np.inf), 1.0),),
        )
    )
    assert overlays.arrows == (good,)
    assert (len(overlays.ellipsoids), len(overlays.points), len(overlays.trails), len(overlays.frames)) == (0, 1, 0, 0)
    view = View()
    view.set_model(two_bodies)
    view.set_poses(np.array([placed(z=0.5), np.full((4, 4), np.nan)]))
    assert view.hidden_bodies().tolist() == [False, True]
    assert view.bodies_ball()[0] == pytest.approx([0, 0, 0.5], abs=1e-6)
    view.set_poses(np.array([placed(z=0.5), placed(x=1e9)]))
    assert view.everything_ball()[1] < 1, "what flew away does not spoil the picture of what stayed"


def test_kinds_that_do_not_exist_are_refused():
    for make in (
        lambda: Arrow(np.zeros(3), np.ones(3), FORCE, kind="wavy"),
        lambda: Point(np.zeros(3), "slip"),
        lambda: LegendRow("circle", FORCE, "x"),
    ):
        with pytest.raises(UnknownNameError, match="it has|It has"):
            make()


def test_short_products_agree_with_numpy():
    a, b = np.random.default_rng(0).normal(size=(2, 7, 3))
    assert cross(a, b) == pytest.approx(np.cross(a, b))
    assert np.linalg.norm(unit(a), axis=1) == pytest.approx(np.ones(7))
    assert np.all(unit(np.zeros(3)) == 0)


def _ends(shape: str, rows: np.ndarray) -> np.ndarray:
    """Both ends of each shape along its own z axis."""
    low, high = {"rod": (-0.5, 0.5), "cone": (0.0, 1.0), "ball": (-1.0, 1.0)}[shape]
    return np.concatenate([rows[:, :3, 3] + end * rows[:, :3, 2] for end in (low, high)])


def test_a_heap_of_balls_has_fewer_triangles_each_and_they_are_as_round_as_can_be_seen():
    few, many = Geometries([Sphere(0.1)] * 100), Geometries([Sphere(0.1)] * 101)
    assert len(many[Sphere(0.1)].triangles) < 0.5 * len(few[Sphere(0.1)].triangles)
    middle = many[Sphere(0.1)].vertices[many[Sphere(0.1)].triangles].mean(axis=1)  # of the triangles: where they are flattest
    assert np.linalg.norm(middle, axis=1).min() > 0.1 * (1 - 0.01)  # half a pixel of a ball of 100 pixels
