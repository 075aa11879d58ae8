## The tableau simplex of the literature, for comparison: not in the library
## SPDX-License-Identifier: GPL-3.0-or-later

if HAVE_CUDA
EXTRA_LTLIBRARIES += kernels/rounds/librounds.la
kernels_rounds_librounds_la_SOURCES = \
   kernels/rounds/pivot_on_host.cpp \
   kernels/rounds/rounds.cu
kernels_rounds_librounds_la_CPPFLAGS = $(cuda_cppflags)
kernels_rounds_librounds_la_CXXFLAGS = $(WARN_CXXFLAGS)

-include kernels/rounds/*.d
endif
