// What the blocks of a launch do to global memory that have no way to tell each other anything, as one worker runs
// them, one after another. Accesses are written down one behind the other, and of each 128-byte line it is known at a
// glance whether an access could race with one of another cluster, or with one that the block itself has made since its
// warps last met. What came before is looked at only where one could: the block's by word and lane
// (analysis/access_history.hpp), that of other clusters when the launch has ended (analysis/cluster_claims.hpp).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "analysis/cluster_claims.hpp"
#include "analysis/footprint.hpp"
#include "analysis/pool.hpp"
#include "analysis/race.hpp"
#include "analysis/racing_access.hpp"
#include "analysis/word_log.hpp"
#include "base/large_pages.hpp"
#include "sim/thread_pool.hpp"

namespace warpglass::analysis {

class ApartAccesses {
 public:
  ApartAccesses();
  ~ApartAccesses();
  ApartAccesses(ApartAccesses&&) noexcept;
  ApartAccesses& operator=(ApartAccesses&&) noexcept;

  /// Of one worker, and of one of several.
  static constexpr std::size_t kMostNoted = std::size_t{192} << 20;
  static constexpr std::size_t kMostNotedOfOne = std::size_t{64} << 20;

  /// Of a launch that begins, of which nothing is known. Memory is kept.
  /// \param lockstep  lanes of a warp are always in order
  /// \param most      bytes of what is noted, beyond which all of it is looked at before the launch has ended
  void start(bool lockstep, std::size_t most);
  /// Of the memory that is kept.
  [[nodiscard]] std::size_t bytes() const;

  /// Whether it can be taken without a footprint: what each lane touches lies in one line, and in words whole or in
  /// one.
  [[nodiscard]] static bool is_scattered(const sim::AccessEvent& event);

  struct Taken {
    enum class How : std::uint8_t {
      alone,   // it races with nothing that its block has done
      met,     // it could: go_astray() is the next to be called
      astray,  // what its block does until its warps meet is to be compared elsewhere
    };
    How how = How::alone;
    bool several = false;  // lanes of it may touch one word
  };
  /// Notes an access of a block. \param now  with a footprint, unless it is_scattered()
  Taken take(const RacingAccess& now);
  /// Likewise, of a cluster within which others look for races.
  void claim(const RacingAccess& now);

  /// Whether another block's warps have not met since it has been here last: it has to go astray.
  [[nodiscard]] bool is_inside_other(std::uint64_t block) const { return block_ != kNoBlock && block_ != block; }
  [[nodiscard]] std::uint64_t block() const { return block_; }

  /// Something may have shown the block's warps what others have done.
  void sync(std::uint64_t block) { synced_ = synced_ || block == block_; }

  /// Hands over what the block has done since its warps last met, but for what take() said has met something.
  /// \param visit  gets each RacingAccess, as it came
  template <class Visit>
  void go_astray(Visit&& visit) {
    for (std::size_t i = phase_begin_; i < log_.size(); ++i) {
      Access& access = log_[i];
      if (!access.of_phase) continue;
      FootprintRef& footprint = access.footprint;
      const bool is_made = !footprint;
      if (is_made) footprint = footprint_of(words_.words().data() + access.words, access.base);
      visit(access.again(access.base));
      if (is_made) footprint = {};
    }
    stray_from_phase();
  }
  /// The block's warps have met, or it has ended. \return  whether it had gone astray
  bool end_phase(std::uint64_t block);

  /// Not all that the block has done is known here.
  void begin_astray(std::uint64_t block) { astray_.push_back(block); }

  /// Of what all workers have seen, between clusters. \param threads  to be used for it; nullptr: there are none
  [[nodiscard]] static Races races(std::span<ApartAccesses> workers, sim::ThreadPool* threads);

 private:
  static constexpr std::uint64_t kNoBlock = ~std::uint64_t{0};
  static constexpr std::uint32_t kNone = 0xffffffffu;    // no access, no words
  static constexpr std::uint32_t kShared = 0xfffffffeu;  // several that are in no order

  // Of a scattered access's words: its lanes and how many bytes each touches; behind them stand the offsets.
  static constexpr std::size_t kScatteredHead = 2;
  /// That a lane's value takes there.
  [[nodiscard]] static std::size_t words_of_lane(std::uint32_t bytes) { return (bytes + kWordBytes - 1) / kWordBytes; }

  /// Of a block whose warps have not met since.
  struct Access : NotedAccess {
    std::uint64_t base = 0;
    std::size_t words = 0;    // in `words_`: where it is scattered (kScatteredHead), then what it stores
    std::uint32_t count = 0;  // of them
    bool stored = false;      // what it writes is known
    bool is_new = false;      // to other clusters
    bool of_phase = false;    // its block has not gone astray
  };

  /// What other clusters are told of one.
  struct Noted {
    Footprint* footprint = nullptr;  // one of `footprints_`; nullptr: it is scattered
    const std::uint32_t* words = nullptr;
    std::uint64_t base = 0;
    std::uint32_t pc = 0;
    std::uint32_t block = 0;
    std::uint32_t cluster = 0;
    std::uint8_t warp = 0;
    std::uint8_t size = 0;
    bool stored : 1 = false;
    bool writes : 1 = false;
    bool strong : 1 = false;
    bool narrow : 1 = false;
    bool near : 1 = false;
  };

  /// Which words of a line clusters have come to in one way, mostly in their order.
  struct Come {
    std::uint32_t last = 0;  // the highest cluster that has come
    std::uint32_t own = 0;   // its words
    std::uint32_t once = 0;  // words of any cluster below it

    /// \return  whether the cluster is none before the last
    bool come(std::uint32_t cluster);
    void add(std::uint32_t cluster, std::uint32_t words);
    /// Words of other clusters; of its own too where it came before the last.
    [[nodiscard]] std::uint32_t others(std::uint32_t cluster) const { return last == cluster ? once : own | once; }
    [[nodiscard]] std::uint32_t all() const { return own | once; }
  };

  struct alignas(64) Line {
    std::uint32_t phase = 0;  // in which it was touched last
    // Since the launch began:
    Come reads;                     // that are not strong
    std::uint32_t twice = 0;        // words that two clusters below the last have read, at least
    Come stores;                    // likewise
    Come strong;                    // all that is
    std::uint8_t read_type = 0;     // of all reads (LineTouch); kMixed: of several
    std::uint8_t strong_size = 0;   // of all that is strong
    bool mixed : 1 = false;         // these are several, or some of it is narrow
    bool other_strong : 1 = false;  // some of it is no update of a word by what is not known
    bool contested : 1 = false;     // clusters could race here
    // In that phase, of one block:
    std::uint32_t owner = 0;  // the last access that is behind all others, in `log_`; kShared
    std::uint32_t phase_reads = 0;
    std::uint32_t phase_stores = 0;
    std::uint32_t phase_strong = 0;
  };
  static_assert(sizeof(Line) == 64);
  static constexpr std::uint8_t kMixed = 0xff;

  // Workers run clusters that lie near each other: a worker has chunks of a page that others have the rest of.
  static constexpr std::size_t kChunkLines = 64;
  static constexpr std::size_t kPageChunks = 16;
  static constexpr std::size_t kPageLines = kChunkLines * kPageChunks;
  using Chunk = std::array<Line, kChunkLines>;
  using Page = std::array<Chunk*, kPageChunks>;
  static constexpr unsigned kRecentBits = 8;

  /// The same chunk of several workers.
  struct OfWorker {
    std::size_t worker = 0;
    Chunk* chunk = nullptr;
    std::uint32_t begin = 0;  // its launch_begin_
  };

  /// What an access's lines have shown.
  struct Shown {
    std::uint32_t number = 0;  // of the access, in `log_`
    bool is_new = false;
    bool meets = false;
    bool several = false;
    bool same_lanes = false;         // as the access `compared`
    std::uint32_t compared = kNone;  // in `log_`
  };

  Line& line_at(std::uint64_t number) {
    const std::uint64_t page = number / kPageLines;
    const Recent& recent = recent_[recent_of(page)];
    Chunk*& chunk = (recent.number == page ? *recent.page : page_of(page))[number % kPageLines / kChunkLines];
    if (chunk == nullptr) [[unlikely]]
      chunk = &new_chunk();
    Line& line = (*chunk)[number % kChunkLines];
    if (line.phase < launch_begin_) [[unlikely]] {
      line = {};
      line.phase = launch_begin_;
    }
    return line;
  }
  [[nodiscard]] static std::size_t recent_of(std::uint64_t page) {
    return static_cast<std::size_t>(page * 0x9e3779b97f4a7c15u >> (64 - kRecentBits));
  }
  Page& page_of(std::uint64_t number);
  Chunk& new_chunk();
  void next_phase(std::uint64_t block);
  void stray_from_phase();
  [[nodiscard]] bool is_astray(std::uint64_t block) const;

  /// Calls `visit` with each line that an access touches, its words and their LineTouch::type.
  template <class Visit>
  void for_each_line(const RacingAccess& now, Visit&& visit);
  bool come(Line& line, std::uint32_t words, std::uint8_t type, const RacingAccess& now, bool is_update);
  void meet(Line& line, std::uint64_t number, std::uint32_t words, const RacingAccess& now, Shown& shown);
  [[nodiscard]] bool follows(std::uint32_t number, const RacingAccess& now, std::uint64_t line, Shown& shown) const;
  [[nodiscard]] bool has_same_lanes(const Access& last, const sim::AccessEvent& now) const;
  [[nodiscard]] static bool is_unknown_update(const RacingAccess& now);
  [[nodiscard]] std::uint32_t number_of(const RacingAccess& now) const;
  void write_down(const RacingAccess& now, const Shown& shown, bool of_phase);
  void put_stored(const RacingAccess& now);
  /// Of one that is scattered.
  [[nodiscard]] static FootprintRef footprint_of(const std::uint32_t* words, std::uint64_t base);
  [[nodiscard]] static std::uint32_t scattered_word(const Noted& access, int lane, std::uint64_t word);
  /// Where no block has a phase: what other clusters are told of stays, the rest goes.
  void end_log();
  void forget_noted();
  /// Tells the claims what has been done at lines, contested ones or all.
  void look(bool all);
  static void contest(std::span<ApartAccesses> workers, std::size_t part, std::size_t parts,
                      std::vector<std::uint8_t>& contested);
  static void contest(std::span<const OfWorker> those, std::vector<std::uint8_t>& contested);
  [[nodiscard]] const Line* find(std::uint64_t number) const;

  struct Recent {
    std::uint64_t number = ~std::uint64_t{0};
    Page* page = nullptr;
  };

  bool lockstep_ = false;
  std::size_t most_ = kMostNoted;
  std::uint64_t block_ = kNoBlock;  // that has a phase
  std::size_t phase_begin_ = 0;     // in `log_`
  std::uint32_t phase_ = 1;
  std::uint32_t launch_begin_ = 1;         // the phase before its first
  std::vector<std::uint64_t> astray_;      // blocks that are
  bool synced_ = false;                    // something has shown warps of the block what others do
  bool contested_ = false;                 // lines are
  std::vector<Access> log_;                // since the warps of blocks met
  std::vector<std::uint32_t> last_of_pc_;  // in `log_`, or no longer there
  WordLog words_;
  Pool<Noted> noted_;  // since the launch began, or since it was left to the claims
  WordPool noted_words_;
  std::vector<FootprintRef> footprints_;
  std::size_t footprint_bytes_ = 0;
  std::unordered_map<std::uint64_t, std::unique_ptr<Page>> pages_;
  std::vector<ZeroedArray<Chunk>> pieces_;  // that chunks are of
  std::size_t chunks_ = 0;                  // of the last piece
  std::array<Recent, std::size_t{1} << kRecentBits> recent_;
  ClusterClaims claims_;
};

}  // namespace warpglass::analysis
