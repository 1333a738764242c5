"""Lines of an OBJ file that are alike are read at once, with the same outcome as one after another."""

import numpy as np
import pytest

from torseur.robots.meshes import wavefront
from torseur.sim.errors import ModelError

KINDS = (
    "v {x} {y} {z}",
    "v {x} {y} {z}",
    "f {a} {b} {c}",
    "f {a}/1 {b}/2/3 {c}//1",
    "f -1 -2 -3",
    "vn 0 0 1",
    "vt 0.5 0.25",
    "v  {x}  {y} {z} ",
)
ODD = (
    "",
    "# words",
    "v 1 2",
    "v 1 2 3 v",
    "v v 1 2",
    "1 2 3",
    "f 1 2",
    "f 1 2 3 4",
    "f 1 2 x",
    "f 1.5 2 3",
    "v a b c",
    "v 1 2 3 0.5 0.5 0.5",
    "v 1 2 3\rv 4 5 6",
    "  v 1 2 3",
    "v\t1 2 3",
    "l 1 2",
    "f 1 2 3 \\\n4",
    "f 99999999999999999999 1 2",
    "v 1-2 3",
    "v 1.2.3 4 ",
    "v 1 2  ",
    "v 1\x0b2 3 4",
    "v 1_0 2 3",
    "v 0x10 1 2",
    "f 1-2 3",
    "f 1 2 3_0",
    "v 1e999 0 0",
    "f 9223372036854775807 1 2",
    "f 1 -9223372036854775809 2",
    "usemtl wood",
    "o part",
    "f",
    "v",
)


def content(rng, odd):
    """An OBJ file of runs of lines that are alike, with others here and there."""
    lines = [f"v {k} {k * k % 7} {k * k % 5}" for k in range(9)]
    for _ in range(rng.integers(1, 6)):
        kind = KINDS[rng.integers(len(KINDS))]
        for _ in range(rng.integers(1, 8)):
            x, y, z = rng.normal(size=3).round(4)
            a, b, c = rng.integers(1, 9, 3)
            lines.append(kind.format(x=x, y=y, z=z, a=a, b=b, c=c))
    for _ in range(odd):
        lines.insert(rng.integers(len(lines) + 1), ODD[rng.integers(len(ODD))])
    return ("\r\n" if rng.random() < 0.3 else "\n").join(lines).encode() + b"\n" * int(rng.integers(2))


def outcome(text, mapped):
    """All that is read, or why nothing is."""
    try:
        read = wavefront.read_obj(text, {}, mapped)
    except (ModelError, ValueError, IndexError) as error:
        return type(error), str(error)
    arrays = (read.vertices, read.triangles, read.colors, read.coordinates, read.picture)
    return [None if one is None else (one.dtype, one.shape, one.tobytes()) for one in arrays], read.notes


@pytest.mark.parametrize("mapped", [False, True])
@pytest.mark.parametrize("odd", [0, 1, 3])
def test_what_is_read_at_once_is_what_is_read_line_by_line(odd, mapped, monkeypatch):
    rng = np.random.default_rng(odd)
    at_once = wavefront._Reader._read_at_once
    tried = []

    def counting(reader, text):
        tried.append(at_once(reader, text))
        return tried[-1]

    for _ in range(150):
        text = content(rng, odd)
        monkeypatch.setattr(wavefront, "_CHUNK", int(rng.integers(10, 300)))
        monkeypatch.setattr(wavefront._Reader, "_read_at_once", counting)
        found = outcome(text, mapped)
        monkeypatch.setattr(wavefront._Reader, "_read_at_once", lambda *_: False)
        assert found == outcome(text, mapped)
    assert sum(tried) > 50, "else nothing is tested"
