// Headers that clang has read for compilations to come: a file for each side of a CUDA program, in a folder of the
// cache. They are taken while the files that were read for them are what they were, and no other could have come before
// one of these.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/file_cache.hpp"
#include "toolkit/read_files.hpp"

namespace warpglass::toolkit {

struct Precompiled {
  struct SearchedFolder {
    std::string path;
    std::string names;  // names_in() it
  };

  struct Side {
    std::string name;                      // "device" or "host"
    std::vector<std::string> named{};      // files, as its rule for make (-MD) names them, the source first
    std::vector<std::string> asked_for{};  // of these, those that were not read: __has_include has found them
  };

  std::vector<ReadFile> files{};  // of all sides
  std::vector<Side> sides{};
  std::vector<SearchedFolder> searched{};
  std::string folder{};    // that they are in; empty: there are none
  std::size_t faults = 0;  // times that they could not be made, or a command came to its end without them alone
};

/// As an entry of the cache.
[[nodiscard]] std::string to_entry(const Precompiled& made);
[[nodiscard]] Precompiled from_entry(const std::string& entry);

/// In C++20 clang takes what two files declare, or a precompiled header and a file, for modules that have to agree in
/// every parameter's name: it is told not to.
[[nodiscard]] const std::vector<std::string>& no_modules();

/// Whether they are there for all of these sides ("device", "host") and nothing has changed; they count as used now.
[[nodiscard]] bool may_be_taken(const Precompiled& made, const std::vector<std::string>& sides);

/// Whether an overlay may put another in the place of one of these files.
[[nodiscard]] bool hides_one(const std::string& overlay, const std::vector<ReadFile>& files);

/// What is to be read.
struct Reading {
  std::vector<std::string> command;     // clang's, without source, output and side
  std::string source;                   // file
  std::string text{};                   // in its place, if there is any: it becomes a file beside what is made of it
  std::vector<std::string> searched{};  // folders in which other files might come before those that are read
};

/// All sides, compiled at once. \return nothing when it could not be
[[nodiscard]] std::optional<Precompiled> precompile(const FileCache& cache, const Reading& reading,
                                                    const std::vector<std::string>& sides);

}  // namespace warpglass::toolkit
