"""What the window is made of, in the order in which it is made: each part is given what was made before it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from torseur.ui.panels.robot_browser.robot_browser import RobotBrowser
from torseur.ui.time_bar.transport import Transport
from torseur.ui.window.command_palette import CommandPalette
from torseur.ui.window.keys_sheet import KeysSheet
from torseur.ui.window.progress_card import ProgressCard
from torseur.ui.window.status_line import StatusLine
from torseur.ui.window.toast import Toast
from torseur.ui.window.top_bar import TopBar
from torseur.ui.window.view_bar import ViewBar

from ..compare.comparing import Comparing
from ..course.course import CourseBinding
from ..drawing.frame_analysis import FrameAnalysis
from ..drawing.picture import Picture
from ..drawing.pose_target import PoseTargetBinding
from ..drawing.pulling import PullingBinding
from ..drawing.view_switch_binding import SwitchesBinding
from ..drawing.viewport_binding import ViewportBinding
from ..failures.failure_reports import FailureReports
from ..files.exports import Exports
from ..files.files import Files
from ..laboratory.branches import Branches
from ..laboratory.contact_copying import ContactCopying
from ..laboratory.laboratory import LaboratoryBinding
from ..laboratory.motion.motion_state import MotionState
from ..laboratory.page_preparation import PagePreparation
from ..laboratory.sheet_page import SheetPage
from ..panels.contact_highlighting import ContactHighlighting
from ..panels.dh_table.dh_editor import TableBinding
from ..panels.joints import JointsBinding
from ..panels.load_doctor import DoctorBinding
from ..panels.model import ModelBinding
from ..panels.plots import PlotsBinding
from ..panels.robot_browser.robot_browser import BrowserBinding
from ..panels.scene import SceneBinding
from ..panels.signals.signals import SignalsBinding
from ..panels.status import StatusBinding
from ..panels.transport import TransportBinding
from ..recovery.recovery import Recovery
from ..scene_editing.added_parts import AddedParts
from ..scene_editing.scene_editor import SceneEditor
from ..scene_editing.scene_of_robot import SceneOfRobot
from ..scene_editing.selected_part import SelectedPart
from ..session.contact_selection import ContactSelection
from ..sweeping.sweeping import Sweeping
from .camera_following import CameraFollowing
from .installation_report import InstallationReport
from .kept_blocks import KeptBlocks
from .navigation import Navigation
from .opened_document import CameraKeeper, OpenedDocument
from .presentation import Presentation
from .saving import Saving


@dataclass(frozen=True, eq=False, slots=True)
class Bars:
    """What lies around the view and over it, panels aside."""

    view: ViewBar
    toast: Toast
    progress_card: ProgressCard  # of what is read
    saving_card: ProgressCard
    failures: FailureReports
    installation: InstallationReport
    top: TopBar
    transport: Transport
    status: StatusLine
    palette: CommandPalette
    keys: KeysSheet
    browser: RobotBrowser
    enlarge_time: Callable[[float], None]  # the bar of time, so many times as large


@dataclass(frozen=True, eq=False, slots=True)
class ViewParts:
    """What is drawn in the view, and how it is looked at."""

    picture: Picture
    switches: SwitchesBinding
    analysis: FrameAnalysis
    camera_keeper: CameraKeeper
    view: ViewportBinding
    following: CameraFollowing
    pulling: PullingBinding
    posing: PoseTargetBinding


@dataclass(frozen=True, eq=False, slots=True)
class PanelBindings:
    """What fills the panels that are no pages, and the bars, from the session."""

    joints: JointsBinding
    selection: ContactSelection
    highlight: ContactHighlighting
    plots: PlotsBinding
    signals: SignalsBinding
    scene: SceneBinding
    model: ModelBinding
    times: TransportBinding
    status: StatusBinding


@dataclass(frozen=True, eq=False, slots=True)
class Documents:
    """What reads files, writes them, and tells what is wrong with them."""

    exports: Exports
    files: Files
    browser: BrowserBinding
    doctor: DoctorBinding
    tables: TableBinding


@dataclass(frozen=True, eq=False, slots=True)
class Pages:
    """Pages of the laboratories and of docks, what they share, and what leads to them."""

    branches: Branches
    motion: MotionState
    comparing: Comparing
    sweeping: Sweeping
    laboratory: LaboratoryBinding
    dynamics: LaboratoryBinding
    contact: LaboratoryBinding
    contact_copying: ContactCopying
    docked: Mapping[str, SheetPage]  # pages that have docks of their own, by these
    navigation: Navigation
    course: CourseBinding
    kept_blocks: KeptBlocks
    presentation: Presentation
    preparation: PagePreparation


@dataclass(frozen=True, eq=False, slots=True)
class Editing:
    """What changes the scene."""

    editor: SceneEditor
    scene_of_robot: SceneOfRobot
    selected_part: SelectedPart
    added_parts: AddedParts


@dataclass(frozen=True, eq=False, slots=True)
class FileEvents:
    """What is shown when files were opened or saved, and what keeps work for the next start."""

    opened: OpenedDocument
    recovery: Recovery
    saving: Saving
