"""The cache of meshes gives the same arrays back, and never stands in the way."""

import os

import numpy as np
import pytest

from tests.limited_disk import no_room_beyond
from torseur.robots import read_mesh
from torseur.robots.meshes import mesh_reader as reader

OBJ = "mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl red\nf 1 2 3\n"
MTL = "newmtl red\nKd 1 0 0\nmap_Kd wood.png\n"


@pytest.fixture
def mesh(write):
    """Return a mesh file with colours and something to note."""
    write(MTL, "a.mtl")
    return write(OBJ, "a.obj")


@pytest.fixture
def parsed(monkeypatch):
    """Return the list, filled as tests run, of files that were parsed rather than found in the cache."""
    files = []
    parse = reader._parsed

    def counting(path, *more):
        files.append(path)
        return parse(path, *more)

    monkeypatch.setattr(reader, "_parsed", counting)
    return files


def assert_equal(one, two):
    """Fail unless all arrays are the same, type included."""
    for name in ("vertices", "normals", "colors", "triangles"):
        a, b = getattr(one, name), getattr(two, name)
        assert a.dtype == b.dtype
        np.testing.assert_array_equal(a, b)


def test_the_second_reading_gives_the_same_without_parsing(mesh, mesh_cache, parsed):
    first, first_notes = read_mesh(mesh)
    second, second_notes = read_mesh(mesh)
    assert parsed == [mesh]
    assert first_notes == second_notes != ()
    assert_equal(first, second)
    assert len(os.listdir(mesh_cache)) == 1


def test_a_change_of_the_file_or_of_its_materials_is_noticed(mesh, mesh_cache, parsed):
    read_mesh(mesh)
    mesh.with_suffix(".mtl").write_text(MTL.replace("1 0 0", "0 1 0"))
    colors = read_mesh(mesh)[0].colors
    assert colors[0].tolist() == [0, 255, 0, 255]
    mesh.write_text(OBJ.replace("v 1 0 0", "v 2 0 0"))
    assert read_mesh(mesh)[0].vertices.max() == 2
    assert len(parsed) == 3


def test_a_new_version_of_the_readers_reads_again(mesh, mesh_cache, parsed, monkeypatch):
    read_mesh(mesh)
    monkeypatch.setattr(reader, "VERSION", "another")
    read_mesh(mesh)
    assert len(parsed) == 2


@pytest.mark.parametrize("damage", ["flipped", "cut", "longer", "empty", "foreign"])
def test_a_damaged_entry_is_ignored_and_replaced(damage, mesh, mesh_cache, parsed):
    first, _ = read_mesh(mesh)
    (entry,) = mesh_cache.iterdir()
    content = bytearray(entry.read_bytes())
    content[-3] ^= 1
    whole = entry.read_bytes()
    entry.write_bytes(
        {"flipped": bytes(content), "cut": whole[:-5], "longer": whole + b"x", "empty": b"", "foreign": b"x" * 999}[damage]
    )
    assert_equal(read_mesh(mesh)[0], first)
    assert len(parsed) == 2
    assert entry.read_bytes() == whole


@pytest.mark.parametrize("name", ["file", "proc"])
def test_a_cache_that_cannot_be_written_does_not_stop_reading(name, mesh, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("TORSEUR_CACHE_DIR", str(tmp_path / "file") if name == "file" else "/proc/no/such")
    first, notes = read_mesh(mesh)
    assert_equal(read_mesh(mesh)[0], first)
    assert len(notes) == 1


def test_a_full_disk_does_not_stop_reading(mesh, mesh_cache):
    with no_room_beyond(0):
        first, _ = read_mesh(mesh)
        assert_equal(read_mesh(mesh)[0], first)
    assert os.listdir(mesh_cache) == []


def test_an_interrupted_write_leaves_nothing_behind(mesh, mesh_cache, monkeypatch):
    def refuse(*args):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", refuse)
    read_mesh(mesh)
    assert os.listdir(mesh_cache) == []
