#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <optional>

#include "base/read_file.hpp"
#include "report/report.hpp"

namespace warpglass::report {

std::string save(const Report& report, const std::string& path) {
  const std::string text = to_short_json(report);
  const std::string unfinished = path + ".part";
  errno = 0;
  std::ofstream file(unfinished, std::ios::binary | std::ios::trunc);
  file.write(text.data(), static_cast<std::streamsize>(text.size()));
  file.close();
  if (!file) {
    const std::string reason = errno != 0 ? std::strerror(errno) : "not all could be written";
    std::remove(unfinished.c_str());
    return fmt::format("{}: cannot be written: {}", path, reason);
  }
  if (std::rename(unfinished.c_str(), path.c_str()) != 0) {
    const std::string reason = std::strerror(errno);
    std::remove(unfinished.c_str());
    return fmt::format("{}: cannot be written: {}", path, reason);
  }
  return "";
}

namespace {

std::optional<std::string> text_of_report(const std::string& path, std::string& problem) {
  std::optional<std::string> text = contents_of(path);
  if (!text) problem = fmt::format("{}: cannot be read", path);
  return text;
}

}  // namespace

std::optional<Report> load(const std::string& path, std::string& problem) {
  const std::optional<std::string> text = text_of_report(path, problem);
  if (!text) return std::nullopt;
  std::optional<Report> report = parse(*text, problem);
  if (!report) problem = fmt::format("{}: {}", path, problem);
  return report;
}

std::vector<Report> load_all(const std::string& path, std::string& problem) {
  const std::optional<std::string> text = text_of_report(path, problem);
  if (!text) return {};
  std::vector<Report> all = parse_all(*text, problem);
  if (all.empty()) problem = fmt::format("{}: {}", path, problem);
  return all;
}

}  // namespace warpglass::report
