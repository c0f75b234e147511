// What is to be asked of a second level, by parts that know nothing of each other.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "analysis/line_request.hpp"
#include "analysis/second_level.hpp"
#include "analysis/word_log.hpp"

namespace warpglass::analysis {

class RequestLog {
 public:
  /// \param second  whose parts they are; outlives the log
  void start(const SecondLevel& second) { second_ = &second; }

  // As SecondLevel's.

  [[nodiscard]] std::uint32_t sets() const { return second_->sets(); }
  [[nodiscard]] std::uint32_t set_of(std::uint32_t line) const { return second_->set_of(line); }
  void put(std::uint32_t line, std::uint32_t pc, LineRequest request, const std::uint32_t* bytes) {
    const std::uint32_t partly = request.partly_count();
    std::uint32_t* const words = parts_[second_->part_of(line)].put(SecondLevel::kHeadWords + partly);
    SecondLevel::write_down(words, line, pc, request, bytes);
  }

  void put_run(std::uint32_t line, std::uint32_t lines, std::uint32_t pc, LineRequest request) {
    second_->for_each_group(line, lines, [&](std::uint32_t set, std::uint32_t first, std::uint32_t here) {
      std::uint32_t* const words = parts_[second_->part_of_set(set)].put(SecondLevel::kHeadWords);
      SecondLevel::write_down(words, first, pc, request.of_run(here), nullptr);
    });
  }

  [[nodiscard]] const WordLog& part(std::size_t number) const { return parts_[number]; }
  [[nodiscard]] std::uint32_t filled() const {
    std::uint32_t filled = 0;
    for (std::size_t i = 0; i < parts_.size(); ++i) filled |= (parts_[i].empty() ? 0u : 1u) << i;
    return filled;
  }
  [[nodiscard]] std::size_t held_bytes() const {
    std::size_t bytes = 0;
    for (const WordLog& part : parts_) bytes += part.held_bytes();
    return bytes;
  }
  void clear() {
    for (WordLog& part : parts_) part.clear();
  }

 private:
  const SecondLevel* second_ = nullptr;
  std::array<WordLog, SecondLevel::kMostParts> parts_;
};

}  // namespace warpglass::analysis
