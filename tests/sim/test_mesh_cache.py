"""What is kept of meshes is what would be made anew, never stands in the way, and takes no more room than it may."""

import os
import time

import numpy as np
import pytest

from tests.limited_disk import no_room_beyond
from torseur.sim import mesh_cache
from torseur.sim.mesh_cache import file_digest, kept_array, read_entry, write_entry


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """An empty folder that entries are kept in."""
    monkeypatch.setenv("TORSEUR_CACHE_DIR", str(tmp_path / "cache"))
    return tmp_path / "cache" / "meshes"


def not_made():
    raise AssertionError("made again")


@pytest.mark.parametrize("kind", ["f8", "f4", "u4", "i8"])
@pytest.mark.parametrize("shape", [(5, 3), (1, 1), (0, 3)])
def test_what_is_kept_is_what_was_made_bit_for_bit(folder, kind, shape):
    made = np.random.default_rng(4).normal(scale=1e3, size=shape).astype(kind)
    for found in (kept_array("a", lambda: made), kept_array("a", not_made)):
        assert (found.dtype, found.shape, found.tobytes()) == (made.dtype, made.shape, made.tobytes())
        assert not found.flags.writeable
    assert os.listdir(folder) == ["a"]


@pytest.mark.parametrize("damage", ["flipped", "cut", "longer", "empty", "foreign", "no array"])
def test_what_is_damaged_is_made_again_and_replaced(folder, damage):
    made = np.arange(6.0).reshape(2, 3)
    kept_array("a", lambda: made)
    whole = (folder / "a").read_bytes()
    flipped = bytearray(whole)
    flipped[-3] ^= 1
    damaged = {"flipped": bytes(flipped), "cut": whole[:-5], "longer": whole + b"x", "empty": b"", "foreign": b"x" * 999}
    if damage == "no array":
        write_entry("a", [b"whole, but of another kind"])
    else:
        (folder / "a").write_bytes(damaged[damage])
    np.testing.assert_array_equal(kept_array("a", lambda: made), made)
    assert (folder / "a").read_bytes() == whole


@pytest.mark.parametrize("bytes_", [1000, mesh_cache._MANY - 1, mesh_cache._MANY, 3 * mesh_cache._MANY + 5])
def test_whatever_changes_in_an_entry_however_it_was_written_is_noticed(folder, bytes_):
    rng = np.random.default_rng(bytes_)
    whole = rng.integers(0, 256, bytes_, dtype=np.uint8).tobytes()
    cuts = sorted(rng.integers(0, bytes_, 4).tolist())
    write_entry("a", [whole[i:j] for i, j in zip([0, *cuts], [*cuts, bytes_], strict=True)])
    assert read_entry("a") == whole
    written = (folder / "a").read_bytes()
    head = len(written) - bytes_
    for at in (0, 1, bytes_ // 2, bytes_ - 1, *rng.integers(0, bytes_, 20).tolist()):
        changed = bytearray(written)
        changed[head + at] ^= 1 << int(rng.integers(8))
        (folder / "a").write_bytes(changed)
        assert read_entry("a") is None
    for other in (written + b"\0", written[:-1], written[:head] + bytes(bytes_)):
        (folder / "a").write_bytes(other)
        assert read_entry("a") is None
    if bytes_ > 8192:  # a page where another was
        (folder / "a").write_bytes(written[:head] + whole[4096:8192] + whole[:4096] + whole[8192:])
        assert read_entry("a") is None


def test_a_folder_that_cannot_be_written_and_a_full_disk_only_mean_that_things_are_made_again(folder, tmp_path, monkeypatch):
    made = np.arange(6.0).reshape(2, 3)
    with no_room_beyond(0):
        assert kept_array("a", lambda: made) is made
    assert os.listdir(folder) == []
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("TORSEUR_CACHE_DIR", str(tmp_path / "file"))
    assert kept_array("a", lambda: made) is made


def test_what_was_written_first_goes_where_all_takes_too_much(folder, monkeypatch):
    for k in range(8):
        write_entry(f"{k}", [bytes(1000)])
        os.utime(folder / f"{k}", (1000 + k, 1000 + k))
    (folder / ".torseur-0123").write_bytes(bytes(5000))  # another process writes it
    monkeypatch.setattr(mesh_cache, "MOST", 4100)
    write_entry("0a", [bytes(1000)])
    assert sorted(os.listdir(folder)) == [".torseur-0123", "0a", "5", "6", "7"]


@pytest.fixture
def settled(tmp_path, monkeypatch):
    """A large file that was last changed a while ago, as far as the cache knows."""
    path = tmp_path / "large.stl"
    path.write_bytes(bytes(500_000))
    now = time.time_ns() + 10**11
    monkeypatch.setattr(time, "time_ns", lambda: now)
    return path


def test_a_large_file_that_stays_is_read_once(folder, settled, monkeypatch):
    digest = file_digest(settled)
    assert len(digest) == 64
    monkeypatch.setattr("hashlib.file_digest", not_made)
    assert file_digest(settled) == digest


def test_a_change_is_noticed_though_size_and_time_are_as_before(folder, settled):
    digest, times = file_digest(settled), settled.stat()
    with settled.open("r+b") as file:
        file.write(b"other")
    os.utime(settled, ns=(times.st_atime_ns, times.st_mtime_ns))
    other = file_digest(settled)
    assert other != digest
    replacing = settled.with_name("replacing")
    replacing.write_bytes(bytes(500_000))
    os.utime(replacing, ns=(times.st_atime_ns, times.st_mtime_ns))
    replacing.replace(settled)
    assert file_digest(settled) == digest


def test_of_a_file_that_has_just_changed_and_of_a_small_one_nothing_is_kept(folder, tmp_path):
    path = tmp_path / "new.stl"
    for size in (500_000, 100):
        path.write_bytes(bytes(size))
        file_digest(path)
    assert not folder.exists()
    assert read_entry("any") is None
    with pytest.raises(FileNotFoundError):
        file_digest(tmp_path / "none.stl")


def test_without_a_setting_the_cache_is_the_users(monkeypatch, tmp_path):
    monkeypatch.delenv("TORSEUR_CACHE_DIR", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert mesh_cache.cache_folder() == tmp_path / "torseur" / "meshes"


def test_what_a_killed_process_left_goes_with_one_of_sixteen_entries(folder):
    write_entry("a", [b"x"])
    left = folder / ".torseur-0123456789abcdef"
    left.write_bytes(b"half of an entry")
    write_entry("b", [b"x"])
    assert left.exists(), "looking through a folder of thousands takes longer than writing one"
    write_entry("0", [b"x"])
    assert sorted(os.listdir(folder)) == ["0", "a", "b"]
