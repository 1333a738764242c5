"""The page Working sheet: what was kept of other pages, with own words between; saved as HTML and PDF."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

from typing_extensions import override

from torseur.sim.safe_write import safe_write
from torseur.sim.texts import tr
from torseur.ui.look.math_notation import plain_math
from torseur.ui.sheet.blocks import Block, Button, Buttons, Line, Paragraph, Section, UserEvent, Words, absent
from torseur.ui.sheet.sheet import Sheet
from torseur.ui.text.number_text import number_text

from ...documents.written_pieces import Pieces
from ...sheet.page import KeptBlock, Page, PageSettings, Reopen, SaveFile, Seen, Undoable
from ...sheet.questions import Questions

MOST_JOINTS = 12  # whose numbers are said


@dataclass(frozen=True, slots=True)
class WorkingSheetSettings(PageSettings):
    """Words are by the paths of their fields: undo of what is kept leaves them as they are."""

    kept: tuple[tuple[str, KeptBlock], ...] = ()  # each with a key of its own
    words: Mapping[str, str] = field(default_factory=dict)
    others: frozenset[str] = frozenset()  # keys of what other programs have kept

    @override
    def merged(self, found: WorkingSheetSettings, last: WorkingSheetSettings | None) -> WorkingSheetSettings:
        """What another has kept since stands behind the own; of words that both typed, the own stay."""
        last = last or WorkingSheetSettings()
        added = {key: one for key, one in found.kept if key not in dict((*last.kept, *self.kept))}
        own = {path: text for path, text in self.words.items() if text != last.words.get(path)}
        kept = (*self.kept, *added.items())
        return replace(self, kept=kept, words={**self.words, **found.words, **own}, others=self.others | {*added})

    @override
    def restored(self, values: Mapping[str, Any]) -> WorkingSheetSettings:
        """What another has kept since is no part of it."""
        since = (one for one in self.kept if one[0] in self.others - values["others"])
        return replace(self, kept=(*values["kept"], *since))


class WorkingSheet(Page):
    """Blocks with a heading above and words below each."""

    key = "working_sheet"
    settings_type = WorkingSheetSettings
    waits_for = ()
    persistent = True

    def sheet(self, seen: Seen, settings: WorkingSheetSettings, questions: Questions) -> Sheet:
        """Write the page."""
        if not settings.kept:
            how = tr(
                "Nothing is kept yet. On any page, the bookmark in a head keeps its section here, a right click any block."
            )
            return Sheet((absent(how),))
        title = Words("title", tr("Title"), settings.words.get("title") or tr("Working sheet"), heading=True)
        before = Words("words", tr("Words before all"), settings.words.get("words", ""), tr("Own words"))
        save = Buttons("save", (Button("html", tr("Save as HTML"), "save"), Button("pdf", tr("Save as PDF"), "save")))
        return Sheet((title, before, save, *(_part(settings, k) for k in range(len(settings.kept)))))

    def reduce(self, settings: WorkingSheetSettings, event: UserEvent, seen: Seen, questions: Questions) -> Any:
        """Return the settings after an event."""
        key, keys = event.path.partition(".")[0], [*dict(settings.kept)]
        match event.path.rpartition(".")[2], event.kind, event.value:
            case _, "typed", text:
                return replace(settings, words={**settings.words, event.path: text})
            case "", "kept", kept:
                return _with(settings, (*settings.kept, kept), tr("Keep on the working sheet"))
            case "up" | "down" as way, "pressed", _:
                place, moved = keys.index(key), [*settings.kept]
                moved.insert(place + (-1 if way == "up" else 1), moved.pop(place))
                return _with(settings, tuple(moved), tr("Move on the working sheet"))
            case "remove", "pressed", _:
                left = tuple(one for one in settings.kept if one[0] != key)
                return _with(settings, left, tr("Remove from the working sheet"))
            case "reopen", "pressed", _:
                return settings, Reopen(dict(settings.kept)[key])
            case "html" | "pdf" as kind, "pressed", _:
                name, kinds = f"working_sheet.{kind}", f"{kind.upper()} (*.{kind})"
                return settings, SaveFile(name, tr("Save the working sheet"), kinds, partial(saved, settings), painted=True)
        return settings


def printed(settings: WorkingSheetSettings) -> tuple[Block, ...]:
    """What is saved: headings, blocks, words; where a block is from, if that is not where the one before is from."""
    parts: list[Block] = [Paragraph("words", settings.words.get("words", ""), small=False)]
    before = None
    for key, one in settings.kept:
        block, taken = _inside(one)
        words = Paragraph("words", settings.words.get(f"{key}.words", ""), small=False)
        inside = (block, words) if taken == before else (block, taken, words)
        parts.append(replace(one.block, key=key, title=_heading(settings, key, one), blocks=inside, copied=False, divided=True))
        before = taken
    return tuple(parts)


def saved(settings: WorkingSheetSettings, path: Path) -> Pieces:
    """Paint it a part a piece."""
    from torseur.ui.sheet.printing import page_in_pieces, pdf_in_pieces

    painted = pdf_in_pieces if path.suffix.lower() == ".pdf" else page_in_pieces
    data = yield from painted(printed(settings), settings.words.get("title") or tr("Working sheet"))
    with safe_write(path, "page") as stream:
        stream.write(data)


def _part(settings: WorkingSheetSettings, k: int) -> Section:
    key, one = settings.kept[k]
    title, kept = _heading(settings, key, one), one.block
    buttons = (
        Button("up", "", "chevron_up", k > 0, tip=tr("Up")),
        Button("down", "", "chevron_down", k + 1 < len(settings.kept), tip=tr("Down")),
        Button("reopen", "", "link", tip=tr("As it was taken: the same page, instant and joints")),
        Button("remove", "", "close", tip=tr("Remove")),
    )
    said = " · ".join(filter(None, map(plain_math, (kept.badge[0], kept.caption, kept.note))))
    below = tr("Words below {title}", title=title)
    blocks = (
        Line("head", "", (Words("title", tr("Heading"), title, heading=True), *buttons)),
        Paragraph("beside", said, "text_hint"),
        *_inside(one),
        Words("words", below, settings.words.get(f"{key}.words", ""), tr("Own words")),
    )
    return Section(key, "", blocks, keeps=False)


def _heading(settings: WorkingSheetSettings, key: str, one: KeptBlock) -> str:
    title = one.block.title
    both = tr("{head}: {title}", head=one.title, title=title) if one.title and title != one.title else title
    return settings.words.get(f"{key}.head.title") or both


def _inside(one: KeptBlock) -> tuple[Section, Paragraph]:
    """The block without its head, and where it is from."""
    instant = tr("joints posed") if one.t is None else f"t = {number_text(one.t)} s"
    joints = f"q = ({', '.join(map(number_text, one.q.tolist()))})" if len(one.q) <= MOST_JOINTS else ""
    taken = " · ".join(filter(None, (one.document, one.frame, instant, joints))) if one.document else ""
    return replace(one.block, key="block", title="", divided=False), Paragraph("taken", taken, "text_hint")


def _with(settings: WorkingSheetSettings, kept: tuple[tuple[str, KeptBlock], ...], text: str) -> Any:
    return replace(settings, kept=kept), Undoable(text, ("kept", "others"))
