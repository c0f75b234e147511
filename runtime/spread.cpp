#include "runtime/spread.hpp"

#include <algorithm>
#include <cstddef>

namespace warpglass::runtime {

void Spread::over(std::uint64_t count, std::uint64_t part,
                  const std::function<void(std::uint64_t begin, std::uint64_t end)>& work) const {
  if (count == 0) return;
  const auto workers = std::min<std::uint64_t>(static_cast<std::uint64_t>(std::max(workers_, 1)), count / part);
  if (threads_ == nullptr || workers <= 1 || threads_->is_busy()) return work(0, count);
  // One stretch for each: a host writes a long one past its caches.
  const std::uint64_t parts = (count - 1) / part + 1;
  threads_->run(static_cast<std::size_t>(workers), [&](std::size_t i) {
    const std::uint64_t begin = parts * i / workers * part, end = parts * (i + 1) / workers * part;
    work(begin, std::min(count, end));
  });
}

}  // namespace warpglass::runtime
