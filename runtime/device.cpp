#include "runtime/device.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <utility>
#include <vector>

#include "arch/carve_out.hpp"
#include "runtime/launch_check.hpp"
#include "runtime/wild_address.hpp"
#include "sim/audience.hpp"
#include "sim/fault_log.hpp"
#include "sim/launch.hpp"
#include "sim/schedule.hpp"

namespace warpglass::runtime {
namespace {

// PTX is taken up to this target on older machines too: no compiler of today writes any for them, and what is asked of
// them is how their memory takes an access.
constexpr std::uint32_t kOldestTarget = 52;

// Back edges after which a warp makes room for the next where a listener wants them side by side, as a machine runs
// them.
constexpr std::uint32_t kListenedTurn = 16;

// The same where blocks wait for each other and mistakes are looked for, which hears each time what a warp polls, or a
// kernel polls, whose threads else go round for nothing while those that they wait for have no turn.
constexpr std::uint32_t kPollingTurn = 64;

// What there is to hear of a launch itself.
constexpr sim::Interests kOfLaunches = sim::kAllAccesses | sim::Interest::sync | sim::Interest::flow |
                                       sim::Interest::order | sim::Interest::uncounted | sim::Interest::blocks |
                                       sim::Interest::products;

/// Whether it has loads that see what other blocks write meanwhile.
bool looks_at_others(const sim::Program& program) {
  return std::ranges::any_of(program.facts, [](const sim::OpFacts& facts) {
    return facts.effects.does == sim::Does::loads && facts.effects.orders() &&
           facts.effects.reads.has(sim::Space::global);
  });
}

constexpr std::size_t kMaxDestroyed = 4096;  // streams, and events, that keep their address

template <class Made>
void bury(std::unique_ptr<Made> made, std::deque<std::unique_ptr<Made>>& destroyed) {
  destroyed.push_back(std::move(made));
  if (destroyed.size() > kMaxDestroyed) destroyed.pop_front();
}

}  // namespace

Device::Device(const arch::DeviceModel& model, DeviceOptions options)
    : model_(model),
      group_(options.group != nullptr ? options.group : std::make_shared<DeviceGroup>()),
      memory_(options.memory_bytes != 0 ? std::min(options.memory_bytes, model.memory_bytes) : model.memory_bytes,
              group_->addresses),
      modules_(memory_, std::max(model.capability.sm(), kOldestTarget), std::move(options.complain),
               options.launches.timings, std::move(options.take_source)),
      launches_(std::move(options.launches)),
      nested_{.memory = memory_,
              .modules = modules_,
              .graphs = graphs_,
              .settings = launches_,
              .prepare = [this](Kernel& kernel) { return prepare(kernel); },
              .may_launch = [this](const Kernel& kernel,
                                   const LaunchShape& shape) { return !refusal_of(kernel, shape).has_value(); },
              .blocks_per_sm = [this](const Kernel& kernel, std::uint64_t threads,
                                      std::uint64_t shared) { return blocks_per_sm(kernel, threads, shared); },
              .text_address = [this](std::string_view text) { return text_address(text); },
              .run_now = [this](NestedLaunches& grid) { return run_nested_now(grid); }},
      host_alignment_(options.host_alignment) {
  if (options.delayed_share != 0) memory_.delay_reuse(memory_.capacity() / options.delayed_share);
  memory_.hear([this](const sim::MemoryEvent& event) {
    for (sim::Listener* listener : launches_.listeners)
      if (listener->interests().has(sim::Interest::memory)) listener->on_memory(event);
  });
}

Device::~Device() { memory_.hear({}); }

void Device::tell(const sim::StreamEvent& event) const {
  for (sim::Listener* listener : launches_.listeners)
    if (listener->interests().has(sim::Interest::streams)) listener->on_stream(event);
}

std::vector<sim::Listener*> Device::listeners_of(bool counted) const {
  std::vector<sim::Listener*> listeners;
  for (sim::Listener* listener : launches_.listeners) {
    const sim::Interests interests = listener->interests();
    // Who hears what the host does alone must not make a kernel tell of itself.
    if (interests.has(kOfLaunches) && (counted || interests.has(sim::Interest::uncounted)))
      listeners.push_back(listener);
  }
  return listeners;
}

void Device::reset() {
  modules_.reset();
  images_.reset();
  graphs_.clear();
  for (const auto& [address, allocation] : memory_.allocations()) memory_.release(address);
  (void)memory_.set_heap_limit(0);
  registered_.clear();
  texts_.clear();
  for (auto& [handle, stream] : streams_) bury(std::move(stream), destroyed_streams_);
  for (auto& [handle, event] : events_) bury(std::move(event), destroyed_events_);
  streams_.clear();
  events_.clear();
  sticky_ = Status::ok;
  bank_bytes_ = 4;
  cache_config_ = arch::CacheConfig::none;
}

Status Device::allocate(std::uint64_t bytes, sim::AllocationKind kind, std::string label, std::uint64_t& address) {
  const bool hosts = kind == sim::AllocationKind::managed || kind == sim::AllocationKind::pinned;
  address = memory_.allocate(bytes, kind, std::move(label), hosts ? host_alignment_ : 0);
  return address != 0 ? Status::ok : Status::out_of_memory;
}

Status Device::allocate_at(std::uint64_t reserved, std::uint64_t bytes, std::string label) {
  const bool made = memory_.allocate_at(reserved, bytes, sim::AllocationKind::device, std::move(label));
  return made ? Status::ok : Status::out_of_memory;
}

void Device::remove_condition(std::uint64_t address) {
  const std::optional<sim::Allocation> word = memory_.find(address);
  if (word && word->begin == address && word->label == sim::kConditionLabel) memory_.release(address);
}

Status Device::release(std::uint64_t address, sim::AllocationKind kind) {
  const std::optional<sim::Allocation> allocation = memory_.find(address);
  if (!allocation || allocation->begin != address || allocation->kind != kind || registered_.contains(address))
    return Status::invalid_value;
  return memory_.release(address) ? Status::ok : Status::invalid_value;
}

Status Device::register_host(void* host, std::uint64_t bytes, std::string label, bool is_mapped) {
  if (host == nullptr || bytes == 0) return Status::invalid_value;
  if (!memory_.adopt(host, bytes, std::move(label), is_mapped)) return Status::already_registered;
  registered_.insert(reinterpret_cast<std::uintptr_t>(host));
  return Status::ok;
}

Status Device::unregister_host(void* host) {
  const auto address = reinterpret_cast<std::uintptr_t>(host);
  if (registered_.erase(address) == 0) return Status::not_registered;
  return memory_.release(address) ? Status::ok : Status::not_registered;
}

Status Device::prepare(Kernel& kernel) {
  const bool observed = is_observed(kernel);
  const Status status = modules_.bind(kernel, {.observe = observed || !listeners_of(observed).empty(),
                                               .as_written = launches_.as_written,
                                               .watch_arithmetic = launches_.watches_arithmetic});
  if (status == Status::ok && launches_.assembler) modules_.ask(launches_.assembler, kernel);
  return status;
}

std::uint32_t Device::registers_per_thread(const Kernel& kernel) const {
  if (kernel.assembled) return kernel.assembled->registers;
  return kernel.program ? kernel.program->registers_per_thread : 0;
}

bool Device::is_observed(const Kernel& kernel) const {
  return launches_.costs != nullptr && group_->observed_launches < launches_.observed_limit &&
         (!launches_.is_wanted || launches_.is_wanted(kernel.name));
}

std::uint32_t Device::bank_bytes_of(const Kernel& kernel) const {
  if (!model_.has_bank_modes()) return 4;
  if (launches_.forced_bank_bytes != 0) return launches_.forced_bank_bytes;
  return kernel.bank_bytes.value_or(bank_bytes_);
}

arch::CacheConfig Device::cache_config(const Kernel& kernel) const {
  return kernel.cache_config != arch::CacheConfig::none ? kernel.cache_config : cache_config_;
}

std::optional<std::uint32_t> Device::preferred_carve_out(const Kernel& kernel) const {
  return arch::preferred_carve_out(model_.limits, kernel.preferred_carveout.value_or(-1), cache_config(kernel));
}

std::uint32_t Device::dynamic_shared_limit(const Kernel& kernel) const {
  if (kernel.dynamic_shared_limit) return *kernel.dynamic_shared_limit;
  const std::uint32_t fixed = kernel.program ? kernel.program->static_shared_bytes : 0;
  return model_.limits.shared_bytes_per_block - std::min(fixed, model_.limits.shared_bytes_per_block);
}

Status Device::set_dynamic_shared_limit(Kernel& kernel, std::uint32_t bytes) {
  if (const Status status = prepare(kernel); status != Status::ok) return status;
  if (std::uint64_t{bytes} + kernel.program->static_shared_bytes > model_.limits.shared_bytes_per_block_optin)
    return Status::invalid_value;
  kernel.dynamic_shared_limit = bytes;
  return Status::ok;
}

arch::Occupancy Device::occupancy(const Kernel& kernel, std::uint64_t block_threads,
                                  std::uint64_t dynamic_shared_bytes) const {
  const arch::Limits& limits = model_.limits;
  const sim::Program& program = *kernel.program;
  arch::BlockNeeds needs{
      .threads = static_cast<std::uint32_t>(std::min<std::uint64_t>(block_threads, limits.max_threads_per_block)),
      .registers_per_thread = std::min(registers_per_thread(kernel), limits.max_registers_per_thread),
      .static_shared_bytes = program.static_shared_bytes,
      .dynamic_shared_bytes =
          static_cast<std::uint32_t>(std::min<std::uint64_t>(dynamic_shared_bytes, limits.shared_bytes_per_sm)),
      .max_dynamic_shared_bytes = dynamic_shared_limit(kernel),
      .shared_carve_out_bytes = preferred_carve_out(kernel)};
  arch::Occupancy result = arch::occupancy(limits, needs);
  // The register count is the decoder's estimate; a compiler that knows the block spills rather than not to run.
  constexpr std::uint32_t kTogether = 8;  // registers of a thread
  while (result.by_registers == 0 && !kernel.assembled && needs.registers_per_thread > kTogether) {
    needs.registers_per_thread = (needs.registers_per_thread - 1) / kTogether * kTogether;
    result = arch::occupancy(limits, needs);
  }
  return result;
}

std::uint32_t Device::blocks_per_sm(const Kernel& kernel, std::uint64_t block_threads,
                                    std::uint64_t dynamic_shared_bytes) const {
  if (block_threads < 1 || block_threads > model_.limits.max_threads_per_block) return 0;
  if (dynamic_shared_bytes > dynamic_shared_limit(kernel)) return 0;
  return occupancy(kernel, block_threads, dynamic_shared_bytes).blocks_per_sm;
}

Dim3 Device::cluster_of(const Kernel& kernel, const LaunchShape& shape) {
  for (const Dim3& cluster : {shape.cluster, kernel.program->required_cluster, kernel.required_cluster}) {
    if (cluster != Dim3{0, 0, 0}) return cluster;
  }
  return {1, 1, 1};
}

std::uint32_t Device::max_cluster_size(const Kernel& kernel) const {
  const std::uint32_t portable = model_.limits.max_cluster_size;
  return std::max(1u, kernel.non_portable_clusters != 0 ? 2 * portable : portable);
}

std::optional<Refusal> Device::refusal_of(const Kernel& kernel, const LaunchShape& shape) const {
  const std::uint64_t threads = std::max<std::uint64_t>(shape.block.volume(), 1);
  return runtime::refusal_of(model_, kernel, shape,
                             {.dynamic_shared_limit = dynamic_shared_limit(kernel),
                              .registers_per_thread = registers_per_thread(kernel),
                              .cluster = cluster_of(kernel, shape),
                              .max_cluster_size = max_cluster_size(kernel),
                              .fit = occupancy(kernel, threads, shape.dynamic_shared_bytes)});
}

Status Device::launch(Kernel& kernel, const LaunchShape& shape, const void* const* arguments, std::uint64_t stream,
                      sim::Turns* turns, std::shared_ptr<GraphRun> run) {
  if (sticky_ != Status::ok) return sticky_;
  if (const Status status = prepare(kernel); status != Status::ok) return status;
  const sim::Program& program = *kernel.program;
  std::vector<std::byte> parameters(program.param_bytes);
  for (std::size_t i = 0; i < program.param_offsets.size(); ++i) {
    if (arguments == nullptr || arguments[i] == nullptr) return Status::invalid_value;
    std::memcpy(parameters.data() + program.param_offsets[i], arguments[i], program.param_sizes[i]);
  }
  return launch(kernel, shape, parameters, stream, turns, std::move(run));
}

bool Device::may_wait(Kernel& kernel) const {
  if (kernel.program == nullptr || !kernel.program->has_global_atomics) return false;
  if (streams_.empty() && memory_.is_alone() && !memory_.has_host_memory()) return false;
  if (!kernel.polls) {
    // What is read in a loop that goes on for as long as others have not written it.
    const bool has_calls = kernel.program->has_calls;
    kernel.polls = std::ranges::any_of(kernel.program->facts, [has_calls](const sim::OpFacts& facts) {
      const sim::Effects& effects = facts.effects;
      if (!effects.reads.has(sim::Space::global) || !(effects.orders() || effects.is_atomic())) return false;
      return facts.varies == sim::Varies::executions || has_calls;
    });
  }
  return *kernel.polls;
}

/// Keeps what is the launch's own while others have their turn.
class Device::GivesWay final : public sim::Turns {
 public:
  GivesWay(Device& device, sim::Turns& turns) : device_(device), turns_(turns) {}

  sim::Turn give_way(const sim::Stand& stand) override {
    std::vector<std::function<void()>> take_up;
    for (sim::Listener* listener : device_.launches_.listeners)
      if (auto* const keeps = dynamic_cast<sim::PutsAside*>(listener)) take_up.push_back(keeps->put_aside());
    const std::uint64_t stream = device_.running_stream_;
    sim::Turns* const running = device_.running_turns_;
    // What the launch has written so far, others may be the first to read.
    device_.memory_.change_all_contents();
    const sim::Turn turn = turns_.give_way(stand);
    device_.running_stream_ = stream;
    device_.running_turns_ = running;
    for (const std::function<void()>& keeps : take_up) keeps();
    return turn;
  }

 private:
  Device& device_;
  sim::Turns& turns_;
};

Status Device::launch(Kernel& kernel, const LaunchShape& shape, std::span<const std::byte> parameters,
                      std::uint64_t stream, sim::Turns* turns, std::shared_ptr<GraphRun> run) {
  running_stream_ = stream;
  running_turns_ = turns;
  std::vector<NestedQueue> left(1);
  left.back().into = std::move(run);
  const Status status = run_grid(kernel, shape, parameters, stream, nullptr, left.back(), true);
  return status != Status::ok || left.back().empty() ? status : run_nested(std::move(left), stream, true);
}

Status Device::run_grid(Kernel& kernel, const LaunchShape& shape, std::span<const std::byte> parameters,
                        std::uint64_t stream, const LaunchedBy* by, NestedQueue& nested, bool heard) {
  if (sticky_ != Status::ok) return sticky_;
  const bool observed = is_observed(kernel);
  if (const Status status = prepare(kernel); status != Status::ok) return status;
  if (const auto refusal = refusal_of(kernel, shape)) return refusal->status;
  // As an H200 answers.
  if (kernel.program->launches_graphs && by == nullptr && nested.into == nullptr) return Status::not_supported;
  if (parameters.size() != kernel.program->param_bytes) return Status::invalid_value;
  if (launches_.cancel != nullptr && launches_.cancel->load()) return Status::cancelled;

  const std::uint64_t index = group_->launches++;
  if (observed) ++group_->observed_launches;
  const std::shared_ptr<GraphRun> run = nested.into;
  NestedLaunches own(nested_, index, run);
  const std::shared_ptr<const sim::Program> held = kernel.program;
  const std::shared_ptr<const sim::Reductions> reductions = kernel.reductions;
  const std::shared_ptr<sim::ScatteredSites> scattered = kernel.scattered;
  const sim::Program& program = *held;
  const std::uint32_t bank_bytes = bank_bytes_of(kernel);
  const sim::CostModel* costs =
      bank_bytes == 8 && launches_.wide_bank_costs != nullptr ? launches_.wide_bank_costs : launches_.costs;
  sim::LaunchRequest request{
      .program = kernel.program.get(),
      .memory = &memory_,
      .textures = &images_.table(),
      .grid = shape.grid,
      .block = shape.block,
      .cluster = cluster_of(kernel, shape),
      .explicit_cluster = is_given(shape.cluster) || is_given(program.required_cluster),
      .dynamic_shared_bytes = static_cast<std::uint32_t>(shape.dynamic_shared_bytes),
      .params = {parameters.begin(), parameters.end()},
      .costs = observed && launches_.counts ? costs : nullptr,
      .scattered = scattered.get(),
      .listeners = heard ? listeners_of(observed) : std::vector<sim::Listener*>{},
      .lockstep = model_.capability.major < 7,
      .seed = launches_.seed,
      .turn = sim::kCredit,
      .workers = std::max(launches_.workers, 1),
      .threads = &threads_,
      .resident_blocks = blocks_per_sm(kernel, shape.block.volume(), shape.dynamic_shared_bytes) * model_.sm_count,
      .warps_per_sm = model_.limits.max_warps_per_sm,
      .sm_count = model_.sm_count,
      .loop_limit = launches_.loop_limit,
      .preferred_carve_out =
          arch::asked_carve_out(model_.limits, kernel.preferred_carveout.value_or(-1), cache_config(kernel)),
      .stream = stream,
      .grid_id = index,
      .nested = by == nullptr
                    ? std::nullopt
                    : std::optional(sim::NestedIn{.grid = by->launch, .number = by->number, .in_tail = by->in_tail()}),
      .graph = run != nullptr && run->graph != nullptr ? run->graph->handle : 0,
      .grid_workspace =
          shape.cooperative ? memory_.allocate_reserved(sim::kGridWorkspaceBytes, "barrier of the grid") : 0,
      .device_runtime = &own,
      .print = launches_.print,
      .progress = {},
      .cancel = launches_.cancel,
      // A grid that waits for what it has launched.
      .await_change = [this, &own] { return run_nested_now(own); },
  };
  sim::FaultLog passed_faults;
  if (launches_.goes_on) request.passed_faults = &passed_faults;
  if (sim::interests_of(request.listeners).has(sim::Interest::order))
    request.turn = kListenedTurn;
  else if (program.has_global_atomics && (!launches_.counts || looks_at_others(program)))
    request.turn = kPollingTurn;
  if (request.seed != 0) request.turn = sim::turn_under(request.seed, request.grid_id);
  tell({.what = sim::StreamAction::launch, .stream = stream});
  if (request.grid_workspace != 0) std::memset(sim::Memory::host(request.grid_workspace), 0, sim::kGridWorkspaceBytes);
  if (launches_.progress) request.progress = [&](std::uint64_t done) { launches_.progress(kernel.name, shape, done); };

  const auto start = std::chrono::steady_clock::now();
  std::optional<GivesWay> gives_way;
  if (running_turns_ != nullptr) gives_way.emplace(*this, *running_turns_);
  // What others want to hear each time, what waits for others and what depends on its own number has to happen.
  const bool may_repeat =
      launches_.repeats && by == nullptr && !gives_way && !program.launches && all_recall(request.listeners);
  std::shared_ptr<const sim::LaunchResult> result = may_repeat ? repeated_.repeat(held, request) : nullptr;
  const bool repeated = result != nullptr;
  std::chrono::duration<double> elapsed{};
  if (repeated) {
    elapsed = std::chrono::steady_clock::now() - start;
  } else {
    std::shared_ptr<sim::TieredOps> tiered = launches_.tier ? launches_.tier(held, request) : nullptr;
    request.tier = tiered.get();
    sim::TouchedMemory touched;
    if (launches_.repeats) request.touched = &touched;
    const auto executed =
        std::make_shared<sim::LaunchResult>(sim::launch(request, reductions.get(), gives_way ? &*gives_way : nullptr));
    elapsed = std::chrono::steady_clock::now() - start;
    tiered.reset();
    for (sim::Fault& fault : executed->faults) explain_address(fault, memory_);
    for (sim::Fault& fault : executed->passed_faults) explain_address(fault, memory_);
    if (!executed->faults.empty()) {
      sim::Fault& fault = executed->faults.front();
      const bool stands = fault.kind == sim::FaultKind::endless_loop || fault.kind == sim::FaultKind::deadlock;
      if (stands && gives_way && launches_.standstill_notes) {
        for (std::string& note : launches_.standstill_notes()) fault.notes.push_back(std::move(note));
      }
      sticky_ = status_of(fault);
    }
    result = executed;
    if (may_repeat)
      repeated_.done(touched, result, elapsed.count());
    else if (launches_.repeats)
      note_written(memory_, touched);
  }
  if (launches_.timings != nullptr) launches_.timings->add(repeated ? Phase::repeat : Phase::execute, elapsed.count());
  if (request.grid_workspace != 0) memory_.release(request.grid_workspace);

  LaunchShape as_launched = shape;
  as_launched.cluster = request.cluster;
  if (launches_.observer != nullptr) {
    launches_.observer->on_launch({.index = index,
                                   .program = kernel.program,
                                   .shape = as_launched,
                                   .result = result.get(),
                                   .observed = observed,
                                   .repeated = repeated,
                                   .seconds = elapsed.count(),
                                   .assembled = kernel.assembled,
                                   .bank_bytes = bank_bytes,
                                   .preferred_carve_out = request.preferred_carve_out,
                                   .memory = &memory_,
                                   .stream = stream,
                                   .device = number(),
                                   .by = by});
  }
  nested = std::move(own.queue());
  return result->cancelled && result->faults.empty() ? Status::cancelled : Status::ok;
}

Stream* Device::create_stream(std::uint32_t flags, std::int32_t priority, bool blocking, bool of_thread) {
  auto stream =
      std::make_unique<Stream>(Stream{.id = default_stream() + next_stream_++, .flags = flags, .priority = priority});
  Stream* handle = stream.get();
  streams_.emplace(handle, std::move(stream));
  tell({.what = sim::StreamAction::create, .stream = handle->id, .blocking = blocking, .of_thread = of_thread});
  return handle;
}

Event* Device::create_event(bool timed) {
  auto event = std::make_unique<Event>();
  event->id = default_stream() + next_event_++;
  event->timed = timed;
  Event* handle = event.get();
  events_.emplace(handle, std::move(event));
  return handle;
}

bool Device::destroy(const Stream* stream) {
  const auto found = streams_.find(stream);
  if (found == streams_.end()) return false;
  tell({.what = sim::StreamAction::destroy, .stream = stream->id});
  bury(std::move(found->second), destroyed_streams_);
  streams_.erase(found);
  return true;
}

bool Device::destroy(const Event* event) {
  const auto found = events_.find(event);
  if (found == events_.end()) return false;
  bury(std::move(found->second), destroyed_events_);
  events_.erase(found);
  return true;
}

void Device::record(Event& event, std::uint64_t stream) {
  event.record();
  tell({.what = sim::StreamAction::record, .stream = stream, .event = event.id});
}

}  // namespace warpglass::runtime
