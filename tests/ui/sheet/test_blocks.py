"""Blocks and sheets as values: equality, paths, HTML and plain text. Nothing here needs a window."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest

from torseur.ui.controls.fields.amount import Amount
from torseur.ui.displays.equations.values import EquationView, Term
from torseur.ui.sheet.blocks import (
    Amounts,
    Button,
    Buttons,
    Custom,
    DataTable,
    EquationCards,
    Facts,
    Formula,
    Heading,
    Line,
    Matrix,
    Number,
    NumberGrid,
    Options,
    Paragraph,
    Plot,
    PlotCurve,
    PlotMark,
    PlotScale,
    Progress,
    Section,
    SideBySide,
    SingularValues,
    Slider,
    SymbolicMatrix,
    TableCell,
    TableColumn,
    Toggle,
    Vector,
    options,
    section,
)
from torseur.ui.sheet.frozen import MOST_ROWS, frozen_block, kept_section
from torseur.ui.sheet.numbers import blocks_text, sheet_numbers
from torseur.ui.sheet.plain import sheet_text
from torseur.ui.sheet.sheet import Sheet, difference
from torseur.ui.text.same_value import same_value
from torseur.ui.text.written_value import plain, value_of

TASK = Heading("task", "The task J_t")
FORCES = EquationView("forces", "Newton", (("f", ""), (" = m a", "")), (Term("f", np.array([0.0, 0.0, 2.0])),), (("", "N"),))


def every_block():
    """One of each kind, as a page has them."""
    table = DataTable(
        "rows",
        "Links",
        (TableColumn("Link"), TableColumn("m_i", number=True, unit="kg", math=True)),
        ((TableCell("arm<1>"), TableCell("2.5", 2.5)), (TableCell("hand"), TableCell("0.5", 0.5))),
    )
    curve = PlotCurve("σ_1", np.array([0.0, 1.0, np.nan]), np.array([1.0, 2.0, 3.0]))
    number = Number("length", "Length", 0.25, "mm", 1000.0)
    return (
        Paragraph("lead", "See [the values](svd#values) of the arm."),
        Formula("formula", ("J v = σ_1 u",)),
        Formula("boxed", ("H q_2",), boxed=True),
        Facts("facts", (("rank", "3", ""), ("σ_{max}", "1.5", "m/s"))),
        EquationCards("equations", (FORCES,)),
        table,
        Matrix("matrix", "J", np.array([[1.0, -2.0], [0.0, 0.5]]), ("v_x", "v_y"), ("q_1", "q_2")),
        Plot("plot", "Singular values", PlotScale("q", "rad"), PlotScale("σ", "m/s"), (curve,), (PlotMark(0.5, "now"),)),
        Plot("polar", "Force", PlotScale(kind="angle"), PlotScale(unit="N"), (curve,)),
        SingularValues("bars", (1.5, 0.25), "m/s", "arm"),
        Progress("progress", 0.5),
        Line("line", "Rows", (Options("rows", "Rows", options({"p": "Position", "b": "Both"}), "b"),)),
        number,
        NumberGrid("grid", (number, replace(number, key="other", name="Other"))),
        Vector("vector", "Axis", "n", np.array([0.0, 0.0, 1.0])),
        Toggle("toggle", "Gravity", on=True),
        Slider("slider", "Along the joint", 0.5),
        Amounts("amounts", "Speeds", (Amount(0, "q_1", "elbow", True, 1.0, 5.0),), (0.3,)),
        Matrix("wide", "H", np.eye(3), precise=True, wide=True),
        Buttons("buttons", (Button("go", "Go"), Button("back", "", "step_back", tip="Back"))),
        SideBySide(
            "side",
            (Matrix("R", "R", np.eye(2), ("", ""), ("x", "y"), title="R_k"), Facts("of_R", (("not skew by", "6e-17", "1/s"),))),
            (2, 3),
        ),
        SymbolicMatrix("symbolic", "J", (("−a₁·s₁", "0"), ("c₁", "1"))),
        Custom("custom", "example", None, "A sketch of the body."),
        SingularValues("only_read", (1.5, 0.25), "m/s", "arm", held=False),
    )


def test_two_sheets_with_the_same_numbers_are_equal_and_what_differs_is_named_by_its_path():
    one, other = (Sheet((section(TASK, *every_block()),)) for _ in range(2))
    assert one == other
    assert difference(one, other) == ""
    blocks = list(every_block())
    blocks[6] = replace(blocks[6], values=np.array([[1.0, -2.0], [0.0, 0.6]]))
    changed = Sheet((section(TASK, *blocks),))
    assert one != changed
    assert difference(one, changed) == "task.matrix"


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        (np.array([1.0, np.nan]), np.array([1.0, np.nan]), True),
        (np.array([1.0, np.nan]), np.array([np.nan, 1.0]), False),
        (np.full(100, np.nan), np.full(100, np.nan), True),
        (np.array([1.0]), np.array([[1.0]]), False),
        (float("nan"), float("nan"), True),
        (1, 1.0, False),  # they read otherwise
        (("a", np.zeros(2)), ("a", np.zeros(2)), True),
        (("a",), ("a", "b"), False),
    ],
)
def test_values_are_alike_by_what_they_hold(one, other, alike):
    assert same_value(one, other) is alike


def test_a_block_is_found_by_the_end_of_its_path_and_one_that_is_not_there_is_told_with_those_that_are():
    sheet = Sheet((section(TASK, *every_block()),))
    assert sheet.block("task.line.rows").chosen == "b"
    assert sheet.block("rows") is sheet.block("task.rows")
    assert not sheet.has("values")
    with pytest.raises(KeyError, match=r"no block 'values': task, task\.lead"):
        sheet.block("values")


def test_all_that_a_sheet_says_is_in_its_html_and_its_text():
    sheet = Sheet((section(TASK, *every_block(), badge=("rank 3 of 3", "good", "")),), "SVD")
    html, text = sheet._repr_html_(), str(sheet)
    for words in (
        '<h3 id="task">The task J<sub>t</sub>',
        '<a href="#values">the values</a>',
        "σ<sub>max</sub>",
        "arm&lt;1&gt;",
        "rank 3 of 3",
        "<polyline",
        "<circle",
        "Length 250 mm",
        "A sketch of the body.",
        "Both",
        "<caption>R<sub>k</sub></caption>",
        "not skew by",
        "<td>−a₁·s₁</td>",
    ):
        assert words in html
    for words in (
        "## The task Jt [rank 3 of 3]",
        "See the values of the arm.",
        "σmax: 1.5 m/s",
        "σ₂ 0.2500 m/s",
        "hand",
        "Gravity: ✓",
        "Rk\n",
        "J = −a₁·s₁, 0",
        "not skew by: 6e-17 1/s",
        "[Go], [Back]",
    ):
        assert words in text


def test_equations_are_written_out():
    assert str(Sheet((EquationCards("equations", (FORCES,)),))) == "f = m a\n"


def test_blocks_and_what_writes_them_load_no_qt():
    code = "import sys, torseur.ui.sheet.sheet, torseur.app.sheet.page; print('PySide6' in sys.modules)"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "False"


def test_numbers_of_a_sheet_are_tables_with_every_digit_and_facts_in_words_below_the_titles_of_their_sections():
    inside = section(TASK, *every_block(), open=True)
    found = {one.title: one for one in sheet_numbers((inside, section(Heading("other", "Folded"), *every_block(), open=False)))}
    np.testing.assert_array_equal(found["The task Jt, Links"].table.values, [[2.5], [0.5]])
    assert list(found["The task Jt, Links"].table.rows) == ["arm<1>", "hand"]
    assert found["The task Jt, Newton"].table.values.tolist() == [[0.0, 0.0, 2.0]]
    assert not any("Folded" in title for title in found)
    text = blocks_text(tuple(found.values()), "numpy")
    names: dict[str, object] = {}
    exec(f"import numpy as np\n{text}", names)
    np.testing.assert_array_equal(names["page"]["The task Jt, Links"], [[2.5], [0.5]])


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
