// fault.hpp (faults on purpose, so that tests can see what they break)
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The variable GPUINV_FAULT=SITE:N[+][:KIND] makes the N-th pass of a site
// fail; with a plus sign, all later passes fail, too.  The process reads the
// variable once; a set-uid process does not read it.  Without the variable a
// pass costs one load.

#pragma once

#include <atomic>
#include <string>

namespace gpuinv {

// The sites, with their names in GPUINV_FAULT.  A site that has a result can
// either fail or deliver a wrong result.
enum class Site {
  kMemory,   // memory: allocation of a large mapping
  kThread,   // thread: start of a thread
  kBlas,     // blas: call of LAPACK, BLAS or CHOLMOD
  kInverse,  // inverse: inversion of a basis matrix
  kFtran,    // ftran: result of an FTRAN
  kBtran,    // btran: result of a BTRAN
  kBuild,    // build: construction of a tableau
  kSearch,   // search: batch of pivots
  kState,    // state: values and reduced costs read from a tableau
  kProduct,  // product: tableau times vector
  kFactor,   // factor: factorization of the normal equations
  kNormal,   // normal: solution of the normal equations
  kLu,       // lu: sparse LU factors of a basis, for crossover
  kPush,     // push: solution with these factors
  kCuda,     // cuda: call of the CUDA run time, launches of kernels among them
  kVendor,   // vendor: call of cuBLAS, cuSOLVER or cuDSS
  kCount
};

// fail, the default, is an exception.  nan, inf and flip change one element of
// the result; flip inverts one bit of its exponent.  The last three are for
// calls on a device: full tells of exhausted memory, trap is a kernel that
// ruins CUDA for the process, and hang one that keeps the whole device for two
// seconds.  A site that cannot do what is asked for fails.
enum class FaultKind { kNone, kFail, kNan, kInf, kFlip, kFull, kTrap, kHang };

// What a text SITE:N[+][:KIND] asks for; a null pointer, or a text that is not
// understood, for nothing.  Any number of threads may use it.
class FaultPlan {
 public:
  explicit FaultPlan(const char* text);

  bool armed() const { return site_ != Site::kCount; }
  // Counts a pass and returns what shall happen at it.  *number, unless null,
  // becomes the number of this pass.
  FaultKind due(Site site, long* number = nullptr);
  // Returns a line such as "GPUINV_FAULT: ftran passed 118 times, 1 faults", or
  // "" if no fault is planned.
  std::string report() const;

 private:
  Site site_ = Site::kCount;
  FaultKind kind_ = FaultKind::kFail;
  long pass_ = 0;
  bool lasting_ = false;
  std::atomic<long> passes_{0}, faults_{0};
};

// Returns the plan of the environment, or what share_fault_plan() was given.
FaultPlan& fault_plan();

// libgpuinv-cuda.so, which has its own copy of this file, counts in the plan of
// libgpuinv.so.  The plan must never be destroyed.
void share_fault_plan(FaultPlan& plan);

bool faults_are_armed();

// Throws Error(DEVICE) if the plan says that this pass fails.
void pass(Site site);

// The same for a site with a result: result[count], in host memory, may get a
// wrong element instead.
void pass(Site site, int count, double* result);

// Returns the report of the plan.
std::string faults_report();

}  // namespace gpuinv
