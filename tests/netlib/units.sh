#!/bin/sh
# units.sh (unit tests of gpuinv-netlib)
# SPDX-License-Identifier: GPL-3.0-or-later

PYTHONPATH=$abs_top_srcdir/netlib/tool
export PYTHONPATH
exec "${PYTHON:-python3}" -B -m unittest discover -s "$abs_top_srcdir/tests/netlib" \
   -p 'check_*.py'
