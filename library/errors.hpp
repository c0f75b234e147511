// The last error of each thread that uses a handle, and how a call comes by it: nothing thrown leaves the library.
#pragma once

#include <map>
#include <mutex>
#include <new>
#include <string>
#include <thread>

#include "library/failure.hpp"

namespace warpglass::library {

/// May be used from several threads at once.
class Errors {
 public:
  /// Of the calling thread; stays where it is until the thread's next call.
  [[nodiscard]] const char* text() const;

  void forget();
  void keep(std::string text) noexcept;

  /// Does what a call does, and answers for it.
  template <class Body>
  [[nodiscard]] warpglass_status guard(Body&& body) noexcept {
    try {
      forget();
      body();
      return WARPGLASS_OK;
    } catch (const Failure& failure) {
      keep(failure.what());
      return failure.status();
    } catch (const std::bad_alloc&) {
      keep("there is no memory left on the host");
      return WARPGLASS_OUT_OF_MEMORY;
    } catch (const std::exception& error) {
      keep(std::string("a mistake of Warpglass's own: ") + error.what());
      return WARPGLASS_INTERNAL;
    } catch (...) {
      keep("a mistake of Warpglass's own");
      return WARPGLASS_INTERNAL;
    }
  }

 private:
  mutable std::mutex mutex_;
  std::map<std::thread::id, std::string> texts_;  // of threads whose last call failed
};

}  // namespace warpglass::library
