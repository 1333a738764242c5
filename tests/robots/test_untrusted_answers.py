"""What a process answers that is not trusted is read up to a limit, and from a file alone."""

import os
import tempfile

import pytest

from tests.robots.pictures import png, quarters
from torseur.robots import expand_xacro, isolation, read_mesh
from torseur.robots.isolation import Isolated
from torseur.robots.meshes import pictures
from torseur.sim.errors import ModelError

DECODER = "torseur.robots.meshes.picture_worker"
NOTHING = b'{"pictures": [], "largest": 1}'  # which is answered by `[]` and the end of the line


@pytest.mark.slow
def test_an_answer_that_is_too_long_is_refused_with_its_limit():
    for most in (3, 2):
        process = Isolated(DECODER, seconds=60.0, megabytes=2000, answer=most)
        try:
            if most == 3:
                assert process.ask(NOTHING) == b"[]\n"
            else:
                with pytest.raises(OSError, match=r"its answer has more than 2e-06 MB, and is not read"):
                    process.ask(NOTHING)
        finally:
            process.close()


def test_a_picture_whose_answer_is_too_long_is_not_drawn(write, mesh_cache, monkeypatch):
    write(png(quarters()), "a.png")
    write("newmtl m\nmap_Kd a.png\n", "a.mtl")
    path = write("mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 1 1 0\nvt 0 0\nvt 1 0\nvt 1 1\nusemtl m\nf 1/1 2/2 3/3\n", "a.obj")
    monkeypatch.setattr(pictures, "MAX_DECODED", 10)
    mesh, (note,) = read_mesh(path)
    assert mesh.textures == ()
    assert note.startswith("picture 'a.png' is not drawn: it cannot be decoded: its answer has more than ")


@pytest.mark.parametrize("kind", ["link", "pipe"])
@pytest.mark.slow
def test_an_answer_that_is_no_file_is_refused(kind, tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    process = Isolated(DECODER, seconds=60.0, megabytes=2000)
    (folder,) = tmp_path.iterdir()
    keeper = None
    if kind == "link":
        (folder / "reply").symlink_to(tmp_path / "elsewhere")
    else:
        os.mkfifo(folder / "reply")
        keeper = os.open(folder / "reply", os.O_RDWR)  # so that what writes into it does not wait for a reader
    try:
        with pytest.raises(OSError, match="its answer is no file" if kind == "pipe" else "reply"):
            process.ask(NOTHING)
    finally:
        process.close()
        if keeper is not None:
            os.close(keeper)


@pytest.mark.slow
def test_what_a_xacro_file_becomes_is_read_up_to_a_limit(write, monkeypatch):
    path = write('<robot name="r"><link name="a"/></robot>', "a.urdf.xacro")
    assert "link" in expand_xacro(path)
    monkeypatch.setattr(isolation, "MAX_ANSWER", 10)
    with pytest.raises(ModelError, match="to expand it gives more than 0 MB, which are not read"):
        expand_xacro(path)
