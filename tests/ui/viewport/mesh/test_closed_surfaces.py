"""Surfaces whose backs nobody sees, and where their triangles are."""

from __future__ import annotations

import numpy as np

from tests.cases import loop_over
from torseur.sim.multibody.model.model import Visual
from torseur.sim.multibody.model.shapes import Box, Capsule, Cylinder, Mesh, SolidEllipsoid, Sphere, TriangleMesh
from torseur.ui.viewport.camera import Camera
from torseur.ui.viewport.mesh.body_mesh import body_mesh
from torseur.ui.viewport.mesh.closed import is_closed
from torseur.ui.viewport.mesh.geometry import Geometry, box, cone, cylinder, octahedron, sphere
from torseur.ui.viewport.mesh.shape_geometry import shape_geometry
from torseur.ui.viewport.view import View

from ..scenes import free_bodies

SOLIDS = (Sphere(0.3), Box((0.1, 2.0, 0.3)), Cylinder(0.2, 1.0), Capsule(0.1, 0.5), SolidEllipsoid((0.1, 0.2, 0.7)))
MARKS = (cylinder(1.0, 1.0, bevel=0.0, segments=14, steps=1), cone(1.0, 1.0, 22), sphere(1.0, 14, 7), octahedron())


@loop_over("solid", [*map(shape_geometry, SOLIDS), *MARKS])
def test_solids_are_closed_until_a_triangle_is_missing_or_they_are_inside_out(solid):
    assert is_closed(solid)
    assert not is_closed(solid._replace(triangles=solid.triangles[1:]))
    assert not is_closed(solid._replace(triangles=solid.triangles[:, ::-1]))
    turned = solid.triangles.copy()
    turned[0] = turned[0, ::-1]
    assert not is_closed(solid._replace(triangles=turned))


def test_nothing_is_no_closed_surface():
    assert not is_closed(Geometry(np.zeros((0, 3)), np.zeros((0, 3)), np.zeros((0, 3), np.uint32)))


def test_triangles_of_closed_surfaces_come_first_and_open_ones_are_not_counted_among_them():
    ball, cube = sphere(0.2), box((0.3, 0.3, 0.3), bevel=0.01)
    bowl = TriangleMesh(
        vertices=ball.vertices, normals=ball.normals, colors=None, triangles=ball.triangles[: len(ball.triangles) // 2]
    )
    mesh = body_mesh(free_bodies("both", bowl=Visual(Mesh("bowl", data=bowl)), cube=Visual(Box((0.3, 0.3, 0.3)))))
    assert mesh.closed == len(cube.triangles)
    assert set(mesh.vertices["body"][mesh.triangles[: mesh.closed]].ravel().tolist()) == {1}
    assert mesh.opaque == len(mesh.triangles) == mesh.closed + len(bowl.triangles)


def test_the_eye_is_inside_a_body_where_the_box_around_that_holds_it():
    view = View(camera=Camera((0.0, 0.0, 0.0), distance=2.0))
    assert not view.eye_is_inside()
    view.set_model(free_bodies("one", cube=Visual(Box((0.3, 0.3, 0.3)))))
    for place, inside in ((view.camera.eye, True), (view.camera.eye + [0.0, 0.0, 0.2], False)):
        pose = np.eye(4)
        pose[:3, 3] = place
        view.set_poses(pose[None])
        assert view.eye_is_inside() == inside
