import pytest

from torseur import robots


def test_every_robot_of_the_gallery_has_one_kind():
    from torseur.robots.gallery import GALLERY, KINDS

    named = [name for members in KINDS.values() for name in members.split()]
    assert sorted(named) == sorted(GALLERY)


@pytest.mark.slow
def test_the_degrees_of_freedom_of_every_robot_are_those_of_its_model():
    assert {name: robots.describe(name).dof for name in robots.names()} == {
        name: robots.load(name, meshes=False).nv for name in robots.names()
    }
