## Tests of what an installation has beside libraries and programs
##
## This file is part of libgpuinv, a GPU back end for GLPK.
## libgpuinv is free software under the GNU General Public License,
## version 3 or (at your option) any later version; see COPYING.

USE_TESTS = tests/use/run.sh tests/use/examples.sh tests/use/pages.sh
TESTS += $(USE_TESTS)
EXTRA_DIST += $(USE_TESTS) tests/use/common.sh
