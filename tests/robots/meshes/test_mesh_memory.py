"""Reading a mesh takes at most 2.8 times the file's size beside the mesh that comes out."""

import tracemalloc

import numpy as np
import pytest

from torseur.robots import read_mesh
from torseur.robots.meshes.mesh_reader import FORMATS


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
