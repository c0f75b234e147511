// What texture and surface instructions cost, counted while they are executed.
#pragma once

#include <cstdint>
#include <span>

#include "base/image_request.hpp"
#include "sim/counters.hpp"
#include "sim/image.hpp"
#include "sim/program.hpp"

namespace warpglass::sim {

class CostModel;
struct Warp;

/// Of one instruction on one worker.
class ImageCounts {
 public:
  void count(const CostModel& model, const ImageRequest& request);
  void add_to(OpCounters& counters) const;

 private:
  std::uint64_t requests_ = 0;
  std::uint64_t sectors_ = 0;
  std::uint64_t ideal_ = 0;
  std::uint64_t turns_ = 0;
  std::uint64_t idle_ = 0;
  std::uint64_t unknown_ = 0;
};

/// Collects what the lanes of one execution touch, in their order, and counts it in the end.
class ImageTouches {
 public:
  /// \param access  of the instruction
  ImageTouches(Warp& warp, const Op* op, ImageAccess access);

  /// Whether anybody counts.
  [[nodiscard]] bool wanted() const { return counts_ != nullptr; }
  /// A lane touches `bytes` at each of the addresses, which lie in the image.
  /// \param filtered  the sampler weighs what it finds there
  void add(int lane, const Image& image, std::uint32_t bytes, bool filtered, std::span<const std::uint64_t> addresses);
  /// In a way that no chip was asked for.
  void be_unasked() { request_.unasked = true; }
  void count();

 private:
  ImageCounts* counts_;
  const CostModel* model_;
  const Image* image_ = nullptr;
  int next_ = 0;  // lane whose places begin at the end
  ImageRequest request_;
};

}  // namespace warpglass::sim
