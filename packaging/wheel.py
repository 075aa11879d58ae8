# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes wheels: zip files with a list of names, sizes and checksums."""

import base64
import hashlib
import os
import stat
import zipfile

STAMP = (1980, 1, 1, 0, 0, 0)  # so that equal files make equal wheels


def metadata(name, version, summary, requires=(), extras=None):
    """Returns the text of METADATA."""
    lines = ["Metadata-Version: 2.1", f"Name: {name}", f"Version: {version}",
             f"Summary: {summary}", "License: GPL-3.0-or-later",
             "Requires-Python: >=3.8"]
    lines += [f"Requires-Dist: {word}" for word in requires]
    for extra, words in (extras or {}).items():
        lines.append(f"Provides-Extra: {extra}")
        lines += [f"Requires-Dist: {word} ; extra == '{extra}'"
                  for word in words]
    return "\n".join(lines) + "\n"


def record_line(name, data):
    """Returns the line of a file in RECORD."""
    digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest())
    return f"{name},sha256={digest.rstrip(b'=').decode()},{len(data)}"


def pack(folder, out, name, version, tag):
    """Makes NAME-VERSION-TAG.whl in out from all that is in folder; its
    dist-info must have METADATA, all else of it is written here."""
    info = f"{name}-{version}.dist-info"
    with open(folder / info / "WHEEL", "w", encoding="utf-8") as text:
        text.write(f"Wheel-Version: 1.0\nGenerator: libgpuinv\n"
                   f"Root-Is-Purelib: false\nTag: {tag}\n")
    (folder / info / "RECORD").unlink(missing_ok=True)
    path = out / f"{name}-{version}-{tag}.whl"
    record = []
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as wheel:
        for file in sorted(p for p in folder.rglob("*") if p.is_file()):
            inside = file.relative_to(folder).as_posix()
            data = file.read_bytes()
            entry = zipfile.ZipInfo(inside, STAMP)
            mode = 0o755 if os.access(file, os.X_OK) else 0o644
            entry.external_attr = (stat.S_IFREG | mode) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            wheel.writestr(entry, data)
            record.append(record_line(inside, data))
        entry = zipfile.ZipInfo(f"{info}/RECORD", STAMP)
        entry.external_attr = (stat.S_IFREG | 0o644) << 16
        wheel.writestr(entry, "\n".join(record + [f"{info}/RECORD,,"]) + "\n")
    return path
