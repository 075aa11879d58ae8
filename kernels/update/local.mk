## Basis updates of the literature, for comparison: not in the library
## SPDX-License-Identifier: GPL-3.0-or-later

if HAVE_CUDA
EXTRA_LTLIBRARIES = kernels/update/libupdate.la
kernels_update_libupdate_la_SOURCES = \
   kernels/update/column_wise.cu \
   kernels/update/element_modified.cu \
   kernels/update/element_original.cu \
   kernels/update/element_proposed.cu \
   kernels/update/forms.cpp \
   kernels/update/mpfi.cu \
   kernels/update/pfi.cu
kernels_update_libupdate_la_CPPFLAGS = $(cuda_cppflags)
kernels_update_libupdate_la_CXXFLAGS = $(WARN_CXXFLAGS)

-include kernels/update/*.d
endif
