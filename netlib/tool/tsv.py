"""tsv.py (tables with the facts of their machine at the head)
SPDX-License-Identifier: GPL-3.0-or-later
"""

import dataclasses
import os
import pathlib
import subprocess

from mps import Error

HERE = pathlib.Path(__file__).resolve().parent


@dataclasses.dataclass
class Table:
    """Rows are dictionaries of texts; facts come from lines "#
    KEY<tab>VALUE"."""

    path: str
    facts: dict
    columns: list
    rows: list


def machine_facts():
    """Returns the facts of this machine, by machine.sh."""
    text = subprocess.run(
        ["sh", str(HERE / "machine.sh")], capture_output=True, text=True,
        check=True).stdout
    return dict(line[2:].split("\t", 1) for line in text.splitlines())


def read(path, expected=None, what="a table"):
    """Reads a table.  Error if there is no such file, if a row has not as many
    fields as the header, or if the header is not the expected one."""
    facts, columns, rows = {}, [], []
    try:
        with open(path, encoding="utf-8") as file:
            lines = [line.rstrip("\n") for line in file]
    except OSError as error:
        raise Error(f"{path}: {error.strerror}") from error
    if expected and (lines or [""])[0] != "\t".join(expected):
        raise Error(f"{path}:1: not {what}, the header should be: "
                    + " ".join(expected))
    for number, line in enumerate(lines, 1):
        if line.startswith("#"):
            key, tab, value = line[1:].strip().partition("\t")
            if tab:
                facts[key] = value
            continue
        fields = line.split("\t")
        if not columns:
            columns = fields
        elif len(fields) == len(columns):
            rows.append(dict(zip(columns, fields)))
        else:
            raise Error(f"{path}:{number}: {len(columns)} fields expected")
    return Table(str(path), facts, columns, rows)


def line_of(columns, row):
    clean = (str(row.get(c, "")).replace("\t", " ").replace("\n", " ")
             for c in columns)
    return "\t".join(clean) + "\n"


class Journal:
    """A table that grows by whole rows and survives a cut anywhere.  Rows of
    an earlier run are kept if they come from the same machine and the same
    sources.  An unfinished last line is dropped."""

    SAME = ("gpu", "driver", "cpu", "commit")

    def __init__(self, path, columns, facts):
        self.path, self.columns = pathlib.Path(path), columns
        self.rows = []
        if self.path.exists():
            self._drop_torn_line()
            self._take_over(facts)
        if not self.rows:
            head = "".join(f"# {k}\t{v}\n" for k, v in facts.items())
            self._replace(head + "\t".join(columns) + "\n")

    def add(self, row):
        self.rows.append(row)
        with open(self.path, "a", encoding="utf-8") as file:
            file.write(line_of(self.columns, row))
            file.flush()
            os.fsync(file.fileno())

    def _drop_torn_line(self):
        text = self.path.read_text(encoding="utf-8")
        if not text.endswith("\n"):
            self._replace(text[:text.rfind("\n") + 1])

    def _take_over(self, facts):
        old = read(self.path)
        if old.columns and old.columns != self.columns:
            raise ValueError(f"{self.path}: a table of another kind")
        for key in self.SAME:
            if old.rows and old.facts.get(key) != facts.get(key):
                raise ValueError(
                    f"{self.path}: begun with {key} {old.facts.get(key)}, "
                    f"now {facts.get(key)}; take another file")
        self.rows = old.rows

    def _replace(self, text):
        part = self.path.with_name(self.path.name + ".part")
        part.write_text(text, encoding="utf-8")
        part.replace(self.path)
