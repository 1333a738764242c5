"""The sweep of the window, in its own process."""

import pytest

from tests.sim.sweeping.sliding import sliding_block
from torseur import sim
from torseur.app.sweeping.sweeping import Sweeping


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
