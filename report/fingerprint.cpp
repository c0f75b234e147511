#include "report/fingerprint.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <numeric>
#include <tuple>

#include "report/comments.hpp"

namespace warpglass::report {
namespace {

/// FNV-1a, 64 bits.
std::uint64_t hash_of(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : text) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 0x100000001b3;
  }
  return hash;
}

std::string line_text(const SourcePosition& where, const SourceLookup& source) {
  if (!source || where.line == 0) return "";
  return std::string(trimmed(source(where.file, where.line).value_or("")));
}

std::string key_of(const analysis::Finding& finding, std::string_view directory, const SourceLookup& source) {
  std::string own = line_text(finding.where, source);
  if (own.empty()) own = finding.instruction.empty() ? finding.call : finding.instruction;
  // A race may be come upon from either side.
  std::vector<std::string> sides = {fmt::format("{}\n{}", relative_file(finding.where.file, directory), own)};
  for (const analysis::RelatedPlace& place : finding.related) {
    sides.push_back(fmt::format("{}\n{}", relative_file(place.where.file, directory), line_text(place.where, source)));
  }
  std::ranges::sort(sides);
  return fmt::format("{}\n{}\n{}", finding.rule, finding.kernel, fmt::join(sides, "\n"));
}

}  // namespace

std::string_view relative_file(std::string_view file, std::string_view directory) {
  if (!directory.empty() && file.starts_with(directory)) file.remove_prefix(directory.size());
  while (file.starts_with("./")) file.remove_prefix(2);
  return file;
}

std::vector<std::string> fingerprints(const std::vector<const analysis::Finding*>& findings, std::string_view directory,
                                      const SourceLookup& source) {
  std::vector<std::size_t> by_place(findings.size());
  std::iota(by_place.begin(), by_place.end(), std::size_t{0});
  std::ranges::stable_sort(by_place, {}, [&](std::size_t i) {
    const analysis::Finding& finding = *findings[i];
    return std::tuple(finding.where.line, finding.where.column, finding.pc);
  });
  std::map<std::string, unsigned> seen;
  std::vector<std::string> result(findings.size());
  for (const std::size_t i : by_place) {
    const std::string key = key_of(*findings[i], directory, source);
    result[i] = fmt::format("{:016x}:{}", hash_of(key), ++seen[key]);
  }
  return result;
}

}  // namespace warpglass::report
