"""The check of an equilibrium: simulated piece by piece between two looks at mouse and keys, told, and shown."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, QTimer, Signal

from torseur.sim.compilation import DYNAMICS
from torseur.sim.errors import TorseurError
from torseur.sim.texts import tr
from torseur.ui.laboratory.statics.check_section import CheckSection
from torseur.ui.look.theme import WARNING
from torseur.ui.viewport.marks import Ghost, LegendRow

from ...session.session import Session
from ..motion.loads import Loads
from .statics_rows import check_view

if TYPE_CHECKING:
    from torseur.sim.analysis.statics.statics import Statics
    from torseur.sim.simulation.equilibrium import EquilibriumCheck

MOST = 120  # degrees of freedom that are checked
FRAME, SLOWER = 33, 4  # [ms] between pictures of what falls, and how much slower it is shown


class EquilibriumBinding(QObject):
    """Between the section and the session."""

    drawn = Signal()  # the ghost is elsewhere, or there is none any more
    changed = Signal()  # something else is to be checked

    def __init__(self, session: Session, section: CheckSection, parent: QObject) -> None:
        super().__init__(parent)
        self._session, self._section = session, section
        self._statics: Statics | None = None
        self._subject: tuple[object, ...] = ()  # what the statics are of
        self._checked: tuple[object, ...] = ()  # what the check is of
        self._cut = False
        self._steps: Generator[float, None, EquilibriumCheck] | None = None
        self.found: EquilibriumCheck | None = None  # what the simulation found, while it holds
        self._worker = QTimer(self, interval=0)
        self._worker.timeout.connect(self._go_on)
        self._player = QTimer(self, interval=FRAME)
        self._player.timeout.connect(self._play_on)
        self._instant = 0  # of the motion without torques
        section.check_requested.connect(self._begin)
        section.cancel_requested.connect(self._give_up)
        section.play_requested.connect(self._play)
        section.cut_switched.connect(self._switch_cut)

    @property
    def playing(self) -> bool:
        """Whether the motion without torques is shown."""
        return self._player.isActive()

    def show(self, statics: Statics | None, loads: Loads) -> None:
        """Show what can be checked of these statics; a check of anything else is forgotten."""
        snapshot = self._session.snapshot
        q = snapshot.q.tobytes() if snapshot is not None else b""
        self._statics, self._subject = statics, (id(self._session.model), q, id(loads.loads), loads.side, self._cut)
        if self._checked and self._checked != self._subject:
            self.forget()
        reason = self._reason_against()
        self._section.show_possible(reason, statics is not None and bool(statics.exceeded))
        if self.found is None and self._steps is None:
            self._section.show_check(None, reason)

    def ghosts(self) -> tuple[Ghost, ...]:
        """The robot as it moves without the torques, while that is shown."""
        if self.found is None or not self.playing:
            return ()
        from torseur.sim.multibody.kinematics.kinematics import frame_poses

        q = self.found.free_motion[min(self._instant, len(self.found.times) - 1)]
        return (Ghost(frame_poses(self._session.model, q), WARNING),)

    def legend(self) -> Sequence[LegendRow]:
        """What the ghost is."""
        return (
            (LegendRow("block", WARNING, tr("Without torques"), tr("{count} times slower", count=SLOWER)),)
            if self.playing
            else ()
        )

    def stop(self) -> None:
        """End what runs; what was found stays."""
        self._give_up()
        self._player.stop()

    def forget(self) -> None:
        """Nothing is known of what is there now."""
        self.stop()
        self.found, self._checked = None, ()
        self._section.show_check(None)

    def _reason_against(self) -> str:
        session = self._session
        if self._statics is None:
            return self.tr("Without torques there is nothing to check.")
        if not session.kernels.has(DYNAMICS):
            return self.tr("The kernels of dynamics are not ready yet.")
        if session.model.nv > MOST:
            text = self.tr("The scene has {n} degrees of freedom; up to {most} are checked.")
            return text.format(n=session.model.nv, most=MOST)
        return self.tr("Pause first: the check is of one pose.") if session.playback.playing else ""

    def _switch_cut(self, on: bool) -> None:
        self._cut = on
        self.changed.emit()

    def _begin(self) -> None:
        from torseur.sim.simulation.equilibrium import equilibrium_steps

        statics, snapshot, document = self._statics, self._session.snapshot, self._session.document
        if statics is None or snapshot is None or document is None or self._reason_against():
            return
        sign = 1.0 if statics.side == "held" else -1.0  # what the robot exerts pushes back on it
        loads = [replace(load, force=sign * load.force, moment=sign * load.moment) for load in statics.loads]
        torque = np.array(statics.torque)
        if self._cut:
            torque = np.where(statics.driven, np.clip(torque, -statics.limit, statics.limit), torque)
        self.forget()
        self._checked = self._subject
        gravity = document.scene.gravity
        self._steps = equilibrium_steps(self._session.model, snapshot.q, loads, torque, gravity=gravity)
        self._section.show_progress(0.0)
        self._worker.start()

    def _go_on(self) -> None:
        if self._steps is None:
            self._worker.stop()
            return
        try:
            self._section.show_progress(next(self._steps))
            return
        except StopIteration as end:
            self.found = end.value
        except TorseurError as error:
            self._checked = ()
            self._session.message.emit(self.tr("It could not be simulated."), str(error), "warning")
        self._worker.stop()
        self._steps = None
        view = check_view(self.found, self._statics, self._cut) if self.found and self._statics else None
        self._section.show_check(view)

    def _give_up(self) -> None:
        self._worker.stop()
        if self._steps is not None:
            self._steps, self._checked = None, ()
            self._section.show_check(None)

    def _play(self) -> None:
        self._instant = 0
        self._player.start()
        self.drawn.emit()

    def _play_on(self) -> None:
        found = self.found
        if found is None:
            self._player.stop()
            return
        self._instant += max(1, round(len(found.times) * FRAME / (1000.0 * SLOWER * found.duration)))
        if self._instant >= len(found.times):
            self._player.stop()
        self.drawn.emit()
