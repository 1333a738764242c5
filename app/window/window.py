"""The window: it makes the panels, introduces them to the session, and gives the clock."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QMainWindow
from typing_extensions import override

from torseur.robots.options import LoadOptions
from torseur.ui.accessibility.screen_reader import install_accessibility
from torseur.ui.frame.command_palette import CommandPalette
from torseur.ui.frame.keys_sheet import KeysSheet
from torseur.ui.frame.progress_card import ProgressCard
from torseur.ui.frame.status_line import StatusLine
from torseur.ui.frame.toast import Toast
from torseur.ui.frame.top_bar import TopBar
from torseur.ui.frame.view_bar import ViewBar
from torseur.ui.laboratory.laboratory import Laboratory
from torseur.ui.look.icons import application_icon
from torseur.ui.look.style import apply_style
from torseur.ui.look.theme import THEMES
from torseur.ui.panels.browser.robot_browser import RobotBrowser
from torseur.ui.panels.contact.contact_inspector import ContactInspector
from torseur.ui.panels.dh_table.dh_editor import DHEditor
from torseur.ui.panels.doctor.doctor_panel import DoctorPanel
from torseur.ui.panels.joints.joint_panel import JointPanel
from torseur.ui.panels.kinematics.kinematics_inspector import KinematicsInspector
from torseur.ui.panels.model.mass_page import MassPage
from torseur.ui.panels.model.model_panel import ModelPanel
from torseur.ui.panels.plots.plots import Plots
from torseur.ui.panels.scene.scene_panel import ScenePanel
from torseur.ui.time_bar.transport import Transport
from torseur.ui.viewport.viewport import Viewport

from ..background.kernels import Kernels
from ..documents.document import Document
from ..drawing.picture import PictureBinding
from ..drawing.switches import Shown
from ..files.exports import Exports
from ..files.files import Files
from ..laboratory.inverse_kinematics.pose_target import PosingByHand
from ..laboratory.laboratory import LaboratoryBinding
from ..laboratory.pages import make_pages
from ..panels.contact import ContactBinding
from ..panels.dh_table.dh_editor import TableBinding
from ..panels.joints import JointsBinding
from ..panels.kinematics import KinematicsBinding
from ..panels.load_doctor import DoctorBinding
from ..panels.model_and_masses import AnatomyBinding
from ..panels.plots import PlotsBinding
from ..panels.robot_browser.robot_browser import BrowserBinding
from ..panels.scene import SceneBinding
from ..panels.status import StatusBinding
from ..panels.transport import TimesBinding
from ..preferences import Preferences
from ..session.session import Session
from .commands import MOUSE, make_commands
from .docks import make_docks
from .menus import make_menus
from .workspaces import WORKSPACES, Workspaces

DOCTOR_HEIGHT = 230
FRAME = 16  # [ms] between two looks at the clock while playing
SLOW = 100  # [ms] between two looks at what may be late: plots, marks, numbers in the status line


class Window(QMainWindow):
    """The main window."""

    def __init__(self, preferences: Preferences) -> None:
        super().__init__()
        install_accessibility()  # before anything in it is made
        self.preferences = preferences
        self._shown: dict[str, Shown] = {}  # what is drawn in each workspace
        self.kernels = Kernels(self)
        self.session = Session(self.kernels, self)
        self.setWindowTitle("Torseur")
        self.setWindowIcon(application_icon())
        self.setAcceptDrops(True)
        self.setDockNestingEnabled(False)
        self.setMinimumSize(960, 600)
        self.resize(1440, 900)
        self._make_panels()
        self.docks = make_docks(self)
        self.workspaces = Workspaces(self, self.docks, self.preferences)
        self._introduce()
        self.commands = make_commands(self)
        self.menus = make_menus(self)
        self.use_theme(preferences.theme)
        self.use_unit(preferences.angle_unit)
        if preferences.geometry is not None:
            self.restoreGeometry(preferences.geometry)
        self.workspaces.show("kinematics")

    def open(self, reference: str, options: LoadOptions | None = None) -> bool:
        """Open a scene, robot or recording, and wait for it; what was open stays if it cannot be."""
        return self.files.open(reference, options)

    def reload(self) -> bool:
        """Read what is open from its file again, behind the window; false if nothing is open."""
        return self.files.reload()

    def save(self) -> None:
        """Save the table that is edited, else the recording."""
        if self.tables.unsaved or (self.tables.table is not None and self.session.recording is None):
            self.tables.save()
        else:
            self.exports.ask("recording")

    def use_theme(self, name: str) -> None:
        """Change all colours."""
        name = name if name in THEMES else "light"
        self.preferences.theme = self.exports.theme = name
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        apply_style(app, THEMES[name])
        self.viewport.set_theme(THEMES[name])
        self.top_bar.show_theme(name)

    def use_unit(self, unit: str) -> None:
        """Show angles in degrees or radians."""
        self.preferences.angle_unit = unit
        self.joint_panel.set_unit("rad" if unit == "rad" else "deg")
        self.kinematics_inspector.set_unit("rad" if unit == "rad" else "deg")
        self.tables.set_unit("rad" if unit == "rad" else "deg")
        self.picture.use_unit("rad" if unit == "rad" else "deg")

    def use_workspace(self, key: str) -> None:
        """Show the docks of a workspace, and what is drawn in it."""
        before = self.workspaces.current
        if before != key:
            self._shown[before] = self.picture.shown
            kept = self._shown.get(key, Shown(ellipsoids=key == "kinematics", mass=key == "model"))
            self.picture.show(
                replace(kept, see_through=self.picture.shown.see_through, orthographic=self.picture.shown.orthographic)
            )
        doctor = self.docks["doctor"].isVisible()
        self.workspaces.show(key)
        self.docks["doctor"].setVisible(doctor)  # it is about the file, whatever is shown of it
        self.top_bar.show_workspace(key)
        self.refresh_slow()

    def shown_in(self, key: str) -> Shown:
        """What is drawn in a workspace, or was when it was last left."""
        return self.picture.shown if key == self.workspaces.current else self._shown[key]

    def show_in(self, key: str, shown: Shown) -> None:
        """Show and hide everything of a workspace as given, now or when it is next seen."""
        if key == self.workspaces.current:
            self.picture.show(shown)
        else:
            self._shown[key] = shown

    def refresh_slow(self) -> None:
        """Show what may be a tenth of a second late."""
        self.kinematics.catch_up()
        self.contact.refresh()
        self.anatomy.refresh()
        self.plots_binding.refresh()
        self.times.refresh_marks()
        self.scenery.refresh()
        self.status.refresh()

    # What is made

    def _make_panels(self) -> None:
        self.viewport = Viewport(self)
        self.setCentralWidget(self.viewport)
        self.view_bar = ViewBar(self.viewport)
        self.toast = Toast(self.viewport)
        self.progress_card = ProgressCard(self.viewport)
        self.top_bar = TopBar(self)
        self.top_bar.set_workspaces(WORKSPACES)
        self.setMenuWidget(self.top_bar)
        self.joint_panel = JointPanel()
        self.scene_panel = ScenePanel()
        self.kinematics_inspector = KinematicsInspector()
        self.laboratory_panel = Laboratory()
        self.contact_inspector = ContactInspector()
        self.dh_editor = DHEditor()
        self.model_panel = ModelPanel()
        self.mass_page = MassPage()
        self.plots = Plots()
        self.doctor_panel = DoctorPanel()
        self.transport = Transport()
        self.status_line = StatusLine()
        self.palette_of_commands = CommandPalette(self)
        self.keys_sheet = KeysSheet(self)
        self.robot_browser = RobotBrowser(self)

    def _introduce(self) -> None:
        session, viewport = self.session, self.viewport
        self.exports = Exports(session, viewport, self)
        self.picture = PictureBinding(session, viewport, self.view_bar, self)
        self.exports.with_ellipsoids = lambda: self.picture.shown.ellipsoids
        self.joints = JointsBinding(session, self.joint_panel, self)
        self.kinematics = KinematicsBinding(session, self.kinematics_inspector, self.picture, self.joints, self)
        self.contact = ContactBinding(session, self.contact_inspector, self)
        self.plots_binding = PlotsBinding(session, self.plots, self)
        self.scenery = SceneBinding(session, self.scene_panel, viewport, self)
        self.anatomy = AnatomyBinding(
            session, self.model_panel, self.mass_page, self.picture, self.scenery, viewport, self
        )
        self.times = TimesBinding(session, self.transport, self)
        self.status = StatusBinding(session, self.status_line, self)
        self.files = Files(self)
        self.files.stale_changed.connect(self.status_line.show_stale)
        self.browser = BrowserBinding(self.robot_browser, self.files, self.preferences, self)
        self.robot_browser.file_asked.connect(lambda: self.commands.run("open"))
        self.doctor = DoctorBinding(session, self.files, self.doctor_panel, self.status_line, self)
        self.doctor.copied.connect(lambda place: self.toast.show_message(self.tr("Copied."), place, "plain"))
        self.status_line.findings_asked.connect(self.show_doctor)
        self.tables = TableBinding(session, self.dh_editor, self.picture, self)
        self.docks["table"].visibilityChanged.connect(self.tables.show_frames)
        self.posing = PosingByHand(session, viewport, self)
        self.posing.changed.connect(self.picture.refresh)
        self.picture.beside.append(self.posing.overlays)
        self.laboratory = LaboratoryBinding(session, self.laboratory_panel, self.picture, self)
        for page in make_pages(self):
            self.laboratory.add(page)
        # Later, as a dock tells that it hides before what is in it does.
        self.docks["laboratory"].visibilityChanged.connect(self.laboratory.look, Qt.ConnectionType.QueuedConnection)
        self.picture.selected.connect(self.scene_panel.show_selected)
        self.joint_panel.unit_chosen.connect(self.use_unit)
        self.top_bar.workspace_chosen.connect(self.use_workspace)
        self.top_bar.search_asked.connect(self.open_palette)
        self.top_bar.theme_asked.connect(self.other_theme)
        self.palette_of_commands.chosen.connect(lambda key: self.commands.run(key))
        self.view_bar.picture_asked.connect(lambda: self.exports.ask("picture"))
        self.transport.save_asked.connect(self.exports.ask)
        self.exports.saved.connect(lambda path: self.toast.show_message(self.tr("Saved."), path, "good"))
        self.exports.failed.connect(lambda text, why: self.toast.show_message(text, why, "warning"))
        self.exports.progressed.connect(
            lambda done, total: self.status_line.show_progress(self.tr("Making the video"), done, total)
        )
        session.message.connect(self.toast.show_message)
        session.playback.playing_changed.connect(self._play_changed)
        viewport.paint_failed.connect(
            lambda text: self.toast.show_message(self.tr("The picture could not be drawn."), text, "error")
        )
        self.kernels.failed.connect(
            lambda why: self.toast.show_message(self.tr("Compiling the kernels failed."), why, "error")
        )
        self._clock = QTimer(self)
        self._clock.setTimerType(Qt.TimerType.PreciseTimer)
        self._clock.setInterval(FRAME)
        self._clock.timeout.connect(session.playback.tick)
        self._slow_clock = QTimer(self)
        self._slow_clock.setInterval(SLOW)
        self._slow_clock.timeout.connect(self.refresh_slow)
        self._slow_clock.start()

    # What happens

    def other_theme(self) -> None:
        """Light or dark."""
        self.use_theme("dark" if self.preferences.theme == "light" else "light")

    def open_palette(self) -> None:
        """Let the user search all commands."""
        self.palette_of_commands.open(self.commands.entries())

    def open_keys(self) -> None:
        """Show all keys."""
        mouse = [(key, self.tr(text)) for key, text in MOUSE]
        self.keys_sheet.open({**self.commands.keys(), self.tr("Mouse, in the view"): mouse})

    def show_doctor(self) -> None:
        """Show all that is wrong or doubtful with what is open, or was refused."""
        dock = self.docks["doctor"]
        if dock.isHidden():
            dock.show()
            self.resizeDocks([dock], [DOCTOR_HEIGHT], Qt.Orientation.Vertical)
        dock.raise_()

    def show_document(self, document: Document) -> None:
        """Show what was read."""
        self.files.show(document)

    def _play_changed(self, playing: bool) -> None:
        if playing:
            self.viewport.set_hint("")
            self._clock.start()
        else:
            self._clock.stop()
            self.refresh_slow()

    # Events of the window

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    @override
    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            QTimer.singleShot(0, self._place)
        return super().event(event)

    def _place(self) -> None:
        self.view_bar.place(self.viewport.width())
        self.toast.place()
        self.progress_card.place()

    @override
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        urls = event.mimeData().urls()
        if len(urls) == 1 and urls[0].isLocalFile():
            event.acceptProposedAction()

    @override
    def dropEvent(self, event: QDropEvent) -> None:
        event.acceptProposedAction()
        self.files.begin(event.mimeData().urls()[0].toLocalFile())

    @override
    def closeEvent(self, event: QCloseEvent) -> None:
        if not self.tables.may_leave():
            event.ignore()
            return
        self.tables.formulas.job.stop()
        self.laboratory.close()
        self.preferences.geometry = self.saveGeometry()
        self.workspaces.keep()
        self._clock.stop()
        self._slow_clock.stop()
        self.exports.stop()
        self.files.stop()
        self.browser.thumbnails.stop()
        self.session.playback.close()
        self.kernels.stop()
        super().closeEvent(event)
