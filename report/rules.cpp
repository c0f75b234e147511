#include "report/rules.hpp"

#include <algorithm>

#include "analysis/analyser.hpp"

namespace warpglass::report {
namespace {

constexpr Severity kNote = Severity::note;
constexpr Severity kWarning = Severity::warning;
constexpr Severity kError = Severity::error;

// clang-format off
constexpr RuleHelp kRules[] = {
  {"bank-conflict", kWarning, "Lanes of a warp want different words of one shared-memory bank.",
   "The access takes as many passes (wavefronts) as the busiest bank has words to serve. Pad the rows of the array by one element, or swizzle the index, so that the lanes of a warp fall into different banks; `warpglass banks` shows what a layout costs."},
  {"uncoalesced", kWarning, "The lanes of a warp touch more sectors of global memory than their bytes need.",
   "Each sector is 32 bytes of traffic, whether all of it is used or not. Let neighbouring lanes access neighbouring addresses: exchange loops or indices, split structures into arrays, align the start of rows, or go through shared memory."},
  {"uncached-load", kWarning, "A load passes by the first-level cache, where the read-only path would find what it reads.",
   "On GPUs whose plain loads are not cached in L1 (sm_35, sm_37, Maxwell, Pascal but for sm_60) what nobody writes during a launch is read by the read-only path: declare the pointer `const T* __restrict__`, or load by `__ldg()`."},
  {"constant-serialised", kWarning, "The lanes of a warp read different words of constant memory.",
   "Constant memory serves one word to all lanes; different words are served one after the other. Keep such tables in shared or global memory."},
  {"local-spill", kWarning, "Values of a thread lie in local memory instead of registers.",
   "Local memory is device memory behind the caches. An array stays in registers where every index is a constant once loops are unrolled (`#pragma unroll`); else give each thread a column of shared memory. Where registers are spilled, keep fewer values at once, or allow the thread more registers."},
  {"slow-conversion", kWarning, "The compiled code converts between types in a way that the source does not show.",
   "Conversions run on pipes that issue far more slowly than plain arithmetic. Write constants as float (1.0f), and keep counters and narrow values in int."},
  {"divergence", kNote, "A branch parts the lanes of a warp.",
   "Both sides are executed one after the other, each with a part of the lanes. Let the condition be the same for all lanes of a warp, or make the sides short."},
  {"occupancy-limit", kNote, "Less than half of an SM's warp slots are filled while blocks wait for room.",
   "The finding names what runs out and how much less of it makes room for another block. More warps help where the ones there are wait for memory; a kernel whose threads each have much independent work may be as fast with few."},
  {"redundant-barrier", kNote, "A barrier of the block orders no accesses that others do not order as well.",
   "Leave it out, or put `__syncwarp()` in its place where it orders threads of one warp only. So it is with the data and sizes of this run: confirm it with warpglass check and with the results."},
  {"shared-race", kError, "Two threads access a word of shared memory, one of them writing, in no order.",
   "What is read depends on who comes first. Put a barrier (`__syncthreads`, `__syncwarp`) that both pass between the two accesses."},
  {"global-race", kError, "Two threads access a word of global memory, one of them writing, in no order.",
   "What is read depends on who comes first. Order the accesses by a barrier, by a kernel boundary, or by an atomic flag with fences; or make them atomic."},
  {"tensor-race", kError, "Tensor memory is used while a product, copy, load or store there is under way, one of them writing.",
   "Wait for the barrier object that a `tcgen05.commit` behind products and copies arrives at; wait for loads and stores (`tcgen05.wait::ld`, `wait::st`) before other threads are told."},
  {"volatile-order", kWarning, "A lane reads by volatile what another lane of its warp writes by volatile, in no order.",
   "Lanes of a warp run on their own from compute capability 7.0 on. Put `__syncwarp()` between the two, or exchange values by `__shfl_down_sync` and its like."},
  {"missing-fence", kError, "A flag tells another thread that data is there, but no fence keeps the data before the flag.",
   "Put `__threadfence()` (or `__threadfence_block()`) between writing the data and the flag, and between reading the flag and the data; or use release and acquire."},
  {"scope-race", kError, "Accesses are ordered by an atomic or a fence whose scope does not reach both threads.",
   "Use a wider scope: block for threads of one block, device for threads of one GPU, system beyond that."},
  {"stream-race", kError, "Work of two streams accesses the same memory, some of it writing, in no order.",
   "Let one stream wait for an event of the other (`cudaStreamWaitEvent`), synchronise between the two, or put both into one stream."},
  {"shared-alias", kWarning, "What was written by one name of dynamic shared memory is read by another.",
   "All `extern __shared__` arrays begin at the same byte: declare one, and point into it at offsets of your own."},
  {"stale-read", kWarning, "Memory is read by a path that does not see what the same launch writes.",
   "The read-only data cache, textures, surfaces and constant memory show what was there before the launch. Read by a plain pointer, or write in an earlier launch."},
  {"uninitialised-read", kError, "Memory is read that nobody has written.",
   "Write it before, with a copy, `cudaMemset` or a kernel; or read less."},
  {"barrier-divergence", kError, "Not all threads that a barrier waits for come to it.",
   "Move the barrier out of the branch or the loop, so that every thread of the block (or of the named lanes) executes the same one."},
  {"barrier-object", kError, "A barrier object in shared memory is used where it is not valid, or initialised where it is.",
   "Initialise it once for each block, show that to the others by a barrier, and invalidate it before its memory is used again."},
  {"product-register", kWarning, "Registers of a warp group's product (wgmma) are used before it is waited for, or without a fence.",
   "Wait for the product's group before its sums are used, and put wgmma.fence between what uses registers and the product."},
  {"warp-mask", kError, "The member mask of a warp-wide operation does not name the lanes that execute it.",
   "Take the mask before the lanes part (`__ballot_sync`), and let every lane that it names reach the operation."},
  {"out-of-bounds", kError, "An access lies outside every object that it may touch.",
   "Guard the access with the array's size, or correct the index, the launch or the size of the allocation."},
  {"use-after-free", kError, "Memory is used after it was freed.",
   "Free it after the last kernel or copy that uses it, and no longer hand out its pointer."},
  {"misaligned", kError, "The address is no multiple of the access's size.",
   "Vector types need addresses that are multiples of their size: align the array, or access element by element."},
  {"deadlock", kError, "Threads wait for each other and none of them can go on.",
   "See who waits for what in the finding's notes. Often a barrier is in a branch, or a lock is held while waiting."},
  {"endless-loop", kError, "A loop does not end.",
   "No thread changes what the loop waits for, or it takes more iterations than --loop-limit."},
  {"trap", kError, "The kernel executed a trap.",
   "The program itself gives up here, often behind a check that failed."},
  {"assertion", kError, "An assertion in the kernel failed.",
   "The message says what did not hold and in which thread."},
  {"stack-overflow", kError, "A thread used more stack than there is.",
   "Raise the limit with `cudaDeviceSetLimit(cudaLimitStackSize, ...)`, or recurse less deeply."},
  {"invalid-call", kError, "A call in the kernel leads to no function.",
   "The function pointer was not set, or is one of the host."},
  {"illegal-operands", kError, "An instruction has operands that the machine does not take.",
   "The finding names the operand: the launch ends as on a chip, with \"an illegal instruction was encountered\"."},
  {"division-by-zero", kError, "An integer is divided by zero.",
   "Guard the division; the result is no number that a program may rely on."},
  {"not-finite", kError, "An operation makes an infinity or no number (NaN) of finite numbers.",
   "Guard the operands: a divisor of zero, a root of a negative number, a range that is too large for the type."},
  {"heap-exhausted", kNote, "malloc in device code gets a null pointer, because the device's heap is full.",
   "Make the heap larger before the first launch that uses it (`cudaDeviceSetLimit(cudaLimitMallocHeapSize, ...)`), free what is no longer used, and look at what malloc returns.", "memory_checks.md"},
  {"array-index", kWarning, "An index is outside the array that it is written for: a member of a struct, a row, a local array.",
   "Keep the index within the array's bounds. Where the neighbour behind it is meant, index from the whole: cast the array to a pointer to its first element.", "memory_checks.md"},
  {"launch-failed", kError, "A launch was refused.",
   "The finding names the number that is too large and its limit. Check `cudaGetLastError()` after launches."},
  {"api-error", kError, "A call of the CUDA runtime failed.",
   "The finding says why. Check what the call returns."},
  {"double-free", kError, "Memory is freed twice.",
   "Let one owner free it, and set the pointer to null there."},
  {"invalid-free", kError, "A pointer is freed that its allocator did not give out, or by another call than its own.",
   "Free what `cudaMalloc` gave with `cudaFree`, what `cudaMallocHost` gave with `cudaFreeHost`, and only at its start."},
  {"use-after-destroy", kError, "A stream, an event or another object is used after it was destroyed.",
   "Destroy it after its last use."},
  {"host-race", kError, "The program touches memory that a kernel or a copy may still be using.",
   "Wait for it first: `cudaDeviceSynchronize()`, or a wait for its stream or for an event behind it."},
  {"output-lost", kNote, "A kernel calls printf more often than its buffer holds.",
   "Make the buffer larger before the first kernel that prints (`cudaDeviceSetLimit(cudaLimitPrintfFifoSize, ...)`), print from fewer threads, or split the launch."},
  {"pageable-copy", kNote, "An asynchronous copy from or to pageable memory makes the host wait.",
   "Allocate the host's side with `cudaMallocHost`, or pin it with `cudaHostRegister`."},
  {"leak", kWarning, "Something is never freed.",
   "Free it, or leave it to the end of the process on purpose and allow the finding."},
  {kExpectation, kError, "Something was expected of the run, in the source or in a file, and does not hold.",
   "Mend what became worse, or expect something else where the change was meant.", "continuous_integration.md"},
};
// clang-format on

constexpr std::string_view kPageOfFaults = "check.md";

bool has_rule(const analysis::Analyser& analyser, std::string_view rule) {
  return std::ranges::find(analyser.rules, rule) != analyser.rules.end();
}

}  // namespace

std::span<const RuleHelp> rule_helps() { return kRules; }

const RuleHelp* help_of(std::string_view rule) {
  const auto* const found = std::ranges::find(kRules, rule, &RuleHelp::rule);
  return found == std::end(kRules) ? nullptr : found;
}

std::string_view page_of(std::string_view rule) {
  const RuleHelp* const help = help_of(rule);
  if (help == nullptr) return "";
  if (!help->page.empty()) return help->page;
  for (const analysis::Analyser& analyser : analysis::analysers()) {
    if (has_rule(analyser, rule)) return analyser.page;
  }
  return kPageOfFaults;
}

bool host_rule(std::string_view rule) {
  return std::ranges::any_of(analysis::analysers(),
                             [&](const auto& analyser) { return analyser.name == "host" && has_rule(analyser, rule); });
}

bool is_looked_for(std::string_view rule, const std::vector<std::string>& analysers) {
  // Faults of kernels and refused launches are told by every run.
  static constexpr std::string_view kAlways[] = {"*", "use-after-free", "barrier-divergence", "warp-mask",
                                                 "launch-failed"};
  if (std::ranges::find(kAlways, rule) != std::end(kAlways)) return true;
  static constexpr std::string_view kOnRequest[] = {"division-by-zero", "not-finite"};
  if (std::ranges::find(kOnRequest, rule) != std::end(kOnRequest))
    return std::ranges::find(analysers, "arithmetic") != analysers.end();
  bool is_fault = true;
  for (const analysis::Analyser& analyser : analysis::analysers()) {
    if (!has_rule(analyser, rule)) continue;
    if (std::ranges::find(analysers, analyser.name) != analysers.end()) return true;
    is_fault = false;
  }
  return is_fault;
}

std::string_view class_of(const analysis::Finding& finding) {
  if (finding.rule == kExpectation) return "expectations";
  if (!finding.call.empty() || finding.kernel.empty()) return "host";
  for (const analysis::Analyser& analyser : analysis::analysers()) {
    if (analyser.name != "host" && has_rule(analyser, finding.rule)) return analyser.name;
  }
  return "faults";
}

}  // namespace warpglass::report
