"""The page Sweep: a scene run many times with some of its values varied, and what is measured of each run."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from torseur.sim.compilation import STEPPING
from torseur.sim.definition.expressions import ExpressionError, as_dotted
from torseur.sim.errors import TorseurError
from torseur.sim.texts import marked, tr
from torseur.ui.look.math_notation import literal
from torseur.ui.sheet.blocks import (
    Block,
    Button,
    DataTable,
    Heading,
    Line,
    Options,
    Paragraph,
    Plot,
    PlotCurve,
    PlotMark,
    PlotScale,
    Progress,
    Section,
    TableCell,
    TableColumn,
    UserEvent,
    Words,
    absent,
    options,
    section,
)
from torseur.ui.sheet.sheet import Sheet
from torseur.ui.text.number_text import number_text

from ....sheet.page import (
    BringIntoSight,
    CompareRuns,
    MarkVaried,
    Page,
    PageSettings,
    PlayScene,
    SaveSweep,
    Seen,
    StartSweep,
    StopSweep,
    SweptRun,
)
from ....sheet.questions import Answer, Cost, Questions
from ....sweeping.sweeping import SweepState, Vary

if TYPE_CHECKING:
    import pyarrow as pa

    from torseur.sim.simulation.recording.recording import Recording
    from torseur.sim.simulation.running.scene.scene import Scene
    from torseur.sim.sweeping.run_signals import RunSignal
    from torseur.sim.sweeping.variations import SweepAxis

VARIED = Heading("varied", marked("What varies"), "sweep, balayage, parameters, paramètres, Monte-Carlo, random, hasard")
MEASURES = Heading("measures", marked("What is measured"), "measure, mesure, signal")
RUNS = Heading("runs", marked("Runs"), "batch, lot, cluster")
MAP = Heading("map", marked("Map"), "scatter, nuage, carte, sensitivity, sensibilité")
SPREAD = Heading("spread", marked("Distribution"), "histogram, histogramme, répartition")
LINES = Heading("lines", marked("Run by run"), "parallel coordinates, coordonnées parallèles")
TABLE = Heading("table", marked("Table"), "results, résultats")
KINDS = {"max": "max", "min": "min", "mean": marked("mean"), "final": marked("at the end")}
COLORS = ("#4A5FDB", "#6A8BEF", "#9ABBFF", "#C9A227", "#F4987A", "#DD5F4B", "#CC1F3C")  # of measures, from the least up
MOST_DRAWN = 3000  # runs: more are drawn as so many of them
BINS = 24
_MINUTES = 120.0  # [s] from which a time is told in minutes
_OF_FILE = re.compile(r"(\w+\s*=\s*)?(.+\.py:\w+)")  # a measure that a function in Python is
_ROUNDING = 1e-12  # of numbers, within which they are drawn as one
_NOISE = 1e-9  # within which measures may differ by rounding
ABOUT = {"scene": marked("A sweep needs a scene: robots by themselves are not run.")}


@dataclass(frozen=True, slots=True)
class SweepSettings(PageSettings):
    """What is asked, and what is looked at of the answer."""

    vary: Vary = ()
    measures: tuple[str, ...] = ("final(energy)",)
    kind: str = "max"  # of a measure that is added
    group: str = ""  # of signals, which its signal is one of
    x: str = ""
    y: str = ""
    measure: str = ""
    run: int = -1  # the one that was opened last
    other: int = -1  # the one that it is compared with: opened before it, or pressed with Ctrl
    opened: str = ""  # the text of its scene


@dataclass(frozen=True, eq=False, slots=True)
class Runs:
    """The runs that are done."""

    number: np.ndarray  # (n,)
    columns: dict[str, np.ndarray]  # (n,) of each value that varies and is a number, and of each measure
    varied: tuple[str, ...]  # which of them vary
    units: dict[str, str]
    texts: dict[str, list[str]]  # of each value that varies and is none, and how runs went where not all were done
    told: str  # of runs that were not done, or are doubtful
    table: pa.Table  # all of them
    folder: str


class Sweep(Page):
    """Runs are taken by `Sweeping`, in another process; what is done of them is read here as it comes."""

    key = "sweep"
    settings_type = SweepSettings
    outline = (VARIED, MEASURES, RUNS, MAP, SPREAD, LINES, TABLE)
    waits_for = (STEPPING,)  # by which measures are checked as they are typed
    goes_without = True
    needs_sweep = True

    def sheet(self, seen: Seen, settings: SweepSettings, questions: Questions) -> Sheet:
        """Write what is asked, how far it is, and what came of it."""
        scene, state = _scene(seen, settings), seen.sweep
        if scene is None:
            return Sheet((absent(tr(ABOUT["scene"])),))
        places: dict[str, Any] = questions.ask("places", (), lambda: _places(scene), Cost.QUICK, of=scene).value or {}
        planned = _planned(scene, settings.vary, questions)
        units = questions.ask("units", settings.vary, partial(_units, scene, settings.vary), of=scene).value
        blocks: list[Block] = [
            _varied(settings, scene, places, units or {}),
            _measures(settings, scene, questions, seen.compiled),
            _runs(settings, state, planned),
        ]
        found = _found(state, questions)
        if found is not None and len(found.number):
            blocks += _results(found, settings, "" if state.scene is None else state.scene.name)
        return Sheet(tuple(blocks))

    def reduce(self, settings: SweepSettings, event: UserEvent, seen: Seen, questions: Questions) -> Any:
        """Ask something else, start or stop, look at something else, or open a run."""
        scene, state = _scene(seen, settings), seen.sweep
        keys, found = event.path.split("."), _found(state, questions)
        signals: dict[str, RunSignal] = questions.known("signals") or {}
        match (*keys, event.kind, event.value):
            case ("varied", "add", "chosen", place) if place:
                return _varying(settings, (*settings.vary, (place, _first_values(place, questions.known("places")[place]))))
            case ("", "vary", place) if scene is not None and place in (places := _places(scene)):
                others = tuple(one for one in settings.vary if one[0] != place)
                more = () if len(others) < len(settings.vary) else ((place, _first_values(place, places[place])),)
                return *_varying(settings, (*others, *more)), BringIntoSight("varied")
            case ("varied", row, "values", "typed", text):
                vary = tuple((place, text if f"row{k}" == row else old) for k, (place, old) in enumerate(settings.vary))
                return replace(settings, vary=vary)
            case ("varied", row, "remove", "pressed", _):
                return _varying(settings, tuple(one for k, one in enumerate(settings.vary) if f"row{k}" != row))
            case ("", "reread", _):
                return _varying(settings, settings.vary)
            case ("measures", "more", "kind", "chosen", kind):
                return replace(settings, kind=kind)
            case ("measures", "more", "group", "chosen", group) if not group or _has_members(signals, group):
                return replace(settings, group=group)
            case ("measures", "more", "group" | "signal", "chosen", signal) if signal in signals:
                words = as_dotted(signal)
                text = f"{settings.kind}({f'norm({words})' if signals[signal].size > 1 else words})"
                return replace(settings, measures=tuple(dict.fromkeys((*settings.measures, text))))
            case ("measures", row, "text", "typed", text):
                measures = tuple(text if f"row{k}" == row else old for k, old in enumerate(settings.measures))
                return replace(settings, measures=measures)
            case ("measures", row, "remove", "pressed", _):
                return replace(settings, measures=tuple(one for k, one in enumerate(settings.measures) if f"row{k}" != row))
            case ("runs", "start", "pressed", _) if scene is not None:
                measures = tuple(_measured(scene, text) for text in settings.measures)
                return replace(settings, run=-1, other=-1), StartSweep(scene, _placed(scene, settings.vary), measures)
            case ("runs", "stop", "pressed", _):
                return settings, StopSweep()
            case ("runs", "save", "pressed", _):
                return settings, SaveSweep()
            case (_, "x" | "y" | "measure" as axis, "chosen", name):
                return replace(settings, **{axis: name})
            case ("map", "plot", "picked" | "picked_too" as how, (curve, k)) if found is not None:
                shown = *_classes(found, _looked_at(found, settings)[2]), *_marked(found, settings)
                run = int(found.number[shown[curve][k]])
                compares = how == "picked_too" and settings.run not in (-1, run)
                return (_compared if compares else _opened)(settings, state, found, run)
            case ("map", "compare", "pressed", _) if found is not None:
                return _compared(settings, state, found, settings.other)
            case ("table", "rows", "activated", row) if found is not None:
                return _opened(settings, state, found, int(found.number[row]))
        return settings


def _scene(seen: Seen, settings: SweepSettings) -> Scene | None:
    """What is swept: the scene that is open, or where that is a run that was opened here, the scene of the sweep."""
    state: SweepState = seen.sweep
    if seen.scene is None or not seen.scene.source:
        return None
    return state.scene if state.scene is not None and seen.scene.source == settings.opened else seen.scene


def _places(scene: Scene) -> dict[str, Any]:
    from torseur.sim.simulation.running.scene.scene_values import numbers_of

    return numbers_of(scene)


def _units(scene: Scene, vary: Vary) -> dict[str, str]:
    from torseur.sim.sweeping.sweep_plan import radian_of
    from torseur.sim.sweeping.sweep_results import unit_of

    radian = radian_of(scene)
    return {place: unit for place, _ in vary if (unit := unit_of(place, radian)) not in ("", "1")}


def _varying(settings: SweepSettings, vary: Vary) -> tuple[SweepSettings, MarkVaried]:
    return replace(settings, vary=vary), MarkVaried(frozenset(place for place, _ in vary))


def _first_values(place: str, value: Any) -> str:
    """What is put at a place that was just chosen: a few values around that of the file."""
    if isinstance(value, list):
        return "random:100"
    if place.endswith(("restitution", "theta", "error_reduction")):
        return "0:1:11"
    if isinstance(value, int) and place.startswith("settings."):  # a count
        return f"{value}, {2 * value or 1}"
    ends = sorted((0.5 * value, 1.5 * value)) if value else (0.0, 1.0)
    return ":".join((*(f"{end:.6g}" for end in ends), "10"))


def _axes(scene: Scene, vary: Vary) -> tuple[SweepAxis, ...]:
    from torseur.sim.sweeping.sweep_plan import radian_of
    from torseur.sim.sweeping.variations import axes_of

    return axes_of(dict(_placed(scene, vary)), 0, radian_of(scene))


def _placed(scene: Scene, vary: Vary) -> Vary:
    """With tables looked for beside the scene's file."""
    beside = Path(scene.path).parent
    return tuple((place, str(beside / text) if text.lower().endswith(".csv") else text) for place, text in vary)


def _measured(scene: Scene, text: str) -> str:
    """With a file in Python looked for beside the scene's file."""
    found = _OF_FILE.fullmatch(text.strip())
    return f"{found[1] or ''}{Path(scene.path).parent / Path(found[2]).expanduser()}" if found else text


def _planned(scene: Scene, vary: Vary, questions: Questions) -> Answer:
    """What the runs are; or why they cannot be."""
    return questions.ask("axes", vary, partial(_axes, scene, vary), Cost.QUICK, of=scene)


def _found(state: SweepState, questions: Questions) -> Runs | None:
    """What is done so far."""
    if not state.done:
        return None
    about = state.folder, state.done
    found: Runs | None = questions.ask("found", about, partial(_read, state), Cost.SLOW, of=state.scene).value
    return found if found is not None and found.folder == state.folder else None  # a late answer may be of the sweep before


def _read(state: SweepState) -> Runs:
    from torseur.sim.sweeping.sweep_results import load_sweep, varied_in
    from torseur.sim.sweeping.sweep_runs import DONE

    table = load_sweep(state.folder)
    names = table.column_names
    last = names.index("residual")
    columns = {name: table.column(name).to_numpy() for name in names[1:last]}
    numbers = {name: values.astype(float) for name, values in columns.items() if values.dtype.kind in "fiub"}
    units = {name: (table.schema.field(name).metadata or {}).get(b"unit", b"").decode() for name in numbers}
    varied = tuple(name for name in varied_in(table) if name in numbers)
    units = {name: "" if unit == "1" else unit for name, unit in units.items()}
    states, messages = table["status"].to_pylist(), table["message"].to_pylist()
    failed = [text for status, text in zip(states, messages, strict=True) if status != DONE]
    doubtful = [text for status, text in zip(states, messages, strict=True) if status == DONE and text]
    told = [tr("{count} were not done: {reason}", count=len(failed), reason=failed[0])] if failed else []
    told += [tr("{count} are doubtful: {reason}", count=len(doubtful), reason=doubtful[0])] if doubtful else []
    texts = {name: list(map(str, values.tolist())) for name, values in columns.items() if name not in numbers}
    texts |= {tr("how it went"): list(map(tr, states))} if failed else {}
    done = np.array([status == DONE for status in states], dtype=bool)
    for name in numbers.keys() - set(varied):  # of what stopped on its way they are not what they are of the others
        numbers[name] = np.where(done, numbers[name], np.nan)
    return Runs(table.column("run").to_numpy(), numbers, varied, units, texts, " ".join(told), table, state.folder)


# What is asked


def _varied(settings: SweepSettings, scene: Scene, places: dict[str, Any], units: dict[str, str]) -> Section:
    rows = [
        Line(
            f"row{k}",
            f"{place} [{units[place]}]" if units.get(place) else place,
            (
                Words("values", tr("Values of {place}", place=place), text, check=partial(_fault_of_values, scene, place)),
                Button("remove", icon="close", tip=tr("Vary {place} no longer", place=place)),
            ),
        )
        for k, (place, text) in enumerate(settings.vary)
    ]
    chosen = dict(settings.vary)
    offered = {"": tr("Vary a value …")} | {place: place for place in places if place not in chosen}
    note = tr("1:10:4: four values from 1 to 10; 1, 2, 5: these; random:100:0:1, sobol:128:0:1: samples; points.csv: a column")
    return section(
        VARIED,
        *rows,
        Paragraph("note", note, "text_hint"),
        caption=scene.name,
        tools=(Options("add", tr("Vary a value"), options(offered), "", True, 220),),
        divided=False,
        keeps=False,
    )


def _measures(settings: SweepSettings, scene: Scene, questions: Questions, compiled: bool) -> Section:
    signals: dict[str, RunSignal] = questions.ask("signals", (), lambda: _signals(scene), Cost.QUICK, of=scene).value or {}
    probe = questions.ask("probe", (), lambda: _probe(scene), Cost.QUICK, of=scene, when=compiled).value
    rows = [
        Line(
            f"row{k}",
            "",
            (
                Words("text", tr("Measure"), text, check=partial(_fault, scene=scene, probe=probe, signals=signals)),
                Button("remove", icon="close", tip=tr("Measure {text} no longer", text=text)),
            ),
        )
        for k, text in enumerate(settings.measures)
    ]
    groups: dict[str, list[str]] = {}  # by the first word of their names: what they are of the bodies and joints that follow
    for name in signals:
        groups.setdefault(name.partition(".")[0], []).append(name)
    kinds = {key: tr(text) for key, text in KINDS.items()}
    offered = {"": tr("of a signal …")} | {one: one for one in groups}
    group = settings.group if settings.group in groups else ""
    more = [
        Options("kind", tr("What of the signal"), options(kinds), settings.kind, True, 110),
        Options("group", tr("Signal"), options(offered), group, True, 130),
    ]
    if group:
        members = {"": tr("of …")}
        for one in groups[group]:
            of = tr("all") if one == group else one.removeprefix(f"{group}.")
            members[one] = f"‖{of}‖" if signals[one].size > 1 else of
        more.append(Options("signal", tr("Of what the signal is"), options(members), "", True, 130))
    return section(MEASURES, *rows, Line("more", tr("Add"), tuple(more)), keeps=False)


def _signals(scene: Scene) -> dict[str, RunSignal]:
    from torseur.sim.sweeping.run_signals import run_signals

    return run_signals(scene)


def _has_members(signals: dict[str, RunSignal], group: str) -> bool:
    return any(name.startswith(f"{group}.") for name in signals)


def _fault(text: str, scene: Scene, probe: Recording | None, signals: dict[str, RunSignal]) -> str:
    """Why a measure cannot be, as far as its text says, and where there is one a recording of one step."""
    from torseur.sim.sweeping.measures import measure_of

    try:
        measure = measure_of(_measured(scene, text))
        if probe is not None and measure.function is None:
            with suppress(ExpressionError):  # as of energy[100], which one step does not have
                measure.of(probe, signals)
    except TorseurError as error:
        return str(error)
    return ""


def _probe(scene: Scene) -> Recording:
    from torseur.sim.simulation.simulate import simulate

    return simulate(scene, scene.settings.dt, scheme="time_stepping")


def _fault_of_values(scene: Scene, place: str, text: str) -> str:
    """Why a place cannot have these values."""
    from torseur.sim.sweeping.sweep_plan import check_values

    try:
        check_values(scene, _axes(scene, ((place, text),)))
    except TorseurError as error:
        return str(error)
    return ""


def _runs(settings: SweepSettings, state: SweepState, planned: Answer) -> Section:
    count = 1
    for axis in planned.value or ():
        count *= len(axis)
    ready = planned.value is not None and not planned.late and bool(settings.measures)
    reason = planned.error if settings.vary else "" if state.total else tr("Choose what varies, and start.")
    start = Button("start", tr("Start runs"), "play", ready, tr("Simulate all runs, on all cores"))
    save = Button("save", tr("Save…"), "save", tip=tr("Save the results: a row a run, as Parquet or CSV"))
    return section(
        RUNS,
        Progress("progress", state.done / max(1, state.total) if state.running else None),
        Paragraph("status", ". ".join(filter(None, (_status(state), reason))), "text_second"),
        caption=str(count) if planned.value else "",
        tools=(*((save,) if state.done else ()), Button("stop", tr("Stop")) if state.running else start),
        keeps=False,
    )


def _status(state: SweepState) -> str:
    parts = [tr("{done} of {total} runs", done=state.done, total=state.total)] if state.total else []
    if state.running and not parts:
        parts = [tr("Begins …")]
    if state.left is not None and state.running:
        left = state.left / 60.0 if state.left > _MINUTES else state.left
        sentence = marked("{time} min left") if state.left > _MINUTES else marked("{time} s left")
        parts.append(tr(sentence, time=number_text(left, 2)))
    return ". ".join((*parts, state.notice)).rstrip(". ") if parts else state.notice


# What came of it


def _looked_at(found: Runs, settings: SweepSettings) -> tuple[str, str, str]:
    """Columns of both axes of the map, and the measure."""
    names = tuple(found.columns)
    measured = [name for name in names if name not in found.varied] or list(names)
    first = measured[: 2 if len(found.varied) < 2 else 1][-1]  # where one value varies the first is upwards
    measure = settings.measure if settings.measure in names else first
    varied = [name for name in found.varied if np.ptp(found.columns[name]) > 0.0] or list(found.varied)
    x = settings.x if settings.x in names else next(iter(varied), names[0])
    second = varied[1] if len(varied) > 1 else measured[0]
    return x, settings.y if settings.y in names else second, measure


def _classes(found: Runs, measure: str) -> list[np.ndarray]:
    """Places of runs, of those that are drawn, by how large the measure is: an array for each colour."""
    values = found.columns[measure]
    drawn = np.unique(np.linspace(0, len(values) - 1, min(MOST_DRAWN, len(values))).astype(int))
    drawn = drawn[np.isfinite(values[drawn])]
    low, high = _ends(values)
    which = np.clip(((values[drawn] - low) / (high - low) * len(COLORS)).astype(int), 0, len(COLORS) - 1)
    return [drawn[which == k] for k in range(len(COLORS))]


def _marked(found: Runs, settings: SweepSettings) -> list[np.ndarray]:
    """Places of the run that is open, and of the one that it is compared with."""
    return [at for run in (settings.run, settings.other) if len(at := np.flatnonzero(found.number == run))]


def _ends(values: np.ndarray) -> tuple[float, float]:
    finite = values[np.isfinite(values)]
    if not len(finite):
        return 0.0, 1.0
    low, high = float(finite.min()), float(finite.max())
    around = _ROUNDING * max(abs(low), abs(high))
    return (low, high) if high - low > around else (low - max(0.5, around), high + max(0.5, around))


def _results(found: Runs, settings: SweepSettings, scene: str) -> list[Block]:
    x, y, measure = _looked_at(found, settings)
    classes = _classes(found, measure)
    return [
        _map(found, (x, y, measure), classes, settings, scene),
        _spread(found, measure),
        _lines(found, classes),
        _table(found, settings),
    ]


def _map(
    found: Runs, shown: tuple[str, str, str], classes: Sequence[np.ndarray], settings: SweepSettings, scene: str
) -> Section:
    x, y, measure = shown
    columns, low_high = found.columns, _ends(found.columns[measure])
    bounds = np.linspace(*low_high, len(COLORS) + 1)
    texts = [f"≥ {number_text(low, 3)}" for low in bounds[:-1]]
    curves = tuple(
        PlotCurve(text, columns[x][places], columns[y][places], color, "points")
        for text, color, places in zip(texts, COLORS, classes, strict=True)
    )
    for at in _marked(found, settings):
        name = str(found.number[at[0]])
        curves += (PlotCurve(tr("run {run}", run=name), columns[x][at], columns[y][at], "text", "points", (name,)),)
    key = tuple(TableCell(text, mark=color) for text, color in zip(texts, COLORS, strict=True))
    names = options({name: name for name in columns})
    axes = (
        Options("x", tr("To the right"), names, x, True, 150),
        Options("y", tr("Upwards"), names, y, True, 150),
        Options("measure", tr("Colour"), names, measure, True, 150),
    )
    count = sum(map(len, classes))
    drawn = tr("{count} of {total} runs are drawn.", count=count, total=len(found.number)) if count < len(found.number) else ""
    name = tr("{measure} over {x} and {y}", measure=measure, x=x, y=y)
    plot = Plot("plot", name, _scale(found, x), _scale(found, y), curves, height=230, picks=True)
    compare = Button("compare", tr("Compare with run {run}", run=settings.other), tip=tr("Both runs in the workspace Compare"))
    hint = tr("A click on a point opens its run; one with Ctrl compares it with the run that is open.")
    return section(
        MAP,
        Line("axes", "", axes),
        plot,
        DataTable("key", tr("Colours"), tuple(TableColumn("", 60, 1) for _ in range(4)), (key[:4], (*key[4:], TableCell("")))),
        Paragraph("note", " ".join(filter(None, (hint, drawn, found.told))), "text_hint"),
        caption=scene,
        tools=(compare,) if settings.other >= 0 else (),
    )


def _scale(found: Runs, name: str) -> PlotScale:
    return PlotScale(name, found.units.get(name, ""), ends=_ends(found.columns[name]))


def _spread(found: Runs, measure: str) -> Section:
    values = found.columns[measure]
    finite = values[np.isfinite(values)]
    counts, bounds = np.histogram(finite, BINS, _ends(values))
    curve = PlotCurve(measure, bounds, np.append(counts, counts[-1:]).astype(float), kind="steps")
    mean, deviation = (float(finite.mean()), float(finite.std())) if len(finite) else (np.nan, np.nan)
    unit = found.units.get(measure, "")
    about = (f"{number_text(value, digits)} {unit}".strip() for value, digits in ((mean, 4), (deviation, 3)))
    text = tr("mean {mean}, standard deviation {deviation}", **dict(zip(("mean", "deviation"), about, strict=True)))
    if len(finite) > 1 and np.ptp(finite) < _NOISE:
        text += ". " + tr("All are within {noise:g}: they may differ by rounding alone.", noise=_NOISE)
    y = PlotScale(tr("runs"), ends=(0.0, float(max(counts.max(), 1))))
    plot = Plot("plot", tr("How often"), _scale(found, measure), y, (curve,))
    return section(SPREAD, plot, Paragraph("facts", text, "text_second"))


def _lines(found: Runs, classes: Sequence[np.ndarray]) -> Section:
    """Each run a line over all columns, each of which is as high as the plot from its least to its greatest."""
    names = tuple(found.columns)
    shares = []
    for name in names:
        low, high = _ends(found.columns[name])
        shares.append((found.columns[name] - low) / (high - low))
    heights = np.column_stack([*shares, np.full(len(found.number), np.nan)])
    across = np.append(np.arange(len(names), dtype=float), np.nan)
    curves = tuple(
        PlotCurve("", np.tile(across, len(places)), heights[places].ravel(), color)
        for color, places in zip(COLORS, classes, strict=True)
        if len(places)
    )
    marks = tuple(PlotMark(float(k), str(k + 1), "text_hint") for k in range(len(names)))
    scale = PlotScale(ends=(0.0, max(1.0, len(names) - 1.0)), bare=True)
    plot = Plot("plot", tr("All runs, a line each"), scale, PlotScale(ends=(0.0, 1.0)), curves, marks, 190)
    return section(LINES, plot, _numbered(found))


def _numbered(found: Runs) -> Paragraph:
    """What the numbers of columns stand for, whose names have no room, and from where to where they are drawn."""
    listed = []
    for k, (name, values) in enumerate(found.columns.items(), 1):
        low, high = (number_text(end, 3) for end in _ends(values))
        listed.append(f"{k} {name}, {low} … {high} {found.units.get(name, '')}".rstrip())
    return Paragraph("names", "\n".join(listed), "text_hint")


@dataclass(frozen=True, slots=True)
class _Rows(Sequence[tuple[TableCell, ...]]):
    """Rows of the table, written as they are seen."""

    found: Runs

    def __len__(self) -> int:
        return len(self.found.number)

    def __getitem__(self, row: Any) -> Any:
        numbers = (TableCell(number_text(float(column[row]), 4), float(column[row])) for column in self.found.columns.values())
        texts = (TableCell(texts[row]) for texts in self.found.texts.values())
        return (TableCell(str(self.found.number[row]), float(self.found.number[row])), *numbers, *texts)


def _table(found: Runs, settings: SweepSettings) -> Section:
    numbers = (TableColumn(literal(name), 76, 1, found.units.get(name, ""), number=True, about=name) for name in found.columns)
    texts = (TableColumn(literal(name), 76, about=name) for name in found.texts)
    selected = np.flatnonzero(found.number == settings.run)
    at = int(selected[0]) if len(selected) else -1
    columns = (TableColumn(tr("run"), 58, number=True), *numbers, *texts)
    rows = DataTable("rows", tr("Runs"), columns, _Rows(found), at, presses=True, most=8)
    return section(TABLE, rows)


def _swept(state: SweepState, found: Runs, run: int) -> SweptRun:
    """A run: the scene with its values."""
    from torseur.sim.simulation.running.scene.scene_values import with_values
    from torseur.sim.sweeping.sweep_results import values_of_run

    assert state.scene is not None
    values = values_of_run(found.table, run)
    told = ", ".join(f"{place} = {_shown(value)}" for place, value in values.items())
    return SweptRun(run, told, with_values(state.scene, values))


def _shown(value: Any) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(_shown, value))}]"
    return number_text(value, 4) if isinstance(value, int | float) else str(value)


def _title(state: SweepState, run: int) -> str:
    return tr("{scene}, run {run}", scene=state.scene.name if state.scene else "", run=run)


def _opened(settings: SweepSettings, state: SweepState, found: Runs, run: int) -> Any:
    """Open a run, from its start; the one before is what it may be compared with."""
    scene = _swept(state, found, run).scene
    other = settings.run if settings.run not in (-1, run) else settings.other
    after = replace(settings, run=run, other=other, opened=scene.source)
    return after, PlayScene(scene, _title(state, run), scene.initial.q[:0, None])


def _compared(settings: SweepSettings, state: SweepState, found: Runs, other: int) -> Any:
    """Show the run that was opened last beside another."""
    runs = _swept(state, found, settings.run), _swept(state, found, other)
    after = replace(settings, other=other, opened=runs[0].scene.source)
    return after, CompareRuns(runs, _title(state, settings.run))
