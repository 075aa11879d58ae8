## Tests of the patched GLPK

GLPK_TEST_FILES = \
   tests/glpk/series.sh \
   tests/glpk/off-identical.sh \
   tests/glpk/abi.sh \
   tests/glpk/options.sh \
   tests/glpk/faults.sh \
   tests/glpk/fetch.sh

TESTS += $(GLPK_TEST_FILES)
EXTRA_DIST += $(GLPK_TEST_FILES) tests/glpk/common.sh \
   tests/glpk/layout.c tests/glpk/client.c tests/glpk/faulty.c
