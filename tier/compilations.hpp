// Programs compiled into regions: found again from an earlier run, or made by the compiler's process.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "base/file_cache.hpp"
#include "sim/program.hpp"
#include "tier/compiler_process.hpp"
#include "tier/image.hpp"
#include "tier/request.hpp"

namespace warpglass::tier {

class Compilations {
 public:
  /// \param compiler      path of its executable
  /// \param cache_folder  where regions are kept between runs; empty: nowhere
  Compilations(std::span<const Unit> units, std::string compiler, const std::string& cache_folder)
      : units_(units), compiler_(std::move(compiler)), cache_(cache_folder) {}

  /// Takes a piece's image from an earlier run, if there is one. One at a time, as all that compiles.
  /// \param counts  of launches that count, or of those that do not
  void find(const sim::Program& program, bool counts, Piece& piece);

  /// The same; makes it where it is not there, which takes a while.
  /// \param moves  what it is made for, by pc (moves_of); one that was found may be made for others, and does the same
  void make(const sim::Program& program, bool counts, Piece& piece, std::span<const Moves> moves);

  /// Ops that execute the pieces which there are.
  [[nodiscard]] Compiled load(const sim::Program& program, std::span<const Piece> pieces) const {
    return tier::load(pieces, program, *symbols_);
  }

  /// What compiles ends soon, with nothing. From any thread.
  void stop();

 private:
  struct Asked {
    Request request;
    std::string key;
  };
  Asked asked_for(const sim::Program& program, bool counts, const Piece& piece);
  [[nodiscard]] std::optional<Image> kept(const Asked& asked) const;
  /// Nothing: the compiler is not there.
  std::optional<std::string> ask(const std::string& request, std::string& problem);

  std::span<const Unit> units_;
  std::string compiler_;
  FileCache cache_;
  std::optional<Symbols> symbols_;
  std::string maker_;  // what else an image depends on: the handlers, the compiler, this processor
  CompilerProcess process_;
  bool started_ = false;
  std::string broken_;  // why the compiler is not there
  std::atomic<bool> stopped_{false};
};

}  // namespace warpglass::tier
