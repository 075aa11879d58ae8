// form.cpp (which form of the simplex engine suits a problem)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#include "form.hpp"

namespace gpuinv {

bool tableau_suits(int m, int n, std::size_t nnz, bool on_device) {
  const double elements = static_cast<double>(m) * (n - m);
  if (8.0 * elements > kTableauBytes) return false;
  if (on_device) return true;
  return static_cast<double>(nnz) - m >= kDenseShare * elements;
}

bool inverse_suits(int m, std::size_t nnz) {
  const double size = m;
  return m >= kDenseRows && nnz >= kDenseBasis * size * size;
}

}  // namespace gpuinv
