# SPDX-License-Identifier: GPL-3.0-or-later
"""What the programs of program_list.py have in common."""

import shutil
import tarfile
import xml.etree.ElementTree
import zipfile


def found(folder, pattern):
    """Returns the file of this name, or None."""
    files = sorted(folder.glob(pattern))
    return files[-1] if files else None


def unpack(archive, folder):
    """Unpacks a source tarball or a wheel."""
    if archive.suffix == ".whl":
        with zipfile.ZipFile(archive) as files:
            files.extractall(folder)
    else:
        with tarfile.open(archive) as files:
            files.extractall(folder)


def junit_cases(path):
    """Returns the outcomes in a report of pytest."""
    if not path.exists():
        return {"(no report)": "failed"}
    cases = {}
    for case in xml.etree.ElementTree.parse(path).iter("testcase"):
        name = f"{case.get('classname')}::{case.get('name')}"
        kinds = {child.tag for child in case}
        cases[name] = ("failed" if kinds & {"failure", "error"} else
                       "skipped" if "skipped" in kinds else "passed")
    return cases


def pytest(place, *words, cwd=None, more=None):
    """Runs pytest and returns the outcomes."""
    report = place.work / "report.xml"
    said, status = place.run(
        place.python, "-m", "pytest", "-q", "-p", "no:cacheprovider",
        f"--junitxml={report}", *words, cwd=cwd, more=more)
    cases = junit_cases(report)
    if status == 124:
        cases["(time limit)"] = "failed"
    elif "(no report)" in cases:
        print(said[-2000:])
    return cases


def debian_version(package):
    """Returns the command that tells the version of a Debian package."""
    def version(place):
        said, status = place.run("dpkg-query", "-W", "-f", "${Version}",
                                 package, modeless=True)
        return said if status == 0 else "-"
    return version


class Program:
    """A program of a Debian package, and a function that runs its tests."""

    def __init__(self, name, run, package=None, version=None, source=None,
                 module=None, command=None):
        self.name, self.run = name, run
        self.source, self.module, self.command = source, module, command
        self.version = version or debian_version(package)

    def lacks(self, place):
        """Returns what is missing, or nothing."""
        if self.command and not shutil.which(self.command):
            return f"no command {self.command}"
        if self.source and not found(place.sources, self.source):
            return f"no {self.source} in {place.sources}"
        if self.module:
            said, status = place.run(place.python, "-c",
                                     f"import {self.module}", modeless=True)
            if status != 0:
                return said.strip().splitlines()[-1] if said.strip() else "?"
        return ""


def from_source(pattern, inside, *words, before=None):
    """Returns a function that runs the tests in an archive of sources."""
    def run(place):
        unpack(found(place.sources, pattern), place.work / "source")
        folder = found(place.work / "source", inside)
        more = before(place, folder) if before else None
        return pytest(place, *words, cwd=folder, more=more)
    return run
