## CUDA kernels, one operation per file
## SPDX-License-Identifier: GPL-3.0-or-later

if HAVE_CUDA
libgpuinv_libgpuinv_device_la_SOURCES += \
   kernels/add_product.cu \
   kernels/append_change.cu \
   kernels/column_abs_sums.cu \
   kernels/combine_rows.cu \
   kernels/dealt_columns.cu \
   kernels/eta.cu \
   kernels/flags.cu \
   kernels/fold.cu \
   kernels/fold_lists.cu \
   kernels/gather_columns.cu \
   kernels/inverse_dual.cu \
   kernels/inverse_primal.cu \
   kernels/lines.cu \
   kernels/move_upper.cu \
   kernels/normal_diagonal.cu \
   kernels/normal_lines.cu \
   kernels/normal_tiles.cu \
   kernels/nucleus_rows.cu \
   kernels/permute_rows.cu \
   kernels/rank_one.cu \
   kernels/row_sums.cu \
   kernels/scatter_columns.cu \
   kernels/sketch.cu \
   kernels/substitute_rows.cu \
   kernels/tableau_dual.cu \
   kernels/tableau_primal.cu \
   kernels/trap.cu \
   kernels/triangular_solve.cu
endif

EXTRA_DIST += $(wildcard $(srcdir)/kernels/*.hpp $(srcdir)/kernels/*.cuh)
