"""Algebra beside the window: asked twice it is worked out once, and what fails says why."""

from __future__ import annotations

import pytest

from torseur.app.background.disk_cache import DiskCache, cache_folder
from torseur.app.background.symbolic_job import SymbolicJob
from torseur.app.background.symbolic_task import SymbolicQuestion, SymbolicTask
from torseur.app.sheet.answering import AnswerThreads, PageQuestions
from torseur.app.sheet.questions import Cost
from torseur.sim import child_process

HALVES = """
import sys
x = float(sys.stdin.read())
print("stage halving", flush=True)
print("found", 0.5 * x, flush=True)
"""


@pytest.fixture
def task(tmp_path, monkeypatch):
    monkeypatch.setenv("TORSEUR_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(child_process, "START", f"import sys\nsys.path.insert(0, {str(tmp_path)!r})\nimport {{module}}")
    (tmp_path / "halves.py").write_text(HALVES)
    return SymbolicTask("halves", float, 20_000, "Longer than {limit} s at {stage}.", DiskCache("halves", version=1))


def answered(job, qtbot, question):
    """The answer, and whether a process was started for it."""
    found, started = [], []
    job.found.connect(found.append)
    job.started.connect(lambda: started.append(True))
    job.ask(question)
    qtbot.waitUntil(lambda: bool(found))
    job.found.disconnect()
    job.started.disconnect()
    return found[0], bool(started)


def test_a_question_is_worked_out_once_and_known_from_then_on(task, qtbot):
    job = SymbolicJob(task)
    stages = []
    job.staged.connect(stages.append)
    assert answered(job, qtbot, "6") == (3.0, True)
    assert stages == ["halving"]
    assert answered(job, qtbot, "6") == (3.0, False)
    assert answered(SymbolicJob(task), qtbot, "6") == (3.0, False)  # from the disk


def test_a_page_is_answered_by_a_process_or_told_why_not_and_may_ask_another_thing_meanwhile(task, qtbot):
    threads = AnswerThreads()
    questions = PageQuestions(threads)

    def ask(text):
        questions.begin()
        answer = questions.ask("halves", text, SymbolicQuestion(task, text), Cost.PROCESS)
        questions.end()
        return answer

    assert ask("100").running
    stages = []
    questions.answered.connect(lambda: stages.append(ask("6").stage))
    assert ask("6").running
    qtbot.waitUntil(lambda: not questions.running)
    questions.answered.disconnect()
    assert "halving" in stages
    assert ask("6").value == SymbolicQuestion(task, "6")() == 3.0
    ask("six")
    qtbot.waitUntil(lambda: not questions.running)
    assert ask("six").error == "could not convert string to float: 'six'"
    ask("8")
    questions.stop()
    assert not questions.running


def test_what_is_damaged_on_the_disk_is_worked_out_anew(task, qtbot):
    assert answered(SymbolicJob(task), qtbot, "6") == (3.0, True)
    (kept,) = cache_folder("halves").iterdir()
    kept.write_text("no number")
    assert answered(SymbolicJob(task), qtbot, "6") == (3.0, True)


def test_another_version_of_a_result_is_not_read(task, qtbot):
    DiskCache("halves", version=1).write("6", "3.0")
    assert DiskCache("halves", version=1).read("6") == "3.0"
    assert DiskCache("halves", version=2).read("6") is None


def test_the_oldest_results_go(task):
    cache = DiskCache("halves", version=1, most=3)
    for k in range(5):
        cache.write(str(k), "1.0")
    assert len(list(cache_folder("halves").iterdir())) == 3


def test_a_folder_that_cannot_be_written_to_is_no_reason_to_show_nothing(task, qtbot, tmp_path):
    (tmp_path / "cache").write_text("a file where the folder should be")
    assert answered(SymbolicJob(task), qtbot, "8") == (4.0, True)


def test_a_failure_says_why_without_the_name_of_its_exception(task, qtbot):
    job, why = SymbolicJob(task), []
    job.failed.connect(why.append)
    job.ask("six")
    qtbot.waitUntil(lambda: bool(why))
    assert why == ["could not convert string to float: 'six'"]


def test_what_is_given_up_says_so_and_is_not_heard_again(task, qtbot):
    job, why, found = SymbolicJob(task), [], []
    job.failed.connect(why.append)
    job.found.connect(found.append)
    job.ask("6")
    job.cancel()
    assert why == ["Given up."]
    assert not job.running
    assert answered(job, qtbot, "4") == (2.0, True)
    assert found == [2.0]


@pytest.mark.parametrize("ends", ["sys.exit(3)", "import os, signal; os.kill(os.getpid(), signal.SIGKILL)", "sys.exit(0)"])
def test_an_answer_that_is_cut_off_is_a_failure_and_no_answer(task, tmp_path, qtbot, ends):
    (tmp_path / "halves.py").write_text(f"import sys; sys.stdin.read(); print('found no', end='', flush=True); {ends}")
    job = SymbolicJob(task)
    heard = []
    job.found.connect(heard.append)
    job.failed.connect(heard.append)
    job.ask("6")
    qtbot.waitUntil(lambda: bool(heard))
    assert isinstance(heard[0], str)
    assert heard[1:] == []
    assert not job.running
