// What device code asks of the runtime beside launches: streams, events, copies in a stream's turn, memory, and what
// the device is.
#include <algorithm>
#include <cstring>

#include "isa/external/device_api.hpp"
#include "sim/memory.hpp"

namespace warpglass::isa {
namespace {

using Extent = DeviceRuntime::Extent;
using Rows = DeviceRuntime::Rows;

/// cudaPitchedPtr and cudaExtent, as they are passed.
struct PitchedPointer {
  std::uint64_t address, pitch, width, height;
};
struct Volume {
  std::uint64_t width, height, depth;
};

/// cudaMemcpy3DParms.
struct Copy3d {
  std::uint64_t from_array;
  std::uint64_t from_x, from_y, from_z;
  PitchedPointer from;
  std::uint64_t to_array;
  std::uint64_t to_x, to_y, to_z;
  PitchedPointer to;
  Volume extent;
  std::uint32_t kind, padding;
};
static_assert(sizeof(Copy3d) == 160);

template <class T>
DevicePointer<T> pointer(std::uint64_t address) {
  return {address};
}

/// Writes what was asked for, if the answer is that it is there. Nowhere to write to is the caller's mistake.
template <class T>
std::int32_t give(const ExternalCall& call, int lane, std::uint64_t to, DeviceAnswer answer, T value) {
  if (answer == DeviceAnswer::ok) store(call, lane, pointer<T>(to), value);
  return number(answer);
}

std::int32_t refuse(const ExternalCall& call, int lane) {
  return number(api(call).fail(caller(call, lane), DeviceAnswer::invalid_value));
}

Rows rows_at(const PitchedPointer& memory, std::uint64_t x, std::uint64_t y, std::uint64_t z) {
  return {.base = memory.address + (z * memory.height + y) * memory.pitch + x,
          .pitch = memory.pitch,
          .rows_per_slice = memory.height};
}

std::int32_t copy_3d(const ExternalCall& call, int lane, std::uint64_t parameters, std::uint64_t stream) {
  if (parameters == 0) return refuse(call, lane);
  Copy3d copy{};
  std::memcpy(&copy, call.memory(lane, parameters, sizeof copy, false), sizeof copy);
  if (copy.from_array != 0 || copy.to_array != 0)
    return number(api(call).fail(caller(call, lane), DeviceAnswer::not_supported));
  return number(api(call).copy(caller(call, lane), rows_at(copy.to, copy.to_x, copy.to_y, copy.to_z),
                               rows_at(copy.from, copy.from_x, copy.from_y, copy.from_z),
                               {.width = copy.extent.width, .height = copy.extent.height, .depth = copy.extent.depth},
                               copy.kind, stream));
}

std::int32_t occupancy(const ExternalCall& call, int lane, std::uint64_t to, std::uint64_t function,
                       std::int32_t block_threads, std::uint64_t shared_bytes) {
  if (to == 0) return refuse(call, lane);
  std::int32_t blocks = 0;
  const DeviceAnswer answer =
      api(call).blocks_per_sm(caller(call, lane), function, block_threads, shared_bytes, blocks);
  return give(call, lane, to, answer, blocks);
}

// ---- Streams, events, copies ----

constexpr DeviceCall kStreamCalls[] = {
    {"StreamCreateWithFlags", native<[](const ExternalCall& call, int lane, std::uint64_t to, std::uint32_t flags) {
       std::uint64_t stream = 0;
       if (to == 0) return refuse(call, lane);
       const DeviceAnswer answer = api(call).create_stream(caller(call, lane), flags, stream);
       return give(call, lane, to, answer, stream);
     }>("")},
    {"StreamDestroy", native<[](const ExternalCall& call, int lane, std::uint64_t stream) {
       return number(api(call).destroy_stream(caller(call, lane), stream));
     }>("")},
    {"StreamWaitEvent",
     native<[](const ExternalCall& call, int lane, std::uint64_t stream, std::uint64_t event, std::uint32_t flags) {
       if (flags != 0) return refuse(call, lane);
       return number(api(call).wait(caller(call, lane), stream, event));
     }>(""),
     kByStream},
    {"EventCreateWithFlags", native<[](const ExternalCall& call, int lane, std::uint64_t to, std::uint32_t flags) {
       std::uint64_t event = 0;
       if (to == 0) return refuse(call, lane);
       const DeviceAnswer answer = api(call).create_event(caller(call, lane), flags, event);
       return give(call, lane, to, answer, event);
     }>("")},
    {"EventRecord", native<[](const ExternalCall& call, int lane, std::uint64_t event, std::uint64_t stream) {
       return number(api(call).record(caller(call, lane), event, stream));
     }>(""),
     kByStream},
    {"EventRecordWithFlags",
     native<[](const ExternalCall& call, int lane, std::uint64_t event, std::uint64_t stream, std::uint32_t flags) {
       if (flags != 0) return refuse(call, lane);
       return number(api(call).record(caller(call, lane), event, stream));
     }>(""),
     kByStream},
    {"EventDestroy", native<[](const ExternalCall& call, int lane, std::uint64_t event) {
       return number(api(call).destroy_event(caller(call, lane), event));
     }>("")},
    {"MemcpyAsync",
     native<[](const ExternalCall& call, int lane, std::uint64_t to, std::uint64_t from, std::uint64_t bytes,
               std::uint32_t kind, std::uint64_t stream) {
       return number(api(call).copy(caller(call, lane), {.base = to}, {.base = from}, {.width = bytes}, kind, stream));
     }>(""),
     kByStream},
    {"Memcpy2DAsync",
     native<[](const ExternalCall& call, int lane, std::uint64_t to, std::uint64_t to_pitch, std::uint64_t from,
               std::uint64_t from_pitch, std::uint64_t width, std::uint64_t height, std::uint32_t kind,
               std::uint64_t stream) {
       return number(api(call).copy(caller(call, lane), {.base = to, .pitch = to_pitch},
                                    {.base = from, .pitch = from_pitch}, {.width = width, .height = height}, kind,
                                    stream));
     }>(""),
     kByStream},
    {"Memcpy3DAsync", native<[](const ExternalCall& call, int lane, std::uint64_t parameters, std::uint64_t stream) {
       return copy_3d(call, lane, parameters, stream);
     }>(""),
     kByStream},
    {"MemsetAsync",
     native<[](const ExternalCall& call, int lane, std::uint64_t to, std::int32_t value, std::uint64_t bytes,
               std::uint64_t stream) {
       return number(api(call).fill(caller(call, lane), {.base = to}, {.width = bytes},
                                    static_cast<std::uint8_t>(value), stream));
     }>(""),
     kByStream},
    {"Memset2DAsync",
     native<[](const ExternalCall& call, int lane, std::uint64_t to, std::uint64_t pitch, std::int32_t value,
               std::uint64_t width, std::uint64_t height, std::uint64_t stream) {
       return number(api(call).fill(caller(call, lane), {.base = to, .pitch = pitch},
                                    {.width = width, .height = height}, static_cast<std::uint8_t>(value), stream));
     }>(""),
     kByStream},
    {"Memset3DAsync",
     native<[](const ExternalCall& call, int lane, PitchedPointer to, std::int32_t value, Volume extent,
               std::uint64_t stream) {
       return number(api(call).fill(caller(call, lane), rows_at(to, 0, 0, 0),
                                    {.width = extent.width, .height = extent.height, .depth = extent.depth},
                                    static_cast<std::uint8_t>(value), stream));
     }>(""),
     kByStream},
};

// ---- Memory, and what the device is ----

// What an H200 answers, whichever CUDA the code is of.
constexpr std::int32_t kRuntimeVersion = 6000;

constexpr DeviceCall kOtherCalls[] = {
    {"Malloc", native<[](const ExternalCall& call, int lane, std::uint64_t to, std::uint64_t bytes) {
       if (to == 0) return refuse(call, lane);
       const std::uint64_t address =
           bytes == 0 ? 0 : call.warp.launch->memory->allocate_from_heap(bytes, "cudaMalloc in device code");
       if (address == 0 && bytes != 0) return number(api(call).fail(caller(call, lane), DeviceAnswer::out_of_memory));
       return give(call, lane, to, DeviceAnswer::ok, address);
     }>("")},
    {"Free", native<[](const ExternalCall& call, int lane, std::uint64_t address) {
       free_in_device_code(call, lane, address, "cudaFree");
       return std::int32_t{0};
     }>("")},
    {"GetDevice", native<[](const ExternalCall& call, int lane, std::uint64_t to) {
       if (to == 0) return refuse(call, lane);
       return give(call, lane, to, DeviceAnswer::ok, static_cast<std::int32_t>(call.warp.launch->memory->device()));
     }>("")},
    {"GetDeviceCount", native<[](const ExternalCall& call, int lane, std::uint64_t to) {
       return to == 0 ? refuse(call, lane) : give(call, lane, to, DeviceAnswer::ok, std::int32_t{1});
     }>("")},
    {"RuntimeGetVersion", native<[](const ExternalCall& call, int lane, std::uint64_t to) {
       return to == 0 ? refuse(call, lane) : give(call, lane, to, DeviceAnswer::ok, kRuntimeVersion);
     }>("")},
    {"DeviceGetAttribute",
     native<[](const ExternalCall& call, int lane, std::uint64_t to, std::int32_t attribute, std::int32_t device) {
       std::int32_t value = 0;
       if (to == 0) return refuse(call, lane);
       const DeviceAnswer answer = api(call).attribute(caller(call, lane), attribute, device, value);
       return give(call, lane, to, answer, value);
     }>("")},
    {"DeviceGetLimit", native<[](const ExternalCall& call, int lane, std::uint64_t to, std::uint32_t limit) {
       std::uint64_t value = 0;
       if (to == 0) return refuse(call, lane);
       const DeviceAnswer answer = api(call).limit(caller(call, lane), limit, value);
       // What an H200 does for a limit that it no longer has.
       if (answer == DeviceAnswer::unsupported_limit) store(call, lane, pointer<std::uint64_t>(to), ~std::uint64_t{0});
       return give(call, lane, to, answer, value);
     }>("")},
    {"DeviceGetCacheConfig", native<[](const ExternalCall& call, int lane, std::uint64_t to) {
       return to == 0 ? refuse(call, lane) : give(call, lane, to, DeviceAnswer::ok, std::int32_t{0});
     }>("")},
    {"DeviceGetSharedMemConfig", native<[](const ExternalCall& call, int lane, std::uint64_t to) {
       return to == 0 ? refuse(call, lane) : give(call, lane, to, DeviceAnswer::ok, std::int32_t{0});
     }>("")},
    {"FuncGetAttributes", native<[](const ExternalCall& call, int lane, std::uint64_t to, std::uint64_t function) {
       if (to == 0) return refuse(call, lane);
       std::vector<std::byte> attributes;
       const DeviceAnswer answer = api(call).function_attributes(caller(call, lane), function, attributes);
       if (answer == DeviceAnswer::ok) std::ranges::copy(attributes, call.memory(lane, to, attributes.size(), true));
       return number(answer);
     }>("")},
    {"OccupancyMaxActiveBlocksPerMultiprocessor",
     native<[](const ExternalCall& call, int lane, std::uint64_t to, std::uint64_t function, std::int32_t block_threads,
               std::uint64_t shared_bytes) {
       return occupancy(call, lane, to, function, block_threads, shared_bytes);
     }>("")},
    {"OccupancyMaxActiveBlocksPerMultiprocessorWithFlags",
     native<[](const ExternalCall& call, int lane, std::uint64_t to, std::uint64_t function, std::int32_t block_threads,
               std::uint64_t shared_bytes,
               std::uint32_t) { return occupancy(call, lane, to, function, block_threads, shared_bytes); }>("")},
};

}  // namespace

std::span<const ProvidedFunction> device_stream_functions() {
  static const DeviceCallTable table(kStreamCalls);
  return table.functions();
}

std::span<const ProvidedFunction> device_query_functions() {
  static const DeviceCallTable table(kOtherCalls);
  return table.functions();
}

}  // namespace warpglass::isa
