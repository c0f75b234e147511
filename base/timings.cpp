#include "base/timings.hpp"

#include <algorithm>

namespace warpglass {
namespace {

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace

std::string_view name_of(Phase phase) {
  switch (phase) {
    case Phase::compile: return "compile";
    case Phase::parse: return "parse";
    case Phase::bind: return "bind";
    case Phase::execute: return "execute";
    case Phase::repeat: return "repeat";
    case Phase::analyse: return "analyse";
    case Phase::report: return "report";
    case Phase::host: return "host program";
  }
  return "";
}

void Timings::add(Phase phase, double seconds, std::uint64_t times) {
  Entry& entry = entries_[static_cast<std::size_t>(phase)];
  entry.seconds += std::max(seconds, 0.0);
  entry.times += times;
}

void Timings::add(const Timings& other) {
  for (std::size_t i = 0; i < kPhases; ++i)
    add(static_cast<Phase>(i), other.entries_[i].seconds, other.entries_[i].times);
}

double Timings::sum() const {
  double sum = 0;
  for (const Entry& entry : entries_) sum += entry.seconds;
  return sum;
}

double Timings::elapsed() const { return seconds_since(begin_); }

Timed::Timed(Timings* timings, Phase phase) : timings_(timings), phase_(phase) {
  if (timings_ == nullptr) return;
  outer_ = timings_->innermost_;
  timings_->innermost_ = this;
  begin_ = Timings::Clock::now();
}

Timed::~Timed() {
  if (timings_ == nullptr) return;
  const double whole = seconds_since(begin_);
  timings_->innermost_ = outer_;
  if (outer_ != nullptr) outer_->within_ += whole;
  timings_->add(phase_, whole - within_);
}

}  // namespace warpglass
