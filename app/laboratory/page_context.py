"""What the pages of the laboratory work with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from torseur.ui.viewport.viewport import Viewport

from ..compare.comparing import Comparing
from ..documents.document import Document
from ..drawing.contact.contact_scales import ContactScales
from ..drawing.frame_analysis import FrameAnalysis
from ..drawing.picture import Picture
from ..drawing.pose_target import PoseTargetBinding
from ..drawing.view_switch_binding import SwitchesBinding
from ..files.exports import Exports
from ..panels.joints import JointsBinding
from ..preferences.preferences import Preferences
from ..session.contact_selection import ContactSelection
from ..session.session import Session
from ..sheet.answering import AnswerThreads
from ..sheet.page import KeptBlock
from ..sweeping.sweeping import Sweeping
from .branches import Branches
from .motion.motion_state import MotionState


@dataclass(frozen=True, eq=False, slots=True)
class PageContext:
    """The same for all pages; each takes what it needs."""

    session: Session
    analysis: FrameAnalysis  # of the chosen frame
    picture: Picture  # a page puts its layer
    switches: SwitchesBinding  # of what else is drawn
    viewport: Viewport
    joints: JointsBinding
    select_body: Callable[[str], object]  # everywhere; an empty name none
    posing: PoseTargetBinding  # handles in the view
    preferences: Preferences
    motion: MotionState  # of the pages on dynamics
    selection: ContactSelection  # of the pages on contact
    branches: Branches  # of the page What if
    comparing: Comparing  # of the page Compare
    sweeping: Sweeping  # of the page Sweep
    answers: AnswerThreads  # of the pages that are values
    open_robot: Callable[[str], object]  # or a planning scene, by its name, behind the window; the workspace stays
    lead_to: Callable[[str], object]  # a page of a laboratory, a workspace, or a scene in its own workspace, by its name
    plan: Callable[[], object]  # what is open
    show_document: Callable[[Document], object]  # that a page has made, in the workspace that is open
    exports: Exports  # which saves
    keep_block: Callable[[KeptBlock], object]  # on the working sheet
    reopen: Callable[[KeptBlock], object]  # what it was taken from
    contact_scales: Callable[[], ContactScales | None]  # how long forces of contact are drawn; None: nothing is
