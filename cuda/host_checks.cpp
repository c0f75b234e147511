#include "cuda/host_checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "base/counted.hpp"
#include "cuda/driver/errors.hpp"

namespace warpglass::cuda {

using analysis::Finding;

namespace {

constexpr std::size_t kMaxFailures = 1000;  // places that are told
constexpr std::size_t kMaxEnded = 4096;     // lives that are remembered; sim::Memory keeps as many

thread_local std::optional<Blame> blamed;

/// Calls by which programs find out what there is. Their failing is an answer.
constexpr std::string_view kQuestions[] = {
    "cudaChooseDevice",
    "cudaDeviceCanAccessPeer",
    "cudaDeviceEnablePeerAccess",
    "cudaDeviceDisablePeerAccess",
    "cudaDeviceGetAttribute",
    "cudaDeviceGetByPCIBusId",
    "cudaDeviceGetLimit",
    "cudaDeviceGetP2PAttribute",
    "cudaEventQuery",
    "cudaFuncGetAttributes",
    "cudaGetDeviceProperties",
    "cudaGetDriverEntryPoint",
    "cudaGetDriverEntryPointByVersion",
    "cudaHostGetFlags",
    "cudaPointerGetAttributes",
    "cudaStreamIsCapturing",
    "cudaStreamQuery",
    "cuCtxEnablePeerAccess",
    "cuCtxGetDevice",
    "cuDeviceCanAccessPeer",
    "cuDeviceGetAttribute",
    "cuDeviceGetByPCIBusId",
    "cuDeviceGetP2PAttribute",
    "cuEventQuery",
    "cuFuncGetAttribute",
    "cuGetExportTable",
    "cuGetProcAddress",
    "cuLibraryGetGlobal",
    "cuLibraryGetKernel",
    "cuLibraryGetManaged",
    "cuMemGetAddressRange",
    "cuMemHostGetFlags",
    "cuModuleGetFunction",
    "cuModuleGetGlobal",
    "cuPointerGetAttribute",
    "cuStreamIsCapturing",
    "cuStreamQuery",
};

bool is_question(std::string_view call) { return std::ranges::find(kQuestions, call) != std::end(kQuestions); }

/// Errors that are told elsewhere, or are none: a fault is a finding of its own, what is missing is a notice.
bool is_told(cudaError_t error) {
  return error == cudaErrorNotReady || error == cudaErrorNotSupported || error == cudaErrorCallRequiresNewerDriver;
}

/// A call's error as its API names it.
std::string text_of(cudaError_t error, std::string_view call) {
  const auto code = static_cast<CUresult>(error);
  if (call.starts_with("cu") && !call.starts_with("cuda") && driver_error_name(code) != nullptr)
    return fmt::format("{}: {}", driver_error_name(code), driver_error_text(code));
  return fmt::format("{}: {}", cudaGetErrorName(error), cudaGetErrorString(error));
}

Severity severity_of(std::string_view rule) {
  if (rule == "pageable-copy" || rule == "output-lost") return Severity::note;
  return rule == "api-error" ? Severity::warning : Severity::error;
}

/// What a library's own functions are is nobody's to know: the trace begins at who called it.
void leave_library(analysis::HostTrace& trace) {
  if (trace.empty()) return;
  const std::string library = trace.front().module;
  const auto caller = std::ranges::find_if(trace, [&](const auto& frame) { return frame.module != library; });
  if (caller != trace.end()) trace.erase(trace.begin(), caller);
}

}  // namespace

void blame(Blame why) {
  if (!blamed || (blamed->rule == Blame{}.rule && why.rule != Blame{}.rule)) {
    blamed = std::move(why);
  } else if (blamed->kernel.empty()) {
    blamed->kernel = std::move(why.kernel);
  }
}

Blame take_blame() {
  const std::optional<Blame> why = std::exchange(blamed, std::nullopt);
  return why.value_or(Blame{});
}

void blame_handle(const HostChecks* checks, const void* handle, std::string_view kind) {
  if (checks != nullptr && checks->kind_of_destroyed(handle) == kind) {
    blame({.rule = "use-after-destroy", .message = fmt::format("the {} was destroyed", kind), .handle = handle});
  } else if (handle == nullptr) {
    blame({.message = fmt::format("the {} is null", kind)});
  } else {
    blame({.message = fmt::format("{} is no {}", fmt::ptr(handle), kind)});
  }
}

void HostChecks::failed(cudaError_t error, Blame why) {
  if (why.rule == kNoMistake || (!everything_ && why.rule != "launch-failed")) return;
  if (is_told(error) && why.rule != "launch-failed") return;
  const CallPlace place = call_place();
  const std::lock_guard lock(mutex_);
  const FailureKey key{.rule = why.rule, .error = error, .place = place};
  if (count_known(key) || (why.rule == "api-error" && is_question(name_of_call(place)))) return;
  add_new(key, std::move(why));
}

void HostChecks::found(Blame why, const CallPlace& place) {
  if (!everything_) return;
  const std::lock_guard lock(mutex_);
  const FailureKey key{.rule = why.rule, .error = cudaSuccess, .place = place};
  if (!count_known(key)) add_new(key, std::move(why));
}

bool HostChecks::count_known(const FailureKey& key) {
  const auto known = index_.find(key);
  if (known == index_.end()) return false;
  ++failures_[known->second].count;
  return true;
}

void HostChecks::add_new(const FailureKey& key, Blame why) {
  if (failures_.size() >= kMaxFailures) return;
  index_.emplace(key, failures_.size());
  failures_.push_back({.why = std::move(why), .error = key.error, .place = key.place, .count = 1});
}

template <class Key>
void HostChecks::begin(Lives<Key>& lives, const Key& key, Life life) {
  Life& begun = lives.all[key] = std::move(life);
  begun.number = ++begun_;
  unsettled_.push_back(&begun.begin);
}

template <class Key>
void HostChecks::end(Lives<Key>& lives, const Key& key) {
  const auto life = lives.all.find(key);
  if (life == lives.all.end() || life->second.ended) return;
  life->second.ended = true;
  unsettled_.push_back(&life->second.end);
  lives.ended.push_back(key);
}

template <class Key>
void HostChecks::forget_oldest(Lives<Key>& lives) {
  while (lives.ended.size() > kMaxEnded) {
    const auto oldest = lives.all.find(lives.ended.front());
    // Another may have the address by now.
    if (oldest != lives.all.end() && oldest->second.ended) lives.all.erase(oldest);
    lives.ended.pop_front();
  }
}

void HostChecks::settle() {
  const std::lock_guard lock(mutex_);
  if (unsettled_.empty()) return;
  const CallPlace place = call_place();
  for (CallPlace* one : std::exchange(unsettled_, {})) *one = place;
  forget_oldest(memory_);
  forget_oldest(handles_);
}

void HostChecks::created(const void* handle, std::string_view kind) {
  if (!everything_) return;
  const std::lock_guard lock(mutex_);
  begin(handles_, handle, {.name = std::string(kind)});
}

void HostChecks::destroyed(const void* handle) {
  if (!everything_) return;
  const std::lock_guard lock(mutex_);
  end(handles_, handle);
}

void HostChecks::destroyed_all(const std::function<bool(const void* handle)>& its) {
  if (!everything_) return;
  const std::lock_guard lock(mutex_);
  for (const auto& [handle, life] : handles_.all)
    if (its(handle)) end(handles_, handle);
}

std::string_view HostChecks::kind_of_destroyed(const void* handle) const {
  const std::lock_guard lock(mutex_);
  const auto life = handles_.all.find(handle);
  return life != handles_.all.end() && life->second.ended ? std::string_view(life->second.name) : "";
}

sim::Interests HostChecks::interests() const { return everything_ ? sim::Interest::memory : sim::Interests(); }

void HostChecks::on_memory(const sim::MemoryEvent& event) {
  if (event.allocation == nullptr) return;
  // Variables and what a launch needs are nobody's to free: only what a call made is numbered.
  const sim::Allocation& allocation = *event.allocation;
  if (allocation.label.find(" #") == std::string::npos) return;
  const std::lock_guard lock(mutex_);
  if (event.what == sim::MemoryAction::free) return end(memory_, allocation.serial);
  begin(memory_, allocation.serial,
        {.name = fmt::format("{} ({})", allocation.label, counted(allocation.size, "byte")),
         .bytes = allocation.size,
         .leaks =
             !allocation.label.starts_with("cudaHostRegister") && !allocation.label.starts_with("cuMemHostRegister")});
}

std::vector<analysis::HostPlace> HostChecks::places_of(const Life& life) {
  std::vector<analysis::HostPlace> places{
      {.what = fmt::format("{}{} was made", life.bytes != 0 ? "" : "the ", life.name), .trace = trace_of(life.begin)}};
  if (life.ended)
    places.push_back(
        {.what = fmt::format("it was {} by {}", life.bytes != 0 ? "freed" : "destroyed", name_of_call(life.end)),
         .trace = trace_of(life.end)});
  return places;
}

std::vector<analysis::HostPlace> HostChecks::places_of(std::uint64_t serial) const {
  const std::lock_guard lock(mutex_);
  const auto life = memory_.all.find(serial);
  return life != memory_.all.end() ? places_of(life->second) : std::vector<analysis::HostPlace>{};
}

Finding HostChecks::finding_of(const Failure& failure) const {
  const Blame& why = failure.why;
  Finding finding;
  finding.rule = why.rule;
  finding.severity = severity_of(why.rule);
  finding.trace = trace_of(failure.place);
  if (!why.call.empty()) leave_library(finding.trace);
  finding.notes = why.notes;
  finding.kernel = why.kernel;
  if (failure.error == cudaSuccess) {
    finding.message = why.message;
    if (failure.place.entry != 0) finding.call = name_of_call(failure.place);
    finding.detail = why.detail;
    finding.related = why.related;
    if (failure.count > 1 || !finding.call.empty()) finding.count = failure.count;
    for (const auto& [what, place] : why.places) finding.places.push_back({.what = what, .trace = trace_of(place)});
    if (const auto life = memory_.all.find(why.object); life != memory_.all.end())
      finding.places.push_back(places_of(life->second).front());
    return finding;
  }
  finding.call = why.call.empty() ? name_of_call(failure.place) : why.call;
  finding.message = why.message.empty()           ? fmt::format("{} fails", finding.call)
                    : why.rule == "launch-failed" ? why.message
                                                  : fmt::format("{}: {}", finding.call, why.message);
  finding.detail = text_of(failure.error, finding.call);
  finding.count = failure.count;
  if (const auto life = memory_.all.find(why.object); life != memory_.all.end())
    finding.places = places_of(life->second);
  // Where it is freed later has nothing to do with it.
  const bool gone = why.rule == "use-after-free" || why.rule == "double-free";
  if (!gone && finding.places.size() > 1) finding.places.resize(1);
  if (const auto life = handles_.all.find(why.handle); life != handles_.all.end())
    finding.places = places_of(life->second);
  return finding;
}

std::size_t HostChecks::failure_count() const {
  const std::lock_guard lock(mutex_);
  return failures_.size();
}

std::vector<Finding> HostChecks::failures() const {
  const std::lock_guard lock(mutex_);
  std::vector<Finding> findings;
  for (const Failure& failure : failures_) findings.push_back(finding_of(failure));
  return findings;
}

std::vector<Finding> HostChecks::leaks(Severity severity) const {
  const std::lock_guard lock(mutex_);
  std::vector<const Life*> left;
  const auto take = [&](const auto& lives) {
    for (const auto& [key, life] : lives.all)
      if (!life.ended && life.leaks) left.push_back(&life);
  };
  take(memory_);
  take(handles_);
  std::ranges::sort(left, {}, &Life::number);
  std::map<CallPlace, std::size_t> index;
  std::vector<Finding> findings;
  for (const Life* life : left) {
    const auto [known, fresh] = index.try_emplace(life->begin, findings.size());
    if (fresh) {
      const bool memory = life->bytes != 0;
      Finding& finding = findings.emplace_back();
      finding.rule = "leak";
      finding.severity = severity;
      finding.call = name_of_call(life->begin);
      finding.trace = trace_of(life->begin);
      finding.message = fmt::format("{} of {} is never {}", memory ? "memory" : life->name, finding.call,
                                    memory ? "freed" : "destroyed");
    }
    ++findings[known->second].count;
    findings[known->second].bytes += life->bytes;
  }
  return findings;
}

}  // namespace warpglass::cuda
