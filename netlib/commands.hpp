// commands.hpp (the subcommands of gpuinv-netlib)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#ifndef GPUINV_NETLIB_COMMANDS_HPP
#define GPUINV_NETLIB_COMMANDS_HPP

#include <string>
#include <vector>

namespace gpuinv::netlib {

// Each takes the words after its name and returns the exit status (0 or 1);
// UsageError for words that it does not understand, Error for bad data.
using Arguments = std::vector<std::string>;

int fetch_command(const Arguments& arguments);
int expand_command(const Arguments& arguments);
int run_command(const Arguments& arguments);
int compare_command(const Arguments& arguments);
int list_command(const Arguments& arguments);
int checksum_command(const Arguments& arguments);
int same_command(const Arguments& arguments);

// These do not return: another program takes the place of this one.
int peers_command(const Arguments& arguments);
int report_command(const Arguments& arguments);

}  // namespace gpuinv::netlib

#endif
