"""Settings for Numba in a folder that Torseur is started from."""

import subprocess
import sys

import pytest

MAIN = """
import sys
from torseur.sim.kernel import compile_entry
from torseur.sim.multibody.dynamics.mass_matrix import _mass_matrix
import numba
compile_entry(_mass_matrix.entry)
print(numba.config.DISABLE_JIT, int(numba.config.OPT))
import yaml
"""


@pytest.mark.parametrize("text", ["disable_jit: 1\nopt: 0\n", "{ no: [yaml"])
@pytest.mark.slow
def test_settings_for_numba_in_the_current_folder_are_not_read(tmp_path, text):
    (tmp_path / ".numba_config.yaml").write_text(text)
    done = subprocess.run(
        [sys.executable, "-I", "-c", MAIN], capture_output=True, text=True, timeout=600, cwd=tmp_path, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["0", "3"]
    assert done.stderr == ""
