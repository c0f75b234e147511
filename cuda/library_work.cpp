#include "cuda/library_work.hpp"

#include <fmt/format.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cuda/call.hpp"
#include "cuda/capture.hpp"
#include "cuda/copy.hpp"
#include "cuda/defer.hpp"
#include "runtime/copy.hpp"

namespace warpglass::cuda {

using runtime::Status;

namespace {

/// What the work asks for, by which it is found out whether it may.
struct Access {
  const LibraryWork& work;
  Process& process;
  bool refused = false;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> written{};  // address and bytes

  static bool reach(void* context, const WarpglassLibraryRegion* region) noexcept {
    auto& access = *static_cast<Access*>(context);
    access.process.session().come_back();
    try {
      access.refused = access.refused || !access.may_use(*region);
    } catch (...) {
      access.refused = true;
    }
    access.process.session().step_aside();
    return !access.refused;
  }

  static void refuse(void* context, const char* why) noexcept {
    auto& access = *static_cast<Access*>(context);
    access.refused = true;
    access.process.session().come_back();
    try {
      runtime::CopyRefusal refusal;
      refusal.why = why;
      access.tell_refusal(refusal);
    } catch (...) {
      access.refused = true;  // without a word
    }
    access.process.session().step_aside();
  }

  void tell_refusal(const runtime::CopyRefusal& refusal) const {
    // Programs seldom look at what a library answers.
    const HostChecks* const checks = process.session().checks();
    if (checks == nullptr || !checks->keeps_everything())
      process.session().note(fmt::format("{} has computed nothing: {}", work.call, refusal.why));
    blame({.rule = refusal.freed ? "use-after-free" : "out-of-bounds",
           .message = refusal.why,
           .object = refusal.object,
           .call = work.call});
  }

  bool may_use(const WarpglassLibraryRegion& asked) {
    if (asked.width == 0 || asked.height == 0) return true;
    const sim::Memory& memory = process.device().memory();
    const runtime::Region region{.base = address_of(asked.base), .pitch = asked.pitch, .rows_per_slice = asked.height};
    const runtime::Extent extent{.width = asked.width, .height = asked.height};
    const runtime::CopyRefusal refusal = runtime::refusal_of_use(memory, asked.name, region, extent);
    if (!refusal.why.empty()) {
      tell_refusal(refusal);
      return false;
    }
    const auto tell = [&](std::uint64_t row, std::uint64_t bytes) {
      const std::uint64_t address = region.base + row * region.pitch;
      if (asked.reads) memory.tell({.what = sim::MemoryAction::library_read, .address = address, .bytes = bytes});
      if (!asked.writes) return;
      memory.tell({.what = sim::MemoryAction::library_write, .address = address, .bytes = bytes});
      written.emplace_back(address, bytes);
    };
    if (asked.pitch == asked.width) {
      tell(0, asked.width * asked.height);
    } else {
      for (std::uint64_t row = 0; row < asked.height; ++row) tell(row, asked.width);
    }
    return true;
  }
};

Status do_work(Process& process, const LibraryWork& work, const Queue& queue) {
  if (const Status status = enter(process, queue); status != Status::ok) return status;
  Access access{.work = work, .process = process};
  const WarpglassLibraryAccess given{.context = &access, .reach = &Access::reach, .refuse = &Access::refuse};
  process.session().count_library_call(work.library);
  process.session().step_aside();
  const bool done = work.perform(work.body.get(), &given);
  process.session().come_back();
  // Other threads may have launched kernels meanwhile, which saw a part of it.
  for (const auto& [address, bytes] : access.written) process.device().memory().change_contents(address, bytes);
  return access.refused ? Status::invalid_value : done ? Status::ok : Status::out_of_memory;
}

}  // namespace

cudaError_t perform(const LibraryWork& work, cudaStream_t stream) {
  const auto deferred = defer(stream, [&](Process&, Later& later) {
    if (work.waits) return cudaSuccess;
    later = {.name = work.call, .perform = [work, stream] {
               return operate([&](Process& later_process) { return do_work(later_process, work, stream); });
             }};
    return cudaSuccess;
  });
  if (deferred) return *deferred;
  return operate([&](Process& process) {
    Queue queue(stream);
    queue.waits = work.waits;
    return do_work(process, work, queue);
  });
}

}  // namespace warpglass::cuda

using namespace warpglass::cuda;

extern "C" {

__attribute__((visibility("default"))) cudaError_t __cudaWarpglassLibraryWork(const WarpglassLibraryWork* asked) {
  const std::shared_ptr<void> body(asked->body, asked->drop);
  const LibraryWork work{
      .library = asked->library, .call = asked->call, .waits = asked->waits, .perform = asked->perform, .body = body};
  if (work.waits && !asked->may_be_captured) {
    if (const auto refused = refuse_captured(asked->stream)) return *refused;
  }
  const auto captured = capture(asked->stream, [&](Process&, Work& node) {
    LibraryWork later = work;
    later.waits = false;
    node = later;
    return warpglass::runtime::Status::ok;
  });
  return captured ? *captured : perform(work, asked->stream);
}

__attribute__((visibility("default"))) void __cudaWarpglassLibraryCall(const char* library) {
  (void)prepare([&](Process& process) {
    process.session().count_library_call(library);
    return cudaSuccess;
  });
}

__attribute__((visibility("default"))) void __cudaWarpglassLibraryNote(const char* text) {
  (void)prepare([&](Process& process) {
    process.session().note(text);
    return cudaSuccess;
  });
}
}
