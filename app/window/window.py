"""The window: it makes the panels, introduces them to the session, and gives the clock."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QMainWindow
from typing_extensions import override

from torseur.robots.options import LoadOptions
from torseur.ui.accessibility.screen_reader import install_accessibility
from torseur.ui.look.icons import application_icon
from torseur.ui.look.style import apply_style
from torseur.ui.look.theme import THEMES
from torseur.ui.panels.robot_browser.robot_browser import RobotBrowser
from torseur.ui.time_bar.transport import Transport
from torseur.ui.viewport.viewport import Viewport
from torseur.ui.window.command_palette import CommandPalette
from torseur.ui.window.keys_sheet import KeysSheet
from torseur.ui.window.progress_card import ProgressCard
from torseur.ui.window.status_line import StatusLine
from torseur.ui.window.toast import Toast
from torseur.ui.window.top_bar import TopBar
from torseur.ui.window.view_bar import ViewBar

from ..background.kernels import Kernels
from ..documents.document import Document
from ..drawing.frame_analysis import FrameAnalysis
from ..drawing.picture import Picture
from ..drawing.pose_target import PoseTargetBinding
from ..drawing.pulling import PullingBinding
from ..drawing.view_switch_binding import SwitchesBinding
from ..drawing.view_switches import VIEW_SWITCHES
from ..drawing.viewport_binding import ViewportBinding
from ..files.exports import Exports
from ..files.files import Files
from ..laboratory.laboratory import LaboratoryBinding
from ..laboratory.motion.motion_state import MotionState
from ..laboratory.page_context import PageContext
from ..panels.contact import ContactBinding
from ..panels.dh_table.dh_editor import TableBinding
from ..panels.joints import JointsBinding
from ..panels.kinematics import KinematicsBinding
from ..panels.load_doctor import DoctorBinding
from ..panels.model_and_masses import ModelBinding
from ..panels.plots import PlotsBinding
from ..panels.robot_browser.robot_browser import BrowserBinding
from ..panels.scene import SceneBinding
from ..panels.signals.signals import SignalsBinding
from ..panels.status import StatusBinding
from ..panels.transport import TransportBinding
from ..preferences import Preferences
from ..session.session import Session
from ..trajectory.trajectory import TrajectoryBinding
from .camera_following import CameraFollowing
from .clock import Clock
from .command_table import Commands
from .docks import add_time_bar, make_docks
from .file_commands import edit_commands, file_commands
from .help_commands import MOUSE, help_commands
from .laboratory_commands import PAGES, exercise_commands, laboratory_commands
from .menus import fill_menus
from .opened_document import OpenedDocument
from .panels import make_panels
from .saving import Saving
from .simulation_commands import robot_commands, simulation_commands
from .trajectory_commands import trajectory_commands
from .view_commands import camera_commands, layout_commands, switch_commands
from .workspaces import WORKSPACES, Workspaces

DOCTOR_HEIGHT = 230
FIRST_WORKSPACE = "kinematics"


class Window(QMainWindow):
    """The main window."""

    def __init__(self, preferences: Preferences) -> None:
        super().__init__()
        install_accessibility()  # before anything in it is made
        self.preferences = preferences
        self.kernels = Kernels(self)
        self.session = Session(self.kernels, self)
        self.setWindowTitle("Torseur")
        self.setWindowIcon(application_icon())
        self.setAcceptDrops(True)
        self.setDockNestingEnabled(False)
        self.setMinimumSize(960, 600)
        self.resize(1440, 900)
        self._make_panels()
        self._introduce()
        self._connect_files()
        self._connect_view()
        self._connect_bars()
        self._make_commands()
        self.use_theme(preferences.theme)
        if preferences.geometry is not None:
            self.restoreGeometry(preferences.geometry)
        self.workspaces.show(FIRST_WORKSPACE)

    def open(self, reference: str, options: LoadOptions | None = None) -> bool:
        """Open a scene, robot or recording, and wait for it; what was open stays if it cannot be."""
        return self.files.open(reference, options)

    def show_document(self, document: Document) -> None:
        """Show what was read."""
        self.files.show(document)

    def use_theme(self, name: str) -> None:
        """Change all colours."""
        name = name if name in THEMES else "light"
        self.preferences.theme = self.exports.theme = name
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        apply_style(app, THEMES[name])
        self.viewport.set_theme(THEMES[name])
        self.top_bar.show_theme(name)

    def use_workspace(self, key: str) -> None:
        """Show the docks of a workspace, and what is drawn in it."""
        self.switches.use_workspace(key)
        doctor = self.docks["doctor"].isVisible()
        self.workspaces.show(key)
        self.docks["doctor"].setVisible(doctor)  # it is about the file, whatever is shown of it
        self.top_bar.show_workspace(key)
        self.clock.catch_up()

    def show_doctor(self) -> None:
        """Show all that is wrong or doubtful with what is open, or was refused."""
        dock = self.docks["doctor"]
        if dock.isHidden():
            dock.show()
            self.resizeDocks([dock], [DOCTOR_HEIGHT], Qt.Orientation.Vertical)
        dock.raise_()

    # What is made

    def _make_panels(self) -> None:
        self.viewport = Viewport(self)
        self.setCentralWidget(self.viewport)
        self.view_bar = ViewBar(VIEW_SWITCHES, self.viewport)
        self.toast = Toast(self.viewport)
        self.progress_card, self.saving_card = ProgressCard(self.viewport), ProgressCard(self.viewport, above=1)
        self.top_bar = TopBar(self)
        self.top_bar.set_workspaces(WORKSPACES)
        self.setMenuWidget(self.top_bar)
        self.panels = make_panels()
        self.transport = Transport()
        self.status_line = StatusLine()
        self.palette_of_commands = CommandPalette(self)
        self.keys_sheet = KeysSheet(self)
        self.robot_browser = RobotBrowser(self)
        add_time_bar(self, self.transport, self.status_line)
        self.docks = make_docks(self.panels)
        self.workspaces = Workspaces(self, self.docks, self.preferences)

    def _introduce(self) -> None:
        session, viewport, preferences = self.session, self.viewport, self.preferences
        self.exports = Exports(session, viewport, self)
        self.picture = Picture(viewport, self)
        self.switches = SwitchesBinding(self.view_bar, viewport, FIRST_WORKSPACE, self)
        self.analysis = FrameAnalysis(session, self.switches, self)
        self.drawing = ViewportBinding(session, self.analysis, self.switches, self.picture, viewport, preferences, self)
        self.exports.drawn = self.drawing.render_options
        self.following = CameraFollowing(session, self.analysis, viewport, preferences, self)
        self.pulling = PullingBinding(session, self.picture, viewport, self)
        self.joints = JointsBinding(session, self.panels.joints, self)
        self.kinematics = KinematicsBinding(
            session, self.panels.kinematics, self.analysis, self.switches, self.joints, self
        )
        self.contact = ContactBinding(session, self.panels.contact, self.picture, self.drawing, self)
        self.plots_binding = PlotsBinding(session, self.panels.plots, self)
        self.signals = SignalsBinding(session, self.panels.signals, preferences, self)
        self.exports.plotted = lambda: self.signals.plotted
        self.scenery = SceneBinding(session, self.panels.scene, viewport, self)
        self.model = ModelBinding(
            session, self.panels.model, self.panels.masses, self.drawing, self.scenery, viewport, self
        )
        self.times = TransportBinding(session, self.transport, self)
        self.status = StatusBinding(session, self.status_line, self)
        self.files = Files(session, preferences, self)
        self.browser = BrowserBinding(self.robot_browser, self.files, preferences, self)
        self.doctor = DoctorBinding(session, self.files, self.panels.doctor, self.status_line, self)
        self.tables = TableBinding(session, self.panels.table, self.picture, self)
        self.posing = PoseTargetBinding(session, self.picture, viewport, self)
        context = PageContext(
            session, self.analysis, self.picture, self.switches, viewport, self.joints, self.posing, preferences,
            MotionState(session, self.joints.number_of, self), self.files.begin, self._show_in_workspace,
            self.exports.write,
        )  # fmt: skip
        self.laboratory = LaboratoryBinding("laboratory", self.panels.laboratory, context, self)
        self.dynamics = LaboratoryBinding("dynamics", self.panels.dynamics, context, self)
        planned = (self.panels.task, self.panels.phases, self.panels.plan)
        self.trajectory = TrajectoryBinding(session, planned, self.picture, viewport, self.exports.write, self)
        self.exports.ask_for_plan = self.trajectory.ask_where
        self.files.may_leave = self.tables.may_leave
        self.files.keepers += [self.joints, self.scenery, self.laboratory, self.dynamics]
        late = (
            self.kinematics.catch_up, self.contact.refresh, self.model.refresh, self.plots_binding.refresh,
            self.signals.refresh, self.times.refresh_marks, self.scenery.refresh, self.status.refresh,
        )  # fmt: skip
        self.clock = Clock(session, late, self)

    def _connect_files(self) -> None:
        self.opened_document = OpenedDocument(
            self.files, self.session, self.toast, self.progress_card, self.viewport, self.workspaces,
            self.use_workspace, self.show_doctor, self,
        )  # fmt: skip
        self.files.stale_changed.connect(self.status_line.show_stale)
        self.robot_browser.file_requested.connect(lambda: self.commands.run("open"))
        self.doctor.copied.connect(lambda place: self.toast.show_message(self.tr("Copied."), place, "plain"))
        self.status_line.findings_requested.connect(self.show_doctor)
        self.tables.made.connect(self._show_made_table)
        self.tables.saved.connect(self._show_saved_table)
        self.transport.save_requested.connect(self.exports.ask)
        self.signals.save_requested.connect(lambda: self.exports.ask("signals"))
        self.view_bar.picture_requested.connect(lambda: self.exports.ask("picture"))
        self.saving = Saving(self.exports, self.toast, self.saving_card, self.status_line, self)

    def _connect_view(self) -> None:
        session, viewport = self.session, self.viewport
        self.view_bar.fit_requested.connect(viewport.fit)
        self.view_bar.view_chosen.connect(viewport.set_view)
        viewport.body_picked.connect(self.panels.scene.show_selected)
        viewport.paint_failed.connect(
            lambda text: self.toast.show_message(self.tr("The picture could not be drawn."), text, "error")
        )
        session.message.connect(self.toast.show_message)
        session.document_changed.connect(
            lambda: None if session.rebuilding else self.docks["scene"].scroll_to_top()  # where the title is
        )
        session.playback.playing_changed.connect(lambda playing: viewport.set_hint("") if playing else None)
        self.kernels.failed.connect(
            lambda reason: self.toast.show_message(self.tr("Compiling the kernels failed."), reason, "error")
        )
        self.docks["contact"].visibilityChanged.connect(self.contact.show_highlight)
        self.docks["table"].visibilityChanged.connect(self.tables.show_frames)
        # Later, as a dock tells that it hides before what is in it does.
        for key, pages in (("laboratory", self.laboratory), ("dynamics", self.dynamics)):
            self.docks[key].visibilityChanged.connect(pages.look, Qt.ConnectionType.QueuedConnection)
        for panel in (self.panels.laboratory, self.panels.dynamics):
            panel.page_changed.connect(lambda _: self.following.show_page())
        for pages in (self.laboratory, self.dynamics):
            pages.unfolded.connect(self.following.show_page)

    def _connect_bars(self) -> None:
        self.top_bar.workspace_chosen.connect(self.use_workspace)
        self.top_bar.search_requested.connect(self._open_palette)
        self.top_bar.theme_requested.connect(self._use_other_theme)
        self.palette_of_commands.chosen.connect(lambda key: self.commands.run(key))
        self.panels.joints.unit_chosen.connect(lambda unit: setattr(self.preferences, "angle_unit", unit))
        for show_unit in (self.panels.joints.set_unit, self.panels.kinematics.set_unit, self.tables.set_unit):
            self.preferences.angle_unit_changed.connect(show_unit)
            show_unit(self.preferences.angle_unit)

    def _make_commands(self) -> None:
        self.commands = Commands(self, [
            *file_commands(self.files, self.exports, self.tables, self.browser, self.session, self),
            *edit_commands(self.session),
            *camera_commands(self.viewport, self.following),
            *switch_commands(self.switches, self.posing),
            *layout_commands(self.workspaces, self.use_workspace, self.docks, self._use_other_theme, self),
            *robot_commands(self.joints, self.preferences, self.show_doctor, self._place_force),
            *simulation_commands(self.session),
            *trajectory_commands(self.trajectory),
            *laboratory_commands(self._show_page, self.use_workspace, self.docks),
            *help_commands(self._open_palette, self._open_keys, self),
        ])  # fmt: skip
        self._exercises_listed = False
        self.menus = fill_menus(
            self.top_bar.menu_bar, self.commands, self.session.undo_stack, self.preferences, self.files.begin
        )

    # What happens

    def _use_other_theme(self) -> None:
        self.use_theme("dark" if self.preferences.theme == "light" else "light")

    def _open_palette(self) -> None:
        if not self._exercises_listed:  # the course is imported when it is first searched
            self._exercises_listed = True
            self.commands.add(exercise_commands(self._show_page, self.laboratory))
        self.palette_of_commands.open(self.commands.entries())

    def _open_keys(self) -> None:
        mouse = [(key, self.tr(text)) for key, text in MOUSE]
        self.keys_sheet.open({**self.commands.keys(), self.tr("Mouse, in the view"): mouse})

    def _show_page(self, key: str) -> None:
        """Open a page of the laboratory, or of dynamics."""
        workspace = PAGES[key].workspace
        self.use_workspace(workspace)
        panel, pages = {
            "laboratory": (self.panels.laboratory, self.laboratory), "dynamics": (self.panels.dynamics, self.dynamics),
        }[workspace]  # fmt: skip
        panel.show_page(key)
        self.docks[workspace].show()
        self.docks[workspace].raise_()
        pages.look()

    def _place_force(self) -> None:
        """Let the user draw a force, on the page of statics."""
        self._show_page("statics")
        self.laboratory.page("statics").place("force")

    def _show_in_workspace(self, document: Document) -> None:
        workspace = self.workspaces.current
        self.show_document(document)
        self.use_workspace(workspace)

    def _show_made_table(self, document: Document) -> None:
        self.show_document(document)
        self.use_workspace("table")

    def _show_saved_table(self, document: Document) -> None:
        self.files.track(document)
        self.preferences.add_recent(document.reference)
        self.setWindowTitle(f"{document.name} – Torseur")
        self.status_line.show_document(document.name)

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
        self.saving_card.place()

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
        self.tables.stop()
        self.signals.stop()
        self.contact.stop()
        self.laboratory.close()
        self.dynamics.close()
        self.trajectory.close()
        self.preferences.geometry = self.saveGeometry()
        self.workspaces.keep()
        self.clock.stop()
        self.exports.stop()
        self.files.stop()
        self.browser.thumbnails.stop()
        self.session.playback.close()
        self.kernels.stop()
        super().closeEvent(event)
