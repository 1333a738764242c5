"""The real program is closed in the middle of what it does: it ends well, and nothing is left of it."""

from __future__ import annotations

import pytest

from tests.closing.cycle import close_in

pytestmark = pytest.mark.slow

CYCLES = (
    ("first picture", "SIGINT"),
    ("playing", "SIGTERM"),
    ("a step that takes a minute", "close"),
    ("a load that does not look", "SIGTERM"),
    ("an expansion that does not end", "SIGINT"),
    ("planning", "SIGTERM"),
)


@pytest.mark.parametrize(("situation", "way"), CYCLES)
def test_it_is_closed_by_any_way_in_the_middle_of_anything_and_leaves_nothing(screen, tmp_path, situation, way):
    ending = close_in(situation, way, tmp_path)
    assert (ending.code, ending.left, ending.said) == (0, (), "")


def test_what_a_slot_raises_is_told_in_the_window_and_kept_in_the_log(screen, tmp_path):
    ending = close_in("a failure", "SIGTERM", tmp_path)
    assert (ending.code, ending.left) == (0, ())
    (log,) = tmp_path.rglob("torseur.log")
    for text in (log.read_text(), ending.said):
        assert "LookupError: no such wheel" in text
        assert "in turn" in text
