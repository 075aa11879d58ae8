#!/bin/sh
# ends.sh (programs that end while an engine works)
# SPDX-License-Identifier: GPL-3.0-or-later

. "$abs_top_srcdir/tests/glpk/common.sh"
unset GLP_GPU GPUINV_FAULT OPENBLAS_NUM_THREADS
exec "$work/ends"
