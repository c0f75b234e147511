// printf, malloc, free and assert of device code, and the conditions of graphs' nodes.
#include <fmt/format.h>

#include <atomic>
#include <cstring>
#include <string>

#include "isa/external/external.hpp"
#include "isa/external/format.hpp"
#include "sim/launch.hpp"
#include "sim/memory.hpp"
#include "sim/pass_over.hpp"
#include "sim/touched_memory.hpp"

namespace warpglass::isa {
namespace {

constexpr std::size_t kMaxFormat = 65536;

/// Memory alone does not show what the launch does.
void act_outside_memory(const ExternalCall& call) {
  if (call.warp.touched != nullptr) call.warp.touched->give_up();
}

void print(const ExternalCall& call, std::string_view text) {
  act_outside_memory(call);
  if (call.warp.launch->print) call.warp.launch->print(text);
}

/// Device printf arrives as vprintf(format, packed arguments).
std::int32_t print_formatted(const ExternalCall& call, int lane, DevicePointer<char> format,
                             DevicePointer<void> arguments) {
  if (format.address == 0) return -1;
  const FormatMemory memory{
      .argument =
          [&](std::uint64_t offset, std::uint32_t bytes) {
            std::uint64_t value = 0;
            std::memcpy(&value, call.memory(lane, arguments.address + offset, bytes, false), bytes);
            return value;
          },
      .string = [&](std::uint64_t address,
                    std::size_t limit) { return std::string(call.string(lane, address, limit)); }};
  const Formatted formatted = format_device(call.string(lane, format.address, kMaxFormat), memory);
  print(call, formatted.text);
  return formatted.arguments;
}

std::uint64_t allocate(const ExternalCall& call, int lane, std::uint64_t size) {
  act_outside_memory(call);
  sim::Memory& memory = *call.warp.launch->memory;
  const std::uint64_t address = memory.allocate_from_heap(size, "malloc in device code");
  if (address != 0) return address;
  sim::pass_over(call.warp, call.op, lane_bit(lane), sim::FaultKind::heap_exhausted, [&](sim::Fault& fault) {
    fault.message = fmt::format("malloc of {} bytes returns a null pointer: the device's heap of {} bytes is full",
                                size, memory.heap_limit());
    fault.notes.emplace_back(
        "cudaDeviceSetLimit(cudaLimitMallocHeapSize, bytes) before the first launch that uses it makes it larger");
  });
  return 0;
}

}  // namespace

void free_in_device_code(const ExternalCall& call, int lane, std::uint64_t address, std::string_view name) {
  if (address == 0) return;
  act_outside_memory(call);
  const auto allocation = call.warp.launch->memory->find(address);
  if (allocation && allocation->begin == address && allocation->kind == sim::AllocationKind::heap) {
    call.warp.launch->memory->release(address);
    return;
  }
  sim::Fault fault;
  fault.kind = sim::FaultKind::out_of_bounds;
  fault.lane = lane;
  fault.address = address;
  fault.message =
      fmt::format("{} of {:#x}, which malloc in device code has not returned or which is freed already", name, address);
  sim::raise(call.warp, call.op, lane_bit(lane), std::move(fault));
}

namespace {

/// __assertfail(message, file, line, function, bytes per character)
const sim::Op* fail_assertion(ExternalCall& call) {
  std::string first;
  for_each_lane(call.lanes, [&](int lane) {
    const auto text = [&](std::size_t number) {
      const auto address = call.argument<std::uint64_t>(lane, number);
      return address == 0 ? std::string("?") : std::string(call.string(lane, address, kMaxFormat));
    };
    const Dim3& block = call.warp.block_index;
    const Dim3 thread = call.warp.thread_index(lane);
    const std::string assertion = text(0);
    const auto line = call.argument<std::uint32_t>(lane, 2);
    print(call, fmt::format("{}:{}: {}: block: [{},{},{}], thread: [{},{},{}] Assertion `{}` failed.\n", text(1), line,
                            text(3), block.x, block.y, block.z, thread.x, thread.y, thread.z, assertion));
    if (first.empty()) first = fmt::format("device-side assertion failed: {} ({}:{})", assertion, text(1), line);
  });
  sim::Fault fault;
  fault.kind = sim::FaultKind::assertion;
  fault.message = std::move(first);
  sim::raise(call.warp, call.op, call.lanes, std::move(fault));
}

/// What clang's check of an index knows of its place and of types: LLVM's ubsan_value.h and ubsan_handlers.h.
struct IndexType {
  std::uint16_t kind;  // 0: integer
  std::uint16_t info;  // of integers: the logarithm of the width, and in bit 0 whether they are signed
};
struct IndexCheck {
  std::uint64_t file;
  std::uint32_t line;
  std::uint32_t column;
  std::uint64_t array;  // an IndexType, and the type's name in quotes behind it
  std::uint64_t index;
};

template <class T>
T constant(const ExternalCall& call, int lane, std::uint64_t address) {
  T value;
  std::memcpy(&value, call.unheard(lane, address, sizeof value), sizeof value);
  return value;
}

std::string number_of(IndexType type, std::uint64_t value) {
  const unsigned width = 1U << (type.info >> 1);
  const unsigned unused = width < 64 ? 64 - width : 0;
  if ((type.info & 1) != 0) return std::to_string(static_cast<std::int64_t>(value << unused) >> unused);
  return std::to_string(value << unused >> unused);
}

/// __ubsan_handle_out_of_bounds(what is known of the place, index): an index is outside its array's type.
const sim::Op* note_index(ExternalCall& call) {
  sim::pass_over(call.warp, call.op, call.lanes, sim::FaultKind::array_index, [&](sim::Fault& fault) {
    const auto check = constant<IndexCheck>(call, fault.lane, call.argument<std::uint64_t>(fault.lane, 0));
    std::string array(call.string(fault.lane, check.array + sizeof(IndexType), kMaxFormat));
    if (array.size() > 1 && array.front() == '\'') array = array.substr(1, array.size() - 2);
    const auto index = call.argument<std::uint64_t>(fault.lane, 1);
    fault.message = fmt::format("index {} is outside the array of type {}",
                                number_of(constant<IndexType>(call, fault.lane, check.index), index), array);
  });
  return nullptr;
}

/// A handle is the address of a word that the launch of the graph reads.
void set_condition(const ExternalCall& call, int lane, std::uint64_t handle, std::uint32_t value) {
  act_outside_memory(call);
  const auto word = call.warp.launch->memory->find(handle);
  if (word && word->begin == handle && word->kind == sim::AllocationKind::reserved &&
      word->label == sim::kConditionLabel) {
    std::atomic_ref(*reinterpret_cast<std::uint32_t*>(sim::Memory::host(handle))).store(value);
    return;
  }
  sim::Fault fault;
  fault.kind = sim::FaultKind::out_of_bounds;
  fault.lane = lane;
  fault.write = true;
  fault.address = handle;
  fault.message = fmt::format(
      "cudaGraphSetConditional of {:#x}, which is no handle of cudaGraphConditionalHandleCreate, or of a graph that is "
      "gone",
      handle);
  sim::raise(call.warp, call.op, lane_bit(lane), std::move(fault));
}

constexpr ProvidedFunction in_order(ProvidedFunction function) {
  function.ordered = true;
  return function;
}

constexpr ProvidedFunction kRuntimeFunctions[] = {
    in_order(native<[](const ExternalCall& call, int lane, DevicePointer<char> format, DevicePointer<void> arguments) {
      return print_formatted(call, lane, format, arguments);
    }>("vprintf")),
    in_order(native<[](const ExternalCall& call, int lane, std::uint64_t size) { return allocate(call, lane, size); }>(
        "malloc")),
    in_order(native<[](const ExternalCall& call, int lane, std::uint64_t address) {
      free_in_device_code(call, lane, address, "free");
    }>("free")),
    native<[](const ExternalCall& call, int lane, std::uint64_t handle, std::uint32_t value) {
      set_condition(call, lane, handle, value);
    }>("cudaGraphSetConditional"),
    {.name = "__assertfail", .run = fail_assertion, .argument_bytes = {8, 8, 4, 8, 8}, .argument_count = 5},
    {.name = "__ubsan_handle_out_of_bounds", .run = note_index, .argument_bytes = {8, 8}, .argument_count = 2},
};

}  // namespace

std::span<const ProvidedFunction> device_runtime_functions() { return kRuntimeFunctions; }

}  // namespace warpglass::isa
