## Kernels of the literature, for comparison; the library does not have them
## SPDX-License-Identifier: GPL-3.0-or-later

if HAVE_CUDA
EXTRA_LTLIBRARIES = tests/literature/libliterature.la
CLEANFILES += $(EXTRA_LTLIBRARIES)
tests_literature_libliterature_la_SOURCES = \
   tests/literature/cholesky/forms.cpp \
   tests/literature/cholesky/inner_product.cu \
   tests/literature/cholesky/outer_square.cu \
   tests/literature/cholesky/outer_triangular.cu \
   tests/literature/rounds/pivot_on_host.cpp \
   tests/literature/rounds/rounds.cu \
   tests/literature/update/column_wise.cu \
   tests/literature/update/element_modified.cu \
   tests/literature/update/element_original.cu \
   tests/literature/update/element_proposed.cu \
   tests/literature/update/forms.cpp \
   tests/literature/update/mpfi.cu \
   tests/literature/update/pfi.cu
tests_literature_libliterature_la_CPPFLAGS = $(cuda_cppflags)
tests_literature_libliterature_la_CXXFLAGS = $(WARN_CXXFLAGS)

-include tests/literature/*/*.d
endif

EXTRA_DIST += $(wildcard $(srcdir)/tests/literature/*/*.hpp \
   $(srcdir)/tests/literature/*/*.cuh)
