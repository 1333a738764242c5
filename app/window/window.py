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

from ..background.background_thread import BACKGROUND, Background
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
from ..sweeping.sweeping import Sweeping
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
from .parts import Bars, Documents, Editing, FileEvents, Pages, PanelBindings, ViewParts
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
        self.notation_sheet: NotationSheet | None = None  # made when it is first asked for
        self.closing = Deadline(0.0)  # until which threads may still run, once it is closed
        self.kernels = Kernels(self)
        self.session = Session(self.kernels, self)
        self.threads = AnswerThreads(self)
        self.writer = Background(self)  # of what is open: a scene or a table
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
        self.viewport = Viewport(self)
        self.setCentralWidget(self.viewport)
        self.panels = make_panels(lambda: self.pages.contact_copying.copied())
        self.panels.history.setStack(self.session.undo_stack)
        self.docks = make_docks(self.panels)
        self.bars = self._make_bars()
        self.workspaces = self._make_workspaces()
        self.turns = Turns(self, lambda: self.viewport.lacks_picture)
        self.drawing = self._make_drawing()
        self.bindings = self._make_panel_bindings()
        self.documents = self._make_documents()
        self.pages = self._make_pages()
        self.trajectory = self._make_trajectory()
        self.editing = self._make_editing()
        self.clock = self._make_clock()
        self.meter = EventLoopMeter(self)
        self.file_events = self._make_file_events()
        self.search = self._make_search()
        self.commands = self._make_commands()
        self.pages.presentation.share_keys()
        self.menus = fill_menus(
            self.bars.top.menu_bar, self.commands, self.session.undo_stack, preferences, self.documents.files.begin
        )
        self._connect_files()
        self._connect_view()
        self._connect_bars()
        self.use_theme(preferences.theme)
        if preferences.quality != "automatic":
            self.viewport.set_quality(preferences.quality)
        if preferences.geometry is not None:
            self.restoreGeometry(preferences.geometry)
        self.workspaces.show(FIRST_WORKSPACE)

    def open(self, reference: str, options: LoadOptions | None = None) -> bool:
        """Open a scene, robot or recording, and wait for it; what was open stays if it cannot be."""
        return self.documents.files.open(reference, options)

    def show_document(self, document: Document) -> None:
        """Show what was read."""
        self.documents.files.show(document)

    def use_theme(self, name: str) -> None:
        """Change all colours."""
        name = name if name in THEMES else "light"
        self.preferences.theme = name
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        apply_style(app, THEMES[name])
        self.viewport.set_theme(THEMES[name])
        self.bars.top.show_theme(name)

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
        self.drawing.switches.use_workspace(self.pages.navigation.beside if key == "course" else key)

    def _look_beside_guide(self, name: str) -> QWidget:
        self.pages.comparing.give_back()
        body = self.pages.navigation.look_at(name)
        self._draw_workspace("course")
        return body

    def _show_docks(self, key: str) -> None:
        self._begin_docks(key)
        self.workspaces.finish()

    def _begin_docks(self, key: str) -> None:
        self.workspaces.begin(key)
        if key != "compare":
            self.pages.comparing.give_back()
        self.bars.top.show_workspace(key)

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
        for page in self.pages.docked.values():
            page.look()
        for _, pages in self.pages.navigation.laboratories.values():
            pages.look()

    def _look_if_painted(self) -> None:
        """The same, unless it is done in a turn of its own."""
        if not self.turns.holding:
            self._look_at_pages()

    def show_doctor(self) -> None:
        """Show all that is wrong or doubtful with what is open, or was refused."""
        self.pages.navigation.show_doctor()

    def show_taken_over(self, old: Window) -> None:
        """Show the workspace of another window, once there is all that was in it."""
        self._show_docks(old.workspaces.current)
        self.docks["doctor"].setVisible(not old.docks["doctor"].isHidden())
        self._draw_and_catch_up()
        self._show_title()

    # What is made

    def _make_bars(self) -> Bars:
        viewport = self.viewport
        toast = Toast(viewport, covered=viewport.covered)
        failures = FailureReports(toast, ReportCard(self), viewport.drawn_by, self)
        top, transport, status = TopBar(self), Transport(), StatusLine()
        top.set_workspaces({key: tr(title) for key, title in WORKSPACES.items()})
        self.setMenuWidget(top)
        return Bars(
            ViewBar(VIEW_SWITCHES, viewport),
            toast,
            ProgressCard(viewport),
            ProgressCard(viewport, above=1),
            failures,
            InstallationReport(ReportCard(self), viewport.drawn_by, failures.copy, self),
            top,
            transport,
            status,
            CommandPalette(self),
            KeysSheet(self),
            RobotBrowser(self),
            add_time_bar(self, transport, status),
        )

    def _make_workspaces(self) -> Workspaces:
        course, sentence = self.panels.course, Sentence(self.viewport, round(LARGER * TEXT))
        return Workspaces(
            self, self.docks, self.preferences, lambda tells: sentence.show_text(course.sentence if tells else "")
        )

    def _make_drawing(self) -> ViewParts:
        session, viewport, preferences = self.session, self.viewport, self.preferences
        picture = Picture(viewport, self)
        switches = SwitchesBinding(self.bars.view, viewport, FIRST_WORKSPACE, self)
        questions = PageQuestions(self.threads, self)
        analysis = FrameAnalysis(session, switches, questions.ask_alone, self)
        questions.answered.connect(analysis.show_trail)
        return ViewParts(
            picture,
            switches,
            analysis,
            CameraKeeper(viewport),
            ViewportBinding(session, analysis, switches, picture, viewport, preferences, self),
            CameraFollowing(session, analysis, viewport, preferences, self),
            PullingBinding(session, picture, viewport, self),
            PoseTargetBinding(session, picture, viewport, self),
        )

    def _make_panel_bindings(self) -> PanelBindings:
        session, panels, viewport, drawing = self.session, self.panels, self.viewport, self.drawing
        joints = JointsBinding(session, panels.joints, self)
        selection = ContactSelection(session, self)
        viewport.arrow_clicked.connect(selection.select_arrow)
        highlight = ContactHighlighting(session, selection, drawing.picture, self)
        plots = PlotsBinding(session, panels.plots, self.threads, self)
        signals = SignalsBinding(session, panels.signals, self.preferences, self.threads, self)
        scene = SceneBinding(session, panels.scene, viewport, self)
        return PanelBindings(
            joints,
            selection,
            highlight,
            plots,
            signals,
            scene,
            ModelBinding(session, panels.model, drawing.view, scene, viewport, self),
            TransportBinding(session, self.bars.transport, self),
            StatusBinding(session, self.bars.status, self.threads, self),
        )

    def _make_documents(self) -> Documents:
        session, preferences, panels, bars = self.session, self.preferences, self.panels, self.bars
        sources = ExportSources(
            self._render_options,
            lambda: self.bindings.signals.plotted,
            lambda: self.trajectory.ask_where(),
            lambda: self.pages.sweeping,
        )
        exports = Exports(session, self.viewport, self, self.dialogs, sources)
        context = FilesContext(self._may_leave, exports.may_lose_run, self.turns.take, self._keepers)
        files = Files(session, preferences, self, context)
        return Documents(
            exports,
            files,
            BrowserBinding(bars.browser, files, preferences, self),
            DoctorBinding(session, files, panels.doctor, bars.status, self),
            TableBinding(session, panels.table, self.drawing.picture, self.dialogs, self.writer, self),
        )

    def _render_options(self) -> dict[str, str]:
        """What the command `render` is to draw as the window does."""
        return {"theme": self.preferences.theme, **self.drawing.view.render_options()}

    def _keepers(self) -> Sequence[Keeper[Any]]:
        """Those who keep what a file does not say while it is read again."""
        laboratories = (pages for _, pages in self.pages.navigation.laboratories.values())
        bindings = self.bindings
        return (bindings.joints, bindings.scene, bindings.signals, self.pages.motion, *laboratories, self.drawing.camera_keeper)

    def _make_pages(self) -> Pages:
        session, viewport, preferences, panels = self.session, self.viewport, self.preferences, self.panels
        drawing, bindings, files, exports = self.drawing, self.bindings, self.documents.files, self.documents.exports
        branches = Branches(session, drawing.picture, self.threads, self)
        motion = MotionState(session, self)
        comparing = Comparing(session, viewport, self.threads, panels.compare.isVisible, self)
        sweeping = Sweeping(self)
        context = PageContext(
            session,
            drawing.analysis,
            drawing.picture,
            drawing.switches,
            viewport,
            bindings.joints,
            bindings.model.select,
            drawing.posing,
            preferences,
            motion,
            bindings.selection,
            branches,
            comparing,
            sweeping,
            self.threads,
            lambda name: self.file_events.opened.begin_here(name),
            self._lead_to,
            lambda: self.trajectory.board.plan(),
            self._show_in_workspace,
            exports,
            lambda kept: self.pages.kept_blocks.keep(kept),
            lambda kept: self.pages.kept_blocks.reopen(kept),
            drawing.view.contact_scales,
        )
        laboratory = LaboratoryBinding("laboratory", panels.laboratory, context, self)
        dynamics = LaboratoryBinding("dynamics", panels.dynamics, context, self)
        contact = LaboratoryBinding("contact", panels.contact_laboratory, context, self)
        contact_copying = ContactCopying(session, contact, session.message.emit)
        laboratories = {
            "laboratory": (panels.laboratory, laboratory),
            "dynamics": (panels.dynamics, dynamics),
            "contact": (panels.contact_laboratory, contact),
        }
        docked = {
            "compare": SheetPage(Compare(), context, self, panels.compare, title=tr(DOCKS["compare"])),
            "kinematics": SheetPage(Kinematics(), context, self, panels.kinematics, title=tr(DOCKS["kinematics"])),
            "masses": SheetPage(Masses(), context, self, panels.masses, title=tr(DOCKS["masses"])),
        }
        navigation = Navigation(
            session, panels, self.docks, self.workspaces, self.use_workspace, self._look_if_painted, laboratories, self
        )
        course = CourseBinding(
            session,
            panels.course,
            preferences,
            bindings.joints,
            motion,
            files.begin,
            lambda: self.editing.editor.unsaved or self.documents.tables.unsaved,
            self._look_beside_guide,
            navigation.put_loads,
            lambda then: self.trajectory.have_planned(then),
            self,
        )
        files.opened.connect(course.take_opened)
        presentation = Presentation(
            self.workspaces,
            (self.bars.view, self.bars.status),
            viewport,
            self.bars.enlarge_time,
            (laboratory, dynamics, contact),
            panels.course,
            session.playback,
            lambda: self.commands.actions,
            self,
        )
        return Pages(
            branches,
            motion,
            comparing,
            sweeping,
            laboratory,
            dynamics,
            contact,
            contact_copying,
            docked,
            navigation,
            course,
            KeptBlocks(session, files, navigation, docked),
            presentation,
            PagePreparation((contact, dynamics, laboratory), lambda: self._is_busy, self),
        )

    def _make_trajectory(self) -> TrajectoryBinding:
        planned, write = (self.panels.task, self.panels.phases, self.panels.plan), self.documents.exports.write
        trajectory = TrajectoryBinding(self.session, planned, self.drawing.picture, self.viewport, write, self.threads, self)
        planning = trajectory.planning
        planning.plan_changed.connect(lambda: self.bindings.status.show_outdated(planning.outdated))
        return trajectory

    def _make_editing(self) -> Editing:
        session, viewport, preferences, scene = self.session, self.viewport, self.preferences, self.panels.scene
        documents, bindings = self.documents, self.bindings
        editor = SceneEditor(session, documents.files, preferences, self.dialogs, self.writer, self.bars.saving_card, self)
        scene_of_robot = SceneOfRobot(session, documents.files, lambda: documents.tables.unsaved, editor.reader, self)
        self.panels.joints.scene_requested.connect(scene_of_robot.make)
        selected_part = SelectedPart(session, editor, scene, viewport, preferences, self.dialogs, self)
        bindings.scene.body_chosen.connect(selected_part.select)
        bindings.model.body_chosen.connect(selected_part.select)
        selected_part.form_wanted.connect(self.pages.navigation.show_form)
        for marks in (scene.form, scene.settings):
            marks.vary_wanted.connect(self.pages.navigation.vary)
        for shown in (selected_part, bindings.scene):
            self.pages.sweeping.varied.connect(shown.show_varied)
        added_parts = AddedParts(
            session,
            editor,
            lambda: selected_part.body,
            lambda: documents.browser.choose_robot(added_parts.add_robot, self.tr("Add a robot to the scene")),
            lambda: (viewport.camera, viewport.size_in_units()),
            self.dialogs,
            self,
        )
        scene.offer_things({key: self.tr(text) for key, text in THINGS.items()})
        scene.thing_added.connect(added_parts.add)
        return Editing(editor, scene_of_robot, selected_part, added_parts)

    def _make_clock(self) -> Clock:
        bindings = self.bindings
        late = (
            bindings.model.refresh,
            bindings.plots.refresh,
            bindings.signals.refresh,
            bindings.times.refresh_marks,
            bindings.scene.refresh,
            bindings.status.refresh,
        )
        clock = Clock(self.session, late, self, lambda: self.turns.holding, lambda: self.viewport.is_due)
        self.viewport.frame_shown.connect(clock.look, Qt.ConnectionType.QueuedConnection)
        self.viewport.frame_shown.connect(clock.wake)
        return clock

    def _make_file_events(self) -> FileEvents:
        session, bars, documents, editor = self.session, self.bars, self.documents, self.editing.editor
        opened = OpenedDocument(
            documents.files,
            session,
            bars.toast,
            bars.progress_card,
            self.viewport,
            self.workspaces,
            self._show_docks,
            self._draw_and_catch_up,
            self.show_doctor,
            self,
        )
        place = WindowPlace(
            self.viewport,
            {key: panel for key, (panel, _) in self.pages.navigation.laboratories.items()},
            WORKSPACES,
            PAGES,
            lambda: self.workspaces.current,
            self.use_workspace,
            self.pages.navigation.show_page,
        )
        recovery = Recovery(session, documents.files, documents.tables, editor, self.trajectory, place, bars.toast, self)
        saving = Saving(documents.exports, editor, bars.toast, bars.saving_card, bars.status, self)
        return FileEvents(opened, recovery, saving)

    def _connect_files(self) -> None:
        bars, documents, editor = self.bars, self.documents, self.editing.editor
        documents.files.stale_changed.connect(bars.status.show_stale)
        bars.browser.file_requested.connect(lambda: ask_to_open(documents.browser.take, self))
        documents.doctor.copied.connect(lambda place: bars.toast.show_message(self.tr("Copied."), place, "plain"))
        bars.status.findings_requested.connect(self.show_doctor)
        documents.tables.made.connect(self._show_made_table)
        documents.tables.saved.connect(self._show_saved)
        self.panels.table.robot_requested.connect(documents.browser.open)
        editor.saved.connect(self._show_saved)
        editor.changed.connect(self._show_title)
        documents.files.opened.connect(lambda _: self._show_title())
        documents.files.reloaded.connect(lambda _: self._show_title())
        bars.transport.save_requested.connect(documents.exports.ask)
        self.bindings.signals.save_requested.connect(lambda: documents.exports.ask("signals"))
        bars.view.picture_requested.connect(lambda: documents.exports.ask("picture"))

    def _connect_view(self) -> None:
        session, viewport = self.session, self.viewport
        viewport.frame_shown.connect(self.bars.toast.settle)
        viewport.width_changed.connect(self.bars.view.place)
        self.bars.view.fit_requested.connect(viewport.fit)
        self.bars.view.view_chosen.connect(viewport.set_view)
        viewport.body_picked.connect(self.panels.scene.show_selected)
        viewport.paint_failed.connect(
            lambda trace: self.bars.failures.tell_of(self.tr("The picture could not be drawn."), _last_line(trace), trace)
        )
        viewport.missing_notice.doctor_button.clicked.connect(self.bars.installation.open)
        viewport.textures_lost.connect(
            lambda: self.bars.toast.show_message(
                self.tr("Some textures cannot be drawn."),
                self.tr("What was kept of them on disk is gone or damaged. Reload the robot to have them again."),
                "warning",
            )
        )
        self.preferences.not_saved.connect(
            lambda reason: self.bars.toast.show_message(self.tr("Settings were not saved."), reason, "warning")
        )
        session.message.connect(self.bars.toast.show_message)
        session.message_over.connect(self.bars.toast.clear_message)
        session.document_changed.connect(
            lambda: None if session.rebuilding else self.panels.scene.scroll_to_top()  # where the title is
        )
        session.playback.playing_changed.connect(lambda playing: viewport.set_hint("") if playing else None)
        contact = self.panels.contact_laboratory
        contact.play_requested.connect(session.playback.toggle)
        for changed in (session.snapshot_changed, contact.page_changed):  # what is drawn on a page needs no run
            changed.connect(
                lambda *_: contact.show_unplayed(
                    contact.page not in ("own_problem", "sweep") and (session.recording is None or session.posing)
                )
            )
        self.kernels.failed.connect(
            lambda trace: self.bars.failures.tell_of(self.tr("Compiling the kernels failed."), _last_line(trace), trace)
        )
        self.docks["contact"].visibilityChanged.connect(self.bindings.highlight.show)
        self.docks["compare"].visibilityChanged.connect(self.pages.comparing.look, Qt.ConnectionType.QueuedConnection)
        self.docks["table"].visibilityChanged.connect(self.documents.tables.show_frames)
        # Later, as a dock tells that it hides before what is in it does.
        for key in (*self.pages.docked, *self.pages.navigation.laboratories):
            self.docks[key].visibilityChanged.connect(self._look_if_painted, Qt.ConnectionType.QueuedConnection)
        for panel, pages in self.pages.navigation.laboratories.values():
            panel.page_changed.connect(lambda _: self.drawing.following.show_page())
            pages.unfolded.connect(self.drawing.following.show_page)

    def _connect_bars(self) -> None:
        self.panels.task.open_button.open_menu_of(self.menus["File/Planning scenes"])
        self.bars.top.workspace_chosen.connect(self.use_workspace)
        self.bars.top.search_requested.connect(self.search.open_palette)
        self.bars.top.theme_requested.connect(self._use_other_theme)
        self.panels.joints.unit_chosen.connect(lambda unit: setattr(self.preferences, "angle_unit", unit))
        for show_unit in (self.panels.joints.set_unit, self.documents.tables.set_unit):
            self.preferences.angle_unit_changed.connect(show_unit)
            show_unit(self.preferences.angle_unit)

    def _make_commands(self) -> Commands:
        documents, drawing, bindings, pages, editing = self.documents, self.drawing, self.bindings, self.pages, self.editing
        return Commands(
            self,
            [
                *file_commands(
                    documents.files,
                    documents.exports,
                    documents.tables,
                    editing.editor,
                    documents.browser,
                    self.file_events.recovery,
                    self.session,
                    self,
                ),
                *edit_commands(self.session, editing.added_parts.add, editing.selected_part.remove, self.docks["history"]),
                *camera_commands(self.viewport, drawing.following),
                *switch_commands(drawing.switches, drawing.posing),
                *quality_commands(self.viewport, self.preferences, self.bars.toast),
                *language_commands(self.preferences),
                *layout_commands(self.workspaces, self.use_workspace, self.docks, self._use_other_theme, self),
                *presentation_commands(pages.presentation),
                *robot_commands(
                    bindings.joints,
                    self.preferences,
                    self.show_doctor,
                    pages.navigation.show_arguments,
                    pages.navigation.place_force,
                    editing.scene_of_robot.make,
                ),
                *simulation_commands(self.session, partial(pages.navigation.show_page, "sweep")),
                *trajectory_commands(self.trajectory),
                *laboratory_commands(
                    pages.navigation.show_page, partial(pages.navigation.lacks, pages.motion), self.use_workspace, self.docks
                ),
                *help_commands(
                    self.search.open_palette,
                    self.search.open_keys,
                    self._show_notation,
                    self._show_gaps,
                    self.bars.installation.open,
                    self,
                ),
            ],
        )

    def _make_search(self) -> CommandSearch:
        exercises = ExerciseSearch(
            self.kernels,
            lambda: [
                *exercise_commands(self.pages.navigation.show_page, self.pages.laboratory, self.pages.contact),
                *idea_commands(self.pages.course.look, self.pages.course.opens),
            ],
            self.threads,
            self,
        )
        return CommandSearch(self.bars.palette, self.bars.keys, lambda: self.commands, exercises, self)

    # What happens

    @property
    def has_work(self) -> bool:
        """Whether something is being read, written or worked out that would be lost with it."""
        works = (self.documents.files, self.documents.exports, self.editing.editor, self.trajectory)
        return self.pages.comparing.running or self.pages.sweeping.running or any(work.busy for work in works)

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
            self.bars.toast.show_message(title, lines, "plain")
        else:
            self.meter.start()
            text = self.tr("Gaps of the event loop are measured from now on.")
            self.bars.toast.show_message(text, self.tr("The same command shows them."), "plain")

    def _lead_to(self, name: str) -> None:
        """Show a page or a workspace, or open a scene."""
        show_workspace = self.use_workspace if name in WORKSPACES else self.documents.files.begin
        (self.pages.navigation.show_page if name in PAGES else show_workspace)(name)

    def _show_in_workspace(self, document: Document) -> None:
        workspace = self.workspaces.current
        self.show_document(document)
        self.use_workspace(workspace)

    def _show_made_table(self, document: Document) -> None:
        self.show_document(document)
        self.use_workspace("table")

    def _show_saved(self, document: Document) -> None:
        self.documents.files.track(document)
        self.preferences.add_recent(document.reference)
        self._show_title()

    def _show_title(self) -> None:
        """The name of what is open; a star says that it is other than its file."""
        document = self.session.document
        if document is not None:
            name = f"{document.name}*" if self.editing.editor.unsaved else document.name
            self.setWindowTitle(f"{name} – Torseur")
            self.bars.status.show_document(name)

    # Events of the window

    @override
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        urls = event.mimeData().urls()
        if len(urls) == 1 and urls[0].isLocalFile():
            event.acceptProposedAction()

    @override
    def dropEvent(self, event: QDropEvent) -> None:
        event.acceptProposedAction()
        self.documents.files.begin(event.mimeData().urls()[0].toLocalFile())

    @override
    def closeEvent(self, event: QCloseEvent) -> None:
        if self._asks_to_save or not self._may_close():
            event.ignore()
            self.file_events.recovery.stay()
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
        if self.pages.presentation.is_on:
            self.pages.presentation.switch()
        self.closing = closing = Deadline(CLOSING)
        self.preferences.geometry = self.saveGeometry()
        self.workspaces.keep()
        self.preferences.save_within(closing.left(1.0))
        self.clock.stop()
        self.turns.stop()
        self.meter.stop()
        self.pages.preparation.stop()
        for _, pages in self.pages.navigation.laboratories.values():
            pages.close()
        for questions in self.findChildren(PageQuestions):
            questions.stop()
        self.pages.sweeping.close()
        self.documents.exports.stop(closing.left(0.6))
        self.documents.files.stop()
        self.editing.editor.stop()
        self.documents.browser.thumbnails.stop()
        self.session.playback.close()
        if self.documents.exports.writer.given_up:
            self.file_events.recovery.keep_for_next_start()
        self.file_events.recovery.close(closing.left(0.2))
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
        self._ends = self.file_events.recovery.keep_for_next_start()
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
            exports = self.documents.exports
            may_close = self._may_leave() and exports.may_lose_run(self.close) and exports.may_lose_sweep(self.close)
            self._ends = may_close or self._ends
            return self._ends
        finally:
            self._asks_to_save = False

    def _may_leave(self) -> bool:
        """Whether nothing that is open is unsaved, or the user saved it or gives it up."""
        return self.documents.tables.may_leave() and self.editing.editor.may_leave()


def _last_line(trace: str) -> str:
    return trace.strip().rpartition("\n")[2]
