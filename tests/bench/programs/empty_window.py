"""A window of PySide6 with nothing in it, which reports its first frame as the program does: what no window can go below."""

from __future__ import annotations

import os
import sys
import time


def main() -> int:
    """Show it, report, quit."""
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QApplication, QMainWindow

    class Window(QMainWindow):
        """Reports at its first paint."""

        painted = False

        def paintEvent(self, event) -> None:  # noqa: N802, the name is Qt's
            super().paintEvent(event)
            if not self.painted:
                self.painted = True
                QTimer.singleShot(0, self.report)

        def report(self) -> None:
            """Print the line and quit."""
            sys.stdout.write(f"first frame {age_of_process():.3f}\n")
            sys.stdout.flush()
            QApplication.quit()

    app = QApplication(sys.argv)
    window = Window()
    window.resize(1400, 900)
    window.show()
    return app.exec()


def age_of_process() -> float:
    """Seconds since this process was started, as the kernel counts (Linux)."""
    with open("/proc/self/stat", encoding="ascii") as stream:
        ticks = int(stream.read().rpartition(")")[2].split()[19])
    return time.clock_gettime(time.CLOCK_BOOTTIME) - ticks / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    sys.exit(main())
