// Names of GPUs as people write them: sm_90a, cc9.0, hopper, "rtx 4090".
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "arch/device_model.hpp"

namespace warpglass::arch {
namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_word(char c) { return is_digit(c) || (lower(c) >= 'a' && lower(c) <= 'z'); }

/// Runs of letters and digits, in lower case.
std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  bool inside = false;
  for (const char c : text) {
    if (!is_word(c)) {
      inside = false;
      continue;
    }
    if (!inside) words.emplace_back();
    inside = true;
    words.back() += lower(c);
  }
  return words;
}

std::optional<std::uint32_t> number(std::string_view digits) {
  if (digits.empty() || digits.size() > 4 || !std::all_of(digits.begin(), digits.end(), is_digit)) return std::nullopt;
  std::uint32_t value = 0;
  for (const char c : digits) value = value * 10 + static_cast<std::uint32_t>(c - '0');
  return value;
}

/// 90 for `sm_90a`, `compute_90`, `sm90`, `cc9.0`, `9.0`.
std::optional<std::uint32_t> capability_of(std::string_view name) {
  std::string text;
  for (const char c : name) text += lower(c);
  std::string_view rest = text;
  for (const std::string_view prefix : {"sm_", "compute_", "lto_", "sm"}) {
    if (!rest.starts_with(prefix)) continue;
    rest.remove_prefix(prefix.size());
    if (!rest.empty() && (rest.back() == 'a' || rest.back() == 'f')) rest.remove_suffix(1);
    return number(rest);
  }
  if (rest.starts_with("cc")) rest.remove_prefix(2);
  while (!rest.empty() && (rest.front() == ' ' || rest.front() == '_')) rest.remove_prefix(1);
  const std::size_t dot = rest.find('.');
  if (dot == std::string_view::npos) return std::nullopt;
  const auto major = number(rest.substr(0, dot));
  const auto minor = number(rest.substr(dot + 1));
  if (!major || !minor || *minor > 9) return std::nullopt;
  return *major * 10 + *minor;
}

/// True when the words asked for, written together, are a run of the GPU's words: "rtx 4090", "4090", "h100pcie".
bool is_called(const DeviceModel& device, const std::vector<std::string>& asked) {
  std::string wanted;
  for (const std::string& word : asked) wanted += word;
  const std::vector<std::string> words = words_of(device.name);
  for (std::size_t first = 0; first < words.size(); ++first) {
    std::string run;
    for (std::size_t last = first; last < words.size() && run.size() < wanted.size(); ++last) {
      run += words[last];
      if (run == wanted) return true;
    }
  }
  return false;
}

/// Words that many names share and that select nothing by themselves.
bool is_brand(const std::string& word) {
  for (const std::string_view brand :
       {"nvidia", "geforce", "quadro", "jetson", "rtx", "gtx", "gt", "pro", "ti", "titan", "agx", "ac"}) {
    if (word == brand) return true;
  }
  return word.ends_with("gb") || word.starts_with("sxm") || word.starts_with("hbm") || word == "pcie";
}

std::string known_names() {
  std::string sms;
  std::string generations;
  std::string_view last_generation;
  std::uint32_t last_sm = 0;
  for (const DeviceModel& device : devices()) {
    if (device.capability.sm() != last_sm)
      sms += fmt::format("{}{}", sms.empty() ? "sm_" : ", ", device.capability.sm());
    last_sm = device.capability.sm();
    if (device.generation != last_generation && generations.find(device.generation) == std::string::npos) {
      generations += fmt::format("{}{}", generations.empty() ? "" : ", ", device.generation);
    }
    last_generation = device.generation;
  }
  return fmt::format("{}; a generation ({}); or a GPU such as H200, A100, RTX 4090", sms, generations);
}

}  // namespace

const DeviceModel& default_device() {
  const auto all = devices();
  return *std::find_if(all.begin(), all.end(), [](const DeviceModel& device) { return device.name == "NVIDIA H200"; });
}

DeviceLookup find_device(std::string_view name) {
  if (const auto sm = capability_of(name)) {
    for (const DeviceModel& device : devices()) {
      if (device.capability.sm() == *sm) return {.device = &device, .error = {}};
    }
  }
  const std::vector<std::string> asked = words_of(name);
  const bool selects = !asked.empty() && !std::all_of(asked.begin(), asked.end(), is_brand);
  if (asked.size() == 1 || (asked.size() == 2 && asked[1] == "lovelace")) {
    for (const DeviceModel& device : devices()) {
      if (words_of(device.generation).front() == asked[0]) return {.device = &device, .error = {}};
    }
  }
  for (const DeviceModel& device : devices()) {
    if (!asked.empty() && words_of(device.name) == asked) return {.device = &device, .error = {}};
  }
  if (selects) {
    for (const DeviceModel& device : devices()) {
      if (is_called(device, asked)) return {.device = &device, .error = {}};
    }
  }
  return {.device = nullptr, .error = fmt::format("unknown GPU '{}'; known are {}", name, known_names())};
}

}  // namespace warpglass::arch
