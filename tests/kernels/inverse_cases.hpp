// inverse_cases.hpp (runs of the device inverse, judged by backward error)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

namespace gpuinv::tests {

enum class Family {
  kDense,
  kSparse,
  kPermutation,
  kSlacks,
  kHalfSlacks,
  kTriangular,
  kParts
};

// Only plain numbers, because an assertion on them may leave by longjmp.
struct InverseResult {
  char thrown[512] = "";  // text of an exception, "" if all calls passed
  double residual = 0.0;  // max |B X - I| / (m eps ||B||_1 ||X||_1)
  double norm = 0.0;      // |norm - ||X||_1| / (m eps ||X||_1)
  double solve = 0.0;  // largest |y - X a| / (m eps sum |terms|); with changes
                       // pending, of terms of the largest X
  long wrong = 0;      // elements or bits that should be equal but differ
};

// Compares X = inv(B) of a random basis with B, FTRAN and BTRAN of vectors of
// every sparsity with X, and FTRAN(e_j)_i with BTRAN(e_i)_j.
InverseResult run_factorize(Family family, unsigned seed, int m);

// Replaces `updates` columns, with up to `pivots` of them pending (0: as the
// inverse chooses), then continues as run_factorize with the last B.  `wrong`
// counts backward errors of dense solves by X that are above 1e-13 and more
// than `factor` times those of a fresh inverse of the same B.
InverseResult run_updates(Family family, unsigned seed, int m, int pivots,
                          int updates, double factor);

// The same as run_factorize with free memory only for the inverse and what is
// always needed, not for a nucleus beside it.
InverseResult run_without_room(Family family, unsigned seed, int m);

// Makes the same calls twice; `wrong` counts elements that differ in any bit.
InverseResult run_twice(unsigned seed, int m, int pivots);

// Returns the bytes of device memory that repeated factorizations of m rows and
// solves took after the first round of each.
InverseResult run_without_allocation(unsigned seed, int m, int pivots,
                                     long* bytes);

}  // namespace gpuinv::tests
