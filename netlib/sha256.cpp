// sha256.cpp (SHA-256 of a text)
//
// This file is part of libgpuinv, a GPU back end for GLPK.
// libgpuinv is free software under the GNU General Public License,
// version 3 or (at your option) any later version; see COPYING.

#include "sha256.hpp"

#include <array>
#include <cstdint>
#include <cstdio>

namespace gpuinv::netlib {
namespace {

constexpr int kBlock = 64;  // bytes of a block
constexpr int kRounds = 64;

// First 32 bits of the fractional parts of the cube roots of the first 64
// primes and of the square roots of the first 8.
constexpr uint32_t kRoundConstants[kRounds] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1,
    0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3,
    0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
    0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
    0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
    0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
    0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
    0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
    0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};
constexpr std::array<uint32_t, 8> kStart = {0x6a09e667, 0xbb67ae85, 0x3c6ef372,
                                            0xa54ff53a, 0x510e527f, 0x9b05688c,
                                            0x1f83d9ab, 0x5be0cd19};

uint32_t rotate(uint32_t x, int n) { return x >> n | x << (32 - n); }

// The message schedule of a block: its 16 big-endian words, then 48 more.
std::array<uint32_t, kRounds> schedule(const unsigned char* block) {
  std::array<uint32_t, kRounds> w{};
  for (int t = 0; t < 16; ++t)
    for (int b = 0; b < 4; ++b) w[t] = w[t] << 8 | block[4 * t + b];
  for (int t = 16; t < kRounds; ++t) {
    const uint32_t a = w[t - 15], e = w[t - 2];
    const uint32_t s0 = rotate(a, 7) ^ rotate(a, 18) ^ a >> 3;
    const uint32_t s1 = rotate(e, 17) ^ rotate(e, 19) ^ e >> 10;
    w[t] = w[t - 16] + s0 + w[t - 7] + s1;
  }
  return w;
}

void compress(std::array<uint32_t, 8>& state, const unsigned char* block) {
  const std::array<uint32_t, kRounds> w = schedule(block);
  auto [a, b, c, d, e, f, g, h] = state;
  for (int t = 0; t < kRounds; ++t) {
    const uint32_t s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const uint32_t choice = (e & f) ^ (~e & g);
    const uint32_t t1 = h + s1 + choice + kRoundConstants[t] + w[t];
    const uint32_t s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const uint32_t majority = (a & b) ^ (a & c) ^ (b & c);
    h = g, g = f, f = e, e = d + t1;
    d = c, c = b, b = a, a = t1 + s0 + majority;
  }
  const std::array<uint32_t, 8> change = {a, b, c, d, e, f, g, h};
  for (int i = 0; i < 8; ++i) state[i] += change[i];
}

}  // namespace

std::string sha256(std::string_view text) {
  // Padding: a one bit, zeros, and the length in bits as 8 bytes.
  std::string message(text);
  message += '\x80';
  while (message.size() % kBlock != kBlock - 8) message += '\0';
  const uint64_t bits = uint64_t{text.size()} * 8;
  for (int shift = 56; shift >= 0; shift -= 8)
    message += static_cast<char>(bits >> shift);

  std::array<uint32_t, 8> state = kStart;
  const auto* bytes = reinterpret_cast<const unsigned char*>(message.data());
  for (size_t at = 0; at < message.size(); at += kBlock)
    compress(state, bytes + at);

  std::string digest;
  for (uint32_t word : state) {
    char text8[9];
    std::snprintf(text8, sizeof text8, "%08x", static_cast<unsigned>(word));
    digest += text8;
  }
  return digest;
}

}  // namespace gpuinv::netlib
