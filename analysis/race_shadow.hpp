// What is remembered of each word of memory that was touched.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <utility>

#include "analysis/race.hpp"

namespace warpglass::analysis {

/// The last write of a word, the last that is atomic or otherwise strong, and two reads since: where there were more,
/// the last and one of another warp.
struct Cell {
  Doing write;
  Doing strong_write;
  std::array<Doing, 2> reads;

  void note_write(const Doing& doing) {
    (doing.strong ? strong_write : write) = doing;
    reads = {};
  }
  void note_read(const Doing& doing) {
    if (reads[0].any() && !reads[0].by_same_thread(doing)) {
      const bool same_warp = reads[0].block == doing.block && reads[0].warp == doing.warp;
      const bool other_kept = reads[1].any() && (reads[1].block != doing.block || reads[1].warp != doing.warp);
      if (!same_warp || !other_kept) reads[1] = reads[0];
    }
    reads[0] = doing;
  }
};

/// The two lowest clusters, or blocks, that did something to a word.
struct TwoClusters {
  std::array<Doing, 2> of;

  void add(const Doing& doing) {
    for (Doing& kept : of) {
      if (kept.any() && kept.cluster == doing.cluster) {
        join(kept, doing);
        return;
      }
    }
    if (!of[0].any() || doing.cluster < of[0].cluster) {
      of[1] = std::exchange(of[0], doing);
    } else if (!of[1].any() || doing.cluster < of[1].cluster) {
      of[1] = doing;
    }
  }

 private:
  static void join(Doing& kept, const Doing& doing) {
    kept.bytes |= doing.bytes;
    kept.strong = kept.strong && doing.strong;
    kept.value_known = kept.value_known && doing.value_known && kept.value == doing.value;
  }
};

/// Cells by address, made when they are first touched.
template <class CellType>
class Shadow {
 public:
  [[nodiscard]] CellType& at(std::uint64_t address) {
    const std::uint64_t page = address / kPageBytes;
    if (last_ == nullptr || page != last_page_) {
      std::unique_ptr<Page>& found = pages_[page];
      if (found == nullptr) found = std::make_unique<Page>();
      last_ = found.get();
      last_page_ = page;
    }
    return (*last_)[address % kPageBytes / kWordBytes];
  }

  /// \param visit  gets an address and its cell
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (const auto& [page, cells] : pages_) {
      for (std::size_t i = 0; i < cells->size(); ++i) visit(page * kPageBytes + i * kWordBytes, (*cells)[i]);
    }
  }

  static constexpr std::uint64_t kWordBytes = 4;

 private:
  static constexpr std::uint64_t kPageBytes = 1024;
  using Page = std::array<CellType, kPageBytes / kWordBytes>;

  std::unordered_map<std::uint64_t, std::unique_ptr<Page>> pages_;
  Page* last_ = nullptr;
  std::uint64_t last_page_ = 0;
};

}  // namespace warpglass::analysis
