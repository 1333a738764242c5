"""The page Working sheet: what was kept is read again as it was shown, with own words between, and saved."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from platformdirs import user_state_path

from tests.app.laboratory.sheet.written_page import WrittenPage
from tests.ui.sheet.test_blocks import every_block
from torseur.app.laboratory.svd.page import SVD
from torseur.app.laboratory.working_sheet.page import WorkingSheet, printed
from torseur.app.sheet.page import KeptBlock, Reopen, SaveFile
from torseur.app.sheet.saved_settings import SavedSettings
from torseur.ui.sheet.blocks import DataTable, Line, Section, TableCell, TableColumn
from torseur.ui.sheet.frozen import MOST_ROWS, frozen_block, kept_section
from torseur.ui.sheet.plain import sheet_text
from torseur.ui.sheet.sheet import Sheet
from torseur.ui.sheet.sheet_view import SheetView
from torseur.ui.text.written_value import plain, value_of


def kept_of(page, path):
    """A block of a page as the window keeps it."""
    seen = page.seen
    return KeptBlock(
        kept_section(page.sheet, path, "SVD"), "svd", "SVD", "arm_6r", "arm_6r", seen.frame, None, seen.q, page.settings
    )


@pytest.fixture
def sheet():
    """With two sections of the page SVD."""
    page, svd = WrittenPage(WorkingSheet(), "arm_6r"), WrittenPage(SVD(), "arm_6r")
    for key, path in (("kept1", "values"), ("kept2", "task")):
        page.take("", "kept", (key, kept_of(svd, path)))
    return page


def test_a_block_that_is_kept_is_what_was_read_without_controls_and_is_the_same_when_it_was_written():
    rows = next(one for one in every_block() if isinstance(one, Line)).blocks
    block = Section("all", "All", every_block(), tools=rows, open=True)
    frozen = frozen_block(block)
    assert frozen.caption == "Both"
    assert {one.key for one in block.blocks} - {one.key for one in frozen.blocks} == {"progress", "buttons"}
    assert "Length 250 mm" in sheet_text((frozen,))
    alone = kept_section(Sheet((block,)), "all.side.of_R", "Page")
    assert (alone.title, alone.caption, [one.key for one in alone.blocks]) == ("All", "Both", ["of_R"])
    again = value_of(json.loads(json.dumps(plain(frozen))))
    assert sheet_text((again,)) == sheet_text((frozen,))
    assert value_of(plain(again)) == again
    rows = tuple((TableCell(str(k)), TableCell("x")) for k in range(100))
    table = frozen_block(DataTable("t", "Many", (TableColumn("k"), TableColumn("x")), rows))
    assert [row[0].text for row in table.rows[-2:]] == [f"{MOST_ROWS - 1}", f"{100 - MOST_ROWS} more"]
    with pytest.raises(TypeError, match="no value"):
        value_of({"of": "subprocess:Popen", "with": {"args": "true"}})


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
    assert SavedSettings("working_sheet").write(sheet.settings) == (sheet.settings, "")
    again, unread = SavedSettings("working_sheet").read()
    assert unread == ""
    assert sheet_text(printed(again)) == sheet_text(printed(sheet.settings))
    assert again.kept[0][1].settings == sheet.settings.kept[0][1].settings
    (path,) = user_state_path("torseur", appauthor=False).glob("working_sheet.json")
    path.write_text('{"of": "torseur.app.gone:Gone", "with": {}}')
    nothing, unread = SavedSettings("working_sheet").read()
    assert nothing is None
    assert unread.startswith(f"It is now {path.with_suffix('.unread')}. ")
    assert path.with_suffix(".unread").exists()


def test_of_two_programs_each_has_what_the_other_has_kept_and_undo_takes_back_the_own_alone(sheet):
    one, other, begun = SavedSettings("working_sheet"), SavedSettings("working_sheet"), sheet.settings
    one.write(begun)
    block = other.read()[0].kept[1][1]
    other.write(replace(begun, kept=(("b", block),), words={"b.words": "theirs"}))
    both, reason = one.write(replace(begun, kept=(*begun.kept[:1], ("a", block)), words={"title": "Mine"}))
    assert ([key for key, _ in both.kept], both.words, reason) == (
        ["kept1", "a", "b"],
        {"b.words": "theirs", "title": "Mine"},
        "",
    )
    assert [key for key, _ in both.restored({"kept": begun.kept, "others": begun.others}).kept] == ["kept1", "kept2", "b"]
    assert [key for key, _ in other.write(begun)[0].kept] == ["kept1", "kept2", "a"]


@pytest.mark.parametrize(("kind", "begin"), [("html", b"<!doctype html>"), ("pdf", b"%PDF")])
def test_it_is_saved(qapp, sheet, tmp_path, monkeypatch, kind, begin):
    for key in "abcdefgh":
        sheet.take("", "kept", (key, sheet.settings.kept[0][1]))
    sheet.take(kind, "pressed")
    (effect,) = sheet.effects
    assert isinstance(effect, SaveFile)
    assert effect.painted
    painted, path = [], tmp_path / effect.name
    monkeypatch.setattr(SheetView, "render", lambda view, *to: painted.append(to[2].boundingRect()))
    *_, last, all_done = effect.pieces(path)
    assert last < all_done == (all_done[1],) * 2
    data = path.read_bytes()
    assert data.startswith(begin)
    assert kind == "pdf" or "σ<sub>1</sub>" in data.decode()
    assert all(region.height() > 0 for region in painted)  # of an empty one all is painted, over the edge of the page
