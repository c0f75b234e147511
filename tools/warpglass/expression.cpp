#include "tools/warpglass/expression.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstring>
#include <fstream>
#include <limits>
#include <span>

#include "arch/device_model.hpp"
#include "runtime/device.hpp"
#include "tools/warpglass/compile.hpp"
#include "tools/warpglass/error.hpp"
#include "tools/warpglass/program_file.hpp"
#include "tools/warpglass/temporary_folder.hpp"

namespace warpglass::tool {
namespace {

constexpr std::int64_t kOff = std::numeric_limits<std::int64_t>::min();  // the thread takes no part
constexpr std::uint64_t kMostBytes = 1u << 24;
constexpr std::uint64_t kEndless = 1u << 16;  // elements that an array without an end has, to be read from

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// Each flag's text on lines of its own, so that the compiler's positions are the user's.
std::string source_of(const Expression& expression, const std::string& array) {
  std::string dimensions;
  for (const std::uint64_t size : expression.shape) dimensions += fmt::format("[{}]", size);
  std::string declaration;
  if (!array.empty()) {
    declaration = expression.shape.empty()
                      ? fmt::format("element* const {} = reinterpret_cast<element*>(memory);", array)
                      : fmt::format("auto& {} = *reinterpret_cast<element (*){}>(memory);", array, dimensions);
  }
  const std::string end = array.empty() || expression.shape.empty() ? "0" : fmt::format("sizeof({})", array);
  const std::string condition = expression.condition.empty() ? "true" : expression.condition;
  const bool half = expression.type.find("half") != std::string::npos;
  const bool bf16 = expression.type.find("bfloat") != std::string::npos;
  return fmt::format(R"({}{}template <class T> constexpr bool is_element = false;
template <class T> constexpr bool is_element<T&> = true;
using element =
#line 1 "--type"
{}
;
extern "C" __global__ void places(long long* place, unsigned* bytes, char* memory) {{
  const int tx = threadIdx.x, ty = threadIdx.y, tz = threadIdx.z;
  const int tid = tx + int(blockDim.x) * (ty + int(blockDim.y) * tz);
  const int lane = tid % 32, warp = tid / 32;
  {}
  long long offset = -0x7fffffffffffffffLL - 1;
  if (
#line 1 "--if"
{}
) {{
    {} = (
#line 1 "--expr"
{}
);
    {}
  }}
  place[tid] = offset;
  if (tid == 0) bytes[1] = {};
  (void)lane, (void)warp;
}}
)",
                     half ? "#include <cuda_fp16.h>\n" : "", bf16 ? "#include <cuda_bf16.h>\n" : "", expression.type,
                     declaration, condition, array.empty() ? "const long long index" : "auto&& at", expression.text,
                     array.empty() ? "offset = index * (long long)sizeof(element);\n    bytes[0] = sizeof(element);"
                                   : "#line 1 \"--expr\"\n"
                                     "    static_assert(is_element<decltype(at)>, \"an element is wanted, such as "
                                     "tile[ty][tx], and nothing that is computed from one\");\n"
                                     "    offset = (const char*)&at - memory;\n    bytes[0] = sizeof(at);",
                     end);
}

std::uint64_t allocate(runtime::Device& device, std::uint64_t bytes, const char* label) {
  std::uint64_t address = 0;
  if (device.allocate(bytes, sim::AllocationKind::device, label, address) != runtime::Status::ok)
    throw UsageError(fmt::format("there is no memory for {} bytes", bytes));
  std::memset(sim::Memory::host(address), 0, bytes);
  return address;
}

/// Keeps what went wrong in the kernel.
class FaultKeeper final : public runtime::LaunchObserver {
 public:
  void on_launch(const runtime::LaunchRecord& record) override {
    if (!record.result->faults.empty()) message = record.result->faults.front().message;
  }
  std::string message;
};

struct Results {
  std::vector<std::int64_t> places;
  std::array<std::uint32_t, 2> bytes{};  // of an access; of the array, 0 when it has no end
};

/// \param memory_bytes  of the array, zeros, for expressions that read elements
Results run(const std::string& ptx, const Expression& expression, std::uint64_t memory_bytes) {
  const arch::DeviceModel& model = arch::default_device();
  const std::uint64_t threads = expression.block.volume();
  FaultKeeper keeper;
  std::string problems;
  runtime::DeviceOptions options;
  options.complain = [&](const Diagnostics& found) {
    for (const Diagnostic& diagnostic : found) problems += (problems.empty() ? "" : "; ") + diagnostic.message;
  };
  options.launches.observer = &keeper;
  options.launches.loop_limit = 1u << 20;
  runtime::Device device(model, options);
  const runtime::ModuleId module = device.modules().add({std::as_bytes(std::span(ptx))}, "--expr");
  runtime::Kernel* kernel = nullptr;
  if (device.modules().load(module) != runtime::Status::ok ||
      device.modules().find_kernel(module, "places", kernel) != runtime::Status::ok ||
      device.prepare(*kernel) != runtime::Status::ok) {
    throw UsageError(fmt::format("the expression cannot be run: {}", problems));
  }
  const std::uint64_t places = allocate(device, threads * sizeof(std::int64_t), "places");
  const std::uint64_t bytes = allocate(device, sizeof(Results::bytes), "bytes");
  const std::uint64_t memory = allocate(device, memory_bytes, "the array");
  const void* const arguments[] = {&places, &bytes, &memory};
  const runtime::Status status = device.launch(
      *kernel, {.grid = {1, 1, 1}, .block = expression.block, .dynamic_shared_bytes = 0, .cooperative = false},
      arguments);
  if (status != runtime::Status::ok)
    throw UsageError(fmt::format("--block: a block has at most {} threads, {}x{}x{}; this has {}x{}x{}",
                                 model.limits.max_threads_per_block, model.limits.max_block.x, model.limits.max_block.y,
                                 model.limits.max_block.z, expression.block.x, expression.block.y, expression.block.z));
  if (!keeper.message.empty()) throw UsageError(fmt::format("the expression went wrong: {}", keeper.message));
  Results results;
  results.places.resize(threads);
  std::memcpy(results.places.data(), sim::Memory::host(places), threads * sizeof(std::int64_t));
  std::memcpy(results.bytes.data(), sim::Memory::host(bytes), sizeof results.bytes);
  return results;
}

std::string thread_name(const Expression& expression, std::size_t thread) {
  const Dim3 at = index_at(thread, expression.block);
  if (expression.block.y == 1 && expression.block.z == 1) return fmt::format("thread {}", at.x);
  return fmt::format("thread ({},{},{})", at.x, at.y, at.z);
}

void refuse_text(const std::string& flag, const std::string& text) {
  if (text.find_first_not_of(" \t") == std::string::npos) throw UsageError(fmt::format("{} is empty", flag));
  if (text.find_first_of("\n\r\\") != std::string::npos)
    throw UsageError(fmt::format("{} takes one line of C without a backslash", flag));
}

}  // namespace

std::string array_name(const std::string& text) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (!is_word(text[at]) || std::isdigit(static_cast<unsigned char>(text[at])) != 0) {
      // The rest of a number is no name.
      while (at < text.size() && is_word(text[at])) ++at;
      continue;
    }
    std::size_t end = at;
    while (end < text.size() && is_word(text[end])) ++end;
    std::size_t next = end;
    while (next < text.size() && (text[next] == ' ' || text[next] == '\t')) ++next;
    if (next < text.size() && text[next] == '[') return text.substr(at, end - at);
    at = end - 1;
  }
  return "";
}

Places evaluate(const Expression& expression) {
  refuse_text("the expression", expression.text);
  refuse_text("--type", expression.type);
  if (!expression.condition.empty()) refuse_text("--if", expression.condition);
  Places places;
  places.array = array_name(expression.text);
  if (places.array.empty() && !expression.shape.empty())
    throw UsageError("--shape needs an array in the expression, such as tile[ty][tx]");

  const TemporaryFolder folder;
  const std::string source = folder.path() + "/expression.cu";
  std::ofstream(source) << source_of(expression, places.array);
  const std::string ptx = read_file(compile({.source = source,
                                             .name = "the expression",
                                             .architecture = arch::default_device().sm_name(),
                                             .folder = folder.path(),
                                             .to = toolkit::CompileTo::ptx,
                                             .flags = {"-Wno-everything", "-Werror=division-by-zero"}})
                                        .path);
  std::uint64_t elements = expression.shape.empty() ? kEndless : 1;
  for (const std::uint64_t size : expression.shape) elements *= size;
  constexpr std::uint64_t kMostElementBytes = 64;
  const Results results = run(ptx, expression, std::min(elements * kMostElementBytes, kMostBytes));

  places.bytes = results.bytes[0];
  const std::uint64_t array_bytes = results.bytes[1];
  if (!expression.shape.empty()) places.element_bytes = static_cast<std::uint32_t>(array_bytes / elements);
  const bool any = std::any_of(results.places.begin(), results.places.end(), [](auto place) { return place != kOff; });
  if (!any) throw UsageError("--if is false for every thread: there is nothing to see");
  if (places.bytes > 16 || (places.bytes & (places.bytes - 1)) != 0) {
    throw UsageError(
        fmt::format("an access of {} bytes is no single instruction: those have 1, 2, 4, 8 or 16 bytes{}", places.bytes,
                    places.array.empty() ? "" : fmt::format("; is an index of {} missing?", places.array)));
  }
  for (std::size_t thread = 0; thread < results.places.size(); ++thread) {
    const std::int64_t place = results.places[thread];
    if (place == kOff) {
      places.addresses.push_back(std::nullopt);
      continue;
    }
    const std::string who = thread_name(expression, thread);
    if (place < 0) throw UsageError(fmt::format("{} is at byte {}, before the array begins", who, place));
    if (place % places.bytes != 0)
      throw UsageError(
          fmt::format("{} is at byte {}, which is no multiple of the access's {}", who, place, places.bytes));
    if (array_bytes != 0 && static_cast<std::uint64_t>(place) + places.bytes > array_bytes)
      throw UsageError(fmt::format("{} is at byte {} of {}, which has {}", who, place, places.array, array_bytes));
    places.addresses.push_back(static_cast<std::uint64_t>(place));
  }
  return places;
}

}  // namespace warpglass::tool
