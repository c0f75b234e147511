#include "cuda/library_caller.hpp"

#include <dlfcn.h>

#include <atomic>
#include <cstdio>
#include <string>

#include "cuda/loaded_runtime.hpp"

namespace warpglass::library {
namespace {

using Submit = cudaError_t (*)(const WarpglassLibraryWork*);
Submit submit_to_runtime() {
  static std::atomic<Submit> known = nullptr;
  if (known == nullptr) known = runtime_call<Submit>("__cudaWarpglassLibraryWork");
  return known;
}

// Sanitizers do not stand libraries whose names stay their own.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kSanitized = true;
#elif defined(__has_feature)
constexpr bool kSanitized = __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
constexpr bool kSanitized = false;
#endif

}  // namespace

void Memory::reach(Use use, const char* name, const Rows& rows) const {
  const WarpglassLibraryRegion region{.name = name,
                                      .base = rows.base,
                                      .pitch = rows.pitch,
                                      .width = rows.width,
                                      .height = rows.height,
                                      .reads = use == Use::read || use == Use::update,
                                      .writes = use == Use::write || use == Use::update};
  if (!access_.reach(access_.context, &region)) throw Refused();
}

void Memory::refuse(const char* why) const {
  access_.refuse(access_.context, why);
  throw Refused();
}

bool has_runtime(const char* library) {
  if (submit_to_runtime() != nullptr) return true;
  say((std::string(library) +
       " needs the CUDA runtime of Warpglass, and the program has not loaded it: link it with -lcudart, or start it by "
       "warpglass run")
          .c_str());
  return false;
}

void say(const char* text) {
  using Note = void (*)(const char*);
  if (const auto note = runtime_call<Note>("__cudaWarpglassLibraryNote"); note != nullptr) return note(text);
  static_cast<void>(std::fprintf(stderr, "warpglass: %s\n", text));
}

cudaError_t submit(const WarpglassLibraryWork& work) { return submit_to_runtime()(&work); }

void* open_host_library(const char* name) {
  int how = RTLD_NOW | RTLD_LOCAL;
  if (!kSanitized) how |= RTLD_DEEPBIND;
  return dlopen(name, how);
}

void* open_openblas() {
  void* const library = open_host_library("libopenblas.so.0");
  if (library == nullptr) return nullptr;
  if (const auto set_threads = reinterpret_cast<void (*)(int)>(dlsym(library, "openblas_set_num_threads")))
    set_threads(1);
  return library;
}

}  // namespace warpglass::library
