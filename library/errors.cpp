#include "library/errors.hpp"

#include <utility>

namespace warpglass::library {

std::string text_of(const Diagnostics& diagnostics) {
  std::string text;
  for (const bool errors : {true, false}) {
    for (const Diagnostic& diagnostic : diagnostics) {
      if ((diagnostic.severity == Severity::error) != errors) continue;
      if (!text.empty()) text += '\n';
      text += to_string(diagnostic);
    }
  }
  return text;
}

const char* Errors::text() const {
  const std::lock_guard lock(mutex_);
  const auto found = texts_.find(std::this_thread::get_id());
  return found != texts_.end() ? found->second.c_str() : "";
}

void Errors::forget() {
  const std::lock_guard lock(mutex_);
  texts_.erase(std::this_thread::get_id());
}

void Errors::keep(std::string text) noexcept {
  try {
    const std::lock_guard lock(mutex_);
    texts_[std::this_thread::get_id()] = std::move(text);
  } catch (...) {  // no memory for the words: the status says it alone
    return;
  }
}

}  // namespace warpglass::library
