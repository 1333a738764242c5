def test_every_robot_of_the_gallery_has_one_kind() -> None:
    from robots.gallery import GALLERY, KINDS

    named = [name for members in KINDS.values() for name in members.split()]
    assert sorted(named) == sorted(GALLERY)
