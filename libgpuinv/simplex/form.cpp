// form.cpp (which form of the simplex engine suits a problem)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#include "form.hpp"

#include <cmath>

namespace gpuinv {

bool tableau_suits(int m, int n, std::size_t nnz, bool on_device) {
  const double elements = static_cast<double>(m) * (n - m);
  if (8.0 * elements > kTableauBytes) return false;
  if (on_device) return true;
  return static_cast<double>(nnz) - m >= kDenseShare * elements;
}

bool inverse_suits(int m, std::size_t nnz, bool on_device) {
  const double rows = m, dense_columns = static_cast<double>(nnz) / rows;
  const double cube = on_device ? 0.0 : kHostInversion * std::pow(rows, 3);
  return kGlpkElimination * std::pow(dense_columns, 3) > kInversion + cube;
}

}  // namespace gpuinv
