"""What the window shows at an instant of a recording, for pages that are written without a window."""

from __future__ import annotations

from torseur.app.sheet.page import Seen


def seen_at(recording, index=-1, **more):
    """At a state of a recording; `more` are fields of `Seen`."""
    index = range(len(recording))[index]
    given = {"frame": "", "opened": 0, "playing": False, "angle_unit": "deg", "size": 1.0} | more
    return Seen(
        model=recording.scene.model,
        q=recording.q[index],
        poses=recording.snapshot(index).poses,
        t=float(recording.t[index]),
        recording=recording,
        index=index,
        **given,
    )
