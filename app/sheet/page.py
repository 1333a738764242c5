"""What the author of a page writes, and what a page is given. Without Qt: a page is written, tested and printed anywhere."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np

from torseur.sim.compilation import POSING
from torseur.ui.sheet.blocks import Heading, Section, UserEvent
from torseur.ui.sheet.sheet import Sheet
from torseur.ui.text.same_value import Value
from torseur.ui.text.units import AngleUnit
from torseur.ui.viewport.marks import LegendRow, Overlays

from ..drawing.frame_target import FrameTarget
from .questions import Questions
from .view_tools import ViewTool

if TYPE_CHECKING:
    from torseur.robots.dh.definition import Definition
    from torseur.sim.analysis.ellipsoids.values import Capability, FrameReport
    from torseur.sim.multibody.model.model import Model
    from torseur.sim.simulation.recording.recording import Recording
    from torseur.sim.simulation.running.scene.scene import Scene

    from ..drawing.contact.contact_scales import ContactScales
    from ..drawing.view_switches import ViewSwitches

Layer = tuple[Overlays, tuple[LegendRow, ...]]
NOTHING_DRAWN: Layer = Overlays(), ()


class FrameShapes(NamedTuple):
    """What is known of the chosen frame, and what is drawn of it."""

    report: FrameReport | None  # None: it is not known yet
    capabilities: tuple[Capability, ...]  # of the chosen frame, then of those pinned
    pinned: tuple[str, ...]  # frames whose ellipsoids are drawn beside those of the chosen one
    switches: ViewSwitches


@dataclass(frozen=True, eq=False, slots=True)
class Seen:
    """What the window shows at an instant. Nothing in it can be changed."""

    model: Model
    q: np.ndarray  # (nq,)
    poses: np.ndarray  # (nb, 4, 4) of the bodies, in the world
    t: float  # [s]
    frame: str  # the one that is chosen; empty: there is none
    opened: int  # counts what was opened: another number is another document
    playing: bool
    angle_unit: AngleUnit
    size: float  # of what is shown [m]
    scene: Scene | None = None  # what is open, before it is simulated
    recording: Recording | None = None  # None: nothing was simulated, or the robot is posed
    index: int = 0  # of the state in it
    table: Definition | None = None  # of a robot that is a Denavit-Hartenberg table
    target: FrameTarget = field(default_factory=FrameTarget)  # of the chosen frame, of pages with `needs_target`
    motion: Any = ""  # of pages with `needs_motion`: the motion that page State edits; or why there is none, a sentence
    contact: int = -1  # of pages with `needs_contacts`: row of the contact that is selected, in their table; -1: none
    contact_scales: ContactScales | None = None  # of the same pages: how long forces of contacts are drawn; None: none are
    branch: Any = None  # of pages with `needs_branches`: a `BranchState`
    sweep: Any = None  # of pages with `needs_sweep`: a `SweepState`
    comparison: Any = None  # of pages with `needs_comparison`: a `ComparisonState`
    body: str = ""  # the one that is selected; empty: none
    analysis: Any = None  # of pages with `needs_analysis`: `FrameShapes`
    compiled: bool = True  # all that the page waits for; of pages that go on without
    presenting: bool = False  # before a class: what is to be asked for first is hidden


@dataclass(frozen=True, slots=True)
class PageSettings:
    """What all pages remember, to which each adds its own: what a user has set, nothing that can be worked out."""

    open: frozenset[str] = field(default_factory=frozenset)  # paths of the sections that are unfolded

    def merged(self, found: Any, last: Any) -> Any:
        """Return them with what another program has in their file now, which had `last` (None: nothing) before."""
        return self

    def restored(self, values: Mapping[str, Any]) -> Any:
        """Return them with some as undo puts them in place."""
        return replace(self, **values)


# Effects: what a page has the session do


@dataclass(frozen=True, slots=True)
class ShowState:
    """Show a state of the recording."""

    index: int


@dataclass(frozen=True, slots=True)
class Seek:
    """Show the state at a time [s]."""

    t: float


@dataclass(frozen=True, slots=True, eq=False)
class Pose:
    """Pose the robot; poses of one `drag` are one step to undo, until it ends."""

    q: np.ndarray  # (nq,)
    text: str  # of the step
    drag: str = ""
    keeps_target: bool = False  # else the target of the chosen frame is where it then is


@dataclass(frozen=True, slots=True, eq=False)
class SetTarget:
    """Have another target of the chosen frame; without a pose, it is where the frame is."""

    target: FrameTarget


@dataclass(frozen=True, slots=True)
class EndDrag:
    """The drag is over."""


@dataclass(frozen=True, slots=True)
class ChooseFrame:
    """Choose a frame."""

    name: str


@dataclass(frozen=True, slots=True)
class PinFrame:
    """Draw the ellipsoids of a frame whichever is chosen, or no longer."""

    name: str
    on: bool


@dataclass(frozen=True, slots=True)
class ShowSwitches:
    """Have other things drawn in the view."""

    switches: ViewSwitches


@dataclass(frozen=True, slots=True)
class SelectBody:
    """Select a body everywhere."""

    name: str


@dataclass(frozen=True, slots=True)
class SelectJoint:
    """Have a joint stand out in the panel of joints."""

    name: str


@dataclass(frozen=True, slots=True)
class Undoable:
    """What some settings became since `before`, or by this event alone, is one step to undo; all others stay as they are."""

    text: str
    names: tuple[str, ...]  # of the settings
    before: Any = None  # all settings as they were, as before a drag


@dataclass(frozen=True, slots=True)
class SelectContact:
    """Select a contact by its row in their table, in the view and everywhere; -1: none."""

    row: int


@dataclass(frozen=True, slots=True)
class BringIntoSight:
    """Scroll to a block, by its path, as to what was just added."""

    path: str


@dataclass(frozen=True, slots=True, eq=False)
class StartBranch:
    """Have a run go on from the state shown with something changed."""

    changes: Mapping[str, Any]  # as `start_branch` takes them
    words: tuple[str, ...]  # what is changed, each in words
    push: float  # how long a wrench acts [s]


@dataclass(frozen=True, slots=True)
class DropBranch:
    """Show the run that the branch shown left."""


@dataclass(frozen=True, slots=True)
class CompareSchemes:
    """Simulate what is open by every scheme, from its start."""

    steps: tuple[float, ...]  # of time-stepping [s]
    lecture: bool  # whether positions are as the lecture writes them


@dataclass(frozen=True, slots=True)
class StopComparing:
    """Give up the comparison that is being made."""


@dataclass(frozen=True, slots=True, eq=False)
class StartSweep:
    """Run a scene with all combinations of values, in place of the sweep before."""

    scene: Scene
    vary: tuple[tuple[str, str], ...]  # places in its file, and their values as texts
    measures: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StopSweep:
    """Take no more runs of the sweep."""


@dataclass(frozen=True, slots=True)
class MarkVaried:
    """Mark these places of the scene's file where its form has them: the next sweep varies them."""

    places: frozenset[str]


@dataclass(frozen=True, slots=True)
class SaveSweep:
    """Ask where the results of the sweep are to be saved, and have them written there."""


class SweptRun(NamedTuple):
    """A run of a sweep."""

    number: int
    values: str  # that its scene has, as it is told
    scene: Scene


@dataclass(frozen=True, slots=True, eq=False)
class CompareRuns:
    """Show the first of these runs of a sweep in the workspace Compare, beside the others."""

    runs: tuple[SweptRun, ...]
    title: str  # of the first


@dataclass(frozen=True, slots=True)
class PlayRun:
    """Play a run of the comparison, by its key."""

    key: str


@dataclass(frozen=True, slots=True)
class LeadTo:
    """Show a page of a laboratory, or open a scene, by its name."""

    name: str


@dataclass(frozen=True, slots=True, eq=False)
class TypeMotion:
    """Have another motion on all pages of dynamics; motions of one `drag` are one step to undo, until it ends."""

    motion: Any  # a `JointMotion`
    text: str  # of the step
    drag: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class EditLoads:
    """Have other loads on all pages of dynamics: a step to undo where it has a text, else what goes on before one."""

    loads: Any  # `Loads`
    text: str
    before: Any  # what undo leads back to


@dataclass(frozen=True, slots=True, eq=False)
class PlayScene:
    """Show another scene of the robot that is open, and play it."""

    scene: Scene
    title: str
    sights: np.ndarray  # (n, nq) configurations that are to be in sight; none: as of any scene that is opened


@dataclass(frozen=True, slots=True, eq=False)
class SaveFile:
    """Ask where a file is to be saved, and have it written there."""

    name: str
    title: str  # of the dialog
    kinds: str  # of files, as the dialog has them
    pieces: Callable[[Path], Any]  # what is written there, as `Pieces`
    painted: bool = False  # they need the window's thread


@dataclass(frozen=True, slots=True, eq=False)
class KeptBlock(Value):
    """What is kept of a page, to be read, and what it was shown of."""

    block: Section
    page: str  # its key
    title: str  # of the page
    document: str  # its name; empty: it was shown of none
    reference: str  # how it is opened again; empty: it has no file
    frame: str
    t: float | None  # of the recording [s]; None: the joints were posed
    q: np.ndarray  # (nq,)
    settings: Any  # of the page


@dataclass(frozen=True, slots=True)
class Reopen:
    """Show again what a block was taken from, with its page as it was."""

    kept: KeptBlock


Effect = (
    ShowState
    | Seek
    | Pose
    | SetTarget
    | EndDrag
    | ChooseFrame
    | PinFrame
    | ShowSwitches
    | SelectBody
    | SelectJoint
    | Undoable
    | SelectContact
    | StartBranch
    | DropBranch
    | CompareSchemes
    | StopComparing
    | StartSweep
    | StopSweep
    | MarkVaried
    | SaveSweep
    | CompareRuns
    | PlayRun
    | LeadTo
    | BringIntoSight
    | TypeMotion
    | EditLoads
    | PlayScene
    | SaveFile
    | Reopen
)


class Page:
    """Pure functions of what is seen, of settings and of answers; a class, so that what it declares stands together.

    Events of its own: `UserEvent("", "left")` when the page is left, which ends drags and hovers,
    `UserEvent("", "step", by)`, the next step of what the page has, or the one before, `UserEvent("", "beat")`, see `beat`,
    `UserEvent("", "picked", body)`, a body that is pressed in the view, `UserEvent("", "joint", name)`, a joint that is
    selected in its panel, `UserEvent("", "restored")`: undo, or doing it again, has put settings in place, and
    `UserEvent("", "reread")`: the robot's file was read again, and its settings stay.
    """

    key: ClassVar[str]
    outline: ClassVar[tuple[Heading, ...]] = ()
    settings_type: ClassVar[type[PageSettings]] = PageSettings
    waits_for: ClassVar[tuple[str, ...]] = (POSING,)  # entries that it needs compiled
    goes_without: ClassVar[bool] = False  # it tells itself that they are not there yet
    tells_state: ClassVar[bool] = True  # else what is kept of it is of no robot and no instant
    needs_target: ClassVar[bool] = False
    needs_analysis: ClassVar[bool] = False
    needs_selection: ClassVar[bool] = False  # of a body
    needs_motion: ClassVar[bool] = False
    needs_contacts: ClassVar[bool] = False
    needs_branches: ClassVar[bool] = False
    needs_comparison: ClassVar[bool] = False
    needs_sweep: ClassVar[bool] = False
    layer_follows: ClassVar[bool] = False  # what is drawn is of every picture while it plays; the sheet rests meanwhile
    persistent: ClassVar[bool] = False  # its settings are there again when the program starts the next time
    stepped: ClassVar[str] = ""  # block of what has steps: arrow keys step it where the page has the keyboard
    drawn_only: ClassVar[frozenset[str]] = frozenset()  # settings that the sheet does not depend on, as what is hovered at

    def sheet(self, seen: Seen, settings: Any, questions: Questions) -> Sheet:
        """Write the page."""
        raise NotImplementedError

    def layer(self, seen: Seen, settings: Any, questions: Questions) -> Layer:
        """Return what is drawn in the view, and its rows of the legend."""
        return NOTHING_DRAWN

    def tools(self, seen: Seen, settings: Any, questions: Questions) -> tuple[ViewTool, ...]:
        """Return what the mouse does in the view."""
        return ()

    def outlined(self, seen: Seen, settings: Any, questions: Questions) -> str:
        """Return the body that is outlined in the view; empty: the page has none to outline."""
        return ""

    def beat(self, settings: Any) -> int:
        """Return how often a beat comes while the page is seen [ms], as what it has is played; 0: never."""
        return 0

    def reduce(self, settings: Any, event: UserEvent, seen: Seen, questions: Questions) -> Any:
        """Return the settings after an event; or these, and the effects behind them."""
        return settings

    def problem(self, seen: Seen, settings: Any, questions: Questions) -> Any:
        """Return the contact problem that it tells of, which is copied; None: that of the instant.

        Raises ArgumentError, saying why there is none.
        """
        return None
