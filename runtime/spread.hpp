// Long work on memory, shared out among a device's threads: copies, fills, arrays that are made. What comes out does
// not depend on how many there are.
#pragma once

#include <cstdint>
#include <functional>

#include "sim/thread_pool.hpp"

namespace warpglass::runtime {

class Spread {
 public:
  /// The calling thread does all.
  Spread() = default;
  /// \param threads  outlives it. While they are at work the calling thread does all
  Spread(sim::ThreadPool& threads, int workers) : threads_(&threads), workers_(workers) {}

  /// Calls `work(begin, end)` for parts that make up [0, count), in no order and at the same time. It throws nothing.
  /// \param part  how many are worth going to another thread for, at least; parts begin at multiples of it
  void over(std::uint64_t count, std::uint64_t part,
            const std::function<void(std::uint64_t begin, std::uint64_t end)>& work) const;

 private:
  sim::ThreadPool* threads_ = nullptr;
  int workers_ = 1;
};

}  // namespace warpglass::runtime
