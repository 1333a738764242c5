"""Dots above letters in sentences: seen, and where the letter is."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QLabel

from torseur.ui.displays.prose import Prose
from torseur.ui.displays.text_label import TextLabel

DOT, DDOT = "\u0307", "\u0308"


def dark(widget) -> np.ndarray:
    """How dark each pixel of a widget is (height, width)."""
    image = widget.grab().toImage().convertToFormat(QImage.Format.Format_Grayscale8)
    pixels = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
    return 255 - pixels[:, : image.width()].astype(int)


@pytest.mark.parametrize("kind", [Prose, TextLabel])
def test_a_dotted_letter_differs_from_the_plain_one_above_it_alone(qtbot, kind):
    seen = []
    for text in ("a ζ b", f"a ζ{DOT} b", f"a q{DDOT} b"):
        label = kind()
        label.show_text(text)
        label.resize(200, 24)
        label.show()
        seen.append(dark(label))
        label.close()
    plain, dotted, _ = seen
    rows, columns = np.nonzero(dotted - plain > 60)
    assert len(rows) > 0
    assert np.ptp(columns) <= 4  # one dot
    assert rows.max() < np.nonzero(plain.max(axis=1) > 60)[0].mean()  # in the upper half of the line


def test_a_sentence_with_a_dot_wraps_as_without(qtbot):
    words = "a contact that lasts has ζ = 0 and a force that pushes, λ ≥ 0, and one that ends has no force"
    plain, dotted = Prose(), Prose()
    plain.show_text(words)
    dotted.show_text(words.replace("ζ", f"ζ{DOT}"))
    assert isinstance(dotted.findChild(QLabel), QLabel)
    assert dotted.heightForWidth(150) == plain.heightForWidth(150) > 40
    for prose in (plain, dotted):
        prose.resize(150, prose.heightForWidth(150))
        prose.show()
    below, same = dark(plain)[30:], dark(dotted)[30:]
    shifts = [np.mean(np.abs(np.roll(same, shift, axis=0) - below)) for shift in (-1, 0, 1)]
    assert min(shifts) < 0.2 * np.mean(below), shifts  # the same words stand in the same lines, to a pixel


def test_an_index_stands_lower_in_a_sentence_and_a_name_keeps_its_underscore(qtbot):
    seen = []
    for kind, text in ((Prose, "a v_z b"), (Prose, "a vz b"), (TextLabel, "a v_z b")):
        label = kind()
        label.show_text(text)
        label.resize(200, 24)
        label.show()
        seen.append(dark(label) > 60)
        label.close()
    lowered, plain, name = (np.nonzero(picture) for picture in seen)
    assert lowered[0].max() > plain[0].max()
    assert lowered[1].max() < plain[1].max() < name[1].max()
