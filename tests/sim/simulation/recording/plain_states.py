"""States of a recording as plain numbers, as files of before format 7 have them: for tests that change one and fill another."""

_NAMES = ("t", "q", "v", "tau", "passive", "residual", "step_error", "iterations", "doubtful", "level", "q_solved", "diagonal")


def plain_states(recording):
    """Every state, with its contacts' shapes (k, 4) and numbers (k, CONTACT_NUMBERS), also of one that repeats the one before."""
    record = recording.record(0, len(recording))
    for i in range(len(recording)):
        joints, numbers = recording.problems.joints(i)
        state = {name: getattr(record, name)[i].tolist() for name in _NAMES}
        state["kinetic"], state["potential"] = record.energy[i].tolist()
        state |= {"joints": joints.ravel().tolist(), "joint_numbers": numbers.ravel().tolist()}
        yield state | ({"repeats": True} if recording.repeats(i) else {}), *recording.contact_columns(i)
