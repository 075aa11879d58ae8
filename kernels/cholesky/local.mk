## Cholesky forms of the literature, for comparison: not in the library
## SPDX-License-Identifier: GPL-3.0-or-later

if HAVE_CUDA
EXTRA_LTLIBRARIES += kernels/cholesky/libcholesky.la
kernels_cholesky_libcholesky_la_SOURCES = \
   kernels/cholesky/forms.cpp \
   kernels/cholesky/inner_product.cu \
   kernels/cholesky/outer_square.cu \
   kernels/cholesky/outer_triangular.cu
kernels_cholesky_libcholesky_la_CPPFLAGS = $(cuda_cppflags)
kernels_cholesky_libcholesky_la_CXXFLAGS = $(WARN_CXXFLAGS)

-include kernels/cholesky/*.d
endif
