"""An entry of the store is good as long as the definition's content and the other files' size and time are the same."""

from __future__ import annotations

import pytest

from torseur.app.panels.robot_browser.thumbnail_store import Thumbnail, find, folder, keep, key_of
from torseur.app.panels.robot_browser.thumbnails import Thumbnails


@pytest.fixture
def robot(tmp_path, monkeypatch):
    monkeypatch.setenv("TORSEUR_CACHE_DIR", str(tmp_path / "cache"))
    path, mesh = tmp_path / "a.urdf", tmp_path / "a.stl"
    path.write_text("<robot name='a'/>")
    mesh.write_text("solid")
    folder().mkdir(parents=True)
    thumbnail = Thumbnail(key_of(str(path)), "A", "fixed base", 3, 3)
    for theme in ("light", "dark"):
        thumbnail.picture(theme).write_bytes(b"png")
    keep(thumbnail, [path, mesh])
    return path, mesh, thumbnail


def test_what_was_kept_is_found(robot):
    assert find(str(robot[0])) == robot[2]


def test_another_definition_mesh_or_missing_picture_is_not_found(robot):
    path, mesh, thumbnail = robot
    text = path.read_text()
    path.write_text("<robot name='b'/>")
    assert find(str(path)) is None
    path.write_text(text)
    mesh.write_text("solid of another size")
    assert find(str(path)) is None
    mesh.unlink()
    assert find(str(path)) is None


def test_a_picture_that_is_gone_and_a_damaged_record_are_as_good_as_none(robot):
    path, _, thumbnail = robot
    (folder() / f"{thumbnail.key}.json").write_text("{")
    assert find(str(path)) is None
    keep(thumbnail, [path])
    assert find(str(path)) is not None
    thumbnail.picture("dark").unlink()
    assert find(str(path)) is None


def test_names_have_entries_as_files_do():
    assert key_of("arm_6r") != key_of("scara")
    assert key_of("falling_brick") is not None
    assert key_of("no_such_robot") is None


ARM = """<robot name="arm"><link name="l"><visual><geometry><box size="1 1 1"/></geometry></visual></link></robot>"""


SCENE = 'title = "Elsewhere"\n[[robots]]\nname = "arm"\nmodel = "../other/arm.urdf"\n'


@pytest.mark.slow
def test_a_scene_that_reads_from_an_allowed_folder_has_a_picture(qtbot, tmp_path, monkeypatch):
    monkeypatch.setenv("TORSEUR_CACHE_DIR", str(tmp_path / "cache"))
    for name, text in (("other/arm.urdf", ARM), ("scene/scene.toml", SCENE)):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    scene = str(tmp_path / "scene" / "scene.toml")
    allowed: dict[str, list[str]] = {}
    maker = Thumbnails(allowed=lambda reference: allowed.get(reference, ()))
    try:
        with qtbot.waitSignal(maker.made):
            maker.request([scene])
        assert "other" in maker.known(scene).reason
        allowed[scene] = [str(tmp_path / "other")]
        maker.forget(scene)
        with qtbot.waitSignal(maker.made):
            maker.request([scene])
        assert (maker.known(scene).reason, maker.known(scene).title) == ("", "Elsewhere")
    finally:
        maker.stop()
