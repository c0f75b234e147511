#include "session/launch_progress.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/names.hpp"

namespace warpglass::session {
namespace {

constexpr std::chrono::milliseconds kInterval{200};

}  // namespace

std::string time_left(double seconds) {
  const auto whole = static_cast<std::uint64_t>(std::ceil(std::max(seconds, 1.0)));
  if (whole < 60) return fmt::format("{} s", whole);
  const std::uint64_t minutes = (whole + 59) / 60;
  if (minutes < 60) return fmt::format("{} min", minutes);
  return fmt::format("{} h {} min", analysis::grouped(minutes / 60), minutes % 60);
}

std::string LaunchProgress::tell(std::string_view kernel, std::uint64_t done, std::uint64_t blocks,
                                 Clock::time_point now) {
  if (kernel != kernel_ || blocks != blocks_ || done < done_) {
    kernel_ = kernel;
    blocks_ = blocks;
    first_done_ = done;
    since_ = now;
  }
  done_ = done;
  if (told_ == Clock::time_point()) told_ = now;  // what is over in a moment says nothing
  if (now - told_ < kInterval) return "";
  told_ = now;
  const std::string name = analysis::demangled(kernel_);
  std::string text = fmt::format("{}  block {} of {} ({} %)", name.substr(0, name.find('(')), analysis::grouped(done),
                                 analysis::grouped(blocks), done * 100 / std::max<std::uint64_t>(blocks, 1));
  const double seconds = std::chrono::duration<double>(now - since_).count();
  if (now - since_ < kInterval || done <= first_done_) return text;
  const double rate = static_cast<double>(done - first_done_) / seconds;
  text += fmt::format(", {} blocks/s", analysis::grouped(static_cast<std::uint64_t>(std::max(rate, 1.0))));
  if (done < blocks) text += fmt::format(", {} left", time_left(static_cast<double>(blocks - done) / rate));
  return text;
}

}  // namespace warpglass::session
