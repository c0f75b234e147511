// One warp instruction a launch, with every lane's address and predicate chosen by the host: what the generators share.
//
// A generator prints the counters it is about, then one line `instruction<TAB>mask<TAB>addresses` before each launch,
// so that record.py can set ncu's rows beside them. The addresses travel as a kernel parameter, in constant memory, and
// the instruction stands under a PTX predicate: nothing else in the kernel touches the memory that is counted.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace fact {

constexpr int kLanes = 32;

struct Request {
  unsigned mask;            // lanes whose predicate is true
  unsigned offset[kLanes];  // bytes
};

inline void check(cudaError_t status) {
  if (status == cudaSuccess) return;
  std::printf("FAIL %s\n", cudaGetErrorString(status));
  std::exit(1);
}

inline void announce(const std::string& instruction, const Request& request) {
  std::printf("%s\t%08x\t", instruction.c_str(), request.mask);
  for (int lane = 0; lane < kLanes; ++lane) std::printf("%s%u", lane == 0 ? "" : " ", request.offset[lane]);
  std::printf("\n");
}

class Random {
 public:
  explicit Random(unsigned seed) : state_(seed) {}
  unsigned bits() {
    state_ = state_ * 6364136223846793005ull + 1442695040888963407ull;
    return static_cast<unsigned>(state_ >> 33);
  }
  unsigned below(unsigned bound) { return bits() % bound; }

 private:
  unsigned long long state_;
};

/// Regular, permuted, repeated and random addresses of elements of `width` bytes within `bytes`, whole and partial
/// warps.
inline std::vector<Request> requests(unsigned width, unsigned bytes, unsigned seed) {
  std::vector<Request> all;
  Random random(seed);
  const unsigned elements = bytes / width;
  const auto add = [&](unsigned mask, auto element) {
    Request request{mask, {}};
    for (unsigned lane = 0; lane < kLanes; ++lane) request.offset[lane] = element(lane) % elements * width;
    all.push_back(request);
  };
  const unsigned full = 0xffffffffu;
  add(full, [](unsigned lane) { return lane; });
  add(full, [](unsigned lane) { return lane + 1; });
  add(full, [](unsigned lane) { return lane + 3; });
  add(full, [](unsigned lane) { return 31 - lane; });
  unsigned order[kLanes];
  for (unsigned i = 0; i < kLanes; ++i) order[i] = i;
  for (unsigned i = kLanes - 1; i > 0; --i) std::swap(order[i], order[random.below(i + 1)]);
  add(full, [&](unsigned lane) { return order[lane]; });
  for (unsigned stride : {2u, 3u, 4u, 8u, 16u, 33u}) add(full, [&](unsigned lane) { return lane * stride; });
  add(full, [](unsigned) { return 5u; });
  add(full, [](unsigned lane) { return lane / 2; });
  add(full, [](unsigned lane) { return lane / 4; });
  add(full, [](unsigned lane) { return lane % 16; });
  add(full, [](unsigned lane) { return lane % 8; });
  add(full, [](unsigned lane) { return lane % 2; });
  add(full, [](unsigned lane) { return lane ^ 16; });
  add(full, [](unsigned lane) { return lane % 2 * 512 + lane / 2; });
  add(full, [](unsigned lane) { return lane / 8 * 100 + lane % 8; });
  for (unsigned among : {16u, 64u, 256u, 1024u}) add(full, [&](unsigned) { return random.below(among); });
  add(0x0000ffffu, [](unsigned lane) { return lane; });
  add(0xffff0000u, [](unsigned lane) { return lane; });
  add(0x55555555u, [](unsigned lane) { return lane; });
  add(0x00000020u, [](unsigned lane) { return lane; });
  add(0, [](unsigned lane) { return lane; });
  add(random.bits() * 2 + 1, [&](unsigned) { return random.below(64); });
  add(random.bits() * 2 + 1, [](unsigned lane) { return lane * 4; });
  add(random.bits() * 2 + 1, [](unsigned) { return 9u; });
  return all;
}

}  // namespace fact
