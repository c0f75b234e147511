// Threads that are ours, in a process that is somebody else's.
#pragma once

#include <pthread.h>

namespace warpglass {

inline constexpr const char* kOwnThreadName = "warpglass";

/// Names the calling thread as one of ours.
inline void mark_own_thread() { pthread_setname_np(pthread_self(), kOwnThreadName); }

}  // namespace warpglass
