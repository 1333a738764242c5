"""The page Quadratic programme: that of the instant."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, cast

import numpy as np
from PySide6.QtCore import QObject
from typing_extensions import override

from torseur.sim.compilation import PROBLEMS, SOLVERS
from torseur.sim.contact.law.contact_laws import LAWS
from torseur.sim.errors import ArgumentError
from torseur.sim.texts import tr
from torseur.ui.laboratory.contact.programme.page import ProgrammePage
from torseur.ui.laboratory.contact.programme.values import MapDrawing, PathView, ProgrammeView
from torseur.ui.text.solver_names import solver_name

from ....background.background_thread import Background
from ...instant_problem import InstantContactProblem, Which
from ...page_context import PageContext
from ..contact_page import ContactPageBinding

if TYPE_CHECKING:  # with Numba, which the window's first picture goes without
    from .programme_analysis import Looked


class ProgrammeBinding(ContactPageBinding):
    """Between the page and the problem of the instant."""

    key = "programme"
    widget: ProgrammePage
    waits_for = (PROBLEMS, SOLVERS)

    def __init__(self, context: PageContext, parent: QObject) -> None:
        super().__init__(context, parent)
        page = self.widget = ProgrammePage()
        self._law, self._others, self._method = "frictionless", "held", ""
        self._axes = self._shown_axes = (2, 5)  # as chosen; as there are
        self._step = 0
        self._looked: Looked | None = None
        self._mapped: Looked | None = None  # of which all is shown, the map too
        self._drawing: MapDrawing | None = None
        self._path = PathView(None)
        self._looking, self._mapping = Background(self), Background(self)
        self._looking.found.connect(self._on_looked)
        self._mapping.found.connect(self._on_drawing)
        page.which_chosen.connect(lambda which: self.choose_problem(cast(Which, which)))
        page.law_chosen.connect(self.choose_law)
        page.map.axes_chosen.connect(self.choose_axes)
        page.map.others_chosen.connect(self.choose_others)
        page.map.method_chosen.connect(self.choose_method)
        page.steps.step_chosen.connect(self.choose_step)
        page.conditions.contact_chosen.connect(self._select)
        page.steps.contact_chosen.connect(self._select)

    @property
    def view(self) -> ProgrammeView | None:
        """What is shown; None: nothing yet."""
        return self._looked.view if self._looked is not None else None

    @property
    @override
    def problem(self) -> InstantContactProblem | None:
        """The programme that is shown, of the law chosen, and the forces that solve it; None: there is none."""
        looked = self._looked
        if looked is None or looked.source is not self._problem:
            return None
        return looked.as_problem()

    @override
    def _told_problem(self) -> InstantContactProblem | None:
        """Of the map, which comes last."""
        return None if self._mapped is None else self._mapped.source

    def choose_law(self, law: str) -> None:
        """Solve the programme under another law of friction."""
        self._law = law
        self._look()

    def choose_axes(self, first: int, second: int) -> None:
        """Draw the map over two other components of force."""
        if first == second:  # what was chosen moves the other away
            first, second = self._shown_axes[1], self._shown_axes[0]
        self._axes = first, second
        self._draw()

    def choose_others(self, others: str) -> None:
        """Hold the forces that are not drawn, or minimise over them."""
        self._others = others
        self._draw()

    def choose_method(self, method: str) -> None:
        """Draw the iterates of another method."""
        self._method = method
        self._draw()

    def choose_step(self, step: int) -> None:
        """Show another step of the active-set method; the map follows, which then draws its iterates."""
        self._step = step
        self._show_step()
        if self._method != "active_set":
            self.choose_method("active_set")
        else:
            self._show_drawing()

    @override
    def leave(self) -> None:
        self._looking.stop()
        self._mapping.stop()
        super().leave()

    @override
    def refresh(self) -> None:
        reason, ready = self._contacts.reason, self._session.kernels.has(SOLVERS)
        self.widget.show_recording(not reason and ready)
        if not reason and not ready:
            self._setting_up.stop()
            self._show_none(self.tr("Its kernels are still being compiled."))
            return
        super().refresh()

    @override
    def show_problem(self, problem: InstantContactProblem) -> None:
        self._look()

    @override
    def show_absent(self, reason: str) -> None:
        if reason:
            ready = not self._contacts.reason and self._session.kernels.has(SOLVERS)
            if ready and self.which == "accelerations":
                reason = self.tr("{reason} “As solved” may show more.").format(reason=reason)
            self._looking.stop()
            self._mapping.stop()
            self._looked = self._mapped = None
        self.widget.show_absent(reason)

    @override
    def show_selected(self, place: int) -> None:
        looked = self._looked
        if looked is None:
            return
        if looked.source is self._problem and place in looked.candidates and place not in looked.part:
            self._look()  # a large problem: another of its islands
            return
        k = looked.part.index(place) if place in looked.part else -1
        self.widget.conditions.show_selected(k)
        self.widget.steps.show_selected(k)

    def _look(self) -> None:
        from .programme_analysis import looked_at

        if self._problem is not None:
            key = self._problem, self._law
            self._looking.ask(key, [partial(looked_at, self._problem, self._law, self.selected)])

    def _on_looked(self, key: object, found: Looked | Exception) -> None:
        if isinstance(found, ArgumentError):
            self.show_absent(str(found))
            return
        if isinstance(found, Exception):
            raise found
        self._looked = found
        self.widget.show_absent("")
        self.widget.show_choices(self.which, self._laws(found), found.law)
        self.widget.show_view(found.view)
        steps = found.view.run.steps if found.view.run is not None else ()
        self._step = min(self._step, max(len(steps) - 1, 0))
        self._show_step()
        self._draw()
        self.show_selected(self.selected)
        self.told.emit()

    def _draw(self) -> None:
        """Have the map drawn anew."""
        from .programme_analysis import map_drawing, methods_for

        looked, page = self._looked, self.widget.map
        if looked is None:
            return
        components = looked.view.components
        methods = methods_for(looked.law)
        method = self._method if self._method in methods else methods[0]
        page.show_methods({name: solver_name(name) for name in methods}, method)
        if len(components) < 2:
            self._drawing, self._mapped = None, looked
            page.show_drawing(None, self.tr("One force alone: its objective is a parabola, see One contact."))
            return
        keys = list(components)
        first = self._axes[0] if self._axes[0] in components else keys[0]
        second = (
            self._axes[1]
            if self._axes[1] in components and self._axes[1] != first
            else next(k for k in keys if k != first)
        )
        others = self._others if looked.law == "frictionless" and len(looked.view.names) > 2 else "held"
        self._shown_axes = first, second
        page.show_components(components, first, second)
        page.show_others(others, looked.law == "frictionless" and len(looked.view.names) > 2)
        self._mapping.ask(looked, [partial(map_drawing, looked, first, second, others, method)])

    def _on_drawing(self, looked: object, found: tuple[MapDrawing, PathView] | Exception) -> None:
        if isinstance(found, Exception):
            raise found
        if looked is self._looked:
            self._mapped = self._looked
            self._drawing, self._path = found
            self._show_drawing()
            self.told.emit()

    def _show_drawing(self) -> None:
        """The map as it was computed, with the place of the step that is shown."""
        drawing, path = self._drawing, self._path.path
        if drawing is None:
            return
        stepped = path is not None and path.method == "active_set"
        marked = min(self._step + 1, len(drawing.path) - 1) if stepped else -1
        self._drawing = replace(drawing, marked=marked)
        self.widget.map.show_drawing(self._drawing, self._map_note(self._drawing))

    def _map_note(self, drawing: MapDrawing) -> str:
        others = {
            "held": self.tr("The other forces are held at the solution."),
            "minimised": self.tr("At each place the other forces minimise it, none negative."),
        }[drawing.section.others]
        few = self._looked is not None and len(self._looked.view.components) == 2
        way = (
            self.tr("Line with numbers: the iterates of {method} from 0.")
            if few
            else self.tr("Line with numbers: the iterates of {method} from 0, whose other forces move too.")
        )
        text = self.tr("Blue: level sets. Striped: where no force may be. Orange ring: the solution.")
        path = self._path.path
        told = way.format(method=solver_name(path.method)) if path else self._path.reason
        return " ".join(filter(None, ["" if few else others, text, told]))

    def _show_step(self) -> None:
        if self._looked is not None:
            self.widget.steps.show_run(self._looked.view, self._step)
            self.show_selected(self.selected)

    def _select(self, k: int) -> None:
        if self._looked is not None and 0 <= k < len(self._looked.part):
            self.select(self._looked.part[k])

    def _laws(self, looked: Looked) -> dict[str, str]:
        """The laws that can be asked of a problem."""
        rubs = bool(np.any(looked.problem.friction > 0.0)) and not np.any(looked.problem.sliding != 0.0)
        return {key: tr(law.short) for key, law in LAWS.items() if rubs or not law.rubs}
