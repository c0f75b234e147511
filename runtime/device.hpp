// One modelled GPU as a program sees it: memory, modules, launches, streams and events, and the error that a kernel's
// fault leaves behind until a reset.
//
// Not synchronised: calls must not overlap. Only what LaunchSettings::cancel points to may change meanwhile, and a
// launch that gives way (sim/turns.hpp) lets others call.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "arch/device_model.hpp"
#include "arch/occupancy.hpp"
#include "runtime/device_graphs.hpp"
#include "runtime/images.hpp"
#include "runtime/launch.hpp"
#include "runtime/launch_check.hpp"
#include "runtime/modules.hpp"
#include "runtime/nested.hpp"
#include "runtime/repeated_launches.hpp"
#include "runtime/spread.hpp"
#include "runtime/status.hpp"
#include "runtime/stream.hpp"
#include "sim/memory.hpp"
#include "sim/thread_pool.hpp"
#include "sim/turns.hpp"

namespace warpglass::runtime {

/// What the devices of a process have in common: addresses, and the numbers of launches.
struct DeviceGroup {
  std::shared_ptr<sim::AddressSpace> addresses = std::make_shared<sim::AddressSpace>();
  std::uint64_t launches = 0;
  std::uint64_t observed_launches = 0;
};

struct DeviceOptions {
  std::shared_ptr<DeviceGroup> group = {};  // whose next device it is; nullptr: of its own
  std::uint64_t memory_bytes = 0;           // that allocations may add up to; 0: the model's
  Modules::Complain complain = {};          // gets what is wrong with device code; may be empty
  Modules::TakeSource take_source = {};     // gets sources that came with their PTX; may be empty
  LaunchSettings launches = {};
  /// The part of memory that may be freed and not given out again yet, so that who still uses it is found out: one in
  /// so many; 0: none.
  std::uint64_t delayed_share = 0;
  std::uint64_t host_alignment = 0;  // of managed and pinned memory; a power of two, or 0: as all memory
};

/// Machines before cc 5.2 take PTX for sm_52.
class Device {
 public:
  Device(const arch::DeviceModel& model, DeviceOptions options);
  ~Device();
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;

  [[nodiscard]] const arch::DeviceModel& model() const { return model_; }
  /// Its number in its group.
  [[nodiscard]] std::uint32_t number() const { return memory_.device(); }
  [[nodiscard]] const sim::Memory& memory() const { return memory_; }
  /// Of malloc in device code (sim::Memory::set_heap_limit).
  [[nodiscard]] bool set_heap_limit(std::uint64_t bytes) { return memory_.set_heap_limit(bytes); }
  /// Whether its kernels reach another device's memory.
  void open_peer(std::uint32_t device, bool open) { memory_.open_peer(device, open); }
  /// Who reaches an allocation beside its device (sim::Memory::grant).
  bool grant(std::uint64_t address, std::uint32_t devices) { return memory_.grant(address, devices); }
  [[nodiscard]] Modules& modules() { return modules_; }
  [[nodiscard]] Images& images() { return images_; }
  [[nodiscard]] LaunchSettings& launches() { return launches_; }
  /// On as many threads as launches have.
  [[nodiscard]] Spread spread() { return {threads_, launches_.workers}; }

  /// What a fault left behind: ok, or the status that most operations answer until reset().
  [[nodiscard]] Status sticky() const { return sticky_; }

  /// Frees all memory, unloads all modules, destroys arrays, objects, streams and events, clears the fault.
  void reset();

  // ---- Memory ----

  /// \param label  names the allocation in messages
  [[nodiscard]] Status allocate(std::uint64_t bytes, sim::AllocationKind kind, std::string label,
                                std::uint64_t& address);

  /// invalid_value unless an allocation of this kind begins at `address`.
  [[nodiscard]] Status release(std::uint64_t address, sim::AllocationKind kind);

  /// Addresses of device memory for later (sim::Memory::reserve); 0: there are none left.
  [[nodiscard]] std::uint64_t reserve(std::uint64_t bytes) { return memory_.reserve(bytes); }
  [[nodiscard]] Status allocate_at(std::uint64_t reserved, std::uint64_t bytes, std::string label);
  void give_up(std::uint64_t reserved) { memory_.give_up(reserved); }
  /// A word that kernels set by cudaGraphSetConditional; 0: there is no memory left.
  [[nodiscard]] std::uint64_t make_condition() {
    return memory_.allocate_reserved(8, std::string(sim::kConditionLabel));
  }
  void remove_condition(std::uint64_t address);

  /// Makes host memory addressable by kernels, and ends that.
  /// \param is_mapped  it is a part of virtual memory (sim::Allocation)
  [[nodiscard]] Status register_host(void* host, std::uint64_t bytes, std::string label, bool is_mapped = false);
  [[nodiscard]] Status unregister_host(void* host);

  // ---- Graphs that kernels launch ----

  [[nodiscard]] DeviceGraphs& graphs() { return graphs_; }
  /// Keeps a graph for launches from device code under `handle`, from now on with this work.
  void upload(std::uint64_t handle, std::vector<NestedWork> work);
  /// A launch of a graph by the host, whose nodes are launched as of it until end() is called.
  /// \param handle  0: kernels may launch others, not this one
  [[nodiscard]] std::shared_ptr<GraphRun> begin_graph(std::uint64_t handle);
  /// All nodes of the graph are done: does what its kernels have left to be done behind it.
  [[nodiscard]] Status end_graph(const std::shared_ptr<GraphRun>& run, std::uint64_t stream,
                                 sim::Turns* turns = nullptr);

  // ---- Launches ----

  /// Runs a kernel to its end, with all that it launches.
  /// \param arguments  address of each parameter's value, in order; as many as the kernel has parameters
  /// \return what is wrong with the request, in which case nothing ran. A fault of the kernel is not: it is found in
  ///         sticky(), as on a device that runs the kernel later
  /// \param turns     where the launch gives way while it waits for others; nullptr: it does not
  /// \param run       of the graph that it is a node of; nullptr: of none
  [[nodiscard]] Status launch(Kernel& kernel, const LaunchShape& shape, const void* const* arguments,
                              std::uint64_t stream = 0, sim::Turns* turns = nullptr,
                              std::shared_ptr<GraphRun> run = nullptr);

  /// The same with all parameters as one piece of `Program::param_bytes` bytes.
  [[nodiscard]] Status launch(Kernel& kernel, const LaunchShape& shape, std::span<const std::byte> parameters,
                              std::uint64_t stream = 0, sim::Turns* turns = nullptr,
                              std::shared_ptr<GraphRun> run = nullptr);

  /// Why a launch of a prepared kernel is refused; nothing when it is not.
  [[nodiscard]] std::optional<Refusal> refusal_of(const Kernel& kernel, const LaunchShape& shape) const;

  /// Makes the kernel's program without running it.
  [[nodiscard]] Status prepare(Kernel& kernel);
  /// Whether a prepared kernel polls memory that the host, or another stream, may write meanwhile.
  [[nodiscard]] bool may_wait(Kernel& kernel) const;

  /// Shared memory that the program would have each SM set to while the kernel runs, in bytes; nothing: no preference.
  [[nodiscard]] std::optional<std::uint32_t> preferred_carve_out(const Kernel& kernel) const;

  /// Of a prepared kernel: as the assembler of LaunchSettings says, else estimated; 0 of others.
  [[nodiscard]] std::uint32_t registers_per_thread(const Kernel& kernel) const;

  /// Bytes of dynamic shared memory a launch of the kernel may ask for.
  [[nodiscard]] std::uint32_t dynamic_shared_limit(const Kernel& kernel) const;

  /// Allows launches up to `bytes`; invalid_value when the device has not that much beside the static shared memory.
  [[nodiscard]] Status set_dynamic_shared_limit(Kernel& kernel, std::uint32_t bytes);

  /// Blocks of a prepared kernel that one SM holds at once; 0 when the block can not be launched at all.
  [[nodiscard]] std::uint32_t blocks_per_sm(const Kernel& kernel, std::uint64_t block_threads,
                                            std::uint64_t dynamic_shared_bytes) const;

  /// What bounds that number, for block sizes and shared memory that a launch may ask for.
  [[nodiscard]] arch::Occupancy occupancy(const Kernel& kernel, std::uint64_t block_threads,
                                          std::uint64_t dynamic_shared_bytes) const;

  /// Width of the shared-memory banks that kernels without a setting of their own run with: 4 or 8. Kept where the
  /// machine has modes (cc 3.x), accepted without effect elsewhere.
  [[nodiscard]] std::uint32_t bank_bytes() const { return bank_bytes_; }
  void set_bank_bytes(std::uint32_t bytes) { bank_bytes_ = model_.has_bank_modes() ? bytes : 4; }

  /// What kernels without a preference of their own would rather have of shared memory and first-level cache.
  [[nodiscard]] arch::CacheConfig cache_config() const { return cache_config_; }
  /// The kernel's own, else the device's.
  [[nodiscard]] arch::CacheConfig cache_config(const Kernel& kernel) const;
  void set_cache_config(arch::CacheConfig preference) { cache_config_ = preference; }

  /// Of its group.
  [[nodiscard]] std::uint64_t launch_count() const { return group_->launches; }

  // ---- Streams and events ----

  /// \param blocking   waits for the default stream
  /// \param of_thread  is the default stream of one of the program's threads
  Stream* create_stream(std::uint32_t flags, std::int32_t priority, bool blocking = true, bool of_thread = false);
  Event* create_event(bool timed);
  /// Streams::id of the legacy default stream.
  [[nodiscard]] std::uint64_t default_stream() const { return sim::default_stream(number()); }
  /// False for what is no stream or event of this device.
  [[nodiscard]] bool destroy(const Stream* stream);
  [[nodiscard]] bool destroy(const Event* event);
  [[nodiscard]] bool has(const Stream* stream) const { return streams_.contains(stream); }
  [[nodiscard]] bool has(const Event* event) const { return events_.contains(event); }

  /// The event stands for what the stream has been given so far.
  void record(Event& event, std::uint64_t stream);

  /// Tells listeners of something that needs nothing else done, as streams execute at once.
  void tell(const sim::StreamEvent& event) const;

  /// Blocks of the clusters that a launch of the kernel would have: 1 x 1 x 1 where nobody asks for clusters.
  [[nodiscard]] static Dim3 cluster_of(const Kernel& kernel, const LaunchShape& shape);

  /// Blocks that a cluster of the kernel may have: 1 where the device has none, twice as many as every device of its
  /// capability takes for kernels that ask for it.
  [[nodiscard]] std::uint32_t max_cluster_size(const Kernel& kernel) const;

 private:
  class GivesWay;

  /// Runs one grid.
  /// \param by      who launched it from device code; nullptr: the host
  /// \param nested  gets what the grid leaves to be done; NestedQueue::into is the run that the grid is of
  /// \param heard   by listeners; false while another grid is under way
  [[nodiscard]] Status run_grid(Kernel& kernel, const LaunchShape& shape, std::span<const std::byte> parameters,
                                std::uint64_t stream, const LaunchedBy* by, NestedQueue& nested, bool heard);
  /// Does one piece of what is left.
  [[nodiscard]] Status run_piece(const NestedWork& work, NestedQueue own, std::vector<NestedQueue>& left,
                                 std::uint64_t stream, bool heard);
  /// Does what grids have left to be done, the last one's first.
  [[nodiscard]] Status run_nested(std::vector<NestedQueue> left, std::uint64_t stream, bool heard);
  /// Does what a grid has launched so far, while it is under way.
  bool run_nested_now(NestedLaunches& grid);
  /// Where device code can read a text.
  [[nodiscard]] std::uint64_t text_address(std::string_view text);

  /// Those who want to hear a launch.
  [[nodiscard]] std::vector<sim::Listener*> listeners_of(bool counted) const;
  [[nodiscard]] bool is_observed(const Kernel& kernel) const;
  [[nodiscard]] std::uint32_t bank_bytes_of(const Kernel& kernel) const;

  const arch::DeviceModel& model_;
  const std::shared_ptr<DeviceGroup> group_;
  sim::Memory memory_;
  Modules modules_;
  Images images_{memory_};
  DeviceGraphs graphs_;
  LaunchSettings launches_;
  RepeatedLaunches repeated_{memory_};
  const NestedDevice nested_;
  std::uint64_t host_alignment_ = 0;
  sim::ThreadPool threads_;
  Status sticky_ = Status::ok;
  std::uint32_t bank_bytes_ = 4;
  arch::CacheConfig cache_config_ = arch::CacheConfig::none;
  std::uint64_t running_stream_ = 0;                         // of the launch under way
  sim::Turns* running_turns_ = nullptr;                      // likewise
  std::map<std::string, std::uint64_t, std::less<>> texts_;  // text_address()
  std::uint64_t next_stream_ = 1;                            // the device's number is added above
  std::uint64_t next_event_ = 1;                             // likewise
  std::set<std::uint64_t> registered_;                       // host memory that register_host() made addressable
  std::map<const Stream*, std::unique_ptr<Stream>> streams_;
  std::map<const Event*, std::unique_ptr<Event>> events_;
  // Those destroyed last: no new one gets the address of such a one, so that who still uses it is found out.
  std::deque<std::unique_ptr<Stream>> destroyed_streams_;
  std::deque<std::unique_ptr<Event>> destroyed_events_;
};

}  // namespace warpglass::runtime
