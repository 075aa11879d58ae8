#!/bin/sh
# host-small.sh (Netlib on the host back end: inverse and simplex engine)
# SPDX-License-Identifier: GPL-3.0-or-later

set -u
data=${GPUINV_NETLIB:-}
if [ ! -d "$data/feasible" ] || [ ! -d "$data/infeasible" ]; then
  echo "SKIP: no Netlib problems; set GPUINV_NETLIB"
  exit 77
fi
if [ ! -x "${GLPSOL:-}" ]; then
  echo "SKIP: no patched glpsol; set GLPSOL"
  exit 77
fi
. "$abs_top_srcdir/tests/netlib/common.sh"

options="--modes host --nopresol --jobs 2 --timeout 300"
expect 0 run $options --class feasible --max-rows 2500 --smallest 60 \
  "$data/feasible"
cat "$work/out"
says out "60 passed, 0 failed"
expect 0 run $options --class infeasible "$data/infeasible"
cat "$work/out"
says out "29 passed, 0 failed"

# The simplex engine is asked for; the largest infeasible ones take minutes.
options="--modes host --nopresol --jobs 2 --timeout 100"
for method in "" --dual; do
  echo "simplex engine $method"
  expect 0 run $options $method --class feasible --max-rows 2500 \
    --smallest 60 "$data/feasible" -- --gpu-form tableau
  cat "$work/out"
  says out "60 passed, 0 failed"
  expect 0 run $options $method --class infeasible --smallest 27 \
    "$data/infeasible" -- --gpu-form tableau
  cat "$work/out"
  says out "27 passed, 0 failed"
done
[ "$failed" -eq 0 ]
