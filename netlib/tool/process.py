"""process.py (one run of a solver within a limit of time)
SPDX-License-Identifier: GPL-3.0-or-later
"""

import dataclasses
import os
import signal
import subprocess
import time


@dataclasses.dataclass
class Run:
    """end: exit, limit or signal; code: exit status or signal."""

    end: str
    code: int
    wall_s: float
    cpu_s: float
    memory_mb: float
    log: str


running = set()  # processes, for stop_all


def run(words, environment, log_path, limit_s, folder=None):
    """Runs a process in its own group and in this folder.  The whole group is
    killed when the limit is over, when this program is interrupted, or by
    stop_all on another thread."""
    with open(log_path, "wb") as log:
        begin = time.monotonic()
        child = subprocess.Popen(  # pylint: disable=consider-using-with
            words, stdin=subprocess.DEVNULL, stdout=log,
            stderr=subprocess.STDOUT, env=environment,
            cwd=folder, start_new_session=True)
        running.add(child.pid)
        try:
            usage, end, code = wait(child.pid, begin + limit_s)
        except BaseException:
            kill_group(child.pid)
            child.wait()
            raise
        finally:
            running.discard(child.pid)
        wall = time.monotonic() - begin
    kill_group(child.pid)
    child.returncode = code  # it has been waited for
    text = log_path.read_text(encoding="utf-8", errors="replace")
    return Run(end, code, wall, usage.ru_utime + usage.ru_stime,
               usage.ru_maxrss / 1024, text)


def wait(pid, deadline):
    """Returns resources and end of a child, which is killed at the
    deadline."""
    pause, end = 0.0005, None
    while True:
        done, status, usage = os.wait4(pid, os.WNOHANG)
        if done:
            break
        if time.monotonic() > deadline and end is None:
            end = "limit"
            kill_group(pid)
        time.sleep(pause)
        pause = min(pause * 1.2, 0.02)
    if os.WIFSIGNALED(status):
        return usage, end or "signal", os.WTERMSIG(status)
    return usage, end or "exit", os.WEXITSTATUS(status)


def stop_all():
    for pid in list(running):
        kill_group(pid)


def kill_group(pid):
    try:
        os.killpg(pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
