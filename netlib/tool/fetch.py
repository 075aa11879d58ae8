"""fetch.py (Netlib's problems from the network, verified)
SPDX-License-Identifier: GPL-3.0-or-later
"""

import collections
import http.client
import os
import pathlib
import sys
import urllib.error
import urllib.request

import emps
import manifest as manifests
import mps
from mps import Error

GENERATOR = "generator:"  # problems that Netlib has programs for, not files
LIMIT_S = 60.0


class NoNetwork(Error):
    """No network: other problems would fail in the same way."""


def download(url):
    try:
        with urllib.request.urlopen(url, timeout=LIMIT_S) as answer:
            return answer.read().decode("latin-1")
    except urllib.error.HTTPError as error:
        raise Error(f"{url}: download failed: {error}") from error
    except (OSError, ValueError, http.client.HTTPException) as error:
        cause = getattr(error, "reason", error)
        raise NoNetwork(f"{url}: download failed: {cause} (is there a "
                        "network?)") from error


def only_problem(text, source):
    problems = emps.parse_any(text, source)
    if len(problems) != 1:
        raise Error(f"{source}: not a single problem")
    return problems[0]


def is_good(path, entry):
    """Returns whether a file is as listed; a damaged one is fetched again."""
    try:
        return path.exists() and only_problem(
            mps.read_text(path), path).checksum() == entry.checksum
    except Error:
        return False


def fetch_one(entry, options):
    """Makes the file of one problem; returns what happened, in a word."""
    target = pathlib.Path(options.folder) / f"{entry.name}.mps"
    if is_good(target, entry) or \
            is_good(target.with_name(target.name + ".gz"), entry):
        return "present"
    if entry.source.startswith(GENERATOR):
        print(f"{entry.name}: Netlib has a program that generates it, not a "
              f"file; see {options.base}/{entry.source[len(GENERATOR):]} and "
              f"put {entry.name}.mps into the folder yourself")
        return "not offered"
    url = f"{options.base}/{entry.source}"
    # GLPK reads one set of bounds only; infeas/greenbea comes with two.
    problem = only_problem(download(url), url).first_sets()
    if problem.checksum() != entry.checksum:
        raise Error(f"{url}: checksum {problem.checksum()}, expected "
                    f"{entry.checksum}")
    part = target.with_name(target.name + ".part")
    part.write_text(mps.Writer(problem).text(), encoding="latin-1")
    part.replace(target)
    print(f"{entry.name}: fetched and verified", flush=True)
    return "fetched"


def main(options):
    entries = manifests.read()
    for name in options.names:
        if name not in entries:
            options.misuse(f"not in the manifest: {name}")
    os.makedirs(options.folder, exist_ok=True)
    counts = collections.Counter()
    for name in options.names or entries:
        try:
            counts[fetch_one(entries[name], options)] += 1
        except NoNetwork:
            raise
        except Error as error:
            print(f"gpuinv-netlib: {error}", file=sys.stderr)
            counts["failed"] += 1
    print(f"{counts['fetched']} fetched, {counts['present']} already there, "
          f"{counts['not offered']} not offered as files, "
          f"{counts['failed']} failed")
    # A problem asked for by name and not offered is a failure.
    missed = bool(options.names) and counts["not offered"] > 0
    return int(missed or counts["failed"] > 0)
