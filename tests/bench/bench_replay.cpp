// bench_replay.cpp (basis updates of the literature on pivots of real LPs)
// SPDX-License-Identifier: GPL-3.0-or-later

// usage: bench_replay [--at N] FILE.mps[.gz] ...
//
// GLPK's primal simplex method solves each problem for N iterations (1000) on
// the host, then records 96 pivots (pivot_record.hpp).  The inverse of the
// first basis and the columns alpha = inv(B)*a_q are computed on the device
// once. Then each form of Shah et al. (2020) and ours replays the same changes
// of the dense inverse.  Tables with tabs, a row for each form:
//
//   first, pivots   GLPK's iterations before, and recorded pivots
//   density         share of elements of alpha that are not zero
//   median_us, ...  device time of an update, the mean of all pivots, in five
//                   replays: median, least, most.  PFI, which multiplies
//                   matrices, replays two of the pivots.
//   TB_s            16 m^2 bytes, what an update in place moves, over the
//   median memory_MB       inv(B) and what the form needs beside it error |B*x
//   - b| over |B|*|x| + |b|, largest element, where
//                   x = inv(B)*b by the last inverse and b is random; PFI: not
//                   computed
//   why_not         why there is no time

#include <glpk.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "kernels/layout.hpp"
#include "kernels/pending.hpp"
#include "libgpuinv/device/buffer.hpp"
#include "libgpuinv/device/context.hpp"
#include "libgpuinv/device/deferred_inverse.hpp"
#include "libgpuinv/device/nucleus_inverse.hpp"
#include "libgpuinv/sparse/columns.hpp"
#include "tests/bench/device_entry.hpp"
#include "tests/bench/pivot_record.hpp"
#include "tests/bench/timing.hpp"
#include "tests/literature/update/update.hpp"

namespace gpuinv::bench {
namespace {

using device::Context;
using device::DeviceBuffer;
namespace update = kernels::update;

constexpr int kPivots = 96;  // one fold of ours
constexpr int kReplays = 5, kCubicPivots = 2;

// A dense matrix on the device, row by row.
struct Matrix {
  double* data;
  std::size_t ld;
};

void copy_matrix(Context& context, int m, const Matrix& from,
                 const Matrix& to) {
  GPUINV_CUDA(cudaMemcpy2DAsync(to.data, 8 * to.ld, from.data, 8 * from.ld,
                                8 * static_cast<std::size_t>(m), m,
                                cudaMemcpyDeviceToDevice, context.stream()));
}

// y := A*x on the device; rows are columns of what cuBLAS sees.
void multiply(Context& context, int m, const Matrix& a, const double* x,
              double* y) {
  const double one = 1.0, zero = 0.0;
  GPUINV_CUBLAS(cublasDgemv(context.cublas(), CUBLAS_OP_T, m, m, &one, a.data,
                            static_cast<int>(a.ld), x, 1, &zero, y, 1));
}

// inv(B) of the record's first basis, and alpha for each of its pivots.
class Replay {
 public:
  Replay(Context& context, const PivotRecord& record);

  int m() const { return record_.m; }
  int pivots() const { return static_cast<int>(record_.pivots.size()); }
  int position(int k) const { return record_.pivots[k].position; }
  const double* alpha(int k) const {
    return alpha_.data() + static_cast<std::size_t>(k) * m();
  }
  Matrix first() { return {first_.data(), kernels::leading_dimension(m())}; }
  double density() const { return density_; }
  int iterations() const { return record_.first; }
  // Returns the backward error of a solve by this inverse of the last basis.
  double error(const Matrix& inverse);

 private:
  void invert();
  void find_alphas();

  Context& context_;
  const PivotRecord& record_;
  DeviceBuffer<double> first_, alpha_;
  double density_ = 0.0;
};

Replay::Replay(Context& context, const PivotRecord& record)
    : context_(context), record_(record) {
  first_.grow(kernels::matrix_elements(m()));
  alpha_.grow(static_cast<std::size_t>(pivots()) * m());
  invert();
  find_alphas();
}

void Replay::invert() {
  std::vector<HostColumn> columns;
  for (const RecordedColumn& c : record_.basis)
    columns.push_back({c.row.size(), c.row.data(), c.value.data()});
  const HostColumns b{m(), m(), 0, columns.data()};
  device::NucleusInverse nucleus(context_);
  nucleus.plan(b);
  nucleus.grow();
  if (nucleus.invert(b, first_.data()) != 0)
    throw std::runtime_error("the recorded basis is singular");
}

void Replay::find_alphas() {
  DeviceBuffer<double> base(kernels::matrix_elements(m())), column(m());
  DeviceBuffer<double> omega(kernels::padded_rows(m()));
  DeviceBuffer<double> bk(kernels::leading_dimension(m()));
  GPUINV_CUDA(cudaMemcpyAsync(base.data(), first_.data(), 8 * base.size(),
                              cudaMemcpyDeviceToDevice, context_.stream()));
  const Matrix inverse{base.data(), first().ld};
  for (int k = 0; k < pivots(); k++) {
    std::vector<double> dense(m(), 0.0);
    const RecordedColumn& c = record_.pivots[k].column;
    for (std::size_t t = 0; t < c.row.size(); t++) dense[c.row[t]] = c.value[t];
    device::send(context_, dense.data(), dense.size(), column.data());
    double* const to = alpha_.data() + static_cast<std::size_t>(k) * m();
    multiply(context_, m(), inverse, column.data(), to);
    GPUINV_CUDA(kernels::launch_eta(context_.launch(), m(), position(k), to,
                                    base.data(), omega.data(), bk.data()));
    GPUINV_CUDA(kernels::launch_rank_one(context_.launch(), m(), omega.data(),
                                         bk.data(), base.data()));
    context_.synchronize();
  }
  std::vector<double> all(alpha_.size());
  GPUINV_CUDA(cudaMemcpyAsync(all.data(), alpha_.data(), 8 * all.size(),
                              cudaMemcpyDeviceToHost, context_.stream()));
  context_.synchronize();
  const auto zeros = std::count(all.begin(), all.end(), 0.0);
  density_ = 1.0 - static_cast<double>(zeros) / static_cast<double>(all.size());
}

double Replay::error(const Matrix& inverse) {
  std::mt19937_64 engine(1);
  std::uniform_real_distribution<double> value(-1.0, 1.0);
  std::vector<double> b(m()), x(m()), rest(m()), size(m());
  for (double& v : b) v = value(engine);
  DeviceBuffer<double> right(m()), left(m());
  device::send(context_, b.data(), b.size(), right.data());
  multiply(context_, m(), inverse, right.data(), left.data());
  GPUINV_CUDA(cudaMemcpyAsync(x.data(), left.data(), 8 * x.size(),
                              cudaMemcpyDeviceToHost, context_.stream()));
  context_.synchronize();
  std::vector<const RecordedColumn*> last;
  for (const RecordedColumn& c : record_.basis) last.push_back(&c);
  for (const RecordedPivot& p : record_.pivots) last[p.position] = &p.column;
  for (int i = 0; i < m(); i++) size[i] = std::fabs(rest[i] = b[i]);
  for (int j = 0; j < m(); j++) {
    for (std::size_t t = 0; t < last[j]->row.size(); t++) {
      const double term = last[j]->value[t] * x[j];
      rest[last[j]->row[t]] -= term;
      size[last[j]->row[t]] += std::fabs(term);
    }
  }
  double worst = 0.0;
  for (int i = 0; i < m(); i++) {
    const double e = std::fabs(rest[i]) / size[i];
    if (!(e <= worst)) worst = e;
  }
  return worst;
}

// Returns the device time per update of replays of `count` pivots.
Times replay_times(Context& context, int count,
                   const std::function<void()>& reset,
                   const std::function<void(int)>& change,
                   const std::function<void()>& finish) {
  TimedEvent begin, end;
  std::vector<double> samples;
  for (int run = 0; run <= kReplays; run++) {
    reset();
    if (run == 0) change(0), context.synchronize(), reset();  // loads code
    context.synchronize();
    {
      Gate gate(context.stream());
      GPUINV_CUDA(cudaEventRecord(begin.get(), context.stream()));
      for (int k = 0; k < count; k++) change(k);
      finish();
      GPUINV_CUDA(cudaEventRecord(end.get(), context.stream()));
      gate.open();
    }
    context.synchronize();
    float ms = 0.0F;
    GPUINV_CUDA(cudaEventElapsedTime(&ms, begin.get(), end.get()));
    if (run > 0) samples.push_back(1e3 * ms / count);
  }
  return summarize(samples);
}

void print_start(const std::string& name, const Replay& r, const char* form) {
  std::printf("%s\t%d\t%d\t%d\t%.3f\t%s\t", name.c_str(), r.m(), r.iterations(),
              r.pivots(), r.density(), form);
}

void print_row(const std::string& name, const Replay& r, const char* form,
               const Times& t, double doubles, double error) {
  print_start(name, r, form);
  std::printf("%.2f\t%.2f\t%.2f\t%.3f\t%.1f\t", t.median, t.least, t.most,
              16e-6 * r.m() * r.m() / t.median, 8e-6 * doubles);
  if (std::isnan(error))
    std::printf("\t\n");
  else
    std::printf("%.1e\t\n", error);
  std::fflush(stdout);
}

void print_none(const std::string& name, const Replay& r, const char* form,
                const char* cause) {
  print_start(name, r, form);
  std::printf("\t\t\t\t\t\t%s\n", cause);
  std::fflush(stdout);
}

void replay_form(Context& context, const std::string& name, Replay& r,
                 const update::Form& form) {
  if (!update::fits(form, r.m()))
    return print_none(name, r, form.name, "48 KB of shared memory");
  const int m = r.m();
  const std::size_t all = static_cast<std::size_t>(m) * m;
  const bool cubic = form.launch == update::launch_pfi;
  DeviceBuffer<double> b(all), work(form.workspace(m));
  const Matrix inverse{b.data(), static_cast<std::size_t>(m)};
  Times best{};
  bool any = false;
  for (const int block : form.blocks) {
    const Times t = replay_times(
        context, cubic ? std::min(kCubicPivots, r.pivots()) : r.pivots(),
        [&] { copy_matrix(context, m, r.first(), inverse); },
        [&](int k) {
          const update::Outcome outcome =
              form.launch({context.launch(), context.cublas(), m, r.position(k),
                           r.alpha(k), b.data(), work.data(), block});
          GPUINV_CUDA(outcome.cuda);
          GPUINV_CUBLAS(outcome.blas);
        },
        [] {});
    if (!any || t.median < best.median) best = t;
    any = true;
  }
  print_row(name, r, form.name, best,
            static_cast<double>(all + form.workspace(m)),
            cubic ? NAN : r.error(inverse));
}

void replay_at_once(Context& context, const std::string& name, Replay& r) {
  const int m = r.m();
  DeviceBuffer<double> b(kernels::matrix_elements(m));
  DeviceBuffer<double> omega(kernels::padded_rows(m));
  DeviceBuffer<double> bk(kernels::leading_dimension(m));
  const Matrix inverse{b.data(), r.first().ld};
  GPUINV_CUDA(cudaMemsetAsync(b.data(), 0, 8 * b.size(), context.stream()));
  const Times t = replay_times(
      context, r.pivots(), [&] { copy_matrix(context, m, r.first(), inverse); },
      [&](int k) {
        GPUINV_CUDA(kernels::launch_eta(context.launch(), m, r.position(k),
                                        r.alpha(k), b.data(), omega.data(),
                                        bk.data()));
        GPUINV_CUDA(kernels::launch_rank_one(context.launch(), m, omega.data(),
                                             bk.data(), b.data()));
      },
      [] {});
  print_row(name, r, "ours, at once", t,
            static_cast<double>(b.size() + omega.size() + bk.size()),
            r.error(inverse));
}

void replay_deferred(Context& context, const std::string& name, Replay& r) {
  const int m = r.m();
  device::DeferredInverse inverse(context);
  inverse.grow(m, kPivots);
  const Matrix base{inverse.base(), r.first().ld};
  GPUINV_CUDA(cudaMemsetAsync(base.data, 0, 8 * kernels::matrix_elements(m),
                              context.stream()));
  const Times t = replay_times(
      context, r.pivots(),
      [&] {
        copy_matrix(context, m, r.first(), base);
        inverse.start(m, kPivots);
      },
      [&](int k) { inverse.replace(r.position(k), r.alpha(k)); },
      [&] { inverse.fold(); });
  print_row(name, r, "ours, deferred", t,
            static_cast<double>(kernels::matrix_elements(m)) +
                2.0 * kPivots * kernels::leading_dimension(m),
            r.error(base));
  context.drain();
}

std::string name_of(const std::string& path) {
  const std::string file = path.substr(path.rfind('/') + 1);
  return file.substr(0, file.find(".mps"));
}

// If there is too little memory, the row says so.
template <class Body>
void row_or_cause(const std::string& name, const Replay& r, const char* form,
                  Body body) {
  try {
    body();
  } catch (const device::DeviceError& error) {
    if (error.status() != GPUINV_CANNOT) throw;
    print_none(name, r, form, "device memory");
  }
}

void bench(Context& context, const std::string& path, int at) {
  const std::unique_ptr<glp_prob, void (*)(glp_prob*)> lp(glp_create_prob(),
                                                          glp_delete_prob);
  glp_term_out(GLP_OFF);
  if (glp_read_mps(lp.get(), GLP_MPS_DECK, nullptr, path.c_str()) != 0)
    throw std::runtime_error(path + ": cannot be read");
  const PivotRecord record = record_pivots(lp.get(), at, kPivots);
  if (record.pivots.empty())
    throw std::runtime_error(path + ": no pivots after so many iterations");
  const std::string name = name_of(path);
  Replay r(context, record);
  for (const update::Form& form : update::forms())
    row_or_cause(name, r, form.name,
                 [&] { replay_form(context, name, r, form); });
  row_or_cause(name, r, "ours, at once",
               [&] { replay_at_once(context, name, r); });
  row_or_cause(name, r, "ours, deferred",
               [&] { replay_deferred(context, name, r); });
}

void bench_all(const std::vector<std::string>& files, int at) {
  Context context(0);
  cudaDeviceProp device;
  GPUINV_CUDA(cudaGetDeviceProperties(&device, 0));
  std::printf("# kind\tupdate_replays\n# gpu\t%s\n", device.name);
  std::printf(
      "problem\tm\tfirst\tpivots\tdensity\tform\tmedian_us\tmin_us\tmax_us\t"
      "TB_s\tmemory_MB\terror\twhy_not\n");
  std::fflush(stdout);
  for (const std::string& file : files) bench(context, file, at);
}

}  // namespace
}  // namespace gpuinv::bench

int main(int argc, char** argv) {
  std::vector<std::string> files;
  int at = 1000;
  for (int a = 1; a < argc; a++) {
    if (std::strcmp(argv[a], "--at") == 0 && a + 1 < argc)
      at = std::max(0, std::atoi(argv[++a]));
    else
      files.emplace_back(argv[a]);
  }
  if (files.empty() || files.front()[0] == '-') {
    std::fprintf(stderr, "usage: bench_replay [--at N] FILE.mps[.gz] ...\n");
    return 2;
  }
  return gpuinv::bench::status_on_device("bench_replay", [&] {
    gpuinv::bench::bench_all(files, at);
    return 0;
  });
}
