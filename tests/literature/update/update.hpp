// update.hpp (the basis updates of the literature, for comparison only)
// SPDX-License-Identifier: GPL-3.0-or-later

// After one column of B was replaced, with alpha = inv(B) * a_q, the pivot
// row k and theta = alpha_k,
//   omega_i = -alpha_i / theta  (i != k),   omega_k = 1 / theta,
//   b_ij := b_ij + b_kj * omega_i  (i != k),   b_kj := b_kj * omega_k.
// The six forms of Shah et al. (2020) are in a file each, as they describe
// them: same steps, same library calls, same memory.  The project itself does
// not use them.

#pragma once

#include <cublas_v2.h>

#include <vector>

#include "kernels/launch.hpp"

namespace gpuinv::kernels::update {

struct Call {
  Launch launch;
  cublasHandle_t blas;  // bound to launch.stream, scalars on the host
  int m, k;
  const double* alpha;  // m; alpha[k] is not zero
  double* b;            // m * m, row by row, without padding
  double* work;         // workspace(m)
  int block;            // threads of a block of the matrix step
};

// The first failure, if any.
struct Outcome {
  cudaError_t cuda = cudaSuccess;
  cublasStatus_t blas = CUBLAS_STATUS_SUCCESS;
};

struct Form {
  const char* name;
  std::size_t (*workspace)(int m);  // doubles beside inv(B) and alpha
  std::vector<int> blocks;          // sizes of a block that are worth a try
  bool shares_omega;                // needs m doubles of shared memory
  Outcome (*launch)(const Call& call);
};

// Shared memory of a block without a request for more, as in the paper.
constexpr std::size_t kSharedBytes = 48 * 1024;

inline bool fits(const Form& form, int m) {
  return !form.shares_omega || m * sizeof(double) <= kSharedBytes;
}

// Returns the forms in the order of the paper.
const std::vector<Form>& forms();

// The same update on the host, written to be obviously right.
void update_on_host(int m, int k, const double* alpha, double* b);

// Each form is in the file of its name.
Outcome launch_pfi(const Call& call);
Outcome launch_mpfi(const Call& call);
Outcome launch_column_wise(const Call& call);
Outcome launch_element_original(const Call& call);
Outcome launch_element_modified(const Call& call);
Outcome launch_element_proposed(const Call& call);

}  // namespace gpuinv::kernels::update
