#!/bin/sh
# run.sh (peers and report of gpuinv-netlib, which are written in Python)
#
# This file is part of libgpuinv, a GPU back end for GLPK.
# libgpuinv is free software under the GNU General Public License,
# version 3 or (at your option) any later version; see COPYING.
#
# usage: run.sh peers|report [ARGUMENT]...
#
# peers needs Python 3.9 alone.  report draws with Matplotlib, in a virtual
# environment of its own: $GPUINV_REPORT_VENV, or libgpuinv/report in the
# user's cache.  It is made when it is wanted first, which takes a network
# and a minute, and again when requirements.txt is another.

set -eu
here=$(cd "$(dirname "$0")" && pwd)
python=${PYTHON:-python3}
tool=${1:?peers or report}
shift

fail() { echo "gpuinv-netlib: $*" >&2; exit 1; }

"$python" -c 'import sys; sys.exit(sys.version_info < (3, 9))' 2>/dev/null ||
   fail "$python: Python 3.9 or later is needed; set PYTHON"

case $tool in
peers) exec "$python" -B "$here/peers.py" "$@" ;;
report) ;;
*) fail "peers or report, not $tool" ;;
esac

venv=${GPUINV_REPORT_VENV:-${XDG_CACHE_HOME:-$HOME/.cache}/libgpuinv/report}
if ! cmp -s "$here/requirements.txt" "$venv/requirements.txt"; then
   echo "gpuinv-netlib: setting up $venv" >&2
   "$python" -m venv "$venv" ||
      fail "no virtual environment; Debian has it in python3-venv"
   "$venv/bin/pip" install --quiet --disable-pip-version-check \
      -r "$here/requirements.txt" >&2 ||
      fail "Matplotlib cannot be installed; is there a network?"
   cp "$here/requirements.txt" "$venv/requirements.txt"
fi
exec "$venv/bin/python" -B "$here/report.py" "$@"
