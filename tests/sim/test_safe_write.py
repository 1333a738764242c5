"""A file that is saved is there whole, or is as it was: on a full disk, after a kill, behind a link."""

import os
import random
import signal
import stat
import subprocess
import sys
import time

import pytest

from tests.limited_disk import no_room_beyond
from torseur.sim.errors import SaveError
from torseur.sim.interruption import Interrupted
from torseur.sim.safe_write import remove_leftovers, safe_write

LEFTOVER = ".torseur-0123456789abcdef.txt"


def write(path, content, **options):
    with safe_write(path, "table", **options) as stream:
        stream.write(content)


@pytest.mark.parametrize(("content", "text"), [(b"new\r\n", False), ("né\n", True)])
def test_what_was_written_is_there_and_nothing_beside_it(tmp_path, content, text):
    path = tmp_path / "table.csv"
    path.write_text("old")
    write(path, content, text=text)
    assert path.read_bytes() == (content.encode() if text else content)
    assert os.listdir(tmp_path) == ["table.csv"]


def test_without_room_the_file_is_as_it_was_and_the_error_says_what_was_wanted(tmp_path):
    path = tmp_path / "table.csv"
    path.write_text("old")
    sentence = r"table\.csv: the table .*: it needs more than the 0\.1 MB that are allowed; what was there is untouched$"
    with no_room_beyond(100_000), pytest.raises(SaveError, match=sentence) as no:
        write(path, bytes(300_000))
    assert no.value.errno is not None
    assert no.value.path == path
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["table.csv"]


def test_on_a_disk_that_is_full_the_file_is_as_it_was(tmp_path):
    disk = tmp_path / "disk"
    disk.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=200k", "tmpfs", disk], capture_output=True).returncode:
        pytest.skip("mounting is not allowed here")
    try:
        (disk / "table.csv").write_text("old")
        with pytest.raises(SaveError, match="No space left on device: it needs more than the .* MB that are free"):
            write(disk / "table.csv", bytes(300_000))
        assert (disk / "table.csv").read_text() == "old"
        assert os.listdir(disk) == ["table.csv"]
    finally:
        subprocess.run(["umount", disk], check=True)


@pytest.mark.parametrize("end", [ValueError, Interrupted, KeyboardInterrupt, GeneratorExit])
def test_whatever_ends_the_writing_the_file_is_as_it_was(tmp_path, end):
    path = tmp_path / "table.csv"
    path.write_text("old")

    def pieces():
        yield b"new"
        raise end

    def give_up():
        with safe_write(path, "table") as stream:
            stream.writelines(pieces())

    pytest.raises(end, give_up)
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["table.csv"]


def test_a_link_stays_a_link_and_its_file_is_replaced(tmp_path):
    (tmp_path / "elsewhere").mkdir()
    target, link = tmp_path / "elsewhere" / "kept.csv", tmp_path / "table.csv"
    target.write_text("old")
    link.symlink_to(target)
    write(link, b"new")
    assert link.is_symlink()
    assert target.read_bytes() == b"new"
    dangling = tmp_path / "other.csv"
    dangling.symlink_to(tmp_path / "elsewhere" / "made.csv")
    write(dangling, b"new")
    assert (tmp_path / "elsewhere" / "made.csv").read_bytes() == b"new"


def test_the_mode_of_a_file_is_kept_and_a_new_one_has_that_of_other_programs(tmp_path):
    old, new, other = tmp_path / "old.csv", tmp_path / "new.csv", tmp_path / "other.csv"
    old.write_text("old")
    old.chmod(0o640)
    other.write_text("as open() makes them")
    write(old, b"x")
    write(new, b"x")
    assert stat.S_IMODE(old.stat().st_mode) == 0o640
    assert new.stat().st_mode == other.stat().st_mode


def test_what_is_no_file_is_not_replaced(tmp_path):
    os.mkfifo(tmp_path / "pipe.csv")
    with pytest.raises(SaveError, match="there is a device or a pipe and not a file"):
        write(tmp_path / "pipe.csv", b"new")
    with pytest.raises(SaveError, match="the table cannot be written: Is a directory"):
        write(tmp_path, b"new")
    with pytest.raises(SaveError, match="the table cannot be written: No such file or directory$"):
        write(tmp_path / "no folder" / "table.csv", b"new")
    with pytest.raises(SaveError, match=r"table cannot be written: .* for a new file in /sys$"):
        write("/sys/table.csv", b"new")


def test_files_of_the_user_whose_names_look_alike_are_left_alone(tmp_path):
    for name in ("run.mcap.part", ".torseur-notes", LEFTOVER):
        (tmp_path / name).write_text("of the user")
    with safe_write(tmp_path / "other.txt", "table") as held:
        write(tmp_path / "run.mcap", b"new")
        assert os.path.exists(held.name), "another is being written: it is not left over"
    assert sorted(os.listdir(tmp_path)) == [".torseur-notes", "other.txt", "run.mcap", "run.mcap.part"]
    assert (tmp_path / "run.mcap.part").read_text() == "of the user"


WRITERS = """
import os, sys
from torseur.sim.safe_write import safe_write
for first in range(20):
    pid = os.fork()
    if pid:
        print(pid, flush=True)
        os.waitpid(pid, 0)
        continue
    for k in range(first, 10_000):  # an end, should nobody kill it
        with safe_write(sys.argv[1], "table") as stream:
            for _ in range(64):
                stream.write(bytes([k % 255 + 1]) * 4096)
    os._exit(0)
"""


def test_killed_at_twenty_random_instants_the_file_is_whole_and_what_is_left_over_is_removed(tmp_path):
    path = tmp_path / "table.bin"
    path.write_bytes(bytes(64 * 4096))
    left, instants = 0, random.Random(22)
    with subprocess.Popen([sys.executable, "-P", "-c", WRITERS, path], stdout=subprocess.PIPE, text=True) as writers:
        for _ in range(20):
            before, pid = path.stat().st_ino, int(writers.stdout.readline())
            while path.stat().st_ino == before:  # until it writes at all
                assert writers.poll() is None
                time.sleep(0.001)
            time.sleep(instants.uniform(0.0, 0.02))
            os.kill(pid, signal.SIGKILL)
            content = path.read_bytes()
            assert len(content) == 64 * 4096
            assert content == content[:1] * len(content), "of one writing"
            left += len(os.listdir(tmp_path)) > 1
    assert left > 0, "one of them was killed while it wrote"
    remove_leftovers(tmp_path)
    assert os.listdir(tmp_path) == ["table.bin"]
