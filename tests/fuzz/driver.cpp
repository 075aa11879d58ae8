// driver.cpp (makes inputs for a fuzz target without libFuzzer)
// SPDX-License-Identifier: GPL-3.0-or-later
//
// It takes libFuzzer's -max_total_time=SECONDS and -artifact_prefix=PATH, and
// names of folders with inputs, which it changes and mixes.  $GPUINV_SEED
// repeats a run.

#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data,
                                      std::size_t size);

namespace {

using Input = std::vector<unsigned char>;

Input read(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return Input(std::istreambuf_iterator<char>(file), {});
}

// The current input is on disk before it is tried, and deleted afterwards.
void attempt(const Input& input, const std::string& path) {
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(input.data()),
             static_cast<std::streamsize>(input.size()));
  alarm(60);
  LLVMFuzzerTestOneInput(input.data(), input.size());
  alarm(0);
}

Input draw(const std::vector<Input>& corpus, std::mt19937* rng) {
  std::uniform_int_distribution<int> byte(0, 255), kind(0, 3);
  Input input;
  if (!corpus.empty()) input = corpus[(*rng)() % corpus.size()];
  for (int k = kind(*rng) * 8 + 1; k > 0; k--) {
    if (input.empty() || kind(*rng) == 0)
      input.insert(input.begin() + (*rng)() % (input.size() + 1),
                   static_cast<unsigned char>(byte(*rng)));
    else if (kind(*rng) == 0)
      input.erase(input.begin() + (*rng)() % input.size());
    else
      input[(*rng)() % input.size()] = static_cast<unsigned char>(byte(*rng));
  }
  if (kind(*rng) == 0)
    for (int k = 400; k > 0; k--)
      input.push_back(static_cast<unsigned char>(byte(*rng)));
  return input;
}

}  // namespace

int main(int argc, char* argv[]) {
  double seconds = 600;
  std::string path = "crash-";
  std::vector<Input> corpus;
  for (int k = 1; k < argc; k++) {
    if (std::sscanf(argv[k], "-max_total_time=%lf", &seconds) == 1) continue;
    if (std::strncmp(argv[k], "-artifact_prefix=", 17) == 0)
      path = argv[k] + 17;
    if (argv[k][0] == '-' || !std::filesystem::is_directory(argv[k])) continue;
    for (const auto& each : std::filesystem::directory_iterator(argv[k]))
      corpus.push_back(read(each.path()));
  }
  const char* given = std::getenv("GPUINV_SEED");
  const unsigned seed = given ? std::strtoul(given, nullptr, 10) : getpid();
  std::printf("GPUINV_SEED=%u\n", seed);
  path += std::to_string(seed);
  std::mt19937 rng(seed);
  const auto begin = std::chrono::steady_clock::now();
  long inputs = 0;
  for (const Input& input : corpus) attempt(input, path), inputs++;
  while (std::chrono::steady_clock::now() - begin <
         std::chrono::duration<double>(seconds))
    attempt(draw(corpus, &rng), path), inputs++;
  std::remove(path.c_str());
  std::printf("stat::number_of_executed_units: %ld\n", inputs);
  return 0;
}
