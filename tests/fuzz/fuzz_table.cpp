// fuzz_table.cpp (sequences of calls on the C table)
// SPDX-License-Identifier: GPL-3.0-or-later

#include <vector>

#include "gpuinv.h"
#include "tests/fuzz/bytes.hpp"
#include "tests/fuzz/table_lp.hpp"

namespace {

using gpuinv::fuzz::Bytes;
using gpuinv::fuzz::fail;
using gpuinv::fuzz::TableLp;

constexpr int kMost = 8;  // bases, engines, rows

class Calls {
 public:
  Calls(const unsigned char* data, std::size_t size) : bytes_(data, size) {
    if (api_->session_create(&session_, nullptr, nullptr) != GPUINV_OK)
      fail("no session");
  }
  ~Calls() { api_->session_delete(session_); }

  void run() {
    for (int calls = 0; calls < 200 && !bytes_.empty(); calls++) {
      switch (bytes_.below(12)) {
        case 0:
          create();
          break;
        case 1:
          begin();
          break;
        case 2:
          column();
          break;
        case 3:
          enter_all();
          break;
        case 4:
          solve(false);
          break;
        case 5:
          solve(true);
          break;
        case 6:
          update();
          break;
        case 7:
          approximate();
          break;
        case 8:
          drop();
          break;
        case 9:
          engine();
          break;
        case 10:
          interior();
          break;
        default:
          point();
      }
    }
  }

 private:
  // Every call returns a known status.
  int status(int code) {
    if (code < GPUINV_OK || code >= GPUINV_STATUS_COUNT) fail("status");
    if (code == GPUINV_INTERNAL) fail("", api_->last_error(session_));
    return code;
  }

  gpuinv_basis* basis() {
    return bases_.empty()
               ? nullptr
               : bases_[bytes_.below(static_cast<int>(bases_.size()))];
  }

  void create() {
    static const char* const kOptions[] = {"backend=host",
                                           "backend=host updates=3",
                                           "backend=host memory=4000",
                                           "backend=host pivots=2",
                                           "backend=host inverse=auto",
                                           nullptr};
    gpuinv_basis* basis = nullptr;
    if (bases_.size() == kMost) return;
    if (status(api_->basis_create(session_, kOptions[bytes_.below(6)],
                                  &basis)) == GPUINV_OK)
      bases_.push_back(basis);
  }

  void begin() {
    base_ = bytes_.below(3);
    m_ = 1 + bytes_.below(kMost);
    status(api_->begin(basis(), base_, bytes_.one_of(40) ? -m_ : m_));
  }

  // Makes one call with some indices and values, seldom good ones.
  int column_of(gpuinv_basis* basis, int j, bool replaces) {
    std::vector<int> ind;
    std::vector<double> val;
    const int len = bytes_.below(m_ + 1);
    for (int t = 0; t < len; t++) {
      ind.push_back(bytes_.index(base_, m_));
      val.push_back(bytes_.number());
    }
    const int told = bytes_.one_of(50) ? -1 : len;
    const int* const rows = ind.data();
    const double* const values = val.data();
    return status(replaces ? api_->update(basis, j, told, rows, values)
                           : api_->columns(basis, j, 1, &told, &rows, &values));
  }

  void column() { column_of(basis(), bytes_.index(base_, m_), false); }

  // Enters columns that usually make a basis.
  void enter_all() {
    gpuinv_basis* some = basis();
    if (some == nullptr) return;
    base_ = bytes_.below(2);
    m_ = 1 + bytes_.below(kMost);
    status(api_->begin(some, base_, m_));
    for (int j = 0; j < m_; j++) {
      std::vector<int> ind = {base_ + j};
      std::vector<double> val = {1.0 + bytes_.finite()};
      for (int i = 0; i < m_; i++) {
        if (i == j || !bytes_.one_of(3)) continue;
        ind.push_back(base_ + i);
        val.push_back(bytes_.finite());
      }
      const int len = static_cast<int>(ind.size());
      const int* const rows = ind.data();
      const double* const values = val.data();
      status(api_->columns(some, base_ + j, 1, &len, &rows, &values));
    }
    double norm;
    status(api_->factorize(some, bytes_.one_of(2) ? &norm : nullptr));
  }

  std::vector<double> vector() {
    std::vector<double> x(kMost);
    for (double& value : x) value = bytes_.number();
    return x;
  }

  // Results are finite.
  void solve(bool transposed) {
    std::vector<double> x = vector();
    gpuinv_basis* some = basis();
    if (some == nullptr) return;
    const int code = status(transposed ? api_->btran(some, x.data())
                                       : api_->ftran(some, x.data()));
    if (code != GPUINV_OK) return;
    std::vector<int> ind(kMost);
    std::vector<double> val(kMost);
    for (int i = 0; i < kMost; i++) {
      const bool there =
          api_->get_column(some, i + 1, ind.data(), val.data()) >= 0;
      if (there && !std::isfinite(x[i])) fail("solution is not finite");
    }
  }

  void update() { column_of(basis(), bytes_.index(base_, m_), true); }

  void approximate() {
    std::vector<double> x = vector();
    status(api_->approximate(basis(), bytes_.below(2), x.data()));
  }

  void drop() {
    if (bases_.empty()) return;
    api_->basis_delete(bases_.back());
    bases_.pop_back();
  }

  void engine() {
    static const char* const kForms[] = {
        "backend=host form=tableau", "backend=host form=inverse",
        "backend=host form=crossover", "backend=host"};
    TableLp lp(&bytes_);
    gpuinv_smcp parm = {1e-7, 1e-7, 1e-9, 200, 2.0};
    if (bytes_.one_of(20)) parm.tol_dj = bytes_.number();
    if (bytes_.one_of(20)) parm.tm_lim = bytes_.number();
    if (bytes_.one_of(20)) parm.it_lim = bytes_.index(0, 100);
    gpuinv_engine* engine = nullptr;
    const gpuinv_lp told = lp.simplex();
    if (status(api_->engine_start(session_, kForms[bytes_.below(4)], &told,
                                  &parm, &engine)) != GPUINV_OK)
      return;
    if (!bytes_.one_of(8)) {
      while (api_->engine_wait(engine, 5.0) == 0) continue;
      int claim, pivots, dense;
      std::vector<int> head(lp.columns());
      std::vector<char> flag(lp.columns());
      std::vector<double> ray(lp.columns());
      const int code =
          status(api_->engine_result(engine, &claim, &pivots, &dense,
                                     head.data(), flag.data(), ray.data()));
      if (code == GPUINV_OK) lp.require_basis(head, flag);
    }
    api_->engine_delete(engine);
  }

  void interior() {
    TableLp lp(&bytes_);
    const gpuinv_interior_lp told = lp.interior();
    gpuinv_iptcp parm = {1e-8, 60, 2.0, bytes_.below(4)};
    if (bytes_.one_of(20)) parm.tol = bytes_.number();
    if (bytes_.one_of(20)) parm.ord_alg = bytes_.index(0, 9);
    gpuinv_interior* method = nullptr;
    if (status(api_->interior_create(session_, "backend=host", &told, &parm,
                                     &method)) != GPUINV_OK)
      return;
    int done = 0;
    while (done == 0 && !bytes_.one_of(60))
      if (status(api_->interior_step(method, &done)) != GPUINV_OK) break;
    int code, stat;
    double obj;
    std::vector<double> prim(lp.all()), dual(lp.all());
    if (status(api_->interior_result(method, &code, &stat, &obj, prim.data(),
                                     dual.data())) == GPUINV_OK)
      for (double value : prim)
        if (!std::isfinite(value)) fail("point is not finite");
    api_->interior_delete(method);
  }

  void point() {
    TableLp lp(&bytes_);
    const gpuinv_interior_lp told = lp.interior();
    std::vector<double> prim(lp.all()), dual(lp.all());
    for (double& value : prim) value = bytes_.number();
    for (double& value : dual) value = bytes_.number();
    gpuinv_kkt kkt;
    status(api_->kkt(session_, &told, nullptr, prim.data(), dual.data(), &kkt));
  }

  const gpuinv_api* api_ = gpuinv_get_api(GPUINV_VERSION);
  gpuinv_session* session_ = nullptr;
  std::vector<gpuinv_basis*> bases_;
  Bytes bytes_;
  int base_ = 0, m_ = 1;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data,
                                      std::size_t size) {
  Calls(data, size).run();
  return 0;
}
