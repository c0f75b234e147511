#include "tier/compilations.hpp"

#include <fmt/format.h>

#include <fstream>
#include <utility>

namespace warpglass::tier {
namespace {

constexpr const char* kKind = "regions";  // of entries in the cache

/// What tells processors apart whose instruction sets differ.
std::string processor() {
  std::ifstream file("/proc/cpuinfo");
  std::string text;
  for (std::string line; std::getline(file, line) && !line.empty();)
    if (line.starts_with("model name") || line.starts_with("flags")) text += line + '\n';
  return text;
}

}  // namespace

Compilations::Asked Compilations::asked_for(const sim::Program& program, bool counts, const Piece& piece) {
  if (!symbols_) {
    symbols_.emplace(units_);
    maker_ = fmt::format("{:016x}\n{}\n{}", fingerprint(message_of_units(units_, *symbols_)), stamp_of(compiler_),
                         processor());
  }
  Asked asked{.request = request_for(program, *symbols_, counts, piece.plans), .key = {}};
  asked.key = maker_ + message_of(asked.request);
  return asked;
}

std::optional<Image> Compilations::kept(const Asked& asked) const {
  const std::optional<std::string> image = cache_.find(kKind, asked.key);
  if (!image) return std::nullopt;
  return image_of_message(*image);
}

void Compilations::find(const sim::Program& program, bool counts, Piece& piece) {
  if (!stopped_ && cache_.is_open()) piece.image = kept(asked_for(program, counts, piece));
}

void Compilations::make(const sim::Program& program, bool counts, Piece& piece, std::span<const Moves> moves) {
  if (stopped_) return;
  Asked asked = asked_for(program, counts, piece);
  piece.image = kept(asked);
  if (piece.image) return;
  std::string problem;
  for (std::size_t pc = 0; pc < moves.size(); ++pc) asked.request.ops[pc].moves = moves[pc];
  const std::optional<std::string> answer = ask(message_of(asked.request), problem);
  piece.image.emplace();
  if (answer) {
    *piece.image = image_of_message(*answer);
  } else {
    piece.image->failure = problem;
  }
  if (answer && piece.image->failure.empty()) cache_.keep(kKind, asked.key, *answer);
}

std::optional<std::string> Compilations::ask(const std::string& request, std::string& problem) {
  if (!started_) {
    started_ = true;
    process_.start(compiler_, broken_);
    if (!broken_.empty()) broken_ = fmt::format("cannot run {}: {}", compiler_, broken_);
    if (stopped_) process_.stop();
    if (broken_.empty()) process_.tell(message_of_units(units_, *symbols_));
  }
  if (broken_.empty() && process_.tell(request)) {
    if (std::optional<std::string> answer = process_.hear()) return answer;
  }
  if (stopped_) return std::nullopt;
  if (broken_.empty()) broken_ = fmt::format("{} ended before it had an answer", compiler_);
  problem = broken_;
  return std::nullopt;
}

void Compilations::stop() {
  stopped_ = true;
  process_.stop();
}

}  // namespace warpglass::tier
