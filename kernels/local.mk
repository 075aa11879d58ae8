## CUDA kernels, one operation per file
##
## This file is part of libgpuinv, a GPU back end for GLPK.
## libgpuinv is free software under the GNU General Public License,
## version 3 or (at your option) any later version; see COPYING.

if HAVE_CUDA
libgpuinv_libgpuinv_device_la_SOURCES += \
   kernels/add_product.cu \
   kernels/add_product.hpp \
   kernels/append_change.cu \
   kernels/append_change.hpp \
   kernels/column_abs_sums.cu \
   kernels/column_abs_sums.hpp \
   kernels/combine_rows.cu \
   kernels/combine_rows.hpp \
   kernels/dealt_columns.cu \
   kernels/dealt_columns.hpp \
   kernels/dual_method.cuh \
   kernels/eta.cu \
   kernels/eta.hpp \
   kernels/exchange_device.cuh \
   kernels/expand_inverse.cu \
   kernels/expand_inverse.hpp \
   kernels/find_nonfinite.cu \
   kernels/find_nonfinite.hpp \
   kernels/fold.cu \
   kernels/fold.hpp \
   kernels/fold_lists.cu \
   kernels/fold_ptx.cuh \
   kernels/fold_tile.cuh \
   kernels/gather_columns.cu \
   kernels/gather_columns.hpp \
   kernels/inverse_block.cuh \
   kernels/inverse_column.cuh \
   kernels/inverse_dual.cu \
   kernels/inverse_plan.hpp \
   kernels/inverse_primal.cu \
   kernels/inverse_row.cuh \
   kernels/inverse_slice.cuh \
   kernels/inverse_view.hpp \
   kernels/iterate.hpp \
   kernels/launch.hpp \
   kernels/layout.hpp \
   kernels/lines.cu \
   kernels/lines.hpp \
   kernels/move_upper.cu \
   kernels/move_upper.hpp \
   kernels/normal_diagonal.cu \
   kernels/normal_diagonal.hpp \
   kernels/normal_lines.cu \
   kernels/normal_lines.hpp \
   kernels/normal_tiles.cu \
   kernels/normal_tiles.hpp \
   kernels/nucleus_rows.cu \
   kernels/nucleus_rows.hpp \
   kernels/overlap.cuh \
   kernels/pending.hpp \
   kernels/pending_rows.cuh \
   kernels/permute_rows.cu \
   kernels/permute_rows.hpp \
   kernels/primal_method.cuh \
   kernels/raise_flag.cu \
   kernels/raise_flag.hpp \
   kernels/rank_one.cu \
   kernels/rank_one.hpp \
   kernels/row_sums.cu \
   kernels/row_sums.hpp \
   kernels/scatter_columns.cu \
   kernels/scatter_columns.hpp \
   kernels/simplex_block.cuh \
   kernels/simplex_kernel.cuh \
   kernels/sketch.cu \
   kernels/sketch.hpp \
   kernels/spread_cards.cuh \
   kernels/spread_plan.hpp \
   kernels/spread_select.cuh \
   kernels/spread_view.hpp \
   kernels/substitute_rows.cu \
   kernels/substitute_rows.hpp \
   kernels/symmetric_layout.hpp \
   kernels/tableau_block.cuh \
   kernels/tableau_dual.cu \
   kernels/tableau_exchange.hpp \
   kernels/tableau_plan.hpp \
   kernels/tableau_primal.cu \
   kernels/tableau_ratio.cuh \
   kernels/tableau_select.cuh \
   kernels/tableau_sketch.cuh \
   kernels/tableau_slice.cuh \
   kernels/tableau_view.hpp \
   kernels/triangular_solve.cu \
   kernels/triangular_solve.hpp \
   kernels/warp_pick.cuh \
   kernels/warp_sum.cuh
endif
