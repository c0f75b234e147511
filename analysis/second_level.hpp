// The second level of a machine's caches: one cache or two partitions, each near to some SMs, which keep copies of the
// other's lines.
//
// Its sets know nothing of each other, so that only the order of what is asked of one set matters. Therefore nothing is
// answered at once: requests are kept by groups of neighbouring sets, and a group answers once it has many. The tags of
// a whole second level are more than the host's nearer caches hold, those of a group are a fraction of the nearest. And
// different groups may be answered by different threads.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "analysis/line_request.hpp"
#include "analysis/second_level_part.hpp"
#include "analysis/sectored_cache.hpp"
#include "arch/caches.hpp"
#include "base/large_pages.hpp"

namespace warpglass::analysis {

class SecondLevel {
 public:
  SecondLevel();
  ~SecondLevel();
  SecondLevel(SecondLevel&&) noexcept;
  SecondLevel& operator=(SecondLevel&&) noexcept;

  static constexpr std::size_t kMostParts = 16;
  // A request in words: number of the line, of the op, what is asked, and bytes.
  static constexpr std::uint32_t kHeadWords = SecondLevelPart::kHeadWords;

  /// Empty, with nothing counted.
  /// \param ops      of the program whose requests come
  /// \param threads  that answer beside the one that puts; 0: that one does
  /// \param parts    that may be put and answered at once, where there are no such threads: a power of two, at most
  /// kMostParts
  void start(const arch::CacheRules& rules, std::size_t ops, std::size_t threads, std::size_t parts = 1);

  [[nodiscard]] std::size_t partitions() const { return partitions_->size(); }
  [[nodiscard]] std::uint32_t sets() const { return index_.sets(); }
  [[nodiscard]] std::uint32_t set_of(std::uint32_t line) const { return index_.of_line(line); }

  /// The next request, of one line.
  /// \param line   a number for 128 bytes of memory
  /// \param bytes  of the sectors that are written, but not as a whole
  void put(std::uint32_t line, std::uint32_t pc, LineRequest request, const std::uint32_t* bytes) {
    Group& group = groups_[index_.of_line(line) / kSetsInGroup];
    write_down(room_in(group, request.partly_count()), line, pc, request, bytes);
  }
  /// The same of a run of lines.
  void put_run(std::uint32_t line, std::uint32_t lines, std::uint32_t pc, LineRequest request) {
    for_each_group(line, lines, [&](std::uint32_t set, std::uint32_t first, std::uint32_t here) {
      std::uint32_t* const words = room_in(groups_[set / kSetsInGroup], 0);
      write_down(words, first, pc, request.of_run(here), nullptr);
    });
  }

  static void write_down(std::uint32_t* words, std::uint32_t line, std::uint32_t pc, LineRequest request,
                         const std::uint32_t* bytes) {
    words[0] = line;
    words[1] = pc;
    words[2] = request.bits();
    const std::uint32_t partly = request.partly_count();
    for (std::uint32_t i = 0; i < partly; ++i) words[kHeadWords + i] = bytes[i];
  }

  /// Parts a run of lines where groups of sets end. \param visit  gets the set of the first line, that, and how many
  /// there are
  template <class Visit>
  void for_each_group(std::uint32_t line, std::uint32_t lines, Visit&& visit) const {
    while (lines != 0) {
      const std::uint32_t set = index_.of_line(line);
      const std::uint32_t end = std::min((set / kSetsInGroup + 1) * kSetsInGroup, std::max(index_.sets(), 1u));
      const std::uint32_t here = std::min(lines, end - set);
      visit(set, line, here);
      line += here;
      lines -= here;
    }
  }

  // Parts, of which different threads may put requests and answer them at once.

  [[nodiscard]] std::size_t parts() const { return parts_.size(); }
  [[nodiscard]] std::size_t part_of(std::uint32_t line) const { return part_of_set(index_.of_line(line)); }
  [[nodiscard]] std::size_t part_of_set(std::uint32_t set) const { return set / kSetsInGroup & part_mask_; }
  /// The next requests of one part.
  void put(std::span<const std::uint32_t> requests);
  /// Answers all that was put of it so far.
  void finish_part(std::size_t part);

  /// Answers all that was put so far; its threads have ended then.
  void finish();

  // Once all is answered.
  [[nodiscard]] const SecondLevelTotals& totals() const { return totals_; }
  [[nodiscard]] std::span<const SecondLevelAt> by_op() const { return by_op_; }

 private:
  using Partitions = SecondLevelPart::Partitions;
  class Threads;

  // 8 KiB of tags with two partitions.
  static constexpr std::uint32_t kSetsInGroup = LineRequest::kMostLines;
  // Of requests 2 KiB, since those of all groups are more than the host's nearer caches hold, too; more where they are
  // handed to another thread, which takes time each time.
  static constexpr std::uint32_t kGroupWords = 512;
  static constexpr std::uint32_t kThreadsGroupWords = 2048;
  // Groups fill alike; their ends are not to fall on the same places of the host's caches.
  static constexpr std::uint32_t kApart = 16;
  static constexpr std::uint32_t kMostWords = kHeadWords + arch::kSectorsPerLine;
  // Of each thread, so that they go on while others wait for theirs.
  static constexpr std::size_t kSparePlaces = 64;

  /// Requests to the sets of a group.
  struct Group {
    std::uint32_t* words = nullptr;
    std::uint32_t filled = 0;
  };

  /// For the words of a request, which take that place.
  [[nodiscard]] std::uint32_t* room_in(Group& group, std::uint32_t partly) {
    if (group.filled + kMostWords > group_words_) [[unlikely]]
      hand_over(group);
    std::uint32_t* const place = group.words + group.filled;
    group.filled += kHeadWords + partly;
    return place;
  }
  void hand_over(Group& group);

  arch::CacheRules rules_;
  SetIndex index_;                          // of each partition
  std::unique_ptr<Partitions> partitions_;  // where the parts find them, also when this is moved
  ZeroedArray<std::uint32_t> words_;        // places of groups' requests
  std::uint32_t group_words_ = 0;           // that a place holds
  std::vector<std::uint32_t*> spare_;       // places that are no group's
  std::vector<Group> groups_;
  std::size_t part_mask_ = 0;           // of a group's number
  std::vector<SecondLevelPart> parts_;  // one of each thread; groups take turns
  std::unique_ptr<Threads> threads_;
  SecondLevelTotals totals_;
  std::vector<SecondLevelAt> by_op_;
};

}  // namespace warpglass::analysis
