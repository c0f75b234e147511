// One benchmark program: kernels and their launches, and the same algorithm as a host loop. Both read what lies in
// device memory, which the host reaches by the same addresses; what they write is compared.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "analysis/analyser.hpp"
#include "analysis/cache_simulator.hpp"
#include "analysis/cost_model.hpp"
#include "analysis/race_detector.hpp"
#include "runtime/device.hpp"
#include "tier/tier.hpp"

namespace warpglass::bench {

enum class Mode : std::uint8_t {
  off,     // execute, count nothing
  on,      // shared-memory wavefronts and sectors
  caches,  // and simulate the caches
  races,   // count nothing, and look for races
  check,   // the same, and for all other mistakes
};

/// Adds up what the launches of a run have counted.
class RunCounters : public runtime::LaunchObserver {
 public:
  void on_launch(const runtime::LaunchRecord& record) override;
  std::uint64_t thread_instructions = 0;
  std::vector<sim::OpCounters> ops;  // of all launches, one behind the other
};

class Program {
 public:
  explicit Program(std::string_view ptx);

  // ---- What it is made of ----

  /// Device memory.
  template <class T>
  std::span<T> array(std::size_t count) {
    return {reinterpret_cast<T*>(allocate(count * sizeof(T))), count};
  }
  /// Host memory for what the loop writes.
  template <class T>
  std::span<T> twin(std::size_t count) {
    std::vector<std::byte>& bytes = twins_.emplace_back(count * sizeof(T));
    return {reinterpret_cast<T*>(bytes.data()), count};
  }
  /// Puts a launch behind those before. Arrays are given as their data().
  template <class... Arguments>
  void launch(const std::string& kernel, const runtime::LaunchShape& shape, Arguments... arguments) {
    add_launch(kernel, shape, {bytes_of(arguments)...});
  }
  /// Has every byte of an array set before each run, of the kernels and of the loop.
  template <class T>
  void clear(std::span<T> array, int byte = 0) {
    cleared_.push_back({std::as_writable_bytes(array), byte});
  }
  /// What the kernels write, and what the loop does. \param tolerance  of the largest value; 0: equal bytes
  template <class T>
  void compare(std::span<T> array, std::span<T> twin, float tolerance = 0) {
    compared_.push_back({std::as_bytes(array), std::as_bytes(twin), tolerance});
  }
  std::function<void()> native;

  // ---- Runs ----

  /// Seconds of the host loop.
  [[nodiscard]] double run_native();
  /// Seconds of all launches: of processor time with one worker, by the clock with more.
  [[nodiscard]] double run(Mode mode, int workers, tier::Tier* tier);
  /// Whether the last runs of both have come to the same.
  [[nodiscard]] bool agrees() const;
  [[nodiscard]] const RunCounters& counters() const { return counters_; }
  /// Of the last launch, where a run follows the caches.
  [[nodiscard]] const analysis::CacheTotals& caches() const { return caches_.totals(); }

 private:
  struct Launch {
    runtime::Kernel* kernel;
    runtime::LaunchShape shape;
    std::vector<std::vector<std::byte>> arguments;
  };
  struct Cleared {
    std::span<std::byte> bytes;
    int byte;
  };
  struct Compared {
    std::span<const std::byte> array;
    std::span<const std::byte> twin;
    float tolerance;
  };

  template <class T>
  static std::vector<std::byte> bytes_of(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    std::vector<std::byte> bytes(sizeof value);
    std::memcpy(bytes.data(), &value, sizeof value);
    return bytes;
  }
  std::byte* allocate(std::uint64_t bytes);
  void add_launch(const std::string& kernel, const runtime::LaunchShape& shape,
                  std::vector<std::vector<std::byte>> arguments);
  void clear_arrays() const;
  void set(Mode mode, int workers, tier::Tier* tier);

  std::string text_;
  RunCounters counters_;
  std::unique_ptr<sim::CostModel> costs_;
  analysis::CacheSimulator caches_;
  analysis::RaceDetector races_;
  std::vector<std::unique_ptr<analysis::Analysis>> checkers_;
  runtime::Device device_;
  runtime::ModuleId module_{};
  std::deque<std::vector<std::byte>> twins_;
  std::vector<Launch> launches_;
  std::vector<Cleared> cleared_;
  std::vector<Compared> compared_;
};

}  // namespace warpglass::bench
