#!/bin/sh
# units.sh (unit tests of gpuinv-netlib)
#
# This file is part of libgpuinv, a GPU back end for GLPK.
# libgpuinv is free software under the GNU General Public License,
# version 3 or (at your option) any later version; see COPYING.

PYTHONPATH=$abs_top_srcdir/netlib/tool
export PYTHONPATH
exec "${PYTHON:-python3}" -B -m unittest discover -s "$abs_top_srcdir/tests/netlib" \
   -p 'check_*.py'
