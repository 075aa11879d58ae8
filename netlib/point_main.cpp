// point_main.cpp (solves and times one LP, or judges one answer)
// SPDX-License-Identifier: GPL-3.0-or-later

// usage: gpuinv-point solve [--interior|--dual] [--nopresol] [--warm]
//                           [--free] [--tmlim SECONDS] [--repeat N]
//                           MODEL POINT
//        gpuinv-point judge [--free] MODEL POINT
//
// Models are MPS files, .gz or not.  A point is a text file: "M N", then M row
// duals y and N column values x, one per line.  The output is "KEY VALUE", one
// pair per line.
//
// solve calls libglpk only through the interface of GLPK 5.0, so that any
// libglpk.so.40, also stock's, can be used; GLP_GPU sets the mode.  `seconds`
// is the time of the solve without reading: what glpsol does with these
// options. --warm first solves a small dense LP, which starts CUDA if the mode
// asks for it, and prints the time of that as warm_s.  --repeat solves N times
// from the same start, 3 times if the first solve takes more than 10 s, as long
// as the status is the same; again_s are the times after the first one.
//
// judge takes only x and y, whoever found them, and computes A x and c - A'y.
// By glp_check_kkt it tells how far the problem as given is from solved.

#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>

#include "point.hpp"

namespace gpuinv::netlib {
namespace {

struct Words {
  std::string command, model, point;
  SolveOptions options;
};

Words parse(int argc, char** argv) {
  Words w;
  if (argc > 1) w.command = argv[1];
  for (int a = 2; a < argc; a++) {
    const std::string word = argv[a];
    if (word == "--interior")
      w.options.method = Method::kInterior;
    else if (word == "--dual")
      w.options.method = Method::kDual;
    else if (word == "--nopresol")
      w.options.presolve = false;
    else if (word == "--warm")
      w.options.warm = true;
    else if (word == "--free")
      w.options.free_format = true;
    else if (word == "--tmlim" && a + 1 < argc)
      w.options.limit_s = std::stod(argv[++a]);
    else if (word == "--repeat" && a + 1 < argc)
      w.options.repeats = std::stoi(argv[++a]);
    else if (word.rfind("--", 0) == 0)
      throw std::invalid_argument("unknown option, or no value: " + word);
    else if (w.model.empty())
      w.model = word;
    else if (w.point.empty())
      w.point = word;
    else
      throw std::invalid_argument("too many words: " + word);
  }
  if (w.point.empty() || (w.command != "solve" && w.command != "judge"))
    throw std::invalid_argument("solve or judge, MODEL and POINT are needed");
  return w;
}

void print(const char* key, double value) {
  std::printf("%s %.17g\n", key, value);
}

void solve(const Words& w) {
  const Problem problem(w.model, w.options.free_format);
  const Solved s = problem.solve(w.options);
  std::printf("glpk %s\ngpu %s\n", s.version.c_str(), s.gpu.c_str());
  std::printf("rows %d\ncolumns %d\nnonzeros %d\n", problem.rows(),
              problem.columns(), problem.nonzeros());
  if (w.options.warm) print("warm_s", s.warm_s);
  print("seconds", s.seconds);
  for (const double again : s.again_s) print("again_s", again);
  if (!s.once.empty()) std::printf("once %s\n", s.once.c_str());
  std::printf("iterations %d\nstatus %s\n", s.iterations, s.status.c_str());
  if (s.status == "optimal") write_point(w.point, s.point);
}

void judge(const Words& w) {
  const Problem problem(w.model, w.options.free_format);
  const Errors e = problem.judge(read_point(w.point));
  std::printf("rows %d\ncolumns %d\nnonzeros %d\n", problem.rows(),
              problem.columns(), problem.nonzeros());
  print("objective", e.objective);
  print("kkt_pe", e.kkt_pe);
  print("kkt_pb", e.kkt_pb);
  print("kkt_de", e.kkt_de);
  print("kkt_db", e.kkt_db);
  print("gap", e.gap);
}

}  // namespace
}  // namespace gpuinv::netlib

int main(int argc, char** argv) {
  using namespace gpuinv::netlib;
  try {
    const Words w = parse(argc, argv);
    w.command == "solve" ? solve(w) : judge(w);
    return std::fflush(stdout) == 0 ? 0 : 1;
  } catch (const std::exception& e) {
    std::fprintf(stderr, "gpuinv-point: %s\n", e.what());
    return dynamic_cast<const std::invalid_argument*>(&e) ? 2 : 1;
  }
}
