"""Pictures of the browser, made by the other process."""

from __future__ import annotations

import pytest

from torseur.app.panels.robot_browser.thumbnails import Thumbnails

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
