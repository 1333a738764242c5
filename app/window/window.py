"""The window: it makes the panels, introduces them to the session, and gives the clock."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QDialog, QMainWindow, QStyle, QWidget
from typing_extensions import override

from torseur.robots.options import LoadOptions
from torseur.sim.texts import language, tr
from torseur.ui.accessibility.screen_reader import install_accessibility
from torseur.ui.course.sentence import Sentence
from torseur.ui.look.icons import application_icon
from torseur.ui.look.style import TEXT, apply_style
from torseur.ui.look.theme import THEMES
from torseur.ui.panels.robot_browser.robot_browser import RobotBrowser
from torseur.ui.time_bar.transport import Transport
from torseur.ui.viewport.viewport import Viewport
from torseur.ui.window.command_palette import CommandPalette
from torseur.ui.window.keys_sheet import KeysSheet
from torseur.ui.window.notation_sheet import NotationSheet
from torseur.ui.window.progress_card import ProgressCard
from torseur.ui.window.report_card import ReportCard
from torseur.ui.window.status_line import StatusLine
from torseur.ui.window.toast import Toast
from torseur.ui.window.top_bar import TopBar
from torseur.ui.window.view_bar import ViewBar

from ..background.background_thread import BACKGROUND
from ..background.event_loop_meter import EventLoopMeter
from ..background.kernels import Kernels
from ..background.stop_work import stop_work
from ..background.threads import Deadline, is_running
from ..compare.comparing import Comparing
from ..compare.page import Compare
from ..course.course import CourseBinding
from ..documents.document import Document
from ..drawing.frame_analysis import FrameAnalysis
from ..drawing.picture import Picture
from ..drawing.pose_target import PoseTargetBinding
from ..drawing.pulling import PullingBinding
from ..drawing.view_switch_binding import SwitchesBinding
from ..drawing.view_switches import VIEW_SWITCHES
from ..drawing.viewport_binding import ViewportBinding
from ..failures.failure_reports import FailureReports
from ..files.dialogs import Dialogs
from ..files.exports import Exports, ExportSources
from ..files.files import Files, FilesContext
from ..files.keepers import Keeper
from ..laboratory.branches import Branches
from ..laboratory.contact_copying import ContactCopying
from ..laboratory.laboratory import LaboratoryBinding
from ..laboratory.motion.motion_state import MotionState
from ..laboratory.page_context import PageContext
from ..laboratory.page_preparation import PagePreparation
from ..laboratory.sheet_page import SheetPage
from ..panels.contact_highlighting import ContactHighlighting
from ..panels.dh_table.dh_editor import TableBinding
from ..panels.joints import JointsBinding
from ..panels.kinematics.page import Kinematics
from ..panels.load_doctor import DoctorBinding
from ..panels.masses import Masses
from ..panels.model import ModelBinding
from ..panels.plots import PlotsBinding
from ..panels.robot_browser.robot_browser import BrowserBinding
from ..panels.scene import SceneBinding
from ..panels.signals.signals import SignalsBinding
from ..panels.status import StatusBinding
from ..panels.transport import TransportBinding
from ..preferences.preferences import Preferences
from ..recovery.recovery import Recovery
from ..recovery.window_place import WindowPlace
from ..scene_editing.added_parts import THINGS, AddedParts
from ..scene_editing.scene_editor import SceneEditor
from ..scene_editing.scene_of_robot import SceneOfRobot
from ..scene_editing.selected_part import SelectedPart
from ..session.contact_selection import ContactSelection
from ..session.session import Session
from ..sheet.answering import AnswerThreads, PageQuestions
from ..trajectory.trajectory import TrajectoryBinding
from .camera_following import CameraFollowing
from .clock import Clock, Turns
from .commands.command_search import CommandSearch
from .commands.command_table import Commands
from .commands.exercise_search import ExerciseSearch
from .commands.file_commands import ask_to_open, edit_commands, file_commands
from .commands.help_commands import help_commands
from .commands.laboratory_commands import PAGES, exercise_commands, idea_commands, laboratory_commands
from .commands.menus import fill_menus
from .commands.simulation_commands import robot_commands, simulation_commands
from .commands.trajectory_commands import trajectory_commands
from .commands.view_commands import (
    camera_commands,
    language_commands,
    layout_commands,
    presentation_commands,
    quality_commands,
    switch_commands,
)
from .docks import add_time_bar, make_docks
from .installation_report import InstallationReport
from .kept_blocks import KeptBlocks
from .navigation import Navigation
from .opened_document import CameraKeeper, OpenedDocument
from .panels import make_panels
from .presentation import Presentation
from .saving import Saving
from .workspaces import DOCKS, FIRST_WORKSPACE, LARGER, WORKSPACES, Workspaces

CLOSING = 1.5  # [s] that closing waits for settings, files, journals and threads altogether: it takes 2 s at most
FIRST_SIZE, LEAST_SIZE = QSize(1440, 900), QSize(960, 600)  # on a screen that has room for it


class Window(QMainWindow):
    """The main window."""

    def __init__(self, preferences: Preferences) -> None:
        super().__init__()
        install_accessibility()  # before anything in it is made
        self.preferences = preferences
        self._asks_to_save = self._ends = False
        self.closing = Deadline(0.0)  # until which threads may still run, once it is closed
        self.kernels = Kernels(self)
        self.session = Session(self.kernels, self)
        self.threads = AnswerThreads(self)
        self.dialogs = Dialogs(self)
        self.setWindowTitle("Torseur")
        self.setWindowIcon(application_icon())
        self.setAcceptDrops(True)
        self.setDockNestingEnabled(False)
        self.setAnimated(False)  # a layout that is restored while a dock still glides into its place ends the program (Qt 6.11)
        room = self.screen().availableGeometry().size()
        room -= QSize(0, self.style().pixelMetric(QStyle.PixelMetric.PM_TitleBarHeight))  # which is drawn around it
        self.setMinimumSize(LEAST_SIZE.boundedTo(room))
        self.resize(FIRST_SIZE.boundedTo(room))
        self._make_widgets()
        self._make_drawing()
        self._make_panel_bindings()
        self._make_files()
        self._make_laboratories()
        self._make_trajectory()
        self._make_scene_editing()
        self._make_clock()
        self._connect_files()
        self._connect_view()
        self._connect_bars()
        self._make_commands()
        self.use_theme(preferences.theme)
        if preferences.quality != "automatic":
            self.viewport.set_quality(preferences.quality)
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
        self.preferences.theme = name
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        apply_style(app, THEMES[name])
        self.viewport.set_theme(THEMES[name])
        self.top_bar.show_theme(name)

    def use_workspace(self, key: str) -> None:
        """Show the docks of a workspace, and what is drawn in it; of the one that is shown, nothing is done."""
        if key != self.workspaces.current or self.turns.holding:  # else all of the window would be painted anew
            begin = partial(self._begin_workspace, key)
            self.turns.take([begin, self.workspaces.finish, self._look_at_pages, self._catch_up])

    def _begin_workspace(self, key: str) -> None:
        self._draw_workspace(key)
        self._begin_docks(key)

    def _draw_workspace(self, key: str) -> None:
        """Draw what is drawn there; beside the guide, as where its page is at home."""
        self.switches.use_workspace(self.navigation.beside if key == "course" else key)

    def _look_beside_guide(self, name: str) -> QWidget:
        self.comparing.give_back()
        body = self.navigation.look_at(name)
        self._draw_workspace("course")
        return body

    def _show_docks(self, key: str) -> None:
        self._begin_docks(key)
        self.workspaces.finish()

    def _begin_docks(self, key: str) -> None:
        self.workspaces.begin(key)
        if key != "compare":
            self.comparing.give_back()
        self.top_bar.show_workspace(key)

    def _draw_and_catch_up(self) -> None:
        """Draw what the workspace of now has drawn, and show what may be late."""
        self._draw_workspace(self.workspaces.current)
        self._catch_up()

    def _catch_up(self) -> None:
        """Show what may be late, and what page is seen by now."""
        self._look_at_pages()
        self.clock.catch_up()

    def _look_at_pages(self) -> None:
        """Fill the page that is seen now, and leave the one that was."""
        for page in self.docked.values():
            page.look()
        for _, pages in self.navigation.laboratories.values():
            pages.look()

    def _look_if_painted(self) -> None:
        """The same, unless it is done in a turn of its own."""
        if not self.turns.holding:
            self._look_at_pages()

    def show_doctor(self) -> None:
        """Show all that is wrong or doubtful with what is open, or was refused."""
        self.navigation.show_doctor()

    def show_taken_over(self, old: Window) -> None:
        """Show the workspace of another window, once there is all that was in it."""
        self._show_docks(old.workspaces.current)
        self.docks["doctor"].setVisible(not old.docks["doctor"].isHidden())
        self._draw_and_catch_up()
        self._show_title()

    # What is made

    def _make_widgets(self) -> None:
        self.viewport = Viewport(self)
        self.setCentralWidget(self.viewport)
        self.view_bar = ViewBar(VIEW_SWITCHES, self.viewport)
        self.toast = Toast(self.viewport, covered=self.viewport.covered)
        self.viewport.frame_shown.connect(self.toast.settle)
        self.progress_card, self.saving_card = ProgressCard(self.viewport), ProgressCard(self.viewport, above=1)
        self.failures = FailureReports(self.toast, ReportCard(self), self.viewport.drawn_by, self)
        self.installation = InstallationReport(ReportCard(self), self.viewport.drawn_by, self.failures.copy, self)
        self.top_bar = TopBar(self)
        self.top_bar.set_workspaces({key: tr(title) for key, title in WORKSPACES.items()})
        self.setMenuWidget(self.top_bar)
        self.panels = make_panels(lambda: self.contact_copying.copied())
        self.transport = Transport()
        self.status_line = StatusLine()
        self.palette_of_commands = CommandPalette(self)
        self.keys_sheet = KeysSheet(self)
        self.notation_sheet: NotationSheet | None = None  # made when it is first asked for
        self.robot_browser = RobotBrowser(self)
        self._enlarge_time = add_time_bar(self, self.transport, self.status_line)
        self.docks = make_docks(self.panels)
        course, sentence = self.panels.course, Sentence(self.viewport, round(LARGER * TEXT))
        self.workspaces = Workspaces(
            self, self.docks, self.preferences, lambda tells: sentence.show_text(course.sentence if tells else "")
        )
        self.search = CommandSearch(self.palette_of_commands, self.keys_sheet, lambda: self.commands, self)

    def _make_drawing(self) -> None:
        session, viewport, preferences = self.session, self.viewport, self.preferences
        self.panels.history.setStack(session.undo_stack)
        self.picture = Picture(viewport, self)
        self.switches = SwitchesBinding(self.view_bar, viewport, FIRST_WORKSPACE, self)
        questions = PageQuestions(self.threads, self)
        self.analysis = FrameAnalysis(session, self.switches, questions.ask_alone, self)
        questions.answered.connect(self.analysis.show_trail)
        self._camera_keeper = CameraKeeper(viewport)
        self.drawing = ViewportBinding(session, self.analysis, self.switches, self.picture, viewport, preferences, self)
        self.following = CameraFollowing(session, self.analysis, viewport, preferences, self)
        self.pulling = PullingBinding(session, self.picture, viewport, self)
        self.posing = PoseTargetBinding(session, self.picture, viewport, self)

    def _make_panel_bindings(self) -> None:
        session, viewport, preferences = self.session, self.viewport, self.preferences
        self.joints = JointsBinding(session, self.panels.joints, self)
        self.selection = ContactSelection(session, self)
        viewport.arrow_clicked.connect(self.selection.select_arrow)
        self.highlight = ContactHighlighting(session, self.selection, self.picture, self)
        self.plots_binding = PlotsBinding(session, self.panels.plots, self.threads, self)
        self.signals = SignalsBinding(session, self.panels.signals, preferences, self.threads, self)
        self.scenery = SceneBinding(session, self.panels.scene, viewport, self)
        self.model = ModelBinding(session, self.panels.model, self.drawing, self.scenery, viewport, self)
        self.times = TransportBinding(session, self.transport, self)
        self.status = StatusBinding(session, self.status_line, self.threads, self)

    def _make_files(self) -> None:
        session, preferences = self.session, self.preferences
        self.turns = Turns(self, lambda: self.viewport.lacks_picture)
        sources = ExportSources(self._render_options, lambda: self.signals.plotted, lambda: self.trajectory.ask_where())
        self.exports = Exports(session, self.viewport, self, self.dialogs, sources)
        context = FilesContext(self._may_leave, self.exports.may_lose_run, self.turns.take, self._keepers)
        self.files = Files(session, preferences, self, context)
        self.browser = BrowserBinding(self.robot_browser, self.files, preferences, self)
        self.doctor = DoctorBinding(session, self.files, self.panels.doctor, self.status_line, self)
        self.tables = TableBinding(session, self.panels.table, self.picture, self.dialogs, self)

    def _render_options(self) -> dict[str, str]:
        """What the command `render` is to draw as the window does."""
        return {"theme": self.preferences.theme, **self.drawing.render_options()}

    def _keepers(self) -> Sequence[Keeper[Any]]:
        """Those who keep what a file does not say while it is read again."""
        laboratories = (pages for _, pages in self.navigation.laboratories.values())
        return (self.joints, self.scenery, self.signals, self.motion, *laboratories, self._camera_keeper)

    def _make_laboratories(self) -> None:
        session, viewport, preferences = self.session, self.viewport, self.preferences
        self.branches = Branches(session, self.picture, self.threads, self)
        self.motion = MotionState(session, self)
        self.comparing = Comparing(session, viewport, self.threads, self.panels.compare.isVisible, self)
        context = PageContext(
            session,
            self.analysis,
            self.picture,
            self.switches,
            viewport,
            self.joints,
            self.model.select,
            self.posing,
            preferences,
            self.motion,
            self.selection,
            self.branches,
            self.comparing,
            self.threads,
            lambda name: self.opened_document.begin_here(name),
            self._lead_to,
            lambda: self.trajectory.board.plan(),
            self._show_in_workspace,
            self.exports.write,
            lambda kept: self.kept_blocks.keep(kept),
            lambda kept: self.kept_blocks.reopen(kept),
            self.drawing.contact_scales,
        )
        self.laboratory = LaboratoryBinding("laboratory", self.panels.laboratory, context, self)
        self.dynamics = LaboratoryBinding("dynamics", self.panels.dynamics, context, self)
        self.contact_laboratory = LaboratoryBinding("contact", self.panels.contact_laboratory, context, self)
        self.contact_copying = ContactCopying(session, self.contact_laboratory, session.message.emit)
        laboratories = {
            "laboratory": (self.panels.laboratory, self.laboratory),
            "dynamics": (self.panels.dynamics, self.dynamics),
            "contact": (self.panels.contact_laboratory, self.contact_laboratory),
        }
        self.docked = {  # pages that have docks of their own, by these
            "compare": SheetPage(Compare(), context, self, self.panels.compare, title=tr(DOCKS["compare"])),
            "kinematics": SheetPage(Kinematics(), context, self, self.panels.kinematics, title=tr(DOCKS["kinematics"])),
            "masses": SheetPage(Masses(), context, self, self.panels.masses, title=tr(DOCKS["masses"])),
        }
        self.navigation = Navigation(
            session, self.panels, self.docks, self.workspaces, self.use_workspace, self._look_if_painted, laboratories, self
        )
        self.course = CourseBinding(
            session,
            self.panels.course,
            preferences,
            self.joints,
            self.motion,
            self.files.begin,
            lambda: self.editor.unsaved or self.tables.unsaved,
            self._look_beside_guide,
            self.navigation.put_loads,
            lambda then: self.trajectory.have_planned(then),
            self,
        )
        self.files.opened.connect(self.course.take_opened)
        self.kept_blocks = KeptBlocks(session, self.files, self.navigation, self.docked)
        self.presentation = Presentation(
            self.workspaces,
            (self.view_bar, self.status_line),
            viewport,
            self._enlarge_time,
            (self.laboratory, self.dynamics, self.contact_laboratory),
            self.panels.course,
            session.playback,
            lambda: self.commands.actions,
            self,
        )
        self.preparation = PagePreparation(
            (self.contact_laboratory, self.dynamics, self.laboratory), lambda: self._is_busy, self
        )

    def _make_trajectory(self) -> None:
        session, viewport = self.session, self.viewport
        planned = (self.panels.task, self.panels.phases, self.panels.plan)
        self.trajectory = TrajectoryBinding(session, planned, self.picture, viewport, self.exports.write, self.threads, self)
        planning = self.trajectory.planning
        planning.plan_changed.connect(lambda: self.status.show_outdated(planning.outdated))

    def _make_scene_editing(self) -> None:
        session, viewport, preferences = self.session, self.viewport, self.preferences
        self.editor = SceneEditor(session, self.files, preferences, self.dialogs, self.saving_card, self)
        self.scene_of_robot = SceneOfRobot(session, self.files, lambda: self.tables.unsaved, self.editor.reader, self)
        self.panels.joints.scene_requested.connect(self.scene_of_robot.make)
        self.selected_part = SelectedPart(session, self.editor, self.panels.scene, viewport, preferences, self.dialogs, self)
        self.scenery.body_chosen.connect(self.selected_part.select)
        self.model.body_chosen.connect(self.selected_part.select)
        self.selected_part.form_wanted.connect(self.navigation.show_form)
        self.added_parts = AddedParts(
            session,
            self.editor,
            lambda: self.selected_part.body,
            lambda: self.browser.choose_robot(self.added_parts.add_robot, self.tr("Add a robot to the scene")),
            lambda: (viewport.camera, viewport.size_in_units()),
            self.dialogs,
            self,
        )
        self.panels.scene.offer_things({key: self.tr(text) for key, text in THINGS.items()})
        self.panels.scene.thing_added.connect(self.added_parts.add)

    def _make_clock(self) -> None:
        late = (
            self.model.refresh,
            self.plots_binding.refresh,
            self.signals.refresh,
            self.times.refresh_marks,
            self.scenery.refresh,
            self.status.refresh,
        )
        self.clock = Clock(self.session, late, self, lambda: self.turns.holding, lambda: self.viewport.is_due)
        self.viewport.frame_shown.connect(self.clock.look, Qt.ConnectionType.QueuedConnection)
        self.viewport.frame_shown.connect(self.clock.wake)
        self.meter = EventLoopMeter(self)

    def _connect_files(self) -> None:
        self.opened_document = OpenedDocument(
            self.files,
            self.session,
            self.toast,
            self.progress_card,
            self.viewport,
            self.workspaces,
            self._show_docks,
            self._draw_and_catch_up,
            self.show_doctor,
            self,
        )
        place = WindowPlace(
            self.viewport,
            {key: panel for key, (panel, _) in self.navigation.laboratories.items()},
            WORKSPACES,
            PAGES,
            lambda: self.workspaces.current,
            self.use_workspace,
            self.navigation.show_page,
        )
        self.recovery = Recovery(self.session, self.files, self.tables, self.editor, self.trajectory, place, self.toast, self)
        self.files.stale_changed.connect(self.status_line.show_stale)
        self.robot_browser.file_requested.connect(lambda: ask_to_open(self.browser.take, self))
        self.doctor.copied.connect(lambda place: self.toast.show_message(self.tr("Copied."), place, "plain"))
        self.status_line.findings_requested.connect(self.show_doctor)
        self.tables.made.connect(self._show_made_table)
        self.tables.saved.connect(self._show_saved)
        self.panels.table.robot_requested.connect(self.browser.open)
        self.editor.saved.connect(self._show_saved)
        self.editor.changed.connect(self._show_title)
        self.files.opened.connect(lambda _: self._show_title())
        self.files.reloaded.connect(lambda _: self._show_title())
        self.transport.save_requested.connect(self.exports.ask)
        self.signals.save_requested.connect(lambda: self.exports.ask("signals"))
        self.view_bar.picture_requested.connect(lambda: self.exports.ask("picture"))
        self.saving = Saving(self.exports, self.editor, self.toast, self.saving_card, self.status_line, self)

    def _connect_view(self) -> None:
        session, viewport = self.session, self.viewport
        viewport.width_changed.connect(self.view_bar.place)
        self.view_bar.fit_requested.connect(viewport.fit)
        self.view_bar.view_chosen.connect(viewport.set_view)
        viewport.body_picked.connect(self.panels.scene.show_selected)
        viewport.paint_failed.connect(
            lambda trace: self.failures.tell_of(self.tr("The picture could not be drawn."), _last_line(trace), trace)
        )
        viewport.missing_notice.doctor_button.clicked.connect(self.installation.open)
        viewport.textures_lost.connect(
            lambda: self.toast.show_message(
                self.tr("Some textures cannot be drawn."),
                self.tr("What was kept of them on disk is gone or damaged. Reload the robot to have them again."),
                "warning",
            )
        )
        self.preferences.not_saved.connect(
            lambda reason: self.toast.show_message(self.tr("Settings were not saved."), reason, "warning")
        )
        session.message.connect(self.toast.show_message)
        session.message_over.connect(self.toast.clear_message)
        session.document_changed.connect(
            lambda: None if session.rebuilding else self.panels.scene.scroll_to_top()  # where the title is
        )
        session.playback.playing_changed.connect(lambda playing: viewport.set_hint("") if playing else None)
        contact = self.panels.contact_laboratory
        contact.play_requested.connect(session.playback.toggle)
        for changed in (session.snapshot_changed, contact.page_changed):  # what is drawn on a page needs no run
            changed.connect(
                lambda *_: contact.show_unplayed(
                    contact.page != "own_problem" and (session.recording is None or session.posing)
                )
            )
        self.kernels.failed.connect(
            lambda trace: self.failures.tell_of(self.tr("Compiling the kernels failed."), _last_line(trace), trace)
        )
        self.docks["contact"].visibilityChanged.connect(self.highlight.show)
        self.docks["compare"].visibilityChanged.connect(self.comparing.look, Qt.ConnectionType.QueuedConnection)
        self.docks["table"].visibilityChanged.connect(self.tables.show_frames)
        # Later, as a dock tells that it hides before what is in it does.
        for key in (*self.docked, *self.navigation.laboratories):
            self.docks[key].visibilityChanged.connect(self._look_if_painted, Qt.ConnectionType.QueuedConnection)
        for panel, pages in self.navigation.laboratories.values():
            panel.page_changed.connect(lambda _: self.following.show_page())
            pages.unfolded.connect(self.following.show_page)

    def _connect_bars(self) -> None:
        self.top_bar.workspace_chosen.connect(self.use_workspace)
        self.top_bar.search_requested.connect(self.search.open_palette)
        self.top_bar.theme_requested.connect(self._use_other_theme)
        self.panels.joints.unit_chosen.connect(lambda unit: setattr(self.preferences, "angle_unit", unit))
        for show_unit in (self.panels.joints.set_unit, self.tables.set_unit):
            self.preferences.angle_unit_changed.connect(show_unit)
            show_unit(self.preferences.angle_unit)

    def _make_commands(self) -> None:
        self.commands = Commands(
            self,
            [
                *file_commands(
                    self.files, self.exports, self.tables, self.editor, self.browser, self.recovery, self.session, self
                ),
                *edit_commands(self.session, self.added_parts.add, self.selected_part.remove, self.docks["history"]),
                *camera_commands(self.viewport, self.following),
                *switch_commands(self.switches, self.posing),
                *quality_commands(self.viewport, self.preferences, self.toast),
                *language_commands(self.preferences),
                *layout_commands(self.workspaces, self.use_workspace, self.docks, self._use_other_theme, self),
                *presentation_commands(self.presentation),
                *robot_commands(
                    self.joints,
                    self.preferences,
                    self.show_doctor,
                    self.navigation.show_arguments,
                    self.navigation.place_force,
                    self.scene_of_robot.make,
                ),
                *simulation_commands(self.session),
                *trajectory_commands(self.trajectory),
                *laboratory_commands(
                    self.navigation.show_page, partial(self.navigation.lacks, self.motion), self.use_workspace, self.docks
                ),
                *help_commands(
                    self.search.open_palette,
                    self.search.open_keys,
                    self._show_notation,
                    self._show_gaps,
                    self.installation.open,
                    self,
                ),
            ],
        )
        self.presentation.share_keys()
        self.exercise_search = ExerciseSearch(
            self.kernels,
            lambda: [
                *exercise_commands(self.navigation.show_page, self.laboratory, self.contact_laboratory),
                *idea_commands(self.course.look, self.course.opens),
            ],
            self.threads,
            self,
        )
        self.search.include(self.exercise_search)
        self.menus = fill_menus(
            self.top_bar.menu_bar, self.commands, self.session.undo_stack, self.preferences, self.files.begin
        )
        self.panels.task.open_button.open_menu_of(self.menus["File/Planning scenes"])

    # What happens

    @property
    def has_work(self) -> bool:
        """Whether something is being read, written or worked out that would be lost with it."""
        return self.files.busy or self.exports.busy or self.editor.busy or self.trajectory.busy or self.comparing.running

    @property
    def _is_busy(self) -> bool:
        """Whether it has something to do now that keys and mouse should not wait for longer than for that."""
        return self.session.playback.playing or self.has_work or is_running(BACKGROUND)

    def _use_other_theme(self) -> None:
        self.use_theme("dark" if self.preferences.theme == "light" else "light")

    def _show_notation(self) -> None:
        """All letters; page titles are those of now."""
        from ..laboratory.notation_guide import page_titles

        if self.notation_sheet is None:
            self.notation_sheet = NotationSheet(self)
        self.notation_sheet.open(page_titles(language()))

    def _show_gaps(self) -> None:
        """Begin to measure the event loop, or show what was measured so far."""
        if self.meter.running:
            title, _, lines = self.meter.report().partition("\n")
            self.toast.show_message(title, lines, "plain")
        else:
            self.meter.start()
            text = self.tr("Gaps of the event loop are measured from now on.")
            self.toast.show_message(text, self.tr("The same command shows them."), "plain")

    def _lead_to(self, name: str) -> None:
        """Show a page, or open a scene."""
        (self.navigation.show_page if name in PAGES else self.files.begin)(name)

    def _show_in_workspace(self, document: Document) -> None:
        workspace = self.workspaces.current
        self.show_document(document)
        self.use_workspace(workspace)

    def _show_made_table(self, document: Document) -> None:
        self.show_document(document)
        self.use_workspace("table")

    def _show_saved(self, document: Document) -> None:
        self.files.track(document)
        self.preferences.add_recent(document.reference)
        self._show_title()

    def _show_title(self) -> None:
        """The name of what is open; a star says that it is other than its file."""
        document = self.session.document
        if document is not None:
            name = f"{document.name}*" if self.editor.unsaved else document.name
            self.setWindowTitle(f"{name} – Torseur")
            self.status_line.show_document(name)

    # Events of the window

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
        if self._asks_to_save or not self._may_close():
            event.ignore()
            self.recovery.stay()
            return
        self._leave()
        super().closeEvent(event)

    def leave(self) -> None:
        """Go without a question: another window has all that was in this one."""
        self.hide()
        self._leave()
        self.deleteLater()

    def _leave(self) -> None:
        """Keep settings, and end all work."""
        if self.presentation.is_on:
            self.presentation.switch()
        self.closing = closing = Deadline(CLOSING)
        self.preferences.geometry = self.saveGeometry()
        self.workspaces.keep()
        self.preferences.save_within(closing.left(1.0))
        self.clock.stop()
        self.turns.stop()
        self.meter.stop()
        self.preparation.stop()
        for _, pages in self.navigation.laboratories.values():
            pages.close()
        for questions in self.findChildren(PageQuestions):
            questions.stop()
        self.exports.stop(closing.left(0.6))
        self.files.stop()
        self.editor.stop()
        self.browser.thumbnails.stop()
        self.session.playback.close()
        if self.exports.writer.given_up:
            self.recovery.keep_for_next_start()
        self.recovery.close(closing.left(0.2))
        self.kernels.stop()
        stop_work(self)

    def close_unasked(self) -> None:
        """Close where nobody is there who could save what was simulated, as where it is measured or demonstrated."""
        self._ends = True
        self.close()

    def end(self) -> None:
        """Close without a question, as a signal asks: what is not saved is offered by the next start.

        Where that could not be kept, it is asked about.
        """
        self._ends = self.recovery.keep_for_next_start()
        if self._ends:
            for dialog in self.findChildren(QDialog):  # one that waits for its answer holds whoever opened it
                dialog.reject()
        if not self._asks_to_save:
            self.close()

    def _may_close(self) -> bool:
        """Whether nothing unsaved would be lost; a signal may end the window while that is asked."""
        if self._ends:
            return True
        self._asks_to_save = True
        try:
            self._ends = (self._may_leave() and self.exports.may_lose_run(self.close)) or self._ends
            return self._ends
        finally:
            self._asks_to_save = False

    def _may_leave(self) -> bool:
        """Whether nothing that is open is unsaved, or the user saved it or gives it up."""
        return self.tables.may_leave() and self.editor.may_leave()


def _last_line(trace: str) -> str:
    return trace.strip().rpartition("\n")[2]
