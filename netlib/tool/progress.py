"""progress.py (a line with the time left, on a terminal)
SPDX-License-Identifier: GPL-3.0-or-later
"""

import sys
import time


def clock(seconds):
    minutes, s = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{s:02}" if hours else f"{minutes}:{s:02}"


class Progress:
    """Jobs of known sizes; a job's time is assumed to grow with its size."""

    def __init__(self, sizes, stream=sys.stderr):
        self.sizes, self.stream = sizes, stream
        self.count, self.begin = 0, time.monotonic()

    def left(self):
        """Returns seconds, or None before the first job is done."""
        past = sum(self.sizes[:self.count])
        if not past:
            return None
        spent = time.monotonic() - self.begin
        return spent * sum(self.sizes[self.count:]) / past

    def show(self, what):
        if not self.stream.isatty():
            return
        left = self.left()
        time_left = f", {clock(left)} left" if left is not None else ""
        self.stream.write(f"\r\033[K[{self.count}/{len(self.sizes)}"
                          f"{time_left}] {what}")
        self.stream.flush()

    def done(self):
        self.count += 1

    def clear(self):
        if self.stream.isatty():
            self.stream.write("\r\033[K")
            self.stream.flush()
