"""What `make wheel` makes, and how it does where somebody has just installed it: nothing is compiled there."""

from __future__ import annotations

import os
import re
import struct
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from importlib.metadata import version
from pathlib import Path

import pytest

from torseur.sim.compiling import store

ROOT = Path(__file__).parent.parent
MADE_IN_PASSING = ("build", "dist", "torseur.egg-info")  # by what builds wheels

PLAYED = """
import sys
from PySide6.QtCore import Qt
from torseur.app.command_line import start
from torseur.app.command_line.measuring import age_of_process


def play(viewport, joints, session, close):
    playback = session.playback

    def first_frame():
        print(age_of_process())
        playback.play()

    def watch():
        if playback.time > 0.0:
            playback.snapshot_changed.disconnect(watch)
            print(age_of_process())
            close()

    viewport.frame_shown.connect(first_frame, Qt.ConnectionType.SingleShotConnection)
    playback.snapshot_changed.connect(watch)


start.measure = play
sys.exit(start.start("falling_brick"))
"""
OF_NUMBA_PYTHON_AND_OURS = re.compile(r"numba_|NRT_|_?Py[A-Z_]|torseur_")
OF_C = {"memcpy", "memset", "sin", "cos", "tan", "sincos", "atan2", "fmod", "pow", "log10"}  # as old as C's library


pytestmark = pytest.mark.sampled(whole=True)


@pytest.fixture(scope="module")
def distributions(tmp_path_factory):
    """What `make wheel` makes: the sources, and the wheel for this platform."""
    folder = tmp_path_factory.mktemp("distributions")
    before = {name for name in MADE_IN_PASSING if (ROOT / name).exists()}
    subprocess.run([sys.executable, "-I", ROOT / "scripts" / "wheel.py", folder], check=True, capture_output=True)
    assert {name for name in MADE_IN_PASSING if (ROOT / name).exists()} == before
    assert not store.SHIPPED.exists()
    (sources,), (wheel,) = folder.glob("*.tar.gz"), folder.glob("*.whl")
    return sources, wheel


@pytest.fixture(scope="module")
def stranger(distributions, tmp_path_factory):
    """Runs programs of an environment with the wheel as somebody who has just got it: empty home, and no compiler that works."""
    folder = tmp_path_factory.mktemp("stranger")
    (folder / "home").mkdir()
    (folder / "path").mkdir()
    for name in ("cc", "gcc", "clang", "ld", "lld", "as", "llc", "uname"):
        (folder / "path" / name).write_text(f"#!/bin/sh\necho {name} >> {folder}/started\nexit 1\n")
        (folder / "path" / name).chmod(0o755)
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder / "env"], check=True)
    (site,) = (folder / "env" / "lib").glob("python*/site-packages")
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib"))  # whose own .pth files are not followed
    pip = [sys.executable, "-I", "-m", "pip", "--python", folder / "env" / "bin" / "python"]
    subprocess.run([*pip, "install", "--quiet", "--no-deps", "--no-index", distributions[1]], check=True)
    kept = ("DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "QT_QPA_PLATFORM", "LANG", "LD_LIBRARY_PATH")

    def run_there(program: str, *arguments: str) -> str:
        environment = {name: os.environ[name] for name in kept if name in os.environ}
        environment |= {"HOME": str(folder / "home"), "PATH": str(folder / "path"), "TMPDIR": str(folder / "home")}
        done = subprocess.run(
            [folder / "env" / "bin" / program, *arguments],
            cwd=folder / "home",
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    run_there.folder = folder
    return run_there


def packed(wheel: Path) -> dict[str, bytes]:
    """What the files of a wheel hold."""
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def tracked(*folders: str) -> set[str]:
    """The files of ours that are kept, but for those that are hidden."""
    if not (ROOT / ".git").exists():
        pytest.skip("this is not a clone, of which git would know what belongs to it")
    listed = ["git", "-c", f"safe.directory={ROOT}", "ls-files", "-z", "--", *folders]  # whoever its files belong to
    done = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True)
    names = filter(None, done.stdout.split("\0"))
    return {name for name in names if not name.startswith(".") and (ROOT / name).exists()}


@pytest.mark.slow
def test_the_sources_are_complete(distributions):
    with tarfile.open(distributions[0]) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert tracked() - names == set()
    assert not any("__pycache__" in name or name.endswith(".kernel") for name in names)


@pytest.mark.slow
def test_the_wheel_that_is_built_from_them_has_all_of_each_room_and_the_guide(distributions):
    members = packed(distributions[1])
    built = {name: data for name, data in members.items() if ".dist-info/" not in name and ".kernel" not in name}
    assert built == {f"torseur/{name}": (ROOT / name).read_bytes() for name in tracked("app", "docs", "robots", "sim", "ui")}


@pytest.mark.slow
def test_the_wheel_says_what_it_is_for_and_whose_code_is_inside(distributions):
    python = f"cp3{sys.version_info[1]}"
    assert re.fullmatch(rf"torseur-[\d.]+-{python}-{python}-\w+\.whl", distributions[1].name)
    members = packed(distributions[1])
    (metadata,) = (data.decode() for name, data in members.items() if name.endswith(".dist-info/METADATA"))
    for name in ("numba", "llvmlite", "numpy"):  # an installer takes these, or what it finds; nothing newer
        (asked,) = re.findall(rf"^Requires-Dist: {name}\b(.*)", metadata, re.MULTILINE)
        assert f"<={version(name)}" in asked.split(",")
    files = re.findall(r"^License-File: (.*)", metadata, re.MULTILINE)
    assert {"LICENSE", "THIRD-PARTY.txt", "numba/LICENSE", "llvmlite/LICENSE"} <= set(files)
    info = next(name.partition("/")[0] for name in members if ".dist-info/" in name)
    assert all(members[f"{info}/licenses/{file}"] for file in files)


@pytest.mark.slow
def test_kernels_want_nothing_of_the_system_that_one_of_them_lacks(distributions, tmp_path):
    """So that the wheel may say that it is for every Linux that Numba's is for."""
    wanted, defined = set(), set()
    for name, data in packed(distributions[1]).items():
        if name.endswith(".kernel"):
            (tmp_path / "kernel").write_bytes(data)
            record = store.read(tmp_path / "kernel")
            if record.state[0]:  # what is only written into its callers has no machine code
                undefined, own = symbols(record.state[0])
                wanted |= undefined
                defined |= own
    assert len(defined) > 200
    assert {name for name in wanted - defined if not OF_NUMBA_PYTHON_AND_OURS.match(name)} <= OF_C


def symbols(code: bytes) -> tuple[set[str], set[str]]:
    """Names that an object file in the form of Linux (ELF, 64 bit) looks for elsewhere, and that it defines."""
    assert code[:5] == b"\x7fELF\x02"
    (start,), (size, count) = struct.unpack_from("<Q", code, 40), struct.unpack_from("<HH", code, 58)
    sections = [struct.unpack_from("<IIQQQQIIQQ", code, start + k * size) for k in range(count)]
    undefined, defined = set(), set()
    for _, kind, _, _, offset, length, link, _, _, _ in sections:
        if kind == 2:  # a table of symbols; `link` is the section of their names
            for at in range(offset + 24, offset + length, 24):  # the first is none
                name, _, _, section = struct.unpack_from("<IBBH", code, at)
                begin = sections[link][4] + name
                (undefined if section == 0 else defined).add(code[begin : code.index(b"\0", begin)].decode())
    return undefined, defined


def compiled_by(stranger) -> list[Path]:
    """Kernels that were compiled since the wheel was installed, and compilers that were called."""
    return [*(stranger.folder / "home").rglob("*.kernel"), *stranger.folder.glob("started")]


@pytest.mark.slow
def test_an_installed_wheel_compiles_nothing(stranger):
    assert stranger("python", "-m", "torseur.sim.compilation", "--why") == ""
    brick = ("simulate", "falling_brick", "--duration", "1", "--out", "brick.csv")
    for options in ((), ("--solver", "admm"), ("--scheme", "hybrid")):  # the second is looked for when it is called
        assert "1 impact" in stranger("torseur", *brick, *options)
    assert compiled_by(stranger) == []


@pytest.mark.slow
def test_the_window_of_an_installed_wheel_plays_the_brick_at_once(stranger, screen):
    first_frame, first_step = map(float, stranger("python", "-I", "-c", PLAYED).split())
    print(f"first frame after {first_frame:.1f} s, first step after {first_step:.1f} s")
    assert 0.0 < first_frame < first_step
    assert compiled_by(stranger) == []


@pytest.mark.slow
def test_an_installed_wheel_works_with_another_version_too_and_compiles_then(stranger):
    other = "import numpy; numpy.__version__ += '9'; from torseur.sim import compilation as c; print(len([*c.why()]))"
    assert int(stranger("python", "-I", "-c", other)) > 0


@pytest.mark.slow
def test_an_installed_wheel_has_the_guide(stranger):
    asked = "from torseur.app.window.commands.help_commands import DOCS; print(*(file.name for file in DOCS.rglob('*.*')))"
    found = stranger("python", "-I", "-c", asked).split()
    assert set(found) == {file.name for file in (ROOT / "docs").rglob("*.*")}
