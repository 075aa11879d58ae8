# libgpuinv-config.cmake (find_package(libgpuinv): targets libgpuinv::glpk and
# libgpuinv::gpuinv)
# SPDX-License-Identifier: GPL-3.0-or-later

# This file is in .../lib/cmake/libgpuinv.  The prefix of the libraries is three
# folders up, or four if the distribution has a folder for each architecture.
get_filename_component(_gpuinv_lib "${CMAKE_CURRENT_LIST_DIR}/../.." ABSOLUTE)
find_path(_gpuinv_include gpuinv.h NO_DEFAULT_PATH
  PATHS "${_gpuinv_lib}/../include" "${_gpuinv_lib}/../../include")
foreach(_gpuinv_name glpk gpuinv)
  find_library(_gpuinv_${_gpuinv_name} NAMES ${_gpuinv_name} NO_DEFAULT_PATH
    PATHS "${_gpuinv_lib}")
  if(NOT _gpuinv_${_gpuinv_name} OR NOT _gpuinv_include)
    set(libgpuinv_FOUND FALSE)
    set(libgpuinv_NOT_FOUND_MESSAGE
      "no lib${_gpuinv_name}.so in ${_gpuinv_lib}, or no gpuinv.h beside it")
    return()
  endif()
  if(NOT TARGET libgpuinv::${_gpuinv_name})
    add_library(libgpuinv::${_gpuinv_name} SHARED IMPORTED)
    set_target_properties(libgpuinv::${_gpuinv_name} PROPERTIES
      IMPORTED_LOCATION "${_gpuinv_${_gpuinv_name}}"
      INTERFACE_INCLUDE_DIRECTORIES "${_gpuinv_include}")
  endif()
endforeach()
