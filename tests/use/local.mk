## Tests of what an installation has beside libraries and programs
## SPDX-License-Identifier: GPL-3.0-or-later

USE_TESTS = tests/use/run.sh tests/use/examples.sh tests/use/pages.sh \
   tests/use/programs.sh
TESTS += $(USE_TESTS)
EXTRA_DIST += $(USE_TESTS) tests/use/common.sh
