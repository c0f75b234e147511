// In a launch whose blocks have no way to tell each other anything any two clusters are in no order (blocks, where
// there are no clusters). Of every word of global memory it is enough to know the two lowest clusters that wrote it and
// the two lowest that read it: whichever worker saw them, they stand for all.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "analysis/access_history.hpp"
#include "analysis/pool.hpp"
#include "sim/thread_pool.hpp"

namespace warpglass::analysis {

class ClusterClaims {
 public:
  /// \param part    of the access's footprint
  /// \param stored  what is stored in the part's words, one behind the other; nullptr: it is not known
  void add(const RacingAccess& now, std::uint32_t part, const std::uint32_t* stored);
  /// Of what each worker has seen, together. \param threads  to be used for it; nullptr: there are none
  [[nodiscard]] static Races races(std::span<const ClusterClaims> workers, sim::ThreadPool* threads);

 private:
  static constexpr std::uint32_t kNone = 0;  // no claim, no values, no lanes: these are numbered from 1 on
  static constexpr std::uint32_t kMostClaims = 0x1fffffffu;

  /// What one instruction of one cluster did to words of a line.
  struct Claim {
    const Footprint* footprint = nullptr;  // with `part`: the lanes, unless there are `lanes`
    std::uint32_t cluster = 0;
    std::uint32_t block = 0;  // within a cluster the first that came
    std::uint32_t pc = 0;
    std::uint32_t words = 0;
    std::uint32_t known = 0;  // words whose value is known
    std::uint32_t next = kNone;
    std::uint32_t values = kNone;
    std::uint32_t lanes = kNone;  // where the claim is of several accesses
    std::uint32_t part = 0;
    std::uint8_t warp = 0;
    std::uint8_t bytes = 0;  // of each word
    std::uint8_t size = 0;   // of a strong access, bytes of an element
    bool writes : 1 = false;
    bool strong : 1 = false;
    bool narrow : 1 = false;  // strong to its own block or cluster only

    [[nodiscard]] bool like(const Claim& other) const {
      return writes == other.writes && strong == other.strong && bytes == other.bytes && size == other.size &&
             narrow == other.narrow;
    }
    /// Whether the two, of different clusters, may do what they do at the same words.
    [[nodiscard]] bool gets_along_with(const Claim& other) const {
      if (!writes && !other.writes) return true;
      return strong && other.strong && size == other.size && !narrow && !other.narrow;
    }
  };
  using Values = std::array<std::uint32_t, kLineWords>;
  struct Lanes {
    LinePart::Lanes lane{};
    LinePart::Lanes warp{};
  };
  struct Line {
    std::uint32_t first : 30 = kNone;  // claim
    std::uint32_t written : 1 = 0;     // some claims write
    std::uint32_t contested : 1 = 0;   // there are several then: the line is in `contested_`
    std::uint32_t stored = 0;          // words that are written by what is not strong
  };
  using Page = std::array<Line, 512>;

  [[nodiscard]] Line& line_at(std::uint64_t number);
  [[nodiscard]] const Line* find(std::uint64_t number) const;
  [[nodiscard]] const Page* page(std::uint64_t number) const;
  [[nodiscard]] Races races() const;
  void add_races(std::uint64_t number, const Line& line, Races& races) const;
  /// Of each `parts`-th page, where anybody writes: takes what several workers have seen of a line, and adds the races
  /// of those that one alone has.
  void join(std::span<const ClusterClaims> workers, std::size_t part, std::size_t parts, Races& races);
  void join(const ClusterClaims& worker, std::uint64_t number, const Line& line);
  [[nodiscard]] Racer racer(const Claim& claim, std::size_t word) const;
  void keep(const FootprintRef& footprint);
  bool add(std::uint64_t number, Line& line, Claim claim, const Values* values);
  bool append(std::uint64_t number, Line& line, Claim claim, const Values* values);
  void make_room(const Line& line, const Claim& claim);
  bool extend(const Line& line, const Claim& claim, const Values* values);
  void compare(std::uint64_t number, const Claim& one, const Claim& other, Races& races) const;

  template <class Visit>
  void for_each(const Line& line, Visit&& visit) {
    for (std::uint32_t i = line.first; i != kNone; i = claims_[i - 1].next) visit(claims_[i - 1]);
  }
  template <class Visit>
  void for_each(const Line& line, Visit&& visit) const {
    for (std::uint32_t i = line.first; i != kNone; i = claims_[i - 1].next) visit(claims_[i - 1]);
  }

  Pool<Claim> claims_;
  Pool<Values> values_;
  Pool<Lanes> lanes_;
  std::vector<FootprintRef> footprints_;  // of claims
  std::vector<std::uint64_t> contested_;  // lines
  std::unordered_map<std::uint64_t, std::unique_ptr<Page>> pages_;
  struct Recent {
    std::uint64_t number = ~std::uint64_t{0};
    Page* page = nullptr;
  };
  std::array<Recent, 16> recent_;
};

}  // namespace warpglass::analysis
