// spread_builder.hpp (fills the parts of a tableau on several cards)
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <memory>
#include <vector>

#include "libgpuinv/device/nucleus_inverse.hpp"
#include "libgpuinv/device/spread_part.hpp"
#include "libgpuinv/device/tableau_builder.hpp"

namespace gpuinv::device {

// The first card computes T0 or W0 in panels of columns and sends their rows to
// the cards that own them.  A W0 for which that card has room is inverted as a
// whole, so that it is the same, bit for bit, as that of one card alone.
class SpreadBuilder {
 public:
  using Parts = std::vector<std::unique_ptr<SpreadPart>>;

  SpreadBuilder(Context& first, Form form)
      : context_(first), form_(form), builder_(first), nucleus_(first) {}

  // Returns the least device bytes on the first card: in inverse form without
  // the nucleus of B, which the slack basis has none of.
  std::size_t bytes_needed(int m) const {
    return TableauBuilder::bytes_needed(m, form_ == Form::kInverse ? 0 : m);
  }
  // Fills the first `used` parts, which are laid out.  Returns false if B is
  // singular.  Waits, and keeps no memory.
  bool fill(const WorkingLp& lp, const SimplexBasis& basis, Parts& parts,
            int used);
  // For tests: the most columns of a panel; a W0 with more of them is not
  // inverted as a whole.
  void set_most_columns(int most) { most_columns_ = most; }

 private:
  bool compute(const WorkingLp& lp, const SimplexBasis& basis);
  bool has_room(int m);
  bool fill_whole(const WorkingLp& lp, const SimplexBasis& basis);
  bool fill_by_panels(int m);
  int panel_columns(int m, int columns);
  void scatter(int first, int count, std::size_t ld);

  Context& context_;
  const Form form_;
  TableauBuilder builder_;
  NucleusInverse nucleus_;
  DeviceBuffer<double> panel_;  // columns of T0 or W0
  DeviceBuffer<double> norm_;   // workspace of a norm
  int most_columns_ = 1 << 30;
  std::vector<SpreadPart*> parts_;  // during fill
};

}  // namespace gpuinv::device
