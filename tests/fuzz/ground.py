"""The folders in which files are tried: a package with small meshes, and beside it what nobody may read."""

from __future__ import annotations

import os
from pathlib import Path

import trimesh

SUFFIXES = ("stl", "obj", "ply", "glb", "dae")


def box_file(suffix: str) -> bytes:
    """Return a box as a mesh file."""
    content = trimesh.creation.box((0.1, 0.1, 0.2)).export(file_type=suffix)
    return content if isinstance(content, bytes) else content.encode()


def prepare(folder: Path) -> Path:
    """Make the folders, and return the one for the robots' files."""
    package, outside = folder / "fuzzed", folder / "outside"
    meshes, files = package / "meshes", package / "urdf"
    for made in (outside, files, meshes / "folder.stl"):
        made.mkdir(parents=True)
    (package / "package.xml").write_text("<package><name>fuzzed</name></package>")
    for suffix in SUFFIXES:
        (meshes / f"part.{suffix}").write_bytes(box_file(suffix))
    stolen = (meshes / "part.stl").read_bytes()
    (outside / "secret.stl").write_bytes(stolen)
    (outside / "secret.mtl").write_text("newmtl red\nKd 1 0 0\n")
    (meshes / "thief.obj").write_text("mtllib ../../outside/secret.mtl\n" + (meshes / "part.obj").read_text())
    (meshes / "link.stl").symlink_to(outside / "secret.stl")
    os.mkfifo(meshes / "pipe.stl")  # who opens it waits for ever
    return files
