"""Whether the routes to the Jacobian agree at the pose of now: a word for the status line."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QObject

from torseur.sim.compilation import POSING
from torseur.sim.multibody.model.movers import columns_to
from torseur.ui.text.number_text import residual_text

from ..session.session import Session

GOOD = 1e-12  # relative difference, see `sim.JacobianRoutes`
MOST = 100  # columns: of more, routes are left to the functions of `sim`


class RouteAgreement(QObject):
    """Asked often; works it out anew only where joints or the frame are others."""

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._of: tuple[object, str, bytes] | None = None
        self._said: tuple[str, bool] = ("", True)

    def word(self) -> tuple[str, bool]:
        """What to say of the chosen frame, and whether that is good; nothing without a frame."""
        session, snapshot = self._session, self._session.snapshot
        if not session.frame or snapshot is None or not session.kernels.has(POSING):
            return "", True
        of = (session.model, session.frame, np.asarray(snapshot.q).tobytes())
        if self._of is None or self._of[0] is not of[0] or self._of[1:] != of[1:]:
            self._of, self._said = of, self._found(snapshot.q)
        return self._said

    def _found(self, q: np.ndarray) -> tuple[str, bool]:
        from torseur.sim.analysis.jacobian.jacobian_routes import jacobian_routes

        session = self._session
        if not 0 < len(columns_to(session.model, session.frame)) <= MOST:
            return "", True
        apart = jacobian_routes(session.model, q, session.frame).largest
        if apart <= GOOD:
            x = residual_text(apart) if apart else self.tr("to the last bit")
            return self.tr("three Jacobian routes agree, {x}").format(x=x), True
        return self.tr("Jacobian routes differ by {x}").format(x=residual_text(apart)), False
