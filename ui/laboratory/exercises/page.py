"""The page of worked exercises: the list of them, or the one that is open."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QRectF, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from ...controls.buttons.outline_button import OutlineButton
from ...controls.fields.number_field import NumberField
from ...displays.prose import Prose
from ...displays.row_table.column import Column
from ...displays.row_table.row_table import RowTable
from ...displays.section_head import SectionHead, column_in, inset_row, padded
from ...displays.text_label import TextLabel
from ...look.icons import SIDE, paint_icon
from ...look.paint_text import RIGHT, elided, paint_text, text_width
from ...look.style import SMALL, TEXT
from ...look.theme import Theme
from .exercise_sheet import ExerciseSheet
from .values import CourseLines, ExerciseLine

ROW = 52  # height of a line [px]


class ExercisesPage(QWidget):
    """Passive: `show_*` are silent. The signals of list and sheet are for the user alone."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.head = SectionHead("", self)
        self.intro = Prose(self, role="text_second")
        self.replaces = Prose(self, role="text_second", icon="info")
        self.score = Prose(self, weight=600)
        self.variant = NumberField("", self)
        self.variant.setFixedWidth(70)
        self.variant_name = TextLabel(self, role="text_second")
        self.export = OutlineButton("", "", self)
        self.folder = OutlineButton("", "", self)
        self.tools = QWidget(self)
        self.tools.setLayout(inset_row(self.export, self.folder, spacing=8))
        self.head.add_control(self.variant_name)
        self.head.add_control(self.variant)
        self.courses = CourseLists(self)
        self.sheet = ExerciseSheet(self)
        column = column_in(self)
        column.addWidget(self.head)
        column.addWidget(padded(self.intro, bottom=8))
        column.addWidget(padded(self.replaces, bottom=8))
        column.addWidget(padded(self.score, bottom=8))
        column.addWidget(self.tools)
        column.addWidget(self.courses)
        column.addWidget(self.sheet)
        column.addStretch(1)
        self.show_list("", "", "", 0)

    def set_labels(self, labels: Mapping[str, str]) -> None:
        """Show title and sheet with these words."""
        self.head.show_title(labels["title"])
        self.variant.setAccessibleName(labels["variant"])
        self.variant.set_tip(labels["variant_tip"])
        self.variant_name.show_text(labels["variant"])
        self.variant_name.setMinimumWidth(round(text_width(labels["variant"], TEXT)) + 4)
        self.export.show_text(labels["export"])
        self.folder.show_text(labels["folder"])
        self.sheet.set_labels(labels)

    def show_list(self, intro: str, replaces: str, score: str, variant: int) -> None:
        """Show the list, what opening one of it means, the score, and the variant that is set."""
        self.score.show_text(score)
        self.variant.show_text(str(variant))
        self.tools.show()
        self.variant.setEnabled(True)
        self.intro.show_text(intro)
        self.replaces.show_text(replaces)
        self.courses.show()
        self.sheet.hide()

    def show_sheet(self, variant: int) -> None:
        """Show the exercise that is open, in a variant."""
        self.variant.show_text(str(variant))
        self.intro.show_text("")
        self.score.show_text("")
        self.tools.hide()
        self.variant.setEnabled(False)
        self.replaces.show_text("")
        self.courses.hide()
        self.sheet.show()


class CourseLists(QWidget):
    """A list of exercises for each course or series, below its title. `opened` is for the user alone, and gives a key."""

    opened = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.lists: list[ExerciseList] = []
        self._heads: list[SectionHead] = []
        self._texts: list[Prose] = []
        self._column = column_in(self)

    @property
    def texts(self) -> list[list[str]]:
        """Title and text of each."""
        return [[head.title, text.text] for head, text in zip(self._heads, self._texts, strict=True)]

    def show_courses(self, courses: Sequence[CourseLines]) -> None:
        """Show courses: title, text, and a line for each exercise."""
        while len(self.lists) < len(courses):
            self._heads.append(SectionHead("", self))
            self._texts.append(Prose(self, role="text_second"))
            self.lists.append(ExerciseList(self))
            self.lists[-1].opened.connect(self.opened)
            self._column.addWidget(self._heads[-1])
            self._column.addWidget(padded(self._texts[-1], bottom=8))
            self._column.addWidget(self.lists[-1])
        for k, (head, rows) in enumerate(zip(self._heads, self.lists, strict=True)):
            course = courses[k] if k < len(courses) else CourseLines("", ())
            head.show_title(course.title)
            head.setVisible(bool(course.title))
            self._texts[k].show_text(course.text)
            rows.setVisible(bool(course.lines))
            rows.show_rows(course.lines)


class ExerciseList(RowTable):
    """A row each. `opened` is for the user alone, and gives a key."""

    opened = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        column: Column[ExerciseLine] = Column("", _read, width=160, share=1, paint=_paint_line)
        super().__init__(self.tr("Exercises"), [column], parent, row_height=ROW, header=False, click_activates=True)
        self.row_activated.connect(lambda row: self.opened.emit(self.rows[row].key))


def _read(line: ExerciseLine) -> str:
    return f"{line.title}. {line.about}. {line.state}".strip()


def _paint_line(painter: QPainter, theme: Theme, line: ExerciseLine, box: QRectF) -> None:
    """Title, robot, and how far it is."""
    middle = box.center().y() - SIDE / 2
    right = box.right() - SIDE
    paint_icon(painter, "chevron_right", theme.text_hint, right, middle)
    color = theme.good if line.done else theme.text_second
    paint_text(painter, QRectF(0, box.top(), right - 8, ROW), line.state, color, SMALL, 500, RIGHT)
    right -= round(text_width(line.state, SMALL, 500)) + 8
    if line.done:
        right -= SIDE + 4
        paint_icon(painter, "check", theme.good, right, middle)
    room = right - 8 - box.left()
    title = QRectF(box.left(), box.top() + 7, room, 20)
    paint_text(painter, title, elided(line.title, room, TEXT, 600), theme.text, TEXT, 600)
    paint_text(painter, title.translated(0, 20).adjusted(0, 0, 0, -2), elided(line.about, room, SMALL), theme.text_hint, SMALL)
