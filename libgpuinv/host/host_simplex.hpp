// host_simplex.hpp (the simplex method by plain loops)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <vector>

#include "libgpuinv/host/stepwise.hpp"
#include "libgpuinv/simplex/rules.hpp"
#include "libgpuinv/simplex/tableau.hpp"
#include "libgpuinv/sparse/scattered.hpp"

namespace gpuinv {

// The oracle and the fallback of the device's iterations: the same rules
// (simplex/rules.hpp) in loops written to be obviously right.  A derived class
// decides how T is represented.
class HostSimplex : public Tableau {
 public:
  int most_pending(int, int) override { return kPending; }
  void push(const SimplexState& state) override;
  void pull(SimplexState& state) override { state = s_; }
  Batch primal(int budget, const Tolerances& tol) override;
  Batch dual(int budget, const Tolerances& tol, Steps steps) override;
  void watch(SimplexWatch* watch) override { watch_ = watch; }
  void multiply(const double* z, double* y, const double* w,
                double* v) override;

 protected:
  // Iterations end early if interrupted; build and multiply then throw
  // Interrupted, after which only pull may be called.
  explicit HostSimplex(const Interrupt& interrupt)
      : interrupt_(interrupt), steps_(interrupt) {}

  // Number of pending changes before a fold: enough for dgemm to run at speed,
  // few enough that their products with a row or column stay cheap.
  static constexpr int kPending = 32;
  static constexpr std::size_t sketch_bytes(std::size_t m, std::size_t nn) {
    return sizeof(double) * rules::kSketch * 2 * (m + nn);
  }

  // A candidate to enter in a dual pivot: its position, its bucket in a long
  // step, its rate and the room of its reduced cost (rules.hpp).
  struct Entering {
    Entering() {}  // no zeros, as the list is resized at every pivot
    Entering(int j, double r) : column(j), bucket(0), rate(r) {}
    int column, bucket;
    double rate, room;
  };

  // A nonbasic variable, and by how much it changes.
  struct Change {
    int column;
    double by;
  };

  // alpha_ := column q of T, rho_ := row p of T.  What their lists leave out is
  // zero; a dense form lists everything, as resize does.
  virtual void load_column(int q) = 0;
  virtual void load_row(int p) = 0;
  // alpha_ := sum of columns of T times their changes, in this order
  virtual void load_columns(const std::vector<Change>& changes) = 0;
  // Updates T by the pivot (p, q), whose column and row are loaded, after the
  // variables have been exchanged.
  virtual void append(int p, int q) = 0;
  // Adds the pending changes to T0.
  virtual void fold() = 0;
  // y := T*z, v := T'*w, when nothing is pending.
  virtual void product(const double* z, double* y) = 0;
  virtual void product_transposed(const double* w, double* v) = 0;
  // y := y + T*g and z := z - T'*g, with kSketch columns, row-major.
  virtual void add_product(const double* g, double* y) = 0;
  virtual void subtract_transposed(const double* g, double* z) = 0;

  // Whether the weights of rows or columns stay valid until another basis or
  // other scales are pushed; else each call of primal or dual computes them.
  virtual bool keeps_weights() const { return false; }

  // Sets the sizes before anything is built.  Error(CANNOT): too little memory.
  void resize(const WorkingLp& lp);

  const Interrupt interrupt_;
  const host::Stepwise steps_;
  int m_ = 0, nn_ = 0;
  Scattered alpha_, rho_;  // m; nn+1: column and row of the pivot
  SimplexState s_;

 private:
  // The vectors that estimate the steepest edge weights of rows or columns, see
  // rules.hpp.
  struct Sketch {
    std::vector<float> y;       // count * rules::kSketch
    std::vector<float> weight;  // count
    void measure(int i);
    void subtract(int i, float share, const float* chosen);
    void replace(int i, float factor);
    const float* of(int i) const {
      return y.data() + i * static_cast<std::size_t>(rules::kSketch);
    }
  };

  // Rows outside their bounds, or columns that improve the objective, with
  // their prices.
  class Candidates {
   public:
    void clear(int count);
    void set(int i, float score);  // 0: none any more
    int best();  // the first one of the highest price, -1 if there is none

   private:
    std::vector<float> score_;
    std::vector<char> listed_;
    std::vector<int> list_;  // all that have a score, and some that had one
  };
  enum class Weighs { kNothing, kRows, kColumns };

  // The current pivot.
  struct Pivot {
    int p = -1, q = -1;    // row and column; -1: none
    double step = 0.0;     // change of x_q (primal: without its sign)
    double largest = 0.0;  // max |alpha| or |rho|, the measure for the pivot
    int passed = 0;        // buckets of the dual ratio test (rules.hpp)
  };

  void require_room(const WorkingLp& lp);
  void look(const Batch& batch);
  void sketch_rows();
  void sketch_columns();
  void set_sketch(const std::vector<double>& y,
                  const std::vector<float>& scale);
  void primal(int budget, const Tolerances& tol, Batch* batch);
  void dual(int budget, const Tolerances& tol, Steps steps, Batch* batch);
  void set_moves(int j);
  bool agrees(const Pivot& pivot, const Tolerances& tol) const;
  void price_column(int j, double tol);
  void price_row(int i, double tol);
  void primal_ratio(Pivot& pivot, double direction, const Tolerances& tol);
  void flip(int q, double direction);
  int primal_pivot_within(double direction, double longest,
                          const Tolerances& tol) const;
  double dual_ratio(Pivot& pivot, bool below, const Tolerances& tol);
  double list_entering(bool below, const Tolerances& tol);
  double dual_longest(const Tolerances& tol, int bucket) const;
  int dual_pivot_within(int bucket, double longest) const;
  int buckets_passed(int p, bool below, double least);
  void lengthen(Pivot& pivot, bool below, const Tolerances& tol, double least);
  int flip_passed(const Pivot& pivot, bool below);
  void primal_pivot(const Pivot& pivot, double direction);
  void dual_pivot(const Pivot& pivot, bool below);
  bool is_large(const Pivot& pivot) const;
  void refuse(int i, std::vector<float>* scale, Batch* batch);
  void exchange(int p, int q, At leaves_at, double leaves_with);

  std::vector<unsigned char> moves_;  // nn, see rules::moves_of
  std::vector<Entering> entering_;    // of the current dual pivot
  std::vector<Change> flips_;         // of the current pivot
  Scattered flip_alpha_;              // decrease of x_B by them
  Sketch sketch_;  // of rows (dual method) or columns (primal)
  Weighs weighs_ = Weighs::kNothing;  // what sketch_ is valid for
  Candidates candidates_;             // of the same
  int refused_ = 0;                   // candidates refused in the current call
  SimplexWatch* watch_ = nullptr;
};

}  // namespace gpuinv
