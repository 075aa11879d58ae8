## Hostile calls and texts: make check-fuzz FUZZ_SECONDS=600 (of each target)

FUZZ_CORPUS = tests/fuzz/corpus
EXTRA_DIST += tests/fuzz/fuzz.sh tests/fuzz/fuzz_emps.py \
   tests/fuzz/fuzz_glpk.c tests/fuzz/fuzz_options.cpp \
   tests/fuzz/fuzz_table.cpp \
   tests/fuzz/driver.cpp $(FUZZ_CORPUS)

FUZZ_SECONDS = 600
check-fuzz: all
	$(AM_TESTS_ENVIRONMENT) FUZZ_SECONDS='$(FUZZ_SECONDS)' \
	   sh $(srcdir)/tests/fuzz/fuzz.sh
.PHONY: check-fuzz
