// The unwinder of exceptions walks the stack. What it meets first is this library: the last function of it that was on
// the way is the one that the program called.
//
// That takes a hundred nanoseconds a function. Mostly the stack is as it was at an earlier call, as in a loop: the
// places of the last walks are kept, each with the words of the stack that led the walk, the return addresses. Where
// these are all as they were, so is the place.
#include "cuda/call_place.hpp"

#include <dlfcn.h>
#include <link.h>
#include <unwind.h>

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <utility>

#include "cuda/driver/entries.hpp"
#include "cuda/own_stream.hpp"

namespace warpglass::cuda {
namespace {

struct Range {
  std::uintptr_t begin = 0;
  std::uintptr_t end = 0;

  [[nodiscard]] bool has(std::uintptr_t address) const { return address >= begin && address < end; }
};

/// The addresses of this library.
Range find_own_range() {
  Range own;
  dl_iterate_phdr(
      [](dl_phdr_info* object, std::size_t, void* argument) {
        Range range{.begin = ~std::uintptr_t{0}, .end = 0};
        for (int i = 0; i < object->dlpi_phnum; ++i) {
          const auto& segment = object->dlpi_phdr[i];
          if (segment.p_type != PT_LOAD) continue;
          range.begin = std::min(range.begin, object->dlpi_addr + segment.p_vaddr);
          range.end = std::max(range.end, object->dlpi_addr + segment.p_vaddr + segment.p_memsz);
        }
        if (!range.has(reinterpret_cast<std::uintptr_t>(&find_own_range))) return 0;
        *static_cast<Range*>(argument) = range;
        return 1;
      },
      &own);
  return own;
}

/// A return address, and the word of the stack that has it.
struct Link {
  const std::uintptr_t* at = nullptr;
  std::uintptr_t address = 0;
};

struct Walk {
  static constexpr std::size_t kMaxLinks = 32;
  // Where a call puts its return address is known of this architecture.
#ifdef __x86_64__
  static constexpr bool kHasLinks = true;
#else
  static constexpr bool kHasLinks = false;
#endif

  const void* from = nullptr;  // the frame that it began at
  CallPlace place;
  std::array<Link, kMaxLinks> links{};
  std::size_t link_count = 0;
  std::size_t callers = 0;
  bool repeatable = kHasLinks;  // the links are all that decides where it goes

  void follow(const std::uintptr_t* at, std::uintptr_t address) {
    if (static_cast<const void*>(at) < from) return;  // within the walk itself
    repeatable = repeatable && link_count < kMaxLinks && read(at) == address;
    if (repeatable) links[link_count++] = {.at = at, .address = address};
  }

  [[nodiscard]] bool leads_again() const {
    for (std::size_t i = 0; i < link_count; ++i)
      if (read(links[i].at) != links[i].address) return false;
    return true;
  }

  // No object that a sanitizer knows.
  __attribute__((no_sanitize("address", "thread"))) static std::uintptr_t read(const std::uintptr_t* at) { return *at; }
};

/// The walks of a thread that were made last.
struct LastWalks {
  static constexpr std::size_t kKept = 8;
  std::array<Walk, kKept> walks;
  std::size_t next = 0;
};

const Range& own_range() {
  static const Range own = find_own_range();
  return own;
}

_Unwind_Reason_Code take_frame(_Unwind_Context* context, void* argument) {
  Walk& walk = *static_cast<Walk*>(argument);
  int before_instruction = 0;
  std::uintptr_t address = _Unwind_GetIPInfo(context, &before_instruction);
  if (address == 0) return _URC_END_OF_STACK;
  if (Walk::kHasLinks && before_instruction == 0)
    walk.follow(reinterpret_cast<const std::uintptr_t*>(_Unwind_GetCFA(context)) - 1, address);
  else
    walk.repeatable = false;
  // A return address is behind the call, which may be the last instruction of its function.
  if (before_instruction == 0) --address;
  if (own_range().has(address)) {
    // Further out it is a call whose callback the program is in.
    if (walk.callers == 0) walk.place.entry = address;
    return _URC_NO_REASON;
  }
  walk.place.callers[walk.callers++] = address;
  return walk.callers == CallPlace::kDepth ? _URC_END_OF_STACK : _URC_NO_REASON;
}

/// Later forms of a call are called what programs call them.
std::string without_variant(std::string_view name) {
  for (const std::string_view ending : {"_v2", "_v3", "_v4"}) {
    if (name.ends_with(ending)) name.remove_suffix(ending.size());
  }
  while (name.starts_with('_')) name.remove_prefix(1);
  return std::string(name);
}

std::string path_of_program() {
  std::error_code problem;
  return std::filesystem::read_symlink("/proc/self/exe", problem).string();
}

}  // namespace

namespace {
thread_local const CallPlace* called_from = nullptr;
}

CalledFrom::CalledFrom(const CallPlace& place) : before_(std::exchange(called_from, &place)) {}
CalledFrom::~CalledFrom() { called_from = before_; }

namespace {

CallPlace place_on_stack() {
  thread_local LastWalks last;
  const void* const from = __builtin_frame_address(0);
  for (const Walk& walk : last.walks)
    if (walk.from == from && walk.leads_again()) return walk.place;
  Walk walk;
  walk.from = from;
  _Unwind_Backtrace(take_frame, &walk);
  if (walk.repeatable) last.walks[last.next++ % LastWalks::kKept] = walk;
  return walk.place;
}

}  // namespace

CallPlace call_place() {
  if (called_from != nullptr) return *called_from;
  CallPlace place = place_on_stack();
  // On the stack there is the entry that leads to it, which has no name of its own.
  if (const void* const call = own_stream_call(); call != nullptr)
    place.entry = reinterpret_cast<std::uintptr_t>(call) + 1;
  return place;
}

std::string name_of_call(const CallPlace& place) {
  void* const begin = _Unwind_FindEnclosingFunction(reinterpret_cast<void*>(place.entry));
  Dl_info found{};
  if (const char* driver = driver_symbol_at(begin); driver != nullptr) return without_variant(driver);
  if (begin == nullptr || dladdr(begin, &found) == 0 || found.dli_saddr != begin) return "a call of the CUDA runtime";
  return without_variant(found.dli_sname);
}

analysis::HostTrace trace_of(const CallPlace& place) {
  analysis::HostTrace trace;
  for (const std::uintptr_t address : place.callers) {
    if (address == 0) break;
    Dl_info found{};
    link_map* module = nullptr;
    if (dladdr1(reinterpret_cast<void*>(address), &found, reinterpret_cast<void**>(&module), RTLD_DL_LINKMAP) == 0)
      continue;
    const bool is_program = module->l_name == nullptr || *module->l_name == '\0';
    trace.push_back({.module = is_program ? path_of_program() : std::string(module->l_name),
                     .offset = address - module->l_addr,
                     .function = {},
                     .where = {}});
  }
  return trace;
}

}  // namespace warpglass::cuda
