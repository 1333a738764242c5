"""What an edit compiles anew, and which files are believed."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
pytestmark = pytest.mark.slow  # processes that compile
LONG = "\n".join(f"    x = x * {1.0 + 0.1 * k} + a[{k % 4}] / (x + {k + 2}.0)" for k in range(120))
SOURCE = f'''
import numpy as np
from torseur.sim.kernel import entry, kernel, v_in, v_out

FACTOR = 2.0

@kernel
def small(x):
    """A few instructions: written into its callers."""
    return FACTOR * x

@kernel
def below(a, x):
    """Many instructions: called by symbol."""
{LONG}
    return x

@kernel
def middle(a, x):
    """Many again."""
{LONG}
    return below(a, x) + small(x)

@entry(v_in, v_out)
def run(a, result):
    result[0] = middle(a, 1.0)
'''
CALL = "k.run(np.arange(4.0), result)"
MAIN = """
import sys, numpy as np
sys.path.insert(0, sys.argv[1])
import logging; logging.basicConfig(format="%(message)s", stream=sys.stdout)
import kernels_of_a_test as k
from torseur.sim.kernel import compile_entry
compile_entry(k.run)
result = np.zeros(1)
{call}
print(result[0].hex())
"""


def kernel_of(file: str) -> str:
    """The kernel whose code lies in a file."""
    return Path(file).name.partition("-")[0]


class Bench:
    """Kernels in a file of their own, compiled by a process of their own into a cache of their own."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.file, self.cache = folder, folder / "kernels_of_a_test.py", folder / "cache"

    def run(self, source: str = SOURCE, call: str = CALL) -> list[str]:
        """What a process prints that calls the entry: warnings, and the result last."""
        self.file.write_text(source)
        environment = dict(os.environ, TORSEUR_CACHE_DIR=str(self.cache), TMPDIR=str(self.folder))
        command = [sys.executable, "-c", MAIN.format(call=call), str(self.folder)]
        done = subprocess.run(
            command, env=environment, capture_output=True, text=True, timeout=120, cwd=ROOT, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.splitlines()

    def written(self) -> dict[str, tuple[int, int]]:
        """The files of kernels, and which writing of each it is."""
        return {str(f): (f.stat().st_ino, f.stat().st_mtime_ns) for f in self.folder.rglob("*.kernel")}

    def compiled_by(self, source: str, call: str = CALL) -> set[str]:
        """The kernels that a process compiles which finds the source changed to this."""
        before = self.written().items()
        self.run(source, call)
        return {kernel_of(file) for file, _ in self.written().items() - before}


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    compiled = Bench(tmp_path)
    compiled.run()
    return compiled


def test_an_edit_compiles_what_it_concerns_alone(bench):
    assert set(map(kernel_of, bench.written())) == {"small", "below", "middle", "run"}
    assert bench.compiled_by(SOURCE) == set()
    assert bench.compiled_by("# a comment\n\n" + SOURCE.replace("Many again.", "Another docstring.")) == set()
    inside = SOURCE.replace("    return x\n", "    return 0.5 * x\n")
    assert bench.compiled_by(inside) == {"below"}
    assert bench.run(inside) != bench.run(SOURCE)
    assert bench.compiled_by(SOURCE.replace("FACTOR = 2.0", "FACTOR = 3.0")) == {
        "small",
        "middle",
    }  # written into middle
    returns_more = SOURCE.replace("    return x\n", "    return x, x\n").replace("below(a, x) +", "below(a, x)[0] +")
    assert bench.compiled_by(returns_more) == {"below", "middle"}


@pytest.mark.parametrize("damage", ["cut", "flipped"])
def test_a_damaged_file_is_compiled_again_and_said(bench, damage):
    result = bench.run()
    for file in bench.cache.rglob("*.kernel"):
        data = bytearray(file.read_bytes())
        if damage == "flipped":
            data[len(data) // 2] ^= 4
        file.write_bytes({"cut": data[:-7], "flipped": data}[damage])
    *said, again = bench.run()
    assert again == result[-1]
    assert said
    assert all("is damaged: the kernel is compiled again" in line for line in said)
    assert bench.run() == result


def test_a_file_of_another_version_is_compiled_again_and_said(bench):
    result = bench.run()
    for file in bench.cache.rglob("*.kernel"):
        content = b"ctorseur.sim.compiling.store\nGone\n."  # a pickle that names a class there is no more
        file.write_bytes(hashlib.sha256(content).digest() + content)
    *said, again = bench.run()
    assert again == result[-1]
    assert said
    assert all("is of another version: the kernel is compiled again" in line for line in said)
    assert bench.run() == result


def test_a_folder_without_room_for_a_kernel_is_said_and_stops_nothing(bench):
    """A folder in the place of the file stands for a disk that takes nothing more."""
    (file,) = (path for path in bench.cache.rglob("*.kernel") if kernel_of(str(path)) == "run")
    result = bench.run()
    file.unlink()
    file.mkdir()
    *said, again = bench.run()
    assert again == result[-1]
    assert any("a compiled kernel is not kept" in line for line in said)
    assert not list(bench.cache.rglob("*.new"))


def test_a_cache_that_can_only_be_read_is_used(bench):
    if os.geteuid() == 0:
        pytest.skip("root may write everywhere")
    folders = [bench.cache, *bench.cache.rglob("*/")]
    for folder in folders:
        folder.chmod(0o500)
    try:
        assert len(bench.run()) == 1  # the result, and no complaint
    finally:
        for folder in folders:
            folder.chmod(0o700)


@pytest.mark.parametrize("level", ["kernels", "kernels/*"])
def test_a_folder_that_others_may_write_to_is_not_used(bench, level):
    (folder,) = (path for path in bench.cache.glob(level) if path.is_dir())
    folder.chmod(0o777)
    before = bench.written()
    warning, result = bench.run()
    assert f"{folder} belongs to another user, or others may write to it" in warning
    after = bench.written()
    assert before.items() < after.items()  # and as many among temporary files
    assert len(after) == 2 * len(before)
    folder.chmod(0o700)
    assert bench.run() == [result]


def test_without_a_place_for_the_cache_processes_share_one_among_temporary_files(tmp_path):
    alone = Bench(tmp_path)
    alone.cache.write_text("in the way")
    warning, result = alone.run()
    assert "compiled kernels are not kept there" in warning
    assert alone.compiled_by(SOURCE) == set()
    assert alone.run()[-1] == result


def test_two_processes_compile_each_kernel_once(tmp_path):
    both = Bench(tmp_path)
    both.file.write_text(SOURCE)
    environment = dict(os.environ, TORSEUR_CACHE_DIR=str(both.cache))
    telling = MAIN.format(call=CALL).replace(
        "import kernels", "logging.getLogger('torseur').setLevel('DEBUG')\nimport kernels"
    )
    command = [sys.executable, "-c", telling, str(tmp_path)]
    children = [
        subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True, cwd=ROOT) for _ in range(2)
    ]
    lines = [line for child in children for line in child.communicate(timeout=120)[0].splitlines()]
    compiled = [line for line in lines if line.startswith("compiled ")]
    assert sorted(compiled) == sorted(set(compiled))
    assert len(compiled) == 4
