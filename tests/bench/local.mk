## Timings: make bench
## SPDX-License-Identifier: GPL-3.0-or-later

BENCHES = tests/bench/bench_auto tests/bench/bench_dense tests/bench/bench_ipt
FORMS = tests/bench/bench_forms tests/bench/bench_rounds
if HAVE_CUDA
BENCHES += tests/bench/bench_basis_inverse tests/bench/bench_cards \
   tests/bench/bench_interior tests/bench/bench_normal \
   tests/bench/bench_tableau tests/bench/bench_triangle
FORMS += tests/bench/bench_cholesky tests/bench/bench_replay \
   tests/bench/bench_update
endif
EXTRA_PROGRAMS += $(BENCHES) $(FORMS) tests/bench/bench_netlib
CLEANFILES += $(BENCHES) $(FORMS) tests/bench/bench_netlib

# the interior point method in the forms of the KTH thesis
tests_bench_bench_forms_SOURCES = \
   tests/bench/bench_forms.cpp \
   tests/bench/interior_family.cpp
tests_bench_bench_forms_LDFLAGS = $(with_vendors)
if HAVE_CUDA
tests_bench_bench_forms_SOURCES += \
   tests/bench/forms.cpp \
   tests/bench/infinite_normal.cpp
tests_bench_bench_forms_LDADD = libgpuinv/libgpuinv-device.la \
   $(CORE_TEST_LIBS) $(CUDA_LIBS)
tests_bench_bench_forms_LDFLAGS += $(CUDA_LDFLAGS)
else
tests_bench_bench_forms_SOURCES += tests/bench/no_forms.cpp
tests_bench_bench_forms_LDADD = $(CORE_TEST_LIBS)
endif
EXTRA_DIST += tests/bench/forms.cpp \
   tests/bench/infinite_normal.cpp \
   tests/bench/no_forms.cpp

# the tableau simplex with a round trip per pivot, and serially on the host
tests_bench_bench_rounds_SOURCES = \
   tests/bench/bench_rounds.cpp \
   tests/bench/dense_family.cpp \
   tests/bench/rounds_host.cpp
if HAVE_CUDA
tests_bench_bench_rounds_SOURCES += \
   tests/bench/rounds_device.cpp
tests_bench_bench_rounds_LDADD = tests/literature/libliterature.la \
   libgpuinv/libgpuinv-device.la $(CUDA_LIBS)
tests_bench_bench_rounds_LDFLAGS = $(CUDA_LDFLAGS)
else
tests_bench_bench_rounds_SOURCES += \
   tests/bench/no_rounds.cpp \
   tests/literature/rounds/pivot_on_host.cpp
endif
EXTRA_DIST += tests/bench/no_rounds.cpp tests/bench/rounds_device.cpp

if HAVE_CUDA
tests_bench_bench_basis_inverse_SOURCES = \
   tests/bench/bench_basis_inverse.cpp \
   tests/bench/deferred_bench.cpp \
   tests/bench/kernel_bench.cpp \
   tests/bench/inverse_bench.cpp
tests_bench_bench_basis_inverse_LDADD = libgpuinv/libgpuinv-device.la \
   $(CORE_TEST_LIBS) $(CUDA_LIBS)
tests_bench_bench_basis_inverse_LDFLAGS = $(with_vendors) $(CUDA_LDFLAGS)

tests_bench_bench_update_SOURCES = \
   tests/bench/bench_update.cpp
tests_bench_bench_update_LDADD = tests/literature/libliterature.la \
   libgpuinv/libgpuinv-device.la $(CUDA_LIBS)
tests_bench_bench_update_LDFLAGS = $(CUDA_LDFLAGS)

tests_bench_bench_replay_SOURCES = \
   tests/bench/bench_replay.cpp \
   tests/bench/pivot_record.cpp
tests_bench_bench_replay_LDADD = tests/literature/libliterature.la \
   libgpuinv/libgpuinv-device.la glpk/build/src/libglpk.la $(CUDA_LIBS)
tests_bench_bench_replay_LDFLAGS = $(CUDA_LDFLAGS)
$(tests_bench_bench_replay_OBJECTS): glpk/stamp-build

tests_bench_bench_cholesky_SOURCES = \
   tests/bench/bench_cholesky.cpp
tests_bench_bench_cholesky_LDADD = tests/literature/libliterature.la \
   libgpuinv/libgpuinv-device.la $(CUDA_LIBS)
tests_bench_bench_cholesky_LDFLAGS = $(CUDA_LDFLAGS)

tests_bench_bench_normal_SOURCES = \
   tests/bench/bench_normal.cpp \
   tests/bench/interior_family.cpp
tests_bench_bench_normal_LDADD = $(DEVICE_TEST_LIBS)
tests_bench_bench_normal_LDFLAGS = $(CUDA_LDFLAGS)

tests_bench_bench_interior_SOURCES = \
   tests/bench/bench_interior.cpp \
   tests/bench/interior_family.cpp
tests_bench_bench_interior_LDADD = libgpuinv/libgpuinv-device.la \
   $(CORE_TEST_LIBS) $(CUDA_LIBS)
tests_bench_bench_interior_LDFLAGS = $(with_vendors) $(CUDA_LDFLAGS)

EXTRA_LTLIBRARIES += tests/bench/libgenerate.la
tests_bench_libgenerate_la_SOURCES = \
   tests/bench/generate.cu
-include tests/bench/*.d

tests_bench_bench_cards_SOURCES = \
   tests/bench/bench_cards.cpp \
   tests/bench/cards_problem.cpp
tests_bench_bench_cards_LDADD = tests/bench/libgenerate.la \
   $(DEVICE_TEST_LIBS)
tests_bench_bench_cards_LDFLAGS = $(CUDA_LDFLAGS)

tests_bench_bench_tableau_SOURCES = \
   tests/bench/bench_tableau.cpp
tests_bench_bench_tableau_LDADD = $(DEVICE_TEST_LIBS)
tests_bench_bench_tableau_LDFLAGS = $(CUDA_LDFLAGS)

tests_bench_bench_triangle_SOURCES = \
   tests/bench/bench_triangle.cpp
tests_bench_bench_triangle_LDADD = $(DEVICE_TEST_LIBS)
tests_bench_bench_triangle_LDFLAGS = $(CUDA_LDFLAGS)
endif

# This times whole glp_simplex calls; --backend host needs no device.
tests_bench_bench_dense_SOURCES = \
   tests/bench/bench_dense.cpp \
   tests/bench/dense_call.cpp \
   tests/bench/dense_family.cpp \
   tests/bench/simplex_call.cpp \
   tests/bench/write_mps.cpp
$(tests_bench_bench_dense_OBJECTS): glpk/stamp-build

# This does the same on model files.
tests_bench_bench_netlib_SOURCES = \
   tests/bench/bench_netlib.cpp \
   tests/bench/simplex_call.cpp
$(tests_bench_bench_netlib_OBJECTS): glpk/stamp-build

# This times whole glp_interior calls.
tests_bench_bench_ipt_SOURCES = \
   tests/bench/bench_ipt.cpp \
   tests/bench/dense_call.cpp \
   tests/bench/dense_family.cpp \
   tests/bench/interior_family.cpp \
   tests/bench/simplex_call.cpp
$(tests_bench_bench_ipt_OBJECTS): glpk/stamp-build

# This compares mode auto with mode off, by $GLPSOL.
tests_bench_bench_auto_SOURCES = \
   tests/bench/auto_runs.cpp \
   tests/bench/auto_warm.cpp \
   tests/bench/bench_auto.cpp
$(tests_bench_bench_auto_OBJECTS): glpk/stamp-build

EXTRA_DIST += tests/bench/peers.sh

## Each program writes one table in bench/.  A table that is there is kept, so
## that a run that was interrupted goes on.  The comparisons with the literature
## go on case by case.  MODELS=DIR adds the replays of pivots, and the peers, on
## the files in DIR.  Status 77 means no device, or no peers.
bench: all $(BENCHES) $(FORMS)
	@GPUINV_LIBRARY=$${GPUINV_LIBRARY:-$(abs_top_builddir)/libgpuinv/.libs/libgpuinv.so.0}; \
	GLPSOL=$(abs_top_builddir)/glpk/build/examples/.libs/glpsol; \
	LD_LIBRARY_PATH=$(abs_top_builddir)/glpk/build/src/.libs$${LD_LIBRARY_PATH:+:$$LD_LIBRARY_PATH}; \
	BENCH_DENSE=tests/bench/bench_dense; \
	export GPUINV_LIBRARY GLPSOL LD_LIBRARY_PATH BENCH_DENSE; \
	$(MKDIR_P) bench; \
	for b in $(BENCHES:%=./%) $(srcdir)/tests/bench/peers.sh; do \
	  table=bench/`basename $$b .sh`.txt; \
	  echo "== $$b: $$table"; \
	  if [ -f $$table ]; then continue; fi; \
	  sh $(srcdir)/netlib/tool/machine.sh command "$$b" >$$table.part; \
	  { $$b; echo $$? >bench/status; } | tee -a $$table.part; \
	  case `cat bench/status` in \
	    0) mv $$table.part $$table ;; \
	    77) rm $$table.part ;; \
	    *) exit 1 ;; \
	  esac; \
	done; \
	netlib/gpuinv-netlib bench --out bench --programs tests/bench \
	  $(if $(MODELS),--netlib '$(MODELS)'); \
	echo "now: netlib/gpuinv-netlib report bench --out report.html"
.PHONY: bench
