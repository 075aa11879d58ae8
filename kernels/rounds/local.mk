## The tableau simplex of the literature, for comparison: not in the library
##
## This file is part of libgpuinv, a GPU back end for GLPK.
## libgpuinv is free software under the GNU General Public License,
## version 3 or (at your option) any later version; see COPYING.

if HAVE_CUDA
EXTRA_LTLIBRARIES += kernels/rounds/librounds.la
kernels_rounds_librounds_la_SOURCES = \
   kernels/rounds/pivot_on_host.cpp \
   kernels/rounds/rounds.cu \
   kernels/rounds/rounds.hpp
kernels_rounds_librounds_la_CPPFLAGS = $(cuda_cppflags)
kernels_rounds_librounds_la_CXXFLAGS = $(WARN_CXXFLAGS)

-include kernels/rounds/*.d
endif
