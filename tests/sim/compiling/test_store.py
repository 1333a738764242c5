"""What an edit compiles anew, and which files are believed."""

import hashlib
import os
import pickle
import shutil
import subprocess
import sys
import zlib

import pytest

from tests.sim.compiling.processes import CALL, MAIN, ROOT, SOURCE, Bench, kernel_of
from torseur.sim.compiling.kernel_files import read

pytestmark = pytest.mark.slow  # processes that compile


@pytest.fixture(scope="module")
def first_bench(ready, tmp_path_factory):
    """All four kernels compiled, once for the file."""
    compiled = Bench(tmp_path_factory.mktemp("first"), ready)
    compiled.run()
    return compiled


@pytest.fixture
def bench(first_bench, empty_bench):
    """The same, in a cache that the test may spoil."""
    shutil.copytree(first_bench.cache, empty_bench.cache)
    return empty_bench


def test_an_edit_compiles_what_it_concerns_alone(bench):
    assert set(map(kernel_of, bench.written())) == {"small", "below", "middle", "run"}
    assert bench.compiled_by(SOURCE) == set()
    assert bench.compiled_by("# a comment\n\n" + SOURCE.replace("Many again.", "Another docstring.")) == set()
    inside = SOURCE.replace("    return x\n", "    return 0.5 * x\n")
    assert bench.compiled_by(inside) == {"below"}
    assert bench.run(inside) != bench.run(SOURCE)
    assert bench.compiled_by(SOURCE.replace("FACTOR = 2.0", "FACTOR = 3.0")) == {"small", "middle"}  # written into middle
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


@pytest.mark.parametrize("where", ["the file", "the types in it"])
def test_a_file_of_another_version_is_compiled_again_and_said(bench, where):
    result = bench.run()
    for file in bench.cache.rglob("*.kernel"):
        content = b"ctorseur.sim.compiling.store\nGone\n."  # a pickle that names a class there is no more
        if where == "the types in it":
            content = pickle.dumps(read(file)._replace(compiled=zlib.compress(content)))
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
    assert not list(bench.cache.rglob(".torseur-*"))


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


def test_without_a_place_for_the_cache_processes_share_one_among_temporary_files(empty_bench):
    alone = empty_bench
    alone.cache.write_text("in the way")
    warning, result = alone.run()
    assert "compiled kernels are not kept there" in warning
    assert alone.compiled_by(SOURCE) == set()
    assert alone.run()[-1] == result


def test_two_processes_compile_each_kernel_once(empty_bench):
    both = empty_bench
    both.file.write_text(SOURCE)
    environment = dict(os.environ, TORSEUR_CACHE_DIR=str(both.cache))
    telling = MAIN.format(call=CALL).replace("import kernels", "logging.getLogger('torseur').setLevel('DEBUG')\nimport kernels")
    command = [sys.executable, "-c", telling, str(both.folder)]
    children = [subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True, cwd=ROOT) for _ in range(2)]
    lines = [line for child in children for line in child.communicate(timeout=600)[0].splitlines()]
    compiled = [line for line in lines if line.startswith("compiled ")]
    assert sorted(compiled) == sorted(set(compiled))
    assert len(compiled) == 4
