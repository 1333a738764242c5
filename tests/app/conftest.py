"""The state of the program without a window: a session whose kernels are there, or are not yet."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QObject, Signal


class KernelsInHand(QObject):
    """Those of the program, as far as a session knows them, ready when the test says so."""

    loaded = Signal(str)

    def __init__(self, ready):
        super().__init__()
        self._ready = ready

    def has(self, group):
        return self._ready

    def get_ready(self):
        """Tell that all of them are loaded."""
        from torseur.sim.compilation import GROUPS

        self._ready = True
        for group in GROUPS:
            self.loaded.emit(group)


@pytest.fixture(scope="module")
def kernels(qapp):
    """All there."""
    return KernelsInHand(ready=True)


@pytest.fixture
def no_kernels(qapp):
    """Still being compiled."""
    return KernelsInHand(ready=False)


@pytest.fixture
def session(kernels, monkeypatch):
    """Nothing is open; its thread is ended after the test. A pause waits for the step at hand however busy the machine is."""
    from torseur.app.session import worker
    from torseur.app.session.session import Session

    monkeypatch.setattr(worker, "_PATIENCE", 60.0)

    session = Session(kernels)
    yield session
    session.playback.close()


@pytest.fixture
def preferences(tmp_path):
    from torseur.app.preferences.preferences import Preferences

    return Preferences(tmp_path / "settings.json")
