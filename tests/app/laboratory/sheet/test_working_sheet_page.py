"""The page Working sheet: what was kept is read again as it was shown, with own words between, and saved."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.app.laboratory.sheet.written_page import WrittenPage
from torseur.app.laboratory.svd.page import SVD
from torseur.app.laboratory.working_sheet.page import WorkingSheet, printed
from torseur.app.sheet.page import KeptBlock, Reopen
from torseur.app.sheet.saved_settings import SavedSettings
from torseur.ui.sheet.frozen import kept_section
from torseur.ui.sheet.plain import sheet_text
from torseur.ui.sheet.sheet_view import SheetView


def kept_of(page, path):
    """A block of a page as the window keeps it."""
    about = "svd", "SVD", "arm_6r", "arm_6r", page.seen.frame, None, page.seen.q, page.settings
    return KeptBlock(kept_section(page.sheet, path, "SVD"), *about)


@pytest.fixture
def sheet():
    """With two sections of the page SVD."""
    page, svd = WrittenPage(WorkingSheet(), "arm_6r"), WrittenPage(SVD(), "arm_6r")
    for key, path in (("kept1", "values"), ("kept2", "task")):
        page.take("", "kept", (key, kept_of(svd, path)))
    return page


def test_blocks_are_moved_renamed_and_removed_and_words_stay_with_their_block(sheet):
    assert [one.key for one in sheet.sheet.blocks[3:]] == ["kept1", "kept2"]
    assert sheet.block("kept1.head.title").text == "SVD: Singular values"
    sheet.take("kept1.words", "typed", "The smallest says how near.\n\nTo what?")
    sheet.take("kept2.head.title", "typed", "What is asked")
    sheet.take("kept2.head.up", "pressed")
    assert [key for key, _ in sheet.settings.kept] == ["kept2", "kept1"]
    assert "words" not in sheet.effects[0].names  # undo leaves them
    text = sheet_text(printed(sheet.settings))
    order = ["What is asked", "arm_6r", "SVD: Singular values", "how near.", "To what?"]
    assert sorted(order, key=text.index) == order
    assert text.count("q = (") == 1  # all is of one pose
    sheet.take("kept1.head.remove", "pressed")
    assert [key for key, _ in sheet.settings.kept] == ["kept2"]
    sheet.take("kept2.head.reopen", "pressed")
    assert sheet.effects == [Reopen(sheet.settings.kept[0][1])]


def test_it_is_there_at_the_next_start_and_what_cannot_be_read_is_put_aside(sheet):
    saved = SavedSettings("working_sheet")
    assert saved.write(sheet.settings) == (sheet.settings, "")
    again, _ = SavedSettings("working_sheet").read()
    assert sheet_text(printed(again)) == sheet_text(printed(sheet.settings))
    assert again.kept[0][1].settings == sheet.settings.kept[0][1].settings
    saved.path.write_text('{"of": "torseur.app.gone:Gone", "with": {}}')
    nothing, unread = saved.read()
    assert nothing is None
    assert unread.startswith(f"It is now {saved.path.with_suffix('.unread')}. ")
    assert saved.path.with_suffix(".unread").exists()


def test_of_two_programs_each_has_what_the_other_has_kept_and_undo_takes_back_the_own_alone(sheet):
    one, other, begun = SavedSettings("working_sheet"), SavedSettings("working_sheet"), sheet.settings
    one.write(begun)
    block = other.read()[0].kept[1][1]
    other.write(replace(begun, kept=(("b", block),), words={"b.words": "theirs"}))
    both, reason = one.write(replace(begun, kept=(*begun.kept[:1], ("a", block)), words={"title": "Mine"}))
    assert [key for key, _ in both.kept] == ["kept1", "a", "b"]
    assert (both.words, reason) == ({"b.words": "theirs", "title": "Mine"}, "")
    assert [key for key, _ in both.restored({"kept": begun.kept, "others": begun.others}).kept] == ["kept1", "kept2", "b"]
    assert [key for key, _ in other.write(begun)[0].kept] == ["kept1", "kept2", "a"]


@pytest.mark.parametrize(("kind", "begin"), [("html", b"<!doctype html>"), ("pdf", b"%PDF")])
def test_it_is_saved(qapp, sheet, tmp_path, monkeypatch, kind, begin):
    for key in "abcdefgh":
        sheet.take("", "kept", (key, sheet.settings.kept[0][1]))
    sheet.take(kind, "pressed")
    (effect,) = sheet.effects
    assert effect.painted
    painted, path = [], tmp_path / effect.name
    monkeypatch.setattr(SheetView, "render", lambda view, *to: painted.append(to[2].boundingRect()))
    *_, last, all_done = effect.pieces(path)
    assert last < all_done == (all_done[1],) * 2
    data = path.read_bytes()
    assert data.startswith(begin)
    assert kind == "pdf" or "σ<sub>1</sub>" in data.decode()
    assert all(region.height() > 0 for region in painted)  # of an empty one all is painted, over the edge of the page
