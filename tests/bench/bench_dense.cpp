// bench_dense.cpp (whole glp_simplex calls on dense LPs, against stock)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

// usage: bench_dense [--backend cuda|host] [--stock SECONDS] [--write DIR]
//                    [FAMILY:M ...]
//
// Families (m = n, a_ij = +-U(0.1,10), a third negative, unless said):
//   P  max cx, Ax <= b, x >= 0: the slack basis is primal feasible
//   D  min cx, Ax >= b, x >= 0, c >= 0: the slack basis is dual feasible
//   M  half of the rows <=, half >=, 0 <= x <= 20, costs of both signs
//   L  as P with coefficients uniform integers in [1, 1000] (Lalami 2011)
//   G  as P with b = 0 in nine of ten rows: degenerate
//   I  equality rows A x = A x0, x >= 0: nothing is feasible at the start
//
// Each LP is scaled and solved from the slack basis: by stock GLPK (mode
// off) with primal and dual within the given seconds, then twice by
// glp_simplex with mode "only"; the second call counts, as the first
// starts CUDA.  Times are wall clock; engine seconds and pivots are those
// of GLPK's log line.

#include <glpk.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string>
#include <vector>

namespace {

double now() {
  using Clock = std::chrono::steady_clock;
  return std::chrono::duration<double>(Clock::now().time_since_epoch()).count();
}

class Family {
 public:
  Family(char letter, int m) : letter_(letter), m_(m), rng_(m) {}
  glp_prob* build();

 private:
  double magnitude() { return 0.1 + 9.9 * uniform_(rng_); }
  double integer() { return 1 + std::floor(1000 * uniform_(rng_)); }
  double entry();
  void set_row(glp_prob* lp, int i, double activity);
  void set_column(glp_prob* lp, int j);

  char letter_;
  int m_;
  std::mt19937_64 rng_;
  std::uniform_real_distribution<double> uniform_{0.0, 1.0};
};

double Family::entry() {
  const double a = letter_ == 'L' ? integer() : magnitude();
  return letter_ != 'L' && uniform_(rng_) < 1.0 / 3.0 ? -a : a;
}

void Family::set_row(glp_prob* lp, int i, double activity) {
  switch (letter_) {
    case 'D':
      return glp_set_row_bnds(lp, i, GLP_LO, magnitude() * m_ / 10, 0);
    case 'M':
      return i % 2 ? glp_set_row_bnds(lp, i, GLP_UP, 0, activity + magnitude())
                   : glp_set_row_bnds(lp, i, GLP_LO, activity - magnitude(), 0);
    case 'I':
      return glp_set_row_bnds(lp, i, GLP_FX, activity, activity);
    case 'G':
      return glp_set_row_bnds(lp, i, GLP_UP, 0,
                              i % 10 ? 0.0 : magnitude() * m_);
    default:
      return glp_set_row_bnds(lp, i, GLP_UP, 0,
                              (letter_ == 'L' ? integer() : magnitude()) * m_);
  }
}

void Family::set_column(glp_prob* lp, int j) {
  const double c = letter_ == 'L' ? integer() : magnitude();
  if (letter_ == 'M')
    glp_set_col_bnds(lp, j, GLP_DB, 0, 20);
  else
    glp_set_col_bnds(lp, j, GLP_LO, 0, 0);
  const bool mixed = letter_ == 'M';
  glp_set_obj_coef(lp, j, mixed && uniform_(rng_) < 0.5 ? -c : c);
}

glp_prob* Family::build() {
  glp_prob* lp = glp_create_prob();
  const bool maximize = std::strchr("PLG", letter_) != nullptr;
  glp_set_obj_dir(lp, maximize ? GLP_MAX : GLP_MIN);
  glp_add_rows(lp, m_);
  glp_add_cols(lp, m_);
  std::vector<double> activity(m_ + 1, 0.0), value(m_ + 1);
  std::vector<int> index(m_ + 1);
  for (int i = 1; i <= m_; i++) index[i] = i;
  for (int j = 1; j <= m_; j++) {
    const double x = 20 * uniform_(rng_);
    for (int i = 1; i <= m_; i++) {
      value[i] = entry();
      activity[i] += value[i] * x;
    }
    glp_set_mat_col(lp, j, m_, index.data(), value.data());
    set_column(lp, j);
  }
  for (int i = 1; i <= m_; i++) set_row(lp, i, activity[i]);
  return lp;
}

struct Result {
  bool finished = false;
  double seconds = 0.0, objective = 0.0, engine_seconds = 0.0;
  int iterations = 0, engine_pivots = 0;
};

// Reads "GPU: N pivots in S s" out of GLPK's log.
int read_log(void* info, const char* text) {
  Result* r = static_cast<Result*>(info);
  const char* line = std::strstr(text, "GPU: ");
  if (line != nullptr)
    std::sscanf(line, "GPU: %d pivots in %lf s", &r->engine_pivots,
                &r->engine_seconds);
  return 1;
}

Result solve(glp_prob* lp, int method, int mode, int backend, double limit) {
  Result r;
  glp_bfcp bfcp;
  glp_get_bfcp(lp, &bfcp);
  bfcp.gpu = mode;
  bfcp.gpu_backend = backend;
  glp_set_bfcp(lp, &bfcp);
  glp_std_basis(lp);
  glp_smcp smcp;
  glp_init_smcp(&smcp);
  smcp.meth = method;
  smcp.tm_lim = static_cast<int>(1000 * limit);
  glp_term_hook(read_log, &r);
  const int before = glp_get_it_cnt(lp);
  const double start = now();
  const int code = glp_simplex(lp, &smcp);
  r.seconds = now() - start;
  glp_term_hook(nullptr, nullptr);
  r.iterations = glp_get_it_cnt(lp) - before;
  r.finished = code == 0 && glp_get_status(lp) != GLP_UNDEF;
  r.objective = glp_get_obj_val(lp);
  return r;
}

std::string seconds_or_limit(const Result& r, double limit) {
  char text[32];
  if (r.finished)
    std::snprintf(text, sizeof text, "%.3f", r.seconds);
  else
    std::snprintf(text, sizeof text, "> %.0f", limit);
  return text;
}

bool run(char letter, int m, int backend, double limit, const char* folder) {
  glp_prob* lp = Family(letter, m).build();
  if (folder != nullptr)
    glp_write_mps(
        lp, GLP_MPS_FILE, nullptr,
        (std::string(folder) + "/" + letter + std::to_string(m) + ".mps")
            .c_str());
  double start = now();
  glp_term_out(GLP_OFF);
  glp_scale_prob(lp, GLP_SF_AUTO);
  glp_term_out(GLP_ON);
  const double scale = now() - start;
  solve(lp, GLP_PRIMAL, GLP_GPU_ONLY, backend, 600);
  const Result gpu = solve(lp, GLP_PRIMAL, GLP_GPU_ONLY, backend, 600);
  Result primal, dual;
  if (limit > 0) {
    primal = solve(lp, GLP_PRIMAL, GLP_GPU_OFF, 0, limit);
    dual = solve(lp, GLP_DUAL, GLP_GPU_OFF, 0, limit);
  }
  const Result& stock = primal.finished ? primal : dual;
  const double error = stock.finished
                           ? std::fabs(gpu.objective - stock.objective) /
                                 std::max(1.0, std::fabs(stock.objective))
                           : 0.0;
  const int extra = gpu.iterations - gpu.engine_pivots;
  std::printf("%c %6d %9s %9s %8.3f %8.4f %8.4f %7d %7.2f %6d %8.1e %s\n",
              letter, m, seconds_or_limit(primal, limit).c_str(),
              seconds_or_limit(dual, limit).c_str(), scale, gpu.seconds,
              gpu.engine_seconds, gpu.engine_pivots,
              1e6 * gpu.engine_seconds / std::max(gpu.engine_pivots, 1), extra,
              error, gpu.finished && error <= 1e-7 ? "ok" : "FAILED");
  std::fflush(stdout);
  glp_delete_prob(lp);
  return gpu.finished && error <= 1e-7;
}

}  // namespace

int main(int argc, char** argv) {
  int backend = GLP_GPU_ANY;
  double limit = 30;
  const char* folder = nullptr;
  std::vector<std::string> cases;
  for (int a = 1; a < argc; a++) {
    const std::string word = argv[a];
    if (word == "--backend" && a + 1 < argc)
      backend =
          std::strcmp(argv[++a], "host") == 0 ? GLP_GPU_HOST : GLP_GPU_CUDA;
    else if (word == "--stock" && a + 1 < argc)
      limit = std::atof(argv[++a]);
    else if (word == "--write" && a + 1 < argc)
      folder = argv[++a];
    else if (word.size() > 2 && word[1] == ':' && std::atoi(&word[2]) > 0 &&
             std::strchr("PDMLGI", word[0]) != nullptr)
      cases.push_back(word);
    else
      return std::fprintf(stderr, "bench_dense: bad argument '%s'\n", argv[a]),
             2;
  }
  if (cases.empty())
    cases = {"P:500", "D:500", "M:500", "L:500", "G:500", "I:500"};
  std::printf(
      "family m  primal s    dual s  scale s   ours s engine s  pivots "
      "us/piv.  extra  error\n");
  bool ok = true;
  for (const std::string& c : cases)
    ok = run(c[0], std::atoi(&c[2]), backend, limit, folder) && ok;
  return ok ? 0 : 1;
}
