// state_arrays.hpp (state of a tableau as the plugin takes it)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#ifndef GPUINV_DEVICE_STATE_ARRAYS_HPP
#define GPUINV_DEVICE_STATE_ARRAYS_HPP

#include "../simplex/tableau.hpp"
#include "plugin.h"

namespace gpuinv {

static_assert(sizeof(At) == sizeof(signed char), "At crosses as such");

// The vectors of s, which stay its own: m elements for the rows, nn for the
// columns.
inline gpuinv_tableau_state arrays_of(TableauState& s) {
  return {s.basic.data(),       s.beta.data(),
          s.basic_lower.data(), s.basic_upper.data(),
          s.nonbasic.data(),    reinterpret_cast<signed char*>(s.at.data()),
          s.lower.data(),       s.upper.data(),
          s.d.data(),           s.row_scale.data(),
          s.col_scale.data()};
}

}  // namespace gpuinv

#endif
