// Error numbers are those that an H200 answered (tests/cuda/programs/nested_semantics.expected).
#include "runtime/nested.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "runtime/device_words.hpp"
#include "sim/note.hpp"
#include "sim/warp.hpp"

namespace warpglass::runtime {
namespace {

using sim::DeviceAnswer;

// Streams that need not be created (CUDA: cudaStreamLegacy, cudaStreamPerThread, cudaStreamTailLaunch,
// cudaStreamFireAndForget). Those that are have numbers of which the upper half says so.
enum : std::uint64_t { kDefault = 0, kLegacy = 1, kPerThread = 2, kTail = 3, kFireAndForget = 4 };
constexpr std::uint64_t kHandles = std::uint64_t{0x05} << 56;
constexpr std::uint64_t kHandleStride = 16;

constexpr std::uint32_t kNonBlocking = 1;    // of a stream's flags, the only one
constexpr std::uint32_t kDisableTiming = 2;  // of an event's flags: device code may not do without

constexpr std::string_view kHeader = "cuda_device_runtime_api.h";
constexpr std::uint32_t kDeviceToDevice = 3;  // cudaMemcpyKind
constexpr std::uint32_t kByAddress = 4;

constexpr std::uint64_t kSlabBytes = 1 << 16;
constexpr std::uint64_t kBufferAlignment = 64;

std::uint32_t thread_of(const sim::DeviceRuntime::Caller& caller) {
  return caller.warp.index * 32u + static_cast<std::uint32_t>(caller.lane);
}

std::pair<std::uint64_t, std::uint32_t> key_of(const sim::DeviceRuntime::Caller& caller) {
  return {caller.warp.block_number, thread_of(caller)};
}

LaunchShape shape_of(const sim::DeviceRuntime::Shape& shape) {
  return {.grid = shape.grid, .block = shape.block, .dynamic_shared_bytes = shape.dynamic_shared_bytes};
}

SourcePosition place_of(const sim::DeviceRuntime::Caller& caller) {
  const sim::Program& program = *caller.warp.launch->program;
  const sim::OpFacts& facts = program.facts[caller.op->pc];
  if (facts.source == sim::Op::kNone) return facts.ptx;
  // nvcc's launches are calls in a header, inlined where they stand.
  const sim::Source& source = program.sources[facts.source];
  const auto in_header = [](const SourcePosition& where) { return where.file.ends_with(kHeader); };
  if (!in_header(source.where)) return source.where;
  const auto outer = std::ranges::find_if_not(source.inlined_at, in_header);
  return outer != source.inlined_at.end() ? *outer : source.where;
}

Region region_of(const sim::DeviceRuntime::Rows& rows) {
  return {.base = rows.base, .pitch = rows.pitch, .rows_per_slice = rows.rows_per_slice};
}

Extent extent_of(const sim::DeviceRuntime::Extent& extent) {
  return {.width = extent.width, .height = extent.height, .depth = extent.depth};
}

bool is_nothing(const Extent& extent) { return extent.width == 0 || extent.height == 0 || extent.depth == 0; }

}  // namespace

NestedLaunches::~NestedLaunches() {
  for (const std::uint64_t slab : slabs_) device_.memory.release(slab);
}

DeviceAnswer NestedLaunches::fail(const Caller& caller, DeviceAnswer error) {
  if (error != DeviceAnswer::ok) errors_[key_of(caller)] = error;
  return error;
}

DeviceAnswer NestedLaunches::last_error(const Caller& caller) const {
  const auto found = errors_.find(key_of(caller));
  return found != errors_.end() ? found->second : DeviceAnswer::ok;
}

DeviceAnswer NestedLaunches::take_last_error(const Caller& caller) {
  const DeviceAnswer error = last_error(caller);
  errors_.erase(key_of(caller));
  return error;
}

// ---- Launches ----

Kernel* NestedLaunches::prepared(const Caller& caller, std::uint64_t function) {
  Kernel* kernel = device_.modules.kernel_at(function);
  if (kernel != nullptr && device_.prepare(*kernel) == Status::ok) return kernel;
  fail(caller, DeviceAnswer::invalid_function);
  return nullptr;
}

Kernel* NestedLaunches::launchable(const Caller& caller, std::uint64_t function, const LaunchShape& shape) {
  Kernel* kernel = prepared(caller, function);
  if (kernel == nullptr || device_.may_launch(*kernel, shape)) return kernel;
  fail(caller, DeviceAnswer::invalid_configuration);
  return nullptr;
}

std::uint64_t NestedLaunches::take_buffer(const Caller& caller, Buffer buffer) {
  const std::uint64_t bytes =
      (std::max<std::uint64_t>(buffer.bytes, 1) + kBufferAlignment - 1) / kBufferAlignment * kBufferAlignment;
  // No piece is given out twice, so that nobody takes what two threads store for a race.
  if (slabs_.empty() || slab_used_ + bytes > kSlabBytes) {
    const std::uint64_t slab =
        device_.memory.allocate_reserved(std::max(bytes, kSlabBytes), "parameters of nested launches");
    if (slab == 0) {
      fail(caller, DeviceAnswer::out_of_memory);
      return 0;
    }
    slabs_.push_back(slab);
    slab_used_ = 0;
  }
  const std::uint64_t address = slabs_.back() + slab_used_;
  slab_used_ += bytes;
  buffers_.emplace(address, buffer);
  return address;
}

std::uint64_t NestedLaunches::parameter_buffer(const Caller& caller, std::uint64_t function, const Shape& shape) {
  const LaunchShape wanted = shape_of(shape);
  Kernel* kernel = launchable(caller, function, wanted);
  if (kernel == nullptr) return 0;
  return take_buffer(caller, {.kernel = kernel, .shape = wanted, .bytes = kernel->program->param_bytes});
}

std::uint64_t NestedLaunches::parameter_buffer(const Caller& caller, std::uint64_t bytes) {
  constexpr std::uint64_t kMostBytes = 32764;  // that a kernel's parameters may have
  if (bytes <= kMostBytes) return take_buffer(caller, {.kernel = nullptr, .shape = {}, .bytes = bytes});
  fail(caller, DeviceAnswer::invalid_value);
  return 0;
}

DeviceAnswer NestedLaunches::launch(const Caller& caller, std::uint64_t buffer, std::uint64_t stream) {
  const auto found = buffers_.find(buffer);
  if (found == buffers_.end() || found->second.kernel == nullptr) return fail(caller, DeviceAnswer::invalid_value);
  const Buffer asked = found->second;
  buffers_.erase(found);
  const std::byte* bytes = sim::Memory::host(buffer);
  return enqueue(caller, stream,
                 {.kernel = asked.kernel, .shape = asked.shape, .parameters = {bytes, bytes + asked.bytes}});
}

DeviceAnswer NestedLaunches::launch(const Caller& caller, std::uint64_t function, std::uint64_t buffer,
                                    const Shape& shape, std::uint64_t stream) {
  const LaunchShape wanted = shape_of(shape);
  Kernel* kernel = launchable(caller, function, wanted);
  if (kernel == nullptr) return last_error(caller);
  const std::uint32_t wants = kernel->program->param_bytes;
  const auto found = buffers_.find(buffer);
  if (found == buffers_.end() ? wants != 0 : found->second.bytes < wants)
    return fail(caller, DeviceAnswer::invalid_value);
  std::vector<std::byte> parameters(wants);
  if (found != buffers_.end()) {
    std::memcpy(parameters.data(), sim::Memory::host(buffer), wants);
    buffers_.erase(found);
  }
  return enqueue(caller, stream, {.kernel = kernel, .shape = wanted, .parameters = std::move(parameters)});
}

void NestedLaunches::configure(const Caller& caller, const Shape& shape, std::uint64_t stream) {
  configured_[key_of(caller)] = {.shape = shape, .stream = stream};
}

bool NestedLaunches::is_kernel(std::uint64_t function) const { return device_.modules.kernel_at(function) != nullptr; }

DeviceAnswer NestedLaunches::call(const Caller& caller, std::uint64_t function, std::span<const Argument> arguments) {
  const auto configured = configured_.find(key_of(caller));
  if (configured == configured_.end()) return fail(caller, DeviceAnswer::invalid_configuration);
  const Configuration how = configured->second;
  configured_.erase(configured);
  const LaunchShape wanted = shape_of(how.shape);
  Kernel* kernel = launchable(caller, function, wanted);
  if (kernel == nullptr) return last_error(caller);
  const sim::Program& program = *kernel->program;
  std::vector<std::byte> parameters(program.param_bytes);
  for (std::size_t i = 0; i < std::min(arguments.size(), program.param_offsets.size()); ++i) {
    std::memcpy(parameters.data() + program.param_offsets[i], arguments[i].value,
                std::min(program.param_sizes[i], arguments[i].bytes));
  }
  return enqueue(caller, how.stream, {.kernel = kernel, .shape = wanted, .parameters = std::move(parameters)});
}

DeviceAnswer NestedLaunches::enqueue(const Caller& caller, std::uint64_t stream, NestedWork work) {
  if (!is_stream(stream)) return fail(caller, DeviceAnswer::invalid_value);
  const std::uint64_t most = device_.settings.words != nullptr ? device_.settings.words->pending_launch_limit() : 2048;
  const bool in_tail = stream == kTail;
  // The tail's launches cannot begin while the grid runs. Others may, and make room.
  if (in_tail && queue_.tail.size() >= most) return fail(caller, DeviceAnswer::too_many_pending);
  if (work.what == NestedWork::What::launch && !in_tail && stream != kFireAndForget && ++in_streams_ == most + 1 &&
      device_.settings.notice)
    device_.settings.notice(
        fmt::format("a grid launches more than {} kernels into ordered streams from device code: on a machine those "
                    "that find no room to wait fail with cudaErrorLaunchPendingCountExceeded, unless "
                    "cudaDeviceSetLimit raises cudaLimitDevRuntimePendingLaunchCount",
                    most));
  work.by = note_launch(caller, in_tail                    ? LaunchedBy::Stream::tail
                                : stream == kFireAndForget ? LaunchedBy::Stream::fire_and_forget
                                : stream >= kHandles       ? LaunchedBy::Stream::created
                                                           : LaunchedBy::Stream::block);
  (in_tail ? queue_.tail : queue_.work).push_back(std::move(work));
  return DeviceAnswer::ok;
}

LaunchedBy NestedLaunches::note_launch(const Caller& caller, LaunchedBy::Stream stream) {
  LaunchedBy by{.launch = launch_,
                .where = place_of(caller),
                .kernel = caller.warp.launch->program->name,
                .block = caller.warp.block_index,
                .thread = caller.warp.thread_index(caller.lane),
                .stream = stream,
                .number = ++numbers_};
  sim::note_sync(caller.warp, caller.op, lane_bit(caller.lane), {.what = sim::Sync::nested_launch, .count = by.number});
  return by;
}

DeviceAnswer NestedLaunches::synchronise(const Caller& caller) {
  (void)caller;
  device_.run_now(*this);
  return DeviceAnswer::ok;
}

// ---- Graphs ----

DeviceAnswer NestedLaunches::launch_graph(const Caller& caller, std::uint64_t handle, std::uint64_t stream) {
  // cudaStreamGraphTailLaunch, cudaStreamGraphFireAndForget, cudaStreamGraphFireAndForgetAsSibling.
  enum : std::uint64_t {
    kInTail = std::uint64_t{1} << 56,
    kInto = std::uint64_t{2} << 56,
    kBeside = std::uint64_t{3} << 56
  };
  const std::shared_ptr<DeviceGraph> graph = device_.graphs.find(handle);
  if (run_ == nullptr || graph == nullptr || (stream != kInTail && stream != kInto && stream != kBeside))
    return DeviceAnswer::invalid_value;
  const bool in_tail = stream == kInTail;
  if (in_tail ? run_->tails.size() >= GraphRun::kMostTails
              : (stream == kInto ? run_ : run_->parent)->children >= GraphRun::kMostChildren)
    return DeviceAnswer::invalid_value;
  // One launch at a time, but for the next of the graph that runs.
  if (graph->launches > (in_tail && run_->graph == graph ? 1u : 0u)) {
    // Who tries again and again waits for the launch before.
    constexpr std::uint32_t kPatience = 64;
    if (++refused_ % kPatience == 0) device_.run_now(*this);
    return DeviceAnswer::invalid_value;
  }
  ++graph->launches;
  NestedWork work{.what = NestedWork::What::graph};
  work.graph = graph;
  work.by = note_launch(caller, in_tail           ? LaunchedBy::Stream::graph_tail
                                : stream == kInto ? LaunchedBy::Stream::graph_fire_and_forget
                                                  : LaunchedBy::Stream::graph_sibling);
  run_->device = device_.memory.device();
  if (in_tail) {
    run_->tails.push_back(std::move(work));
  } else if (stream == kInto) {
    ++run_->children;
    queue_.work.push_back(std::move(work));
  } else {
    ++run_->parent->children;
    run_->parent->siblings.push_back(std::move(work));
  }
  return DeviceAnswer::ok;
}

bool NestedLaunches::may_become(const ChangeableNode& node, const NodeChange& change) const {
  switch (change.what) {
    case NodeChange::What::parameters:
      return change.offset <= node.parameters.size() && change.value.size() <= node.parameters.size() - change.offset;
    case NodeChange::What::grid: {
      LaunchShape shape = node.shape;
      shape.grid = change.grid;
      return device_.may_launch(*node.kernel, shape);
    }
    case NodeChange::What::enabled: return true;
  }
  return false;
}

DeviceAnswer NestedLaunches::change_nodes(const Caller&, std::span<const NodeChange> changes) {
  std::vector<std::shared_ptr<ChangeableNode>> nodes;
  for (const NodeChange& change : changes) {
    nodes.push_back(device_.graphs.find_node(change.node));
    if (nodes.back() == nullptr || !nodes.back()->uploaded || !may_become(*nodes.back(), change))
      return DeviceAnswer::invalid_value;
  }
  for (std::size_t i = 0; i < changes.size(); ++i) {
    const NodeChange& change = changes[i];
    switch (change.what) {
      case NodeChange::What::parameters:
        std::ranges::copy(change.value, nodes[i]->parameters.begin() + static_cast<std::ptrdiff_t>(change.offset));
        break;
      case NodeChange::What::grid: nodes[i]->shape.grid = change.grid; break;
      case NodeChange::What::enabled: nodes[i]->enabled = change.enabled; break;
    }
  }
  return DeviceAnswer::ok;
}

// ---- Streams and events. In the order in which things are done every event has come when somebody waits for it. ----

bool NestedLaunches::is_stream(std::uint64_t stream) const {
  return stream <= kFireAndForget || streams_.contains(stream);
}

DeviceAnswer NestedLaunches::create_stream(const Caller& caller, std::uint32_t flags, std::uint64_t& stream) {
  if (flags > kNonBlocking) return fail(caller, DeviceAnswer::invalid_value);
  stream = kHandles + kHandleStride * ++handles_;
  streams_.insert(stream);
  return DeviceAnswer::ok;
}

DeviceAnswer NestedLaunches::destroy_stream(const Caller& caller, std::uint64_t stream) {
  return streams_.erase(stream) != 0 ? DeviceAnswer::ok : fail(caller, DeviceAnswer::invalid_value);
}

DeviceAnswer NestedLaunches::create_event(const Caller& caller, std::uint32_t flags, std::uint64_t& event) {
  if (flags != kDisableTiming) return fail(caller, DeviceAnswer::invalid_value);
  event = kHandles + kHandleStride * ++handles_;
  events_.insert(event);
  return DeviceAnswer::ok;
}

DeviceAnswer NestedLaunches::destroy_event(const Caller& caller, std::uint64_t event) {
  return events_.erase(event) != 0 ? DeviceAnswer::ok : fail(caller, DeviceAnswer::invalid_value);
}

DeviceAnswer NestedLaunches::record(const Caller& caller, std::uint64_t event, std::uint64_t stream) {
  const bool takes_events = is_stream(stream) && stream != kTail && stream != kFireAndForget;
  return takes_events && events_.contains(event) ? DeviceAnswer::ok : fail(caller, DeviceAnswer::invalid_value);
}

DeviceAnswer NestedLaunches::wait(const Caller& caller, std::uint64_t stream, std::uint64_t event) {
  return record(caller, event, stream);
}

DeviceAnswer NestedLaunches::copy(const Caller& caller, const Rows& to, const Rows& from,
                                  const DeviceRuntime::Extent& extent, std::uint32_t kind, std::uint64_t stream) {
  if (kind != kDeviceToDevice && kind != kByAddress) return fail(caller, DeviceAnswer::invalid_copy_direction);
  NestedWork work{.what = NestedWork::What::copy, .to = region_of(to), .from = region_of(from)};
  work.extent = extent_of(extent);
  if (is_nothing(work.extent)) return DeviceAnswer::ok;
  if (!refusal_of_copy(device_.memory, work.to, work.from, work.extent, CopyKind::device_to_device).why.empty())
    return fail(caller, DeviceAnswer::invalid_value);
  return enqueue(caller, stream, std::move(work));
}

DeviceAnswer NestedLaunches::fill(const Caller& caller, const Rows& rows, const DeviceRuntime::Extent& extent,
                                  std::uint8_t value, std::uint64_t stream) {
  NestedWork work{.what = NestedWork::What::fill, .to = region_of(rows), .value = value};
  work.extent = extent_of(extent);
  if (is_nothing(work.extent)) return DeviceAnswer::ok;
  if (!refusal_of_fill(device_.memory, work.to, work.extent).why.empty())
    return fail(caller, DeviceAnswer::invalid_value);
  return enqueue(caller, stream, std::move(work));
}

// ---- Questions ----

DeviceAnswer NestedLaunches::attribute(const Caller& caller, std::int32_t attribute, std::int32_t device,
                                       std::int32_t& value) {
  if (device_.settings.words == nullptr) return fail(caller, DeviceAnswer::not_supported);
  // Of its own device alone.
  if (device != static_cast<std::int32_t>(device_.memory.device())) return fail(caller, DeviceAnswer::invalid_device);
  return fail(caller, device_.settings.words->attribute(attribute, value));
}

DeviceAnswer NestedLaunches::limit(const Caller& caller, std::uint32_t limit, std::uint64_t& value) {
  if (device_.settings.words == nullptr) return fail(caller, DeviceAnswer::not_supported);
  return fail(caller, device_.settings.words->limit(limit, value));
}

DeviceAnswer NestedLaunches::function_attributes(const Caller& caller, std::uint64_t function,
                                                 std::vector<std::byte>& attributes) {
  if (device_.settings.words == nullptr) return fail(caller, DeviceAnswer::not_supported);
  const Kernel* kernel = prepared(caller, function);
  if (kernel == nullptr) return last_error(caller);
  device_.settings.words->function_attributes(*kernel, attributes);
  return DeviceAnswer::ok;
}

DeviceAnswer NestedLaunches::blocks_per_sm(const Caller& caller, std::uint64_t function, std::int32_t block_threads,
                                           std::uint64_t dynamic_shared_bytes, std::int32_t& blocks) {
  const Kernel* kernel = prepared(caller, function);
  if (kernel == nullptr) return last_error(caller);
  if (block_threads <= 0) return fail(caller, DeviceAnswer::invalid_value);
  blocks = static_cast<std::int32_t>(
      device_.blocks_per_sm(*kernel, static_cast<std::uint64_t>(block_threads), dynamic_shared_bytes));
  return DeviceAnswer::ok;
}

std::uint64_t NestedLaunches::error_text(std::int32_t error, bool name) {
  const std::string_view text =
      device_.settings.words != nullptr ? device_.settings.words->error_text(error, name) : "";
  return device_.text_address(text);
}

}  // namespace warpglass::runtime
