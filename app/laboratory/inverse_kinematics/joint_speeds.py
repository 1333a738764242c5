"""Joint speeds for a velocity that the user types: each method's, side by side."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QObject

from torseur.sim.analysis.rows import ROWS
from torseur.sim.compilation import POSING
from torseur.sim.errors import TorseurError
from torseur.sim.multibody.model.coordinate_names import joint_numbers
from torseur.sim.multibody.model.model import JointKind
from torseur.ui.laboratory.inverse_kinematics.speeds_section import IKSpeedsSection

from ...session.session import Session


class SpeedsBinding(QObject):
    """Between the section and the session."""

    def __init__(self, session: Session, section: IKSpeedsSection, parent: QObject) -> None:
        super().__init__(parent)
        self._session, self._section = session, section
        self._twist, self._rows, self._threshold, self._damping = np.zeros(6), "both", 0.01, 0.1
        self._twist[1] = 0.1
        section.entered.connect(self._enter)
        section.rows_chosen.connect(lambda rows: self._set("_rows", rows))
        section.threshold_entered.connect(lambda threshold: self._set("_threshold", threshold))
        section.damping_entered.connect(lambda damping: self._set("_damping", damping))

    def refresh(self) -> None:
        """Solve and show for the pose of now."""
        session, section = self._session, self._section
        section.show_twist(self._twist.tolist(), self._rows, self._threshold, self._damping)
        if not session.frame or not session.kernels.has(POSING):
            reason = self.tr("There is no frame that joints move.") if not session.frame else ""
            section.show_solutions((), (), (), reason)
            return
        from torseur.sim.analysis.inverse_kinematics.inverse_velocity import VELOCITY_METHODS, inverse_velocity

        twist = self._twist[ROWS[self._rows]]
        try:
            found = [
                inverse_velocity(
                    session.model, session.q, session.frame, twist, rows=self._rows, method=method,
                    threshold=self._threshold, damping=self._damping,
                )
                for method in VELOCITY_METHODS
            ]  # fmt: skip
        except TorseurError as error:
            section.show_solutions((), (), (), str(error))
            return
        kinds = [session.model.joint(name).kind for name in found[0].joints]
        line = ""
        if not np.isfinite(found[0].limits).any():
            line = self.tr("The file gives no limits of joint speeds: no speed is too fast.")
        numbers = [joint_numbers(session.model)[name] for name in found[0].joints]
        section.show_solutions(found, numbers, [kind is not JointKind.PRISMATIC for kind in kinds], line)

    def _enter(self, k: int, value: float) -> None:
        self._twist = np.array(self._twist)
        self._twist[k] = value
        self.refresh()

    def _set(self, name: str, value: object) -> None:
        setattr(self, name, value)
        self.refresh()
