#include "cuda/page_guard.hpp"

#include <sys/mman.h>
#include <ucontext.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cinttypes>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <string>
#include <utility>

#include "sim/thread_pool.hpp"

namespace warpglass::cuda::page_guard {
namespace {

constexpr std::size_t kMaxTouches = 256;

thread_local int own_accesses = 0;

/// Whether what this thread accesses, it does for us.
bool is_own() { return own_accesses != 0 || sim::ThreadPool::has_this_thread(); }

/// A signal that stands for an access comes at that access, in no function that holds this.
class SpinLock {
 public:
  void lock() {
    while (taken_.test_and_set(std::memory_order_acquire)) taken_.wait(true, std::memory_order_relaxed);
  }
  void unlock() {
    taken_.clear(std::memory_order_release);
    taken_.notify_one();
  }

 private:
  std::atomic_flag taken_;
};

struct Guard {
  SpinLock mutex;
  std::atomic<const sim::Memory*> memory = nullptr;
  std::vector<Pages> taken;
  std::vector<Pages> before_that;  // what was: an access may have stopped there just before it was given back
  std::vector<Touch> touches;
  std::uint64_t step = kPageBytes;  // to be given back by the next access
  bool installed = false;
  bool lost = false;  // the signal is somebody else's now
  struct sigaction before{};
};

Guard& guard() {
  static Guard* const one = new Guard;  // signals may come as long as the process lives
  return *one;
}

void give(std::uint64_t begin, std::uint64_t end) {
  mprotect(reinterpret_cast<void*>(begin), end - begin, PROT_READ | PROT_WRITE);
}

bool has(const std::vector<Pages>& pages, std::uint64_t address) {
  return std::ranges::any_of(pages, [&](const Pages& one) { return one.begin <= address && address < one.end; });
}

/// Whether a signal stands for an access that we have stopped.
bool is_ours(Guard& own, std::uint64_t address) {
  const sim::Memory* const memory = own.memory;
  if (memory == nullptr) return false;
  if (memory->in_arena(address)) return true;
  // Memory of the program: where giving it back does not help, something else is wrong with it.
  thread_local std::uint64_t last = 0;
  own.mutex.lock();
  const bool ours = has(own.taken, address) || (has(own.before_that, address) && address != last);
  own.mutex.unlock();
  last = address;
  return ours;
}

/// Of the access that the signal stands for.
CallPlace access_place() {
  CallPlace place = call_place();
  // What calls the handler is the way back from it.
  std::ranges::rotate(place.callers, place.callers.begin() + 1);
  place.callers.back() = 0;
  place.entry = 0;
  return place;
}

bool is_write(const void* context) {
#ifdef __x86_64__
  constexpr greg_t kWrites = 2;  // of a page fault's error code
  return (static_cast<const ucontext_t*>(context)->uc_mcontext.gregs[REG_ERR] & kWrites) != 0;
#else
  static_cast<void>(context);
  return false;
#endif
}

/// Hands a signal that is none of ours to whom it would have come to.
void pass_on(int signal, siginfo_t* info, void* context) {
  const struct sigaction& before = guard().before;
  if ((before.sa_flags & SA_SIGINFO) != 0) {
    before.sa_sigaction(signal, info, context);
  } else if (before.sa_handler != SIG_DFL && before.sa_handler != SIG_IGN) {
    before.sa_handler(signal);
  } else {
    sigaction(signal, &before, nullptr);  // the access is made again, and its signal goes there
  }
}

void on_signal(int signal, siginfo_t* info, void* context) {
  const int saved_errno = errno;
  Guard& own = guard();
  const auto address = reinterpret_cast<std::uint64_t>(info->si_addr);
  if (info->si_code <= 0 || !is_ours(own, address)) return pass_on(signal, info, context);
  const bool programs = !is_own();
  const CallPlace place = programs ? access_place() : CallPlace{};
  own.mutex.lock();
  const std::uint64_t page = address / kPageBytes * kPageBytes;
  std::uint64_t end = page + kPageBytes;
  for (const Pages& pages : own.taken) {
    if (page < pages.begin || page >= pages.end) continue;
    end = std::min(pages.end, page + own.step);
    own.step *= 2;
    if (programs && own.touches.size() < kMaxTouches)
      own.touches.push_back({.address = address, .writes = is_write(context), .place = place});
  }
  // Where another thread has given the page back meanwhile, that does no harm.
  give(page, end);
  own.mutex.unlock();
  errno = saved_errno;
}

/// \return  whether the signal is ours
bool install(Guard& own) {
  struct sigaction now{};
  if (sigaction(SIGSEGV, nullptr, &now) != 0) return false;
  const bool ours = (now.sa_flags & SA_SIGINFO) != 0 && now.sa_sigaction == on_signal;
  if (own.installed) return ours;
  own.before = now;
  struct sigaction action{};
  action.sa_sigaction = on_signal;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigemptyset(&action.sa_mask);
  own.installed = sigaction(SIGSEGV, &action, nullptr) == 0;
  return own.installed;
}

void give_all_back(Guard& own) {
  for (const Pages& pages : own.taken) give(pages.begin, pages.end);
  if (!own.taken.empty()) own.before_that = std::exchange(own.taken, {});
  own.step = kPageBytes;
}

}  // namespace

Pages whole_pages(std::uint64_t begin, std::uint64_t end) {
  const std::uint64_t first = (begin + kPageBytes - 1) / kPageBytes * kPageBytes;
  return {.begin = first, .end = std::max(first, end / kPageBytes * kPageBytes)};
}

bool may_be_taken(const Pages& pages) {
  std::ifstream maps("/proc/self/maps");
  std::uint64_t reached = pages.begin;
  for (std::string line; reached < pages.end && std::getline(maps, line);) {
    std::uint64_t begin = 0, end = 0;
    char access[5] = {};
    if (std::sscanf(line.c_str(), "%" SCNx64 "-%" SCNx64 " %4s", &begin, &end, access) != 3) return false;
    if (end <= reached) continue;
    if (begin > reached || access[0] != 'r' || access[1] != 'w' || line.ends_with("[stack]")) return false;
    reached = end;
  }
  return pages.begin < pages.end && reached >= pages.end;
}

void take(std::vector<Pages> pages, const sim::Memory& memory) {
  Guard& own = guard();
  own.mutex.lock();
  give_all_back(own);
  own.lost = own.lost || (!pages.empty() && !install(own));
  if (!own.lost) {
    own.memory = &memory;
    own.taken = std::move(pages);
    own.touches.reserve(kMaxTouches);
    for (const Pages& one : own.taken)
      mprotect(reinterpret_cast<void*>(one.begin), one.end - one.begin, one.readable ? PROT_READ : PROT_NONE);
  }
  own.mutex.unlock();
}

std::vector<Touch> touches() {
  Guard& own = guard();
  own.mutex.lock();
  const std::vector<Touch> all = own.touches;
  own.touches.clear();  // keeps its room: the signal's handler takes no memory
  own.mutex.unlock();
  return all;
}

OwnAccess::OwnAccess() { ++own_accesses; }
OwnAccess::~OwnAccess() { --own_accesses; }

}  // namespace warpglass::cuda::page_guard
