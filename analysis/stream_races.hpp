// Kernels and copies in different streams that touch the same bytes, one of them writing, with nothing that orders the
// streams (analysis/stream_order.hpp). Here streams execute one after another; on a machine they need not. Of each
// operation that may still be under way the bytes are kept (analysis/touched_runs.hpp); nothing is where there is one
// stream.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "analysis/stream_order.hpp"
#include "analysis/touched_runs.hpp"
#include "base/diagnostic.hpp"
#include "base/dim3.hpp"
#include "sim/listener.hpp"
#include "sim/memory.hpp"
#include "sim/turns.hpp"

namespace warpglass::analysis {

/// An operation that races, as findings tell of it.
struct StreamSide {
  std::string kernel;        // as mangled; empty: a copy or a fill by the host
  std::uint32_t pc = 0;      // of a kernel, where it accesses the bytes
  SourcePosition where{};    // likewise
  std::uint64_t launch = 0;  // of the program's, from 0
  std::uint64_t stream = 0;
  std::uint64_t block = 0;  // in block order
  Dim3 grid{};
  bool writes = false;
};

struct StreamRace {
  StreamSide first;  // as they were given out
  StreamSide second;
  std::uint64_t lines = 0;    // of 128 bytes, at which they meet
  std::uint64_t address = 0;  // of the first byte
  std::string object;         // "byte 12 of cudaMalloc #3"
};

class StreamRaceDetector final : public sim::Listener, public sim::PutsAside {
 public:
  [[nodiscard]] sim::Interests interests() const override;
  void on_start(const sim::LaunchRequest& launch) override;
  [[nodiscard]] std::unique_ptr<sim::Shard> make_shard(std::size_t worker) override;
  void merge(sim::Shard& shard) override;
  void on_end(const sim::LaunchResult& result) override;
  void on_memory(const sim::MemoryEvent& event) override;
  void on_stream(const sim::StreamEvent& event) override;
  [[nodiscard]] std::function<void()> put_aside() override;
  [[nodiscard]] std::optional<sim::Recollection> recollect(const sim::TouchedMemory& touched) override;

  [[nodiscard]] const std::vector<StreamRace>& races() const { return races_; }

 private:
  struct Operation {
    StreamPlace place;
    std::uint64_t serial = 0;  // as they were given out
    StreamSide side;
    std::shared_ptr<const std::vector<SourcePosition>> positions;          // of a kernel, by pc
    std::shared_ptr<TouchedRuns> lines = std::make_shared<TouchedRuns>();  // of a launch others may have as well
    bool gave_way = false;                                                 // it has waited for what others do
    std::uint64_t ended = 0;  // the latest operation that had begun by then
  };
  /// Memory that was given out anew before operation `serial`.
  struct Renewed {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    std::uint64_t serial = 0;
  };

  /// Who touches a line.
  struct Party {
    const Operation& operation;
    const Touch& touch;
    bool writes = false;
  };

  void begin(const StreamPlace& place);
  void settle(std::unique_ptr<Operation> operation);
  void drop_done();
  void make_room();
  [[nodiscard]] std::vector<StreamPlace> met_by(const Operation& operation) const;
  void compare(const Operation& earlier, const Operation& operation);
  void note(const Party& first, const Party& second, std::uint64_t line);

  const sim::Memory* memory_ = nullptr;
  const void* program_ = nullptr;  // that `positions_` is of
  std::shared_ptr<const std::vector<SourcePosition>> positions_;
  StreamOrder order_;
  std::deque<std::unique_ptr<Operation>> earlier_;  // that may still be under way
  std::unique_ptr<Operation> now_;                  // the latest; nullptr where nothing could be beside it
  std::shared_ptr<TouchedRuns> last_lines_;         // of the last launch; nullptr: they were not needed
  std::vector<Renewed> renewed_;
  std::uint64_t serial_ = 0;
  std::uint64_t launches_ = 0;
  std::vector<StreamRace> races_;
  std::map<std::tuple<std::string, std::uint32_t, std::string, std::uint32_t, bool>, std::size_t> known_;
};

}  // namespace warpglass::analysis
