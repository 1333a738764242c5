"""The pictures and figures of docs/sweep_examples.md: `python -m tests.sim.sweeping.sweep_pictures` draws and prints them."""

from __future__ import annotations

import contextlib
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pyqtgraph as pg
from pyqtgraph.exporters import ImageExporter
from PySide6.QtWidgets import QApplication

from tests.sim.sweeping.page_sections import sections
from tests.sim.sweeping.sliding import sliding_block
from torseur import sim

PICTURES = Path(__file__).parents[3] / "docs" / "pictures"
INK, BLUE, RED, GREEN = "#202020", "#2166ac", "#b2182b", "#1b7837"


def slope(view: pg.GraphicsLayoutWidget) -> None:
    degrees, mu = np.linspace(0.0, 45.0, 41), np.linspace(0.0, 1.0, 41)
    a = np.radians(degrees)
    vary = {"gravity": [[9.81 * np.sin(i), 0.0, -9.81 * np.cos(i)] for i in a], "materials.block.friction": mu**2}
    v = sim.sweep(sliding_block(), vary, ["v=final(velocity.block.x)"])["v"].to_numpy().reshape(41, 41)
    plot = _plot(view, "slope α [°]", "friction μ")
    image = pg.ImageItem(v, levels=(0.0, v.max()), rect=(-0.5625, -0.0125, 46.125, 1.025))
    plot.addItem(image)
    bar = pg.ColorBarItem(values=(0.0, v.max()), colorMap=pg.colormap.get("viridis"), interactive=False)
    bar.setImageItem(image)
    bar.axis.setPen(INK)
    bar.axis.setTextPen(INK)
    bar.axis.setLabel("final speed [m/s]", color=INK)
    view.addItem(bar)
    plot.plot(degrees, np.tan(a), pen=pg.mkPen("w", width=2))
    plot.setXRange(0.0, 45.0, padding=0.02)
    plot.setYRange(0.0, 1.0, padding=0.02)


def pushes(view: pg.GraphicsLayoutWidget, page: dict[str, Any]) -> None:
    measures = {"inputs alone": page["misses"](False), "feedback (TVLQR)": page["misses"](True)}
    vary = {"bodies.body.velocity": "random:256:[-3,0,-3]:[3,0,3]"}
    table = sim.sweep(sim.load_scene("push.toml"), vary, measures)
    x, z = (5.0 * table[f"bodies.body.velocity[{k}]"].to_numpy() for k in (0, 2))
    misses, size = table["feedback (TVLQR)"].to_numpy(), np.maximum(np.abs(x), np.abs(z))
    print("within 2, 5, 10 cm:", *(np.count_nonzero(misses < bound) for bound in (0.02, 0.05, 0.1)))
    for most in (5.0, 10.0):
        print(f"of up to {most} N s: {np.count_nonzero(misses[size <= most] < 0.05)} of {np.count_nonzero(size <= most)}")
    steps = {f"by {n}": page["misses"](True, n) for n in (1, 2)}
    table_of_steps = sim.sweep(sim.load_scene("push.toml"), {"bodies.body.velocity": "random:64:[-3,0,-3]:[3,0,3]"}, steps)
    one, two = (table_of_steps[name].to_numpy() for name in steps)
    same = np.array_equal(one < 0.05, two < 0.05)
    print(
        f"of 64 by half the step: {np.count_nonzero(two < 0.05)}, the same: {same}; ends {np.max(np.abs(two - one)):.2g} m off"
    )
    for name in measures:
        good = table[name].to_numpy() < 0.05
        plot = _plot(view, "push forwards [N s]", "push upwards [N s]")
        plot.setTitle(f"{name}: {good.sum()} of {len(good)}", color=INK)
        for chosen, colour in ((good, GREEN), (~good, RED)):
            plot.plot(x[chosen], z[chosen], pen=None, symbol="o", symbolSize=7, symbolBrush=colour, symbolPen=None)


def gains(view: pg.GraphicsLayoutWidget, page: dict[str, Any]) -> None:
    kp, kd, table = page["kp"], page["kd"], page["gains"]
    p, d, cost = (table[name].to_numpy() for name in (kp, kd, "cost"))
    plot = _plot(view, "stiffness kp [N m/rad]", "damping kd [N m s/rad]")
    share = np.clip(np.log(cost / cost.min()) / np.log(4.0), 0.0, 1.0)
    colours = pg.colormap.get("viridis").map(1.0 - share, mode="qcolor")
    plot.plot(p, d, pen=None, symbol="o", symbolSize=9, symbolBrush=colours, symbolPen=None)
    best = int(cost.argmin())
    legend = plot.addLegend(offset=(-10, 10), labelTextColor=INK, brush="#ffffffd0")
    for at, symbol, name in (((p[best], d[best]), "o", "best of 256"), ((10.0, 10.0**0.5), "star", "closed form")):
        legend.addItem(
            plot.plot(
                *([c] for c in at), pen=None, symbol=symbol, symbolSize=18, symbolBrush=None, symbolPen=pg.mkPen(RED, width=2)
            ),
            name,
        )


def bounce(view: pg.GraphicsLayoutWidget, page: dict[str, Any]) -> None:
    count = range(1, 15)
    measures = {f"x{n}": f"at(position.ball.x, {0.4 * n})" for n in count}
    table = sim.sweep(sim.load_scene("bounce.toml"), {"bodies.ball.xyz[0]": page["starts"]}, measures)
    plot = _plot(view, "bounces", "distance from the top [m], powers of ten")
    grown = np.cosh(np.arange(15) * np.arccosh(page["mu"]))
    legend = plot.addLegend(offset=(-10, -10), labelTextColor=INK, brush="#ffffffd0")
    for k, start in enumerate(page["starts"]):
        x = np.array([start, *(table[f"x{n}"][k].as_py() for n in count)])
        within = start * grown < 1.0
        line = plot.plot(np.arange(15)[within], np.log10(start * grown[within]), pen=pg.mkPen(RED, width=1))
        dots = plot.plot(np.arange(15), np.log10(x), pen=None, symbol="o", symbolSize=7, symbolBrush=BLUE, symbolPen=None)
    scene = sim.load_scene("bounce.toml")
    vary = {"bodies.ball.xyz[0]": [1e-6], "settings.dt": [1e-3, 5e-4, 2.5e-4, 1.25e-4]}
    for scheme in ("time_stepping", "hybrid"):
        after = sim.sweep(scene, {**vary, "settings.scheme": [scheme]}, ["x=at(position.ball.x, 3.2)"])
        print(f"after 8 bounces, {scheme}:", *after["x"].to_pylist())
    legend.addItem(dots, "simulated")
    legend.addItem(line, "closed form of small distances")


def corner() -> None:
    """How far apart drops of the brick on its corner end that begin 1e-6° apart, and those of half the step."""
    scene = sim.load_scene("brick_on_corner")
    vary = {"bodies.brick.rpy[0]": [35.0, 35.0 + 1e-6], "settings.dt": [1e-3, 5e-4], "materials.brick.restitution": [0.5]}
    measures = [f"{axis}=final(position.brick.{axis})" for axis in "xyz"]
    for scheme in ("time_stepping", "hybrid"):
        table = sim.sweep(scene, {**vary, "settings.scheme": [scheme]}, measures)
        x = np.array([table[axis].to_numpy() for axis in "xyz"]).T.reshape(2, 2, 3)
        apart, by_step = np.linalg.norm(x[1, 0] - x[0, 0]), np.linalg.norm(x[0, 1] - x[0, 0])
        print(f"brick_on_corner, {scheme}: neighbours end {apart:.2g} m apart, with half the step {by_step:.2g} m")


def _plot(view: pg.GraphicsLayoutWidget, x: str, y: str) -> pg.PlotItem:
    plot = view.addPlot()
    plot.showGrid(True, True, 0.15)
    for side, text in (("bottom", x), ("left", y)):
        axis = plot.getAxis(side)
        axis.setPen(INK)
        axis.setTextPen(INK)
        axis.enableAutoSIPrefix(False)
        plot.setLabel(side, text, color=INK)
    return plot


def main() -> None:
    app = QApplication(["pictures", "-platform", "offscreen"])
    with TemporaryDirectory() as folder, contextlib.chdir(folder):
        page = sections()
        corner()
        for name, draw in {
            "slope": slope,
            "pushes": lambda view: pushes(view, page),
            "gains": lambda view: gains(view, page),
            "bounce": lambda view: bounce(view, page),
        }.items():
            view = pg.GraphicsLayoutWidget(size=(900, 420))
            view.setBackground("w")
            draw(view)
            view.show()
            app.processEvents()
            exporter = ImageExporter(view.scene())
            exporter.export(toBytes=True).save(str(PICTURES / f"sweep_{name}.webp"), "webp", 85)
            view.close()


if __name__ == "__main__":
    main()
