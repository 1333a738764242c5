"""The real program is closed in the middle of what it does: it ends well, and nothing is left of it."""

from __future__ import annotations

import signal

import pytest

from tests.closing.cycle import close_in
from torseur.app.recovery.session_file import read_session
from torseur.app.recovery.session_folder import SESSION

pytestmark = [pytest.mark.slow, pytest.mark.night]

CYCLES = (
    ("first picture", "SIGINT"),
    ("playing", "SIGTERM"),
    ("an expansion that does not end", "close"),
    ("planning", "SIGTERM"),
)
TABLES = (("a table that is not saved", "SIGTERM"), ("a question whether to save", "SIGINT"))


@pytest.mark.parametrize(("situation", "way"), CYCLES)
def test_it_is_closed_by_any_way_in_the_middle_of_anything_and_leaves_nothing(screen, tmp_path, situation, way):
    ending = close_in(situation, way, tmp_path)
    assert (ending.code, ending.left, ending.lasted, ending.said) == (0, (), True, "")


def test_steps_loads_files_settings_and_a_disk_that_take_ten_minutes_each_hold_it_for_one_moment_together(screen, tmp_path):
    ending = close_in("all that closing waits for, deaf", "SIGTERM", tmp_path)
    assert (ending.code, ending.left, ending.lasted) == (0, (), True)
    assert "another Torseur is writing settings" in ending.said
    assert "deaf.csv was not saved: the window was closed while it was written" in ending.said


@pytest.mark.parametrize(("situation", "way"), TABLES)
def test_a_signal_waits_for_no_answer_about_a_table_which_the_next_start_offers(screen, tmp_path, situation, way):
    ending = close_in(situation, way, tmp_path)
    assert (ending.code, ending.left, ending.lasted, ending.said) == (0, (), True, "")
    (kept,) = tmp_path.rglob(SESSION)
    assert 'convention = "modified"' in read_session(kept).table


def test_what_was_simulated_when_it_was_killed_is_offered_by_the_next_start_and_comes_back(screen, tmp_path):
    assert close_in("a brick that falls", "SIGKILL", tmp_path).code == -signal.SIGKILL
    assert len(list(tmp_path.rglob("run-*.mcap"))) == 1
    ending = close_in("the start after", "SIGINT", tmp_path)
    assert (ending.code, ending.left, ending.lasted, ending.said) == (0, (), True, "")


def test_what_a_slot_raises_is_told_in_the_window_and_kept_in_the_log(screen, tmp_path):
    ending = close_in("a failure", "SIGTERM", tmp_path)
    assert (ending.code, ending.left) == (0, ())
    (log,) = tmp_path.rglob("torseur.log")
    for text in (log.read_text(), ending.said):
        assert "LookupError: no such wheel" in text
        assert "in turn" in text
