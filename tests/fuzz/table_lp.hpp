// table_lp.hpp (a small LP of the C table from an input)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <algorithm>
#include <vector>

#include "gpuinv.h"
#include "tests/fuzz/bytes.hpp"

namespace gpuinv::fuzz {

// m rows and n columns, the last m of which are slack columns.  Sometimes one
// of its arrays has wrong contents, but all are as long as they must be.
class TableLp {
 public:
  explicit TableLp(Bytes* bytes) {
    base_ = bytes->below(2);
    m_ = 1 + bytes->below(6);
    n_ = m_ + 1 + bytes->below(8);
    for (int j = 0; j < n_; j++) {
      ptr_.push_back(base_ + static_cast<int>(ind_.size()));
      for (int i = 0; i < m_; i++) {
        const bool slack = j >= n_ - m_;
        if (slack ? i != j - (n_ - m_) : bytes->one_of(2)) continue;
        ind_.push_back(base_ + i);
        val_.push_back(slack ? 1.0 : bytes->finite());
      }
    }
    ptr_.push_back(base_ + static_cast<int>(ind_.size()));
    fill(bytes);
    if (bytes->one_of(6)) spoil(bytes);
  }

  int columns() const { return n_; }
  int all() const { return m_ + n_; }
  gpuinv_lp simplex() const {
    return {base_,       m_,          n_,           ptr_.data(),
            ind_.data(), val_.data(), b_.data(),    c_.data(),
            l_.data(),   u_.data(),   head_.data(), flag_.data()};
  }
  gpuinv_interior_lp interior() const {
    return {base_,       m_,        n_,  max_,      ptr_.data(), ind_.data(),
            val_.data(), c_.data(), 1.0, l_.data(), u_.data()};
  }

  // Requires all columns once.
  void require_basis(const std::vector<int>& head,
                     const std::vector<char>& flag) const {
    std::vector<char> seen(n_, 0);
    for (int k : head) {
      if (k < base_ || k >= base_ + n_ || seen[k - base_]++) fail("head");
    }
    for (int j = 0; j < n_ - m_; j++)
      if (flag[j] != 0 && flag[j] != 1) fail("flag");
  }

 private:
  void fill(Bytes* bytes) {
    max_ = bytes->below(2);
    for (int i = 0; i < m_; i++) b_.push_back(bytes->finite());
    for (int j = 0; j < n_; j++) c_.push_back(bytes->finite());
    for (int k = 0; k < m_ + n_; k++) {
      const double one = bytes->finite(), other = bytes->finite();
      const int kind = bytes->below(5);
      l_.push_back(kind < 3 ? std::min(one, other) : -DBL_MAX);
      u_.push_back(kind == 0   ? l_.back()
                   : kind <= 3 ? std::max(one, other)
                               : DBL_MAX);
      if (kind == 2) u_.back() = DBL_MAX;
    }
    for (int i = 0; i < m_; i++) head_.push_back(base_ + n_ - m_ + i);
    for (int j = 0; j < n_ - m_; j++) head_.push_back(base_ + j);
    for (int j = 0; j < n_ - m_; j++)
      flag_.push_back(static_cast<char>(bytes->below(2)));
  }

  // ptr may go back, but never beyond the end of ind and val.
  void spoil(Bytes* bytes) {
    const int at = bytes->below(n_);
    switch (bytes->below(8)) {
      case 0:
        head_[at] = bytes->index(base_, n_);
        break;
      case 1:
        b_[at % m_] = bytes->number();
        break;
      case 2:
        c_[at] = bytes->number();
        break;
      case 3:
        l_[at] = bytes->number();
        break;
      case 4:
        u_[at] = bytes->number();
        break;
      case 5:
        flag_[at % (n_ - m_)] = static_cast<char>(bytes->byte());
        break;
      case 6:
        if (!ind_.empty()) ind_[at % ind_.size()] = bytes->index(base_, m_);
        break;
      default:
        ptr_[at] = base_ + bytes->below(static_cast<int>(ind_.size()) + 1);
    }
  }

  int base_, m_, n_, max_ = 0;
  std::vector<int> ptr_, ind_, head_;
  std::vector<double> val_, b_, c_, l_, u_;
  std::vector<char> flag_;
};

}  // namespace gpuinv::fuzz
