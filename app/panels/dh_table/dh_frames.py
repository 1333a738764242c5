"""The frames of a Denavit-Hartenberg table as they are drawn: x and z of each, and the steps d and a between them."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QObject

from torseur.robots.dh.table import DHTable
from torseur.sim.arrays import Array
from torseur.sim.definition.placement_rows import screw_x, screw_z
from torseur.sim.multibody.model.model import JointKind
from torseur.sim.superscripts import subscript
from torseur.ui.viewport.marks import Arrow, Overlays

from ...drawing.picture import Picture
from ...session.session import Session

X, Z, STEP = "#D62728", "#1F5FD6", "#8A5A00"


class TableFrames(QObject):
    """The layer of the frames: of the table that is open, while its editor is in sight."""

    def __init__(self, session: Session, picture: Picture, parent: QObject) -> None:
        super().__init__(parent)
        self._session, self._picture = session, picture
        self._in_sight = False
        session.snapshot_changed.connect(self._draw)

    def show(self, in_sight: bool) -> None:
        """Draw or hide them."""
        self._in_sight = in_sight
        self._draw()

    def _draw(self) -> None:
        session = self._session
        table = None if session.document is None else session.document.table
        if table is None or session.snapshot is None or not self._in_sight:
            self._picture.remove("table")
            return
        from torseur.robots.dh.dh_reader import table_of

        numbers = table_of(table)
        size = 0.14 * max(0.1, sum(abs(row.a) + abs(row.d) for row in numbers.rows))
        q = np.asarray(session.snapshot.q)[-numbers.nq :] if numbers.nq else np.zeros(0)
        self._picture.put("table", frame_overlays(numbers, q, size))


def frame_overlays(table: DHTable, q: Array, size: float) -> Overlays:
    """Return arrows xᵢ and zᵢ of length `size` [m] at each frame, and dashed steps dᵢ and aᵢ where they are longer."""
    frames = table.frames(q)
    arrows: list[Arrow] = []
    for i, pose in enumerate(frames):
        for k, letter, color in ((0, "x", X), (2, "z", Z)):
            arrows.append(Arrow(pose[:3, 3], size * pose[:3, k], color, subscript(f"{letter}{i}")))
    values = iter(q)
    for i, row in enumerate(table.rows, start=1):
        value = next(values) if row.kind.nq else 0.0
        start, end = frames[i - 1], frames[i]
        if table.convention == "standard":
            slide, turn = (value, 0.0) if row.kind is JointKind.PRISMATIC else (0.0, value)
            knee = (start @ screw_z(row.d + slide, row.theta + turn))[:3, 3]
            names = (f"d{i}", f"a{i}")
        else:
            knee = (start @ screw_x(row.a, row.alpha))[:3, 3]
            names = (f"a{i - 1}", f"d{i}")
        for tail, tip, name in ((start[:3, 3], knee, names[0]), (knee, end[:3, 3], names[1])):
            if np.linalg.norm(tip - tail) > 0.1 * size:
                arrows.append(Arrow(tail, tip - tail, STEP, subscript(name), "dashed"))
    return Overlays(arrows=tuple(arrows))
