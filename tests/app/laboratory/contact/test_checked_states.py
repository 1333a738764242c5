"""Checked states as they come in, block by block: what is said of all is kept up, and those before are left alone."""

from __future__ import annotations

import numpy as np

from torseur.app.laboratory.contact.checks.checked_states import LISTED, CheckedStates
from torseur.sim.simulation.inspection.checking.frame_check import joined_checks
from torseur.sim.simulation.inspection.checking.values import CHECKS, VERDICTS, RecordingCheck


def blocks_of(states, size=128):
    value = np.random.default_rng(0).random((states, len(CHECKS))) ** 20 * 3.0
    value[::7, 2] = np.nan
    ones = np.ones((size, len(CHECKS)))
    return [
        RecordingCheck(k, np.arange(k, k + size) * 1e-3, value[k : k + size], ones, 2.0 * ones) for k in range(0, states, size)
    ]


def test_blocks_one_after_another_are_what_they_are_together():
    states, blocks = CheckedStates(), blocks_of(1280)
    assert states.whole is None
    for block in blocks:
        states.append(block)
    whole = joined_checks(blocks)
    for name in ("t", "value", "levels"):
        np.testing.assert_array_equal(getattr(states.whole, name), getattr(whole, name))
    levels = whole.levels.max(axis=1)
    assert states.counts == [int(np.sum(levels == VERDICTS.index(verdict))) for verdict in VERDICTS[1:]]
    assert [(row.index, row.key) for row in states.worst] == list(whole.worst(LISTED))
    assert len(states.worst) == LISTED


def test_a_block_is_appended_without_copying_those_before():
    states, moved, before = CheckedStates(), 0, None
    for block in blocks_of(128 * 100):
        states.append(block)
        moved += before is not None and not np.shares_memory(before.levels, states.whole.levels)
        before = states.whole
    assert moved <= 7  # a column grows to twice its room at least: log2 of 100 blocks
