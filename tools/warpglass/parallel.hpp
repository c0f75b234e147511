// Parts of work that do not depend on each other, on as many threads as there are cores, or fewer.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <thread>
#include <vector>

namespace warpglass::tool {

/// Calls work(0) to work(count - 1), in any order and on any thread. What the first of them throws is thrown here once
/// all have ended.
/// \param at_once  as many threads at most; 0: one per core
template <class Work>
void in_parallel(std::size_t count, Work&& work, std::size_t at_once = 0) {
  std::atomic<std::size_t> next = 0;
  std::vector<std::exception_ptr> thrown(count);
  const auto take = [&] {
    for (std::size_t i = next++; i < count; i = next++) {
      try {
        work(i);
      } catch (...) {
        thrown[i] = std::current_exception();
      }
    }
  };
  {
    std::vector<std::jthread> threads;
    if (at_once == 0) at_once = std::max(1u, std::thread::hardware_concurrency());
    for (std::size_t i = 1; i < std::min(count, at_once); ++i) threads.emplace_back(take);
    take();
  }
  for (const std::exception_ptr& one : thrown) {
    if (one) std::rethrow_exception(one);
  }
}

}  // namespace warpglass::tool
