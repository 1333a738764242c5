"""Events as rows of numbers are found by their times and kinds as one by one."""

import numpy as np
import pytest

from torseur import sim
from torseur.sim.simulation.recording.events import EventKind
from torseur.sim.simulation.recording.states.event_columns import KIND, WIDTH, EventColumns, T

KINDS = list(EventKind)


@pytest.fixture(scope="module")
def events():
    """Three thousand, some at one time."""
    rng = np.random.default_rng(3)
    rows = np.zeros((3000, WIDTH))
    rows[:, T] = np.sort(rng.integers(0, 400, 3000)) * 1e-3
    rows[:, KIND] = rng.integers(0, len(KINDS), 3000)
    rows[:1500, KIND] = KINDS.index(EventKind.IMPACT)
    rows[1500:, KIND][rows[1500:, KIND] == KINDS.index(EventKind.IMPACT)] = KINDS.index(EventKind.LIFT_OFF)
    return EventColumns(("a",), rows)


@pytest.mark.parametrize(("since", "until"), [(0.0, 0.4), (0.05, 0.05), (0.0505, 0.0507), (0.1, 0.3), (1.0, 2.0), (-1.0, -0.5)])
def test_those_between_two_times_are_those_that_are(events, since, until):
    assert events[events.between(since, until)] == [one for one in events if since <= one.t <= until]


@pytest.mark.parametrize("until", [-1.0, 0.0, 0.02, 0.15, 0.399, 5.0])
@pytest.mark.parametrize("kinds", [(EventKind.IMPACT,), (EventKind.IMPACT, EventKind.LIFT_OFF), ()])
def test_the_last_of_some_kinds_is_the_one_that_is(events, kinds, until):
    places = [k for k, one in enumerate(events) if one.t <= until and one.kind in kinds]
    assert events.last(kinds, until) == (places[-1] if places else -1)


def test_of_none_there_is_none():
    none = EventColumns(())
    assert none.last((EventKind.IMPACT,), 1.0) == -1
    assert none[none.between(0.0, 1.0)] == []


def test_events_that_are_printed_say_what_happened():
    events = sim.simulate(sim.load_scene("falling_brick"), 0.5).events
    assert repr(events) == "[impact of ground and brick at 0.32 s]"
    many = sim.simulate(sim.load_scene("bouncing_ball"), 3.0).events
    assert repr(many).endswith(f", {len(many) - 10} more]")
