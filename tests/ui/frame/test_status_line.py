"""The status line says what it was told, and in a narrow window cuts rather than overlaps."""

from __future__ import annotations

from torseur.ui.frame.status_line import EDGE, StatusLine


def test_everything_it_was_told_is_read_by_screen_readers(qtbot):
    line = StatusLine()
    qtbot.addWidget(line)
    line.show_document("falling_brick")
    line.show_facts(["6 dof", "4 contacts"])
    line.show_residual("residual 3e-12", True)
    line.show_rate("RTF 1.00")
    line.show_progress("Compiling", 3, 10)
    assert line.accessibleName() == "falling_brick · 6 dof · 4 contacts · residual 3e-12 · Compiling · RTF 1.00"
    line.show_progress("Compiling", 10, 0)
    assert "Compiling" not in line.accessibleName()


def test_narrow_it_paints_nothing_twice_at_one_place(qtbot, monkeypatch):
    line = StatusLine()
    qtbot.addWidget(line)
    line.show_document("a_scene_with_a_long_name")
    line.show_facts(["6 dof", "4 contacts, 2 active", "active set, 3 iterations"])
    line.show_residual("residual 3e-6", False)
    line.show_rate("RTF 1.00")
    line.show_progress("Compiling 12 of 40", 12, 40)
    boxes = []

    def note(painter, box, text, color, px, weight=400, *flags):
        from torseur.ui.look.paint_text import text_width

        boxes.append((box.left(), box.left() + text_width(text, px, weight)))

    monkeypatch.setattr("torseur.ui.frame.status_line.paint_text", note)
    for width in range(160, 1000, 40):
        line.resize(width, 28)
        boxes.clear()
        line.grab()
        ordered = sorted(boxes)
        assert all(left[1] <= right[0] for left, right in zip(ordered, ordered[1:], strict=False)), width
        assert ordered[-1][1] <= width - EDGE + 1
