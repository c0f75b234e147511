// Accesses written down as what they ask of the caches: a head with what the lines of an access have in common, and the
// lines (analysis/line_request.hpp).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "analysis/access_cutter.hpp"
#include "analysis/cached_at.hpp"
#include "analysis/line_request.hpp"
#include "arch/caches.hpp"
#include "arch/device_model.hpp"
#include "sim/launch.hpp"
#include "sim/listener.hpp"

namespace warpglass::analysis {

/// What the accesses of a launch have in common, by what they are.
class AccessRoutes {
 public:
  /// \param first_level  whether there is one. \param looks_what_if  ReadOnlyWhatIf does
  void start(const arch::DeviceModel& device, const arch::CacheRules& rules, bool first_level, bool looks_what_if);

  [[nodiscard]] const arch::CacheRules& rules() const { return rules_; }

  /// The same for all lines of an access.
  struct Route {
    AccessHead head;
    LineRequest request{0};    // of each, but for the sectors
    std::uint64_t policy = 0;  // that the access names
  };
  [[nodiscard]] Route of(const sim::AccessEvent& event) const;

  /// Whether that says no more of accesses to global memory, in general and of this one, than head_of() and near_of().
  [[nodiscard]] bool is_plain(const sim::AccessEvent& event) const {
    return !looks_what_if_ && event.policy == 0 && event.eviction == EvictionHints{};
  }
  [[nodiscard]] const AccessHead& head_of(const sim::AccessEvent& event, bool local) const {
    return heads_[local ? 1 : 0][static_cast<std::size_t>(event.kind)][static_cast<std::size_t>(event.cache)];
  }
  [[nodiscard]] std::uint32_t sm_of(const sim::AccessEvent& event) const {
    const auto sms = static_cast<std::uint32_t>(near_.size());
    return event.at.sm < sms ? event.at.sm : event.at.sm % sms;  // a division is slow
  }
  [[nodiscard]] std::uint8_t near_of(std::uint32_t sm) const { return near_[sm]; }

 private:
  static constexpr std::size_t kAccessKinds = static_cast<std::size_t>(sim::AccessKind::async_copy) + 1;
  static constexpr std::size_t kCacheOperators = static_cast<std::size_t>(CacheOperator::non_coherent) + 1;

  [[nodiscard]] AccessHead head_of(const arch::DeviceModel& device, sim::AccessKind kind, CacheOperator cache,
                                   bool local, bool first_level) const;

  arch::CacheRules rules_;
  std::vector<std::uint8_t> near_;  // partition that an SM asks
  // By whether memory is local, what makes the access and how.
  std::array<std::array<std::array<AccessHead, kCacheOperators>, kAccessKinds>, 2> heads_;
  bool looks_what_if_ = false;
};

class AccessWriter {
 public:
  /// \param routes  outlive the writer, as the device does
  AccessWriter(const arch::DeviceModel& device, const AccessRoutes& routes) : routes_(&routes), cutter_(device) {}

  /// Before the accesses of a launch. What lanes took turns for is forgotten.
  void start(const sim::LaunchRequest& launch);
  /// The launch goes on, another one lies between.
  void take_up(const sim::LaunchRequest& launch) { cutter_.start(launch); }

  /// The next access. \tparam Words  where it is written to: Pipeline<std::uint32_t> or WordLog
  template <class Words>
  void write(const sim::AccessEvent& event, Words& to);

  // Lanes that take turns at a word ask for its sector each, of which the lines know one: to be added in the end.
  struct Turns {
    CachedAt all;
    std::vector<CachedAt> by_op;
    void add(const Turns& other);
  };
  [[nodiscard]] Turns& turns() { return turns_; }
  [[nodiscard]] const Turns& turns() const { return turns_; }

 private:
  using Route = AccessRoutes::Route;

  template <class Words>
  void write(const sim::AccessEvent& event, const sim::MachineAccess& access, Words& to);
  template <class Words>
  [[nodiscard]] bool write_whole_lines(const sim::AccessEvent& event, Words& to) const;
  template <class Words>
  void write_sectors(const Route& route, std::uint64_t address, std::uint32_t sectors, Words& to) const;
  template <class Words>
  void write_lines(const Route& route, const CutLines& lines, Words& to) const;
  void count_turns(const sim::AccessEvent& event, const CutLines& lines);
  [[nodiscard]] EvictionPriority by_policy(const Route& route, std::uint32_t line) const;
  [[nodiscard]] LineRequest request_of(const Route& route, std::uint32_t line, LineRequest sectors) const {
    const LineRequest request = route.request.of(sectors);
    return route.policy == 0 ? request : request.with(by_policy(route, line));
  }

  const AccessRoutes* routes_;
  AccessCutter cutter_;
  Turns turns_;
};

}  // namespace warpglass::analysis
