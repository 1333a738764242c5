"""Pictures as files: what was there before stays where there is no room for the new one."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QColor, QImage

from tests.limited_disk import no_room_beyond
from torseur.app.command_line.rendering.video import video_file
from torseur.app.documents.picture_file import save_picture
from torseur.sim.errors import ArgumentError, SaveError


@pytest.fixture
def picture():
    """Of noise, as nothing packs it."""
    image = QImage(200, 150, QImage.Format.Format_RGB32)
    for k in range(200 * 150):
        image.setPixelColor(k % 200, k // 200, QColor.fromRgb((k * k * 7919) % 0xFFFFFF))
    return image


def test_a_picture_for_which_there_is_no_room_leaves_the_one_before(picture, tmp_path):
    path = tmp_path / "scene.png"
    save_picture(picture, path)
    before = path.read_bytes()
    picture.setPixelColor(0, 0, QColor("red"))
    with no_room_beyond(10_000), pytest.raises(SaveError, match="the picture cannot be written: File too large"):
        save_picture(picture, path)
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["scene.png"]
    save_picture(picture, path)
    assert QImage(str(path)).pixelColor(0, 0) == QColor("red")


def test_a_picture_of_an_unknown_kind_is_refused_with_the_kinds_there_are(picture, tmp_path):
    with pytest.raises(ArgumentError, match=r"not written as \.mcap; they are as .*\.png"):
        save_picture(picture, tmp_path / "scene.mcap")


@pytest.mark.parametrize("kind", [".mp4", ".webp"])
@pytest.mark.slow
def test_a_video_for_which_there_is_no_room_leaves_the_one_before(kind, tmp_path):
    import numpy as np

    path = tmp_path / f"run{kind}"
    path.write_bytes(b"old")
    noise = np.random.default_rng(22)

    def film():
        with video_file(path, (320, 240), 30.0) as video:
            for _ in range(20):
                video.add(noise.integers(0, 255, (240, 320, 3), np.uint8))

    with no_room_beyond(20_000), pytest.raises(SaveError, match="the video cannot be written: File too large"):
        film()
    assert path.read_bytes() == b"old"
    assert [file.name for file in tmp_path.iterdir()] == [f"run{kind}"]
    film()
    assert len(path.read_bytes()) > 20_000
