// The smallest useful listener: a log of all accesses, synchronisation and flow, a line each, by block. An example of
// the contract (sim/listener.hpp), and what the test holds it to.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sim/listener.hpp"
#include "sim/program.hpp"

namespace warpglass::sim::test {

/// Lines of each block, which its events alone decide: in what order blocks come makes no difference.
using BlockLog = std::map<std::uint64_t, std::vector<std::string>>;

constexpr std::string_view kDirections[] = {"read", "write", "update"};
constexpr std::string_view kVia[] = {"",         " async copy", " bulk copy", " async store", " matrix",
                                     " texture", " surface",    " mbarrier",  " call"};
constexpr std::string_view kSyncs[] = {"barrier arrive",  "barrier wait",    "barrier release",
                                       "warp barrier",    "warp gather",     "stray shuffle",
                                       "fence",           "mbarrier init",   "mbarrier invalidate",
                                       "mbarrier arrive", "mbarrier expect", "mbarrier complete",
                                       "mbarrier test",   "async commit",    "async wait",
                                       "async arrive",    "cluster arrive",  "cluster wait",
                                       "cluster release", "grid arrive",     "grid test"};
constexpr std::string_view kOrders[] = {"",         " relaxed", " acquire",  " release",
                                        " acq_rel", " sc",      " volatile", " mmio"};
constexpr std::string_view kScopes[] = {"", " cta", " cluster", " gpu", " sys"};
constexpr std::string_view kFlows[] = {"start", "end", "branch", "call", "ret", "exit", "passed"};

template <std::size_t kSize, class Enum>
std::string_view word(const std::string_view (&words)[kSize], Enum value) {
  return words[static_cast<std::size_t>(value)];
}

class Log final : public Listener {
 public:
  /// \param origin  from which global addresses count
  Log(Interests interests, std::uint64_t origin) : interests_(interests), origin_(origin) {}

  [[nodiscard]] Interests interests() const override { return interests_; }
  [[nodiscard]] std::unique_ptr<Shard> make_shard(std::size_t) override { return std::make_unique<Worker>(origin_); }
  void merge(Shard& shard) override { blocks.merge(static_cast<Worker&>(shard).blocks); }

  BlockLog blocks;

 private:
  struct Worker final : Shard {
    explicit Worker(std::uint64_t from) : origin(from) {}

    void add(const Where& at, const std::string& text) {
      blocks[at.block].push_back(fmt::format("{}{:x}: {}", char('a' + at.warp), at.lanes, text));
    }
    void on_access(const AccessEvent& event) override {
      const bool by_address = event.space == Space::global;
      std::string text = fmt::format("{} {}{} {}x{} at {:#x}", name_of(event.space), word(kDirections, event.direction),
                                     word(kVia, event.via), event.bytes / event.elements, event.elements,
                                     event.address(first_lane(event.at.lanes)) - (by_address ? origin : 0));
      if (event.space == Space::shared && event.owner != event.at.block) text += fmt::format(" of {}", event.owner);
      text += fmt::format("{}{}", word(kOrders, event.order), word(kScopes, event.scope));
      for (const MachineAccess& access : event.machine)
        if (access.bytes != event.bytes) text += fmt::format(" [{} at +{}]", access.bytes, access.offset);
      if (event.machine.empty() && event.via == Via::instruction) text += " [none]";
      add(event.at, text);
    }
    void on_sync(const SyncEvent& event) override {
      std::string text(word(kSyncs, event.what));
      if (event.what <= Sync::barrier_release) text += fmt::format(" {}/{}", event.number, event.threads);
      if (event.members != 0) text += fmt::format(" of {:x}", event.members);
      if (event.count != 0) text += fmt::format(" {}", event.count);
      if (event.fence == Fence::async_proxy) text += " async proxy";
      if (event.group == AsyncGroup::bulk_copies) text += " bulk";
      if (event.group == AsyncGroup::products) text += " products";
      add(event.at, text + std::string(word(kOrders, event.order)) + std::string(word(kScopes, event.scope)));
    }
    void on_flow(const FlowEvent& event) override {
      std::string text(word(kFlows, event.what));
      if (event.what == Flow::branch) text += fmt::format(" {:x}{}", event.taken, event.divergent ? " divergent" : "");
      add(event.at, text);
    }

    BlockLog blocks;
    std::uint64_t origin;
  };

  Interests interests_;
  std::uint64_t origin_;
};

}  // namespace warpglass::sim::test
