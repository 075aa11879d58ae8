// device_normal.hpp (the normal equations that suit a matrix and a device)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#ifndef GPUINV_DEVICE_DEVICE_NORMAL_HPP
#define GPUINV_DEVICE_DEVICE_NORMAL_HPP

#include <memory>

#include "libgpuinv/device/context.hpp"
#include "libgpuinv/interior/column_matrix.hpp"
#include "libgpuinv/interior/normal_equations.hpp"

namespace gpuinv::device {

// In the order of NormalForm and Precision of libgpuinv/options.hpp.
enum class NormalChoice { kAuto, kDense, kSparse, kPacked };
enum class PrecisionChoice { kAuto, kDouble, kMixed };

// kAuto: sparse where that is cheaper by its symbolic analysis, else dense,
// packed if the full storage does not fit.  The device of the context is
// current.  Error(CANNOT) if what is asked for is not to be had.
std::unique_ptr<NormalEquations> create_device_normal(
    const std::shared_ptr<Context>& context, const ColumnMatrix& a,
    NormalChoice choice, PrecisionChoice precision);

}  // namespace gpuinv::device

#endif
