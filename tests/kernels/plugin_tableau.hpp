// plugin_tableau.hpp (tableau of the C table as a class)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#ifndef GPUINV_TESTS_KERNELS_PLUGIN_TABLEAU_HPP
#define GPUINV_TESTS_KERNELS_PLUGIN_TABLEAU_HPP

#include <cstring>
#include <stdexcept>
#include <string>

#include "libgpuinv/device/plugin.h"
#include "libgpuinv/device/state_arrays.hpp"
#include "libgpuinv/gpuinv.h"
#include "libgpuinv/simplex/tableau.hpp"

namespace gpuinv::tests {

// One context with one tableau on device 0.  A status that is not OK is
// thrown as its text.  The arrays that pull() fills are surrounded by
// guards, which must not change.
class PluginTableau final : public Tableau {
 public:
  PluginTableau(int pivots, int blocks, bool inverse = false)
      : table_(*gpuinv_get_plugin(GPUINV_PLUGIN_VERSION)) {
    check(table_.context_create(0, &context_, &err_));
    check(table_.tableau_create(context_, inverse, pivots, blocks, &tableau_,
                                &err_));
  }
  ~PluginTableau() override {
    table_.tableau_destroy(tableau_);
    table_.context_destroy(context_);
  }
  PluginTableau(const PluginTableau&) = delete;
  PluginTableau& operator=(const PluginTableau&) = delete;

  const gpuinv_plugin& table() const { return table_; }
  void* context() const { return context_; }
  void* handle() const { return tableau_; }
  const char* error() const { return err_.text; }
  gpuinv_error_text* err() { return &err_; }

  std::size_t bytes_needed(int m, int nn, std::size_t nnz) override {
    return needs(m, nn, nnz).bytes;
  }
  int most_pending(int m, int nn) override { return needs(m, nn, 0).pending; }

  int try_build(const WorkingLp& lp, const SimplexBasis& basis) {
    const gpuinv_tableau_matrix matrix = {lp.m,
                                          lp.n,
                                          lp.ind.base(),
                                          lp.ptr.data(),
                                          lp.ind.data(),
                                          lp.val.data(),
                                          lp.b.data(),
                                          basis.basic.data(),
                                          basis.nonbasic.data(),
                                          0};
    m_ = lp.m;
    nn_ = lp.n - lp.m;
    return table_.tableau_build(tableau_, &matrix, &err_);
  }
  bool build(const WorkingLp& lp, const SimplexBasis& basis) override {
    const int status = try_build(lp, basis);
    if (status != GPUINV_SINGULAR) check(status);
    return status == GPUINV_OK;
  }
  void push(const TableauState& state) override {
    TableauState copy = state;
    const gpuinv_tableau_state arrays = arrays_of(copy);
    check(table_.tableau_push(tableau_, &arrays, &err_));
  }
  void pull(TableauState& s) override {
    resize(s, m_ + 1, nn_ + 1);
    for (auto* v : doubles(s)) v->back() = kGuard;
    s.basic.back() = s.nonbasic.back() = kIntGuard;
    s.at.back() = At::kFree;
    const gpuinv_tableau_state arrays = arrays_of(s);
    check(table_.tableau_pull(tableau_, &arrays, &err_));
    for (auto* v : doubles(s)) guard(v->back() == kGuard);
    guard(s.basic.back() == kIntGuard && s.nonbasic.back() == kIntGuard);
    guard(s.at.back() == At::kFree);
    resize(s, m_, nn_);
  }
  Batch primal(int budget, const Tolerances& tol) override {
    return iterate(0, budget, tol);
  }
  Batch dual(int budget, const Tolerances& tol) override {
    return iterate(1, budget, tol);
  }
  void multiply(const double* z, double* y, const double* w,
                double* v) override {
    check(table_.tableau_multiply(tableau_, z, y, w, v, &err_));
  }

 private:
  static constexpr double kGuard = -1.25e300;
  static constexpr int kIntGuard = -123456789;

  static std::vector<std::vector<double>*> doubles(TableauState& s) {
    return {&s.beta, &s.basic_lower, &s.basic_upper, &s.lower, &s.upper, &s.d};
  }
  static void resize(TableauState& s, std::size_t rows, std::size_t columns) {
    const auto all = doubles(s);
    for (int t = 0; t < 3; t++) all[t]->resize(rows);
    for (int t = 3; t < 6; t++) all[t]->resize(columns);
    s.basic.resize(rows);
    s.row_scale.resize(rows);
    s.col_scale.resize(columns);
    s.nonbasic.resize(columns);
    s.at.resize(columns);
  }
  struct Needs {
    std::size_t bytes;
    int pending;
  };
  Needs needs(int m, int nn, std::size_t nnz) {
    Needs n = {};
    check(table_.tableau_needs(tableau_, m, nn, nnz, &n.bytes, &n.pending,
                               &err_));
    return n;
  }
  Batch iterate(int dual, int budget, const Tolerances& tol) {
    gpuinv_tableau_batch batch = {};
    check(table_.tableau_iterate(tableau_, dual, budget, tol.bound, tol.cost,
                                 tol.pivot, &batch, &err_));
    return {static_cast<Stop>(batch.stop), batch.pivots, batch.flips,
            batch.degenerate, batch.refused};
  }
  void check(int status) const {
    if (status == GPUINV_OK) return;
    throw std::runtime_error("status " + std::to_string(status) + ": " +
                             err_.text);
  }
  static void guard(bool holds) {
    if (!holds) throw std::runtime_error("pull wrote behind an array");
  }

  const gpuinv_plugin& table_;
  void* context_ = nullptr;
  void* tableau_ = nullptr;
  std::size_t m_ = 0, nn_ = 0;
  gpuinv_error_text err_ = {};
};

}  // namespace gpuinv::tests

#endif
