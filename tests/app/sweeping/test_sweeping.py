"""The sweep of the window, in its own process."""

import pytest

from tests.sim.sweeping.sliding import sliding_block
from torseur import sim
from torseur.app.sweeping.sweeping import Sweeping
from torseur.sim.errors import TorseurError


@pytest.mark.slow
def test_what_a_measure_prints_is_no_word_of_how_far_the_sweep_is(qtbot, tmp_path):
    (tmp_path / "loud.py").write_text("def end(recording):\n    print('hello')\n    return recording.t[-1]\n", encoding="utf-8")
    sweeping = Sweeping()
    heard = []
    sweeping.changed.connect(lambda: heard.append(sweeping.state.done))
    sweeping.start(sliding_block(), (("duration", "0.01, 0.02, 0.03"),), (f"{tmp_path / 'loud.py'}:end",))
    try:
        qtbot.waitUntil(lambda: not sweeping.running, timeout=60_000)
        assert (heard[-1], sweeping.state.total, sweeping.state.notice) == (3, 3, "")
        assert sim.load_sweep(sweeping.state.folder)["end"].to_pylist() == pytest.approx([0.01, 0.02, 0.03])
    finally:
        sweeping.close()


@pytest.mark.slow
def test_a_sweep_that_is_refused_leaves_the_results_of_the_one_before(qtbot):
    sweeping = Sweeping()
    try:
        sweeping.start(sliding_block(), (("duration", "0.01, 0.02"),), ("final(energy)",))
        qtbot.waitUntil(lambda: not sweeping.running, timeout=60_000)
        before = sweeping.state
        sweeping.start(sliding_block(), (("bodies.block.mass", "heavy"),), ("final(energy)",))
        qtbot.waitUntil(lambda: not sweeping.running, timeout=60_000)
        assert "expected a number" in sweeping.state.notice
        assert (sweeping.state.folder, sweeping.state.done) == (before.folder, 2)
        assert len(sim.load_sweep(before.folder)) == 2
        sweeping.start(sliding_block(), (("duration", "0.01, 0.02, 0.03"),), ("final(energy)",))
        qtbot.waitUntil(lambda: not sweeping.running, timeout=60_000)
        assert (sweeping.state.done, sweeping.state.notice) == (3, "")
        with pytest.raises(TorseurError, match="no results"):
            sim.load_sweep(before.folder)
    finally:
        sweeping.close()
