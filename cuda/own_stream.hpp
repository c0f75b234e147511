// Calls whose default stream is the calling thread's own. Programs compiled with --default-stream per-thread call
// everything that works in a stream by another name (cudaMemcpy_ptds, cudaLaunchKernel_ptsz). That name is an entry
// which does the same call while the thread's default stream is its own; Process::stream_of() asks for that.
#pragma once

namespace warpglass::cuda {

/// While it lives, the calling thread is in a call made by its other name.
class OwnStreamCall {
 public:
  /// \param call  the function of the plain name; nullptr: in none, so that the default stream is the legacy one
  explicit OwnStreamCall(const void* call) noexcept;
  ~OwnStreamCall();
  OwnStreamCall(const OwnStreamCall&) = delete;
  OwnStreamCall& operator=(const OwnStreamCall&) = delete;

 private:
  const void* before_;
};

/// The function of the plain name; nullptr where the calling thread's default stream is the legacy one.
[[nodiscard]] const void* own_stream_call() noexcept;

template <auto* Call>
struct InOwnStream;

template <class Result, class... Parameters, Result (*Call)(Parameters...)>
struct InOwnStream<Call> {
  static Result call(Parameters... arguments) {
    const OwnStreamCall own(reinterpret_cast<const void*>(Call));
    return Call(arguments...);
  }
};

}  // namespace warpglass::cuda

// A jump through a word of this library: a name of C's for a function whose parameters are another's.
#if defined(__x86_64__)
#define WARPGLASS_JUMP_THROUGH(word) "  endbr64\n  jmp *" #word "(%rip)\n"
#elif defined(__aarch64__)
#define WARPGLASS_JUMP_THROUGH(word) "  bti c\n  adrp x16, " #word "\n  ldr x16, [x16, #:lo12:" #word "]\n  br x16\n"
#else
#error "the names of the threads' own default streams are written for x86-64 and AArch64"
#endif

// NOLINTBEGIN(bugprone-macro-parentheses): they are names
/// Makes `name` the name of `plain` for programs whose default streams are the threads' own.
#define WARPGLASS_IN_OWN_STREAM(plain, name)                                                                    \
  extern "C" __attribute__((visibility("hidden"))) void (*const warpglass_##name)();                            \
  void (*const warpglass_##name)() = reinterpret_cast<void (*)()>(&warpglass::cuda::InOwnStream<&plain>::call); \
  asm(".pushsection .text\n.globl " #name "\n.type " #name ", %function\n.p2align 4\n" #name                    \
      ":\n" WARPGLASS_JUMP_THROUGH(warpglass_##name) ".size " #name ", . - " #name "\n.popsection\n");
// NOLINTEND(bugprone-macro-parentheses)
