// host/host_tableau.hpp (dense simplex tableau by plain loops and BLAS)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#ifndef GPUINV_HOST_HOST_TABLEAU_HPP
#define GPUINV_HOST_HOST_TABLEAU_HPP

#include <functional>
#include <utility>
#include <vector>

#include "../simplex/rules.hpp"
#include "../simplex/tableau.hpp"

namespace gpuinv {

// The oracle and the fallback of the device's tableau: the same rules
// (simplex/rules.hpp), loops written to be obviously right, the fold by
// dgemm.
class HostTableau final : public Tableau {
 public:
  HostTableau() = default;
  // interrupted: asked at every pivot; a run ends early when it is true.
  explicit HostTableau(std::function<bool()> interrupted)
      : interrupted_(std::move(interrupted)) {}

  std::size_t bytes_needed(int m, int nn) override;
  std::size_t bytes_available() override;
  bool build(const WorkingLp& lp, const SimplexBasis& basis) override;
  void push(const TableauState& state) override { s_ = state; }
  void pull(TableauState& state) override { state = s_; }
  Batch primal(int budget, const Tolerances& tol) override;
  Batch dual(int budget, const Tolerances& tol) override;
  void multiply(const double* z, double* y) override;
  void multiply_transposed(const double* w, double* v) override;

 private:
  // Pending changes before a fold: enough for dgemm to run at speed, few
  // enough that their products with a row or column stay cheap.
  static constexpr int kPending = 32;

  // What the steepest edge weights of rows or columns are made of, see
  // rules.hpp.
  struct Sketch {
    std::vector<float> y;       // count * rules::kSketch
    std::vector<float> weight;  // count
    void measure(int i);
    void update(int i, float share, const float* chosen);
    void replace(int i, float factor);
    const float* of(int i) const {
      return y.data() + i * static_cast<std::size_t>(rules::kSketch);
    }
  };

  // The pivot under way.
  struct Pivot {
    int p = -1, q = -1;    // row, column; -1: none
    double step = 0.0;     // change of x_q (primal: without its sign)
    double largest = 0.0;  // max |alpha| or |rho|, to judge the pivot by
  };

  bool build_from_slacks(const WorkingLp& lp, const SimplexBasis& basis);
  bool build_by_lu(const WorkingLp& lp, const SimplexBasis& basis);
  void load_column(int q);
  void load_row(int p);
  void sketch_rows();
  void sketch_columns();
  void set_sketch(const std::vector<double>& y,
                  const std::vector<float>& scale);
  bool interrupted() const { return interrupted_ && interrupted_(); }
  int primal_price(double tol) const;
  void primal_ratio(Pivot& pivot, double direction, const Tolerances& tol);
  void flip(int q, double direction);
  int dual_price(double tol) const;
  void dual_ratio(Pivot& pivot, bool below, const Tolerances& tol);
  void primal_pivot(const Pivot& pivot, double direction);
  void dual_pivot(const Pivot& pivot, bool below);
  double nonbasic_value(int j) const;
  void exchange(int p, int q, At leaves_at, double leaves_with);
  void append(int p, int q);
  void fold();
  double* row(int i) { return t0_.data() + i * static_cast<std::size_t>(ld_); }
  const double* row(int i) const {
    return t0_.data() + i * static_cast<std::size_t>(ld_);
  }

  int m_ = 0, nn_ = 0, ld_ = 0;      // ld_ = nn_ + 1
  int pending_ = 0;                  // changes in U and V
  std::vector<double> t0_;           // m * ld, row-major
  std::vector<double> u_;            // m * K, row-major
  std::vector<double> v_;            // K * ld, row-major
  std::vector<double> alpha_, rho_;  // m; ld: column and row of the pivot
  Sketch sketch_;  // of rows in the dual method, of columns in the primal
  TableauState s_;
  const std::function<bool()> interrupted_;
};

}  // namespace gpuinv

#endif
