"""The cache of meshes gives the same arrays back, and never stands in the way."""

import os
import tracemalloc

import numpy as np
import pytest

from tests.limited_disk import no_room_beyond
from torseur.robots import read_mesh
from torseur.robots.meshes import mesh_reader as reader
from torseur.robots.meshes.mesh_reader import FORMATS

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


def surface(rows):
    """Return points and triangles of a wavy sheet."""
    x, y = np.meshgrid(np.linspace(0, 1, rows), np.linspace(0, 1, rows))
    points = np.stack([x, y, 0.1 * np.sin(20 * x) * np.cos(20 * y)], axis=-1).reshape(-1, 3).astype(np.float32)
    a = np.arange(rows * rows).reshape(rows, rows)[:-1, :-1].ravel()
    faces = np.concatenate([np.stack([a, a + 1, a + rows], 1), np.stack([a + 1, a + rows + 1, a + rows], 1)])
    return points, faces


def stl(points, faces):
    table = np.zeros(len(faces), [("n", "<f4", 3), ("corners", "<f4", (3, 3)), ("attribute", "<u2")])
    table["corners"] = points[faces]
    return b" " * 80 + np.uint32(len(faces)).tobytes() + table.tobytes()


def obj(points, faces):
    lines = [f"v {x:.6f} {y:.6f} {z:.6f}\n" for x, y, z in points.tolist()]
    return "".join(lines + [f"f {a}//{a} {b}//{b} {c}//{c}\n" for a, b, c in (faces + 1).tolist()]).encode()


def ply(points, faces):
    header = f"ply\nformat binary_little_endian 1.0\nelement vertex {len(points)}\n"
    header += "".join(f"property float {axis}\n" for axis in "xyz")
    header += f"element face {len(faces)}\nproperty list uchar int vertex_indices\nend_header\n"
    table = np.zeros(len(faces), [("count", "u1"), ("corners", "<i4", 3)])
    table["count"], table["corners"] = 3, faces
    return header.encode() + points.tobytes() + table.tobytes()


@pytest.mark.slow
@pytest.mark.parametrize(("name", "make", "rows"), [("a.stl", stl, 450), ("a.obj", obj, 160), ("a.ply", ply, 350)])
def test_memory_stays_within_a_few_times_the_file(name, make, rows, write, mesh_cache):
    read_mesh(write(make(*surface(3)), f"small{name[1:]}"))  # imports are not the file's
    path = write(make(*surface(rows)), name)
    tracemalloc.start()
    try:
        mesh, _ = read_mesh(path)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    result = sum(array.nbytes for array in (mesh.vertices, mesh.normals, mesh.triangles))
    assert len(mesh.triangles) == 2 * (rows - 1) ** 2
    assert (peak - result) / path.stat().st_size < 2.8, f"{peak / 1e6:.1f} MB for {path.stat().st_size / 1e6:.1f} MB"


@pytest.mark.parametrize("suffix", FORMATS)
def test_a_head_that_promises_much_takes_no_memory(suffix, write, mesh_cache):
    heads = {
        ".stl": b" " * 80 + b"\xff\xff\xff\xff" + b"\0" * 50,
        ".ply": ply(*surface(2)).replace(b"vertex 4", b"vertex 4000000000"),
        ".glb": b"glTF" + np.array([2, 2**32 - 1, 2**32 - 30, 0x4E4F534A], "<u4").tobytes() + b"{}",
        ".gltf": b'{"asset": {"version": "2.0"}, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}], "meshes": [{"primitives": '
        b'[{"attributes": {"POSITION": 0}}]}], "accessors": [{"componentType": 5126, "count": 400000000, "type": "VEC3"}]}',
        ".obj": b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 4000000000\n",
        ".dae": b'<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema"><float_array count="9999999999"/>',
    }
    path = write(heads[suffix], f"a{suffix}")
    tracemalloc.start()
    try:
        with pytest.raises(ValueError, match=f"a{suffix}"):
            read_mesh(path)
        assert tracemalloc.get_traced_memory()[1] < 20e6
    finally:
        tracemalloc.stop()
