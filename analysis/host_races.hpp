// What the program itself does to managed and pinned memory while a kernel or a copy may be under way there: here each
// is done when its call returns, on a machine when the host has waited for it. Of each operation that the host has not
// waited for the bytes are kept which it touches of memory that the host can reach; who sees the host's own accesses
// (cuda/host_guard.hpp) asks about them.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analysis/stream_order.hpp"
#include "analysis/touched_runs.hpp"
#include "base/diagnostic.hpp"
#include "sim/listener.hpp"
#include "sim/memory.hpp"
#include "sim/turns.hpp"

namespace warpglass::analysis {

/// An operation that the host has come too early for.
struct HostRace {
  std::uint64_t operation = 0;  // by order of being given out
  std::string kernel;           // as mangled; empty: a copy or a fill
  std::uint64_t launch = 0;     // of the program's, from 0
  std::uint64_t stream = 0;
  SourcePosition where{};  // of a kernel: the instruction that touches the byte
  bool writes = false;     // the operation does
};

class HostRaceDetector final : public sim::Listener, public sim::PutsAside {
 public:
  /// Lines of memory side by side.
  struct Pending {
    std::uint64_t begin = 0;  // an address over 128
    std::uint64_t end = 0;    // one past the last
    bool written = false;     // else only read
  };

  /// \param before_change  what is pending may change now
  /// \param after_change   it has changed
  HostRaceDetector(std::function<void()> before_change, std::function<void()> after_change)
      : before_change_(std::move(before_change)), after_change_(std::move(after_change)) {}

  [[nodiscard]] sim::Interests interests() const override;
  void on_start(const sim::LaunchRequest& launch) override;
  [[nodiscard]] std::unique_ptr<sim::Shard> make_shard(std::size_t worker) override;
  void merge(sim::Shard& shard) override;
  void on_end(const sim::LaunchResult& result) override;
  void on_memory(const sim::MemoryEvent& event) override;
  void on_stream(const sim::StreamEvent& event) override;
  [[nodiscard]] std::function<void()> put_aside() override { return aside(now_); }
  [[nodiscard]] std::optional<sim::Recollection> recollect(const sim::TouchedMemory& touched) override;

  /// The host accesses a byte. Where an operation publishes by an atomic or volatile access of it, that is done with.
  [[nodiscard]] std::optional<HostRace> touched(std::uint64_t address, bool writes);

  /// What the host must not touch now, in no order; a line may come several times. Nothing while a kernel runs.
  [[nodiscard]] std::vector<Pending> pending() const;

 private:
  struct Operation {
    StreamPlace place;
    HostRace about;
    std::shared_ptr<const std::vector<SourcePosition>> positions;          // of a kernel, by pc
    std::shared_ptr<TouchedRuns> lines = std::make_shared<TouchedRuns>();  // of a launch others may have as well
  };

  void begin(const StreamPlace& place);
  /// The launch under way has ended.
  void finish();
  void settle(std::unique_ptr<Operation> operation);
  /// \return  whether there were any
  bool drop_done();
  void touch_shared(TouchedRuns& lines, std::uint64_t address, std::uint64_t bytes, Touching how) const;

  std::function<void()> before_change_;
  std::function<void()> after_change_;
  StreamOrder order_;
  std::map<std::uint64_t, std::uint64_t> ranges_;  // of managed and pinned memory: begin -> end
  std::deque<std::unique_ptr<Operation>> pending_;
  std::unique_ptr<Operation> now_;           // the latest, while it goes on
  std::shared_ptr<TouchedRuns> last_lines_;  // of the last launch; nullptr: the host could reach nothing
  std::uint64_t operations_ = 0;
  std::uint64_t launches_ = 0;
  std::uint64_t running_ = 0;  // kernels, of which all but one wait for their turn
};

}  // namespace warpglass::analysis
