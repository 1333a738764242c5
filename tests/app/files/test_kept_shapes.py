"""A robot that was opened before has the same hulls and the same shadow, bit for bit, without finding them again."""

from __future__ import annotations

from weakref import WeakValueDictionary

import numpy as np
import pytest

from torseur.app.files.reading import read
from torseur.robots.meshes import mesh_reader
from torseur.ui.viewport.mesh import coarse
from torseur.ui.viewport.mesh.body_mesh import body_mesh


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """An empty folder that meshes, and what is found of them, are kept in."""
    monkeypatch.setenv("TORSEUR_CACHE_DIR", str(tmp_path / "cache"))
    return tmp_path / "cache" / "meshes"


def not_made(*_):
    raise AssertionError("made again")


def read_anew(name, monkeypatch):
    """Hulls, the table of shapes and the triangles of the shadow, as where no mesh is in memory yet."""
    body_mesh.cache_clear()
    monkeypatch.setattr(mesh_reader, "_IN_MEMORY", WeakValueDictionary())
    scene = read(name).document.scene
    return (scene.system.vertices, scene.system.shapes, coarse.coarse_opaque(body_mesh(scene.model)))


@pytest.mark.slow
@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("name", ["so101", "panda", "z1"])
def test_what_is_kept_of_a_robot_is_what_is_made_anew(name, monkeypatch):
    made = read_anew(name, monkeypatch)
    monkeypatch.setattr("torseur.sim.contact.collision.shape_table._found_hull", not_made)
    monkeypatch.setattr(coarse, "coarse_triangles", not_made)
    for kept, anew in zip(read_anew(name, monkeypatch), made, strict=True):
        assert (kept.dtype, kept.shape, kept.tobytes()) == (anew.dtype, anew.shape, anew.tobytes())


def test_a_damaged_hull_is_found_again(folder, tmp_path, monkeypatch):
    path = tmp_path / "m.obj"
    path.write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n")
    robot = tmp_path / "r.urdf"
    mesh = '<geometry><mesh filename="m.obj"/></geometry>'
    robot.write_text(f'<robot name="r"><link name="a"><collision>{mesh}</collision></link></robot>')
    first, *_ = read_anew(str(robot), monkeypatch)
    (hull,) = folder.glob("*-hull*")
    whole = hull.read_bytes()
    hull.write_bytes(whole[:-1] + b"x")
    second, *_ = read_anew(str(robot), monkeypatch)
    np.testing.assert_array_equal(first, second)
    assert hull.read_bytes() == whole
