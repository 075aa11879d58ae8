// point_judge.cpp (conditions of optimality for any point)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <cfloat>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <stdexcept>

#include "point.hpp"

namespace gpuinv::netlib {
namespace {

using Numbers = std::vector<long double>;

// The parts of a solution that follow from x and y.
struct Derived {
  Numbers row;      // m: A x
  Numbers reduced;  // n: c - A'y
  Numbers terms;    // n: |A|'|y|
  long double objective;
};

Derived derive(glp_prob* lp, const Point& p) {
  const int m = glp_get_num_rows(lp), n = glp_get_num_cols(lp);
  Derived d{Numbers(m), Numbers(n), Numbers(n), glp_get_obj_coef(lp, 0)};
  std::vector<int> index(m + 1);
  std::vector<double> value(m + 1);
  for (int j = 0; j < n; j++) {
    const double cost = glp_get_obj_coef(lp, j + 1);
    d.objective += static_cast<long double>(cost) * p.x[j];
    d.reduced[j] = cost;
    const int count = glp_get_mat_col(lp, j + 1, index.data(), value.data());
    for (int k = 1; k <= count; k++) {
      const long double a = value[k];
      d.row[index[k] - 1] += a * p.x[j];
      const long double part = a * p.y[index[k] - 1];
      d.reduced[j] -= part;
      d.terms[j] += std::fabs(part);
    }
  }
  return d;
}

// Returns the bound that a multiplier of this sign acts on; it may not exist.
double acting(glp_prob* lp, long double multiplier, double lower,
              double upper) {
  const bool at_lower = (multiplier > 0) == (glp_get_obj_dir(lp) == GLP_MIN);
  return at_lower ? lower : upper;
}

bool exists(double bound) { return std::fabs(bound) < DBL_MAX; }

// Returns the least of multiplier * t for lower <= t <= upper (the greatest if
// the objective is maximized), or 0 if the bound that decides does not exist.
long double term(glp_prob* lp, long double multiplier, double lower,
                 double upper) {
  const double bound = acting(lp, multiplier, lower, upper);
  return exists(bound) ? multiplier * bound : 0.0L;
}

// Rounding y to doubles moves a reduced cost by up to this share of |A|'|y|.
constexpr double kRounding = DBL_EPSILON / 2;

// Returns the reduced cost of column j that goes with y.  If it has a wrong
// sign, but rounding of y may have made it, it is 0: glp_check_kkt then relates
// the difference to the terms of c - A'y, as an error of equality, where it
// would take it as it is for one of bounds.
double reduced_cost(glp_prob* lp, const Derived& d, std::size_t j) {
  const int k = static_cast<int>(j) + 1;
  const double bound =
      acting(lp, d.reduced[j], glp_get_col_lb(lp, k), glp_get_col_ub(lp, k));
  const bool rounded = std::fabs(d.reduced[j]) <= kRounding * d.terms[j];
  return !exists(bound) && rounded ? 0.0 : static_cast<double>(d.reduced[j]);
}

double gap(glp_prob* lp, const Point& p, const Derived& d) {
  long double dual = glp_get_obj_coef(lp, 0);
  for (std::size_t i = 0; i < p.y.size(); i++) {
    const int k = static_cast<int>(i) + 1;
    dual += term(lp, p.y[i], glp_get_row_lb(lp, k), glp_get_row_ub(lp, k));
  }
  for (std::size_t j = 0; j < p.x.size(); j++) {
    const int k = static_cast<int>(j) + 1;
    dual +=
        term(lp, d.reduced[j], glp_get_col_lb(lp, k), glp_get_col_ub(lp, k));
  }
  return static_cast<double>(std::fabs(d.objective - dual) /
                             (1 + std::fabs(d.objective)));
}

// A file that is deleted with its owner.
class TemporaryFile {
 public:
  TemporaryFile() {
    const char* folder = secure_getenv("TMPDIR");
    path_ = std::string(folder && *folder ? folder : "/tmp") + "/pointXXXXXX";
    const int file = mkstemp(path_.data());
    if (file < 0) throw std::runtime_error(path_ + ": cannot be made");
    stream_ = fdopen(file, "w");
  }
  ~TemporaryFile() {
    close();
    std::remove(path_.c_str());
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  FILE* stream() { return stream_; }
  bool close() {
    const bool good = !stream_ || std::fclose(stream_) == 0;
    stream_ = nullptr;
    return good;
  }
  const char* path() const { return path_.c_str(); }

 private:
  std::string path_;
  FILE* stream_;
};

// GLPK takes values of an interior point only from a file.
void give_values(glp_prob* lp, const Point& p, const Derived& d) {
  TemporaryFile file;
  FILE* out = file.stream();
  std::fprintf(out, "s ipt %zu %zu o %.17g\n", p.y.size(), p.x.size(),
               static_cast<double>(d.objective));
  for (std::size_t i = 0; i < p.y.size(); i++)
    std::fprintf(out, "i %zu %.17g %.17g\n", i + 1,
                 static_cast<double>(d.row[i]), p.y[i]);
  for (std::size_t j = 0; j < p.x.size(); j++)
    std::fprintf(out, "j %zu %.17g %.17g\n", j + 1, p.x[j],
                 reduced_cost(lp, d, j));
  std::fprintf(out, "e o f\n");
  if (!file.close() || glp_read_ipt(lp, file.path()) != 0)
    throw std::runtime_error("the point is not read by GLPK");
}

double error(glp_prob* lp, int condition) {
  double absolute, relative;
  int absolute_at, relative_at;
  glp_check_kkt(lp, GLP_IPT, condition, &absolute, &absolute_at, &relative,
                &relative_at);
  return relative;
}

void demand_finite(const std::vector<double>& values) {
  for (const double v : values)
    if (!std::isfinite(v)) throw std::runtime_error("not a finite number");
}

}  // namespace

Errors Problem::judge(const Point& point) const {
  glp_prob* lp = lp_.get();
  if (static_cast<int>(point.y.size()) != rows() ||
      static_cast<int>(point.x.size()) != columns())
    throw std::runtime_error("the point has other sizes than the problem");
  demand_finite(point.y);
  demand_finite(point.x);
  const Derived d = derive(lp, point);
  give_values(lp, point, d);
  return {static_cast<double>(d.objective),
          error(lp, GLP_KKT_PE),
          error(lp, GLP_KKT_PB),
          error(lp, GLP_KKT_DE),
          error(lp, GLP_KKT_DB),
          gap(lp, point, d)};
}

void write_point(const std::string& path, const Point& point) {
  FILE* out = std::fopen(path.c_str(), "w");
  if (!out) throw std::runtime_error(path + ": cannot be written");
  std::fprintf(out, "%zu %zu\n", point.y.size(), point.x.size());
  for (const double y : point.y) std::fprintf(out, "%.17g\n", y);
  for (const double x : point.x) std::fprintf(out, "%.17g\n", x);
  if (std::fclose(out) != 0)
    throw std::runtime_error(path + ": cannot be written");
}

Point read_point(const std::string& path) {
  std::ifstream in(path);
  std::size_t m = 0, n = 0;
  in >> m >> n;
  Point point{std::vector<double>(m), std::vector<double>(n)};
  for (double& y : point.y) in >> y;
  for (double& x : point.x) in >> x;
  if (!in) throw std::runtime_error(path + ": not a point");
  return point;
}

}  // namespace gpuinv::netlib
