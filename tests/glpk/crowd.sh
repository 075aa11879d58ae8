#!/bin/sh
# crowd.sh (threads that solve while the process forks)
#
# This file is part of libgpuinv, a GPU back end for GLPK.
# libgpuinv is free software under the GNU General Public License,
# version 3 or (at your option) any later version; see COPYING.
#
# 200 solves on each of 8 threads; fewer unless $GPUINV_SOAK is set.

. "$abs_top_srcdir/tests/glpk/common.sh"
unset GLP_GPU GPUINV_FAULT
exec "$work/crowd" 8 "$(test -n "${GPUINV_SOAK:-}" && echo 200 || echo 25)"
