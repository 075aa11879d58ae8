// main.cpp (command line of gpuinv-netlib)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#include <exception>
#include <iostream>

#include "commands.hpp"
#include "error.hpp"

namespace {

using namespace gpuinv::netlib;

constexpr const char* kUsage =
    R"(Usage: gpuinv-netlib COMMAND [OPTION]...

  fetch DIR [NAME...]     download Netlib's problems, verify them and write
                          DIR/NAME.mps; without names: all of the manifest
      --base URL          instead of https://www.netlib.org

  expand FILE... [-o DIR|-]
                          expand Netlib's compressed format to MPS, into
                          files DIR/NAME.mps or to standard output (default)
      --first-sets        only the first right-hand side, range and bound set

  run [OPTION]... DIR|FILE... [-- OPTION OF GLPSOL...]
                          solve .mps, .mps.gz, .lp and .mod files, one process
                          per problem and mode, and check the results
      --modes LIST        of stock (no GPU option), host, cuda (--gpu=only with
                          this back end) and gpu (--gpu=only); default stock
      --glpsol PATH       default $GLPSOL, or glpsol on the PATH
      --dual              dual simplex
      --presol|--nopresol LP presolver on, or off (default)
      --timeout SECONDS   per process (default: no limit)
      --jobs N            processes at a time (default 1)
      --only NAME,...     these problems
      --except NAME,...   all but these
      --class CLASS       feasible or infeasible ones, as the manifest says
      --max-rows M        MPS problems with at most M rows
      --smallest N        of the rest the N smallest by rows times columns
      --out FILE.tsv      write the results as a table with tabs
      --logs DIR          keep the logs and solutions of glpsol

      --resume            go on with FILE.tsv where it was left

  compare FILE.tsv...     check results of run again
  peers DIR|FILE... --out FILE.tsv
                          GLPK with and without the GPU, CLP and HiGHS as far
                          as they are here, on the same files, judged alike;
                          goes on where it was left; --help tells more
  report DIR|TABLE... [--out FILE.html] [--svg DIR]
                          one page from all tables, those of other machines
                          too (Python; draws with Matplotlib)
  list                    problems of the manifest
  checksum FILE...        checksum, sizes and name of problems, as in the
                          manifest
  same FILE FILE          whether two MPS files state the same

The manifest is $GPUINV_MANIFEST or the installed manifest.tsv.
Exit status: 0 if all is as expected, 1 if not, 2 for a wrong command line.
)";

int dispatch(const std::string& command, const Arguments& arguments) {
  if (command == "fetch") return fetch_command(arguments);
  if (command == "expand") return expand_command(arguments);
  if (command == "run") return run_command(arguments);
  if (command == "compare") return compare_command(arguments);
  if (command == "list") return list_command(arguments);
  if (command == "checksum") return checksum_command(arguments);
  if (command == "same") return same_command(arguments);
  if (command == "peers") return peers_command(arguments);
  if (command == "report") return report_command(arguments);
  if (command == "--help" || command == "-h" || command == "help") {
    std::cout << kUsage;
    return 0;
  }
  throw UsageError("unknown command: " + command);
}

}  // namespace

int main(int argc, char** argv) {
  const Arguments words(argv + 1, argv + argc);
  try {
    if (words.empty()) throw UsageError("no command given");
    const int status = dispatch(words[0], {words.begin() + 1, words.end()});
    std::cout.flush();
    if (!std::cout) throw Error("standard output cannot be written");
    return status;
  } catch (const UsageError& e) {
    std::cerr << "gpuinv-netlib: " << e.what()
              << "\nTry 'gpuinv-netlib --help'.\n";
    return 2;
  } catch (const std::exception& e) {
    std::cerr << "gpuinv-netlib: " << e.what() << "\n";
    return 1;
  }
}
