// tableau_lp.hpp (random LPs with a start basis for a tableau)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <memory>
#include <vector>

#include "libgpuinv/simplex/tableau.hpp"

namespace gpuinv::tests {

enum class Start {
  kSlack,       // B has one entry per row and column, of any size and sign
  kTriangular,  // rows and columns of B are those of a triangular matrix
  kParts,       // half of B is triangular, around a nucleus
  kGeneral      // B is a sparse matrix with a strong transversal
};

// An LP of m rows and m+nn columns with bounds of all types, a basis and its
// vectors: primal feasible with reduced costs of any sign or (dual) dual
// feasible with basic variables on both sides of their bounds.
struct TableauLp {
  // What lp borrows, counted from base; copies share it.
  struct Matrix {
    std::vector<int> ptr{0}, ind;
    std::vector<double> val;
  };
  // Call it when the matrix is complete.
  void lend(int base) {
    for (int& t : matrix->ptr) t += base;
    for (int& i : matrix->ind) i += base;
    lp.ptr = {matrix->ptr.data(), base};
    lp.ind = {matrix->ind.data(), base};
    lp.val = {matrix->val.data(), matrix->val.size()};
  }

  std::shared_ptr<Matrix> matrix = std::make_shared<Matrix>();
  WorkingLp lp;
  SimplexBasis basis;
  SimplexState state;
};

TableauLp make_lp(unsigned seed, int m, int nn, Start start, bool dual);

}  // namespace gpuinv::tests
