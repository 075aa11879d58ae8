"""fuzz_emps.py (hostile texts in Netlib's compressed format)
SPDX-License-Identifier: GPL-3.0-or-later

fuzz_emps.py [SECONDS]: random problems, compressed, then changed; check
characters are made anew for some, so that what is behind them is reached.
The decoder returns a problem or tells an Error, nothing else, in at most a
second of the processor.  $GPUINV_SEED repeats a run.
"""

import os
import random
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, "..", "netlib"),
                os.path.join(HERE, "..", "..", "netlib", "tool")]

import emps  # noqa: E402
from emps_encoder import Encoder, random_problem  # noqa: E402
from mps import Error  # noqa: E402


def changed(text, dice):
    """With a few characters, or lines, other than they were."""
    for _ in range(dice.choice((1, 1, 2, 5, 20))):
        p, kind = dice.randrange(len(text) + 1), dice.randrange(6)
        some = chr(dice.choice((10, 32, 58, dice.randrange(33, 127),
                                dice.randrange(256))))
        if kind == 0:
            text = text[:p] + some + text[p:]
        elif kind == 1:
            text = text[:p] + text[p + dice.randrange(1, 9):]
        elif kind == 2:
            q = dice.randrange(len(text) + 1)
            text = text[:p] + text[q:q + dice.randrange(1, 80)] + text[p:]
        elif kind == 3:
            text = text[:p]
        else:
            text = text[:p] + some + text[p + 1:]
        text = text or "\n"
    return text


def checked(text):
    """With check lines that are right where lines are between others."""
    lines, checks = [], ""
    for line in text.split("\n"):
        if line.startswith(" ") and checks:
            lines.append(" " + checks)
            checks = ""
            continue
        lines.append(line)
        checks += emps.check_char(line)
        checks = checks[-emps.CHECKS:]
    return "\n".join(lines)


def main():
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 600.0
    seed = int(os.environ.get("GPUINV_SEED", random.randrange(1 << 30)))
    dice, texts, decoded = random.Random(seed), 0, 0
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        problem = random_problem(dice.randrange(1 << 30), dice.randint(1, 9),
                                 dice.randint(1, 9))
        whole = Encoder(dice.randrange(1 << 30)).encode(problem)
        for _ in range(20):
            text = changed(whole, dice)
            if dice.random() < 0.5:
                text = checked(text)
            texts += 1
            begin = time.process_time()
            try:
                emps.decode(text, "fuzz")
                decoded += 1
            except Error:
                pass
            except Exception as error:
                print(f"GPUINV_SEED={seed}: text {texts}: "
                      f"{type(error).__name__}: {error}\n{text!r}")
                return 1
            if time.process_time() - begin > 1.0:
                print(f"GPUINV_SEED={seed}: text {texts} takes more than 1 s")
                return 1
    print(f"emps: {texts} texts in {seconds:g} s, {decoded} decoded, none "
          f"fails (GPUINV_SEED={seed})")
    return 0 if texts > 0 else 1


if __name__ == "__main__":
    sys.exit(main())
