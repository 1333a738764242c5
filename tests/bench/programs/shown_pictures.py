"""Pictures a second of a scene in the window, live and replayed, or in a window of MuJoCo's renderer that does the same.

Prints a line: "pictures LIVE REPLAYED" of the window, "pictures LIVE LIVE" of MuJoCo, whose states are simulated when shown.
"""

from __future__ import annotations

import sys
import time

from torseur import sim

from ..contact.mjcf import mjcf

SIZE = 1440, 900
SUN = '<light pos="0 0 3" dir="0 0 -1" directional="true"/>'  # which casts shadows, as in the scenes that come with it
SETTLED, MEASURED = 1.5, 5.0  # [s]


def in_window(scene: str) -> tuple[float, float]:
    """Pictures a second, live and replayed."""
    from .ready_window import ready_window, run_events

    def measured() -> float:
        playback.play()
        run_events(SETTLED)
        painted, begun = window.viewport.paints, time.perf_counter()
        run_events(MEASURED)
        rate = (window.viewport.paints - painted) / (time.perf_counter() - begun)
        playback.pause()
        return rate

    with ready_window() as window:
        window.resize(*SIZE)
        window.open(scene)
        playback = window.session.playback
        playback.set_duration(2.0 * (SETTLED + MEASURED))
        run_events(SETTLED)
        live = measured()
        playback.seek(0.0)
        return live, measured()


def in_mujoco(scene: str) -> tuple[float, float]:
    """Pictures a second of a window of the same size, drawn with shadows as its viewer draws; in step with the clock."""
    import glfw
    import mujoco

    text = mjcf(sim.load_scene(scene), stiff=False).replace("<worldbody>", f"<worldbody>{SUN}", 1)
    model = mujoco.MjModel.from_xml_string(text)
    data = mujoco.MjData(model)
    glfw.init()
    glfw.window_hint(glfw.SAMPLES, 4)  # as its viewer has it
    window = glfw.create_window(*SIZE, "pictures", None, None)
    glfw.make_context_current(window)
    glfw.swap_interval(0)
    camera, option, drawn = mujoco.MjvCamera(), mujoco.MjvOption(), mujoco.MjvScene(model, maxgeom=10_000)
    mujoco.mjv_defaultFreeCamera(model, camera)
    context = mujoco.MjrContext(model, mujoco.mjtFontScale.mjFONTSCALE_150)
    begun, count = time.perf_counter(), 0
    while (now := time.perf_counter() - begun) < SETTLED + MEASURED:
        due = time.perf_counter() + 0.05
        while data.time < now and time.perf_counter() < due:
            mujoco.mj_step(model, data)
        mujoco.mjv_updateScene(model, data, option, None, camera, mujoco.mjtCatBit.mjCAT_ALL, drawn)
        mujoco.mjr_render(mujoco.MjrRect(0, 0, *SIZE), drawn, context)
        glfw.swap_buffers(window)
        glfw.poll_events()
        count += now > SETTLED
    glfw.terminate()
    return count / MEASURED, count / MEASURED


if __name__ == "__main__":
    rates = {"window": in_window, "mujoco": in_mujoco}[sys.argv[1]](sys.argv[2])
    sys.stdout.write(f"pictures {rates[0]:.2f} {rates[1]:.2f}\n")
