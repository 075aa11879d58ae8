## Tests of gpuinv-netlib
## SPDX-License-Identifier: GPL-3.0-or-later

FIRST_TESTS += tests/netlib/host-small.sh tests/netlib/peers.sh

NETLIB_TESTS = \
   tests/netlib/units.sh \
   tests/netlib/vectors.sh \
   tests/netlib/runs.sh \
   tests/netlib/fetch.sh \
   tests/netlib/point.sh \
   tests/netlib/bench.sh \
   tests/netlib/report.sh \
   tests/netlib/never-slower.sh
TESTS += $(NETLIB_TESTS)
EXTRA_DIST += $(NETLIB_TESTS) tests/netlib/common.sh \
   tests/netlib/check_answer.py \
   tests/netlib/check_emps.py tests/netlib/check_mps.py \
   tests/netlib/check_runs.py tests/netlib/emps_encoder.py
