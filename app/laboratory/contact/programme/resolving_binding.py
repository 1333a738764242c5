"""The recording solved again, by a thread, piece by piece."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject

from torseur.sim.errors import ArgumentError
from torseur.ui.laboratory.contact.programme.recording_section import RecordingSection
from torseur.ui.text.solver_names import solver_name

from ....background.background_thread import Background

if TYPE_CHECKING:  # with Numba, which the window's first picture goes without
    from torseur.sim.simulation.recording.recording import Recording
    from torseur.sim.simulation.resolving.values import Resolved

    from .recording_runs import RecordingRun


class ResolvingBinding(QObject):
    """Between the section and the recording that is open."""

    def __init__(self, section: RecordingSection, parent: QObject) -> None:
        super().__init__(parent)
        self._section = section
        self._recording: Recording | None = None
        self._run: RecordingRun | None = None
        self._resolving = Background(self)
        self._resolving.found.connect(self._on_found)
        section.resolve_requested.connect(self.resolve)
        section.stop_requested.connect(self.stop)

    def show_recording(self, recording: Recording) -> None:
        """Solve this one from now on; what was found was of another."""
        if recording is self._recording:
            return
        from .programme_analysis import installed_methods

        self._recording, self._run = recording, None
        self.stop()
        self._section.show_rows(())
        self._section.show_options(
            {"all": self.tr("all solvers"), **{name: solver_name(name) for name in ("auto", *installed_methods())}},
            {
                "": self.tr("as recorded"), "coulomb": self.tr("Coulomb"), "convex": self.tr("Convex relaxation"),
                "pyramid": self.tr("Pyramid"), "frictionless": self.tr("No friction"),
            },
            {"20": self.tr("20 states"), "200": self.tr("200 states"), "": self.tr("all states")},
        )  # fmt: skip

    def resolve(self, solver: str, law: str, most: str) -> None:
        """Solve the recording again: a solver of `METHODS` or "all", a law or "", the most states or ""."""
        from .programme_analysis import installed_methods
        from .recording_runs import recording_run

        if self._recording is None:
            return
        solvers = installed_methods() if solver == "all" else (solver,)
        self._run = None
        self._section.show_rows(())
        self._section.show_progress(0.0, "")
        self._resolving.ask(self._recording, [partial(recording_run, self._recording, solvers, law, most)])

    def stop(self) -> None:
        """Keep what was solved so far."""
        self._resolving.stop()
        if self._run is None:
            self._section.show_progress(None, "")
        elif self._run.done < self._run.count:
            text = self.tr("Stopped after {done} of {count}.").format(done=self._run.done, count=self._run.count)
            self._section.show_progress(None, text)

    def _on_found(self, key: object, found: Any) -> None:
        """The states that are to be solved, or some of them that were."""
        if isinstance(found, Exception) and not isinstance(found, ArgumentError):
            raise found
        if key is self._recording and not isinstance(found, ArgumentError):
            self._run = found
            self._resolving.ask(found, found.steps())
            if not found.states:
                self._section.show_progress(None, self.tr("Nothing touches in this recording."))
        elif isinstance(found, ArgumentError):
            self._section.show_progress(None, str(found))
        elif key is self._run:
            self._on_piece(found)

    def _on_piece(self, found: tuple[str, int, Resolved]) -> None:
        if self._run is None:
            return
        self._run.note(*found)
        done, count = self._run.done, self._run.count
        self._section.show_units(*self._run.units)
        self._section.show_rows(self._run.rows())
        if done < count:
            text = self.tr("{solver}: {done} of {count}").format(solver=solver_name(found[0]), done=done, count=count)
            self._section.show_progress(done / count, text)
        else:
            text = self.tr("{n} states of {all}, by each solver.")
            self._section.show_progress(None, text.format(n=len(self._run.states), all=len(self._run.recording)))
