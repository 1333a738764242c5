"""Loading tells how far it is, and can be stopped."""

import pytest

from torseur import robots
from torseur.sim.errors import TorseurError

STL = "solid s\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 {}\nendloop\nendfacet\nendsolid s\n"
VISUAL = '<visual><geometry><mesh filename="{}"{}/></geometry></visual>'

pytestmark = pytest.mark.usefixtures("mesh_cache")


@pytest.fixture
def three(write):
    """Return a URDF of three meshes, one of them used twice and one not there."""
    write(STL.format(1), "a.stl")
    write(STL.format(2), "b.stl")
    given = [("a.stl", ""), ("b.stl", ""), ("a.stl", ' scale="2 2 2"'), ("none.stl", "")]
    return write(f'<robot name="r"><link name="l">{"".join(VISUAL.format(*each) for each in given)}</link></robot>')


def test_progress_is_told_before_each_mesh(three):
    told = []
    model = robots.load(three, progress=lambda *each: told.append(each))
    assert told == [(0, 3, "a.stl"), (1, 3, "b.stl"), (2, 3, "none.stl")]
    assert len(model.bodies[0].visuals) == 3


def test_progress_is_not_told_if_no_mesh_is_read(three):
    told = []
    robots.load(three, meshes=False, progress=lambda *each: told.append(each))
    assert told == []


def test_loading_can_be_stopped(three, mesh_cache):
    def stop(done, total, name):
        if done == 1:
            raise robots.LoadCancelled("enough")

    with pytest.raises(robots.LoadCancelled, match="enough") as caught:
        robots.load(three, progress=stop)
    assert isinstance(caught.value, TorseurError)
    assert len(list(mesh_cache.iterdir())) == 1  # what was read is kept, and is at hand the next time
    assert len(robots.load(three).bodies[0].visuals) == 3
