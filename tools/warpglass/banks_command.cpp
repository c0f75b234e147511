#include "tools/warpglass/banks_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "analysis/bank_study.hpp"
#include "base/counted.hpp"
#include "report/banks.hpp"
#include "report/layouts.hpp"
#include "tools/warpglass/device_choice.hpp"
#include "tools/warpglass/error.hpp"
#include "tools/warpglass/expression.hpp"
#include "tools/warpglass/output.hpp"
#include "tools/warpglass/terminal.hpp"

namespace warpglass::tool {
namespace {

/// A machine in one of its modes.
struct Mode {
  const arch::DeviceModel* device = nullptr;
  std::uint32_t bank_bytes = 4;
};

/// Where several GPUs are compared and the width of a bank is not asked for, each mode is one of them.
std::vector<Mode> modes_of(const BanksOptions& options) {
  const std::vector<const arch::DeviceModel*> devices = devices_named(options.archs, All::generations);
  const bool any_modes =
      std::any_of(devices.begin(), devices.end(), [](auto* device) { return device->has_bank_modes(); });
  if (options.bank_bytes == 8u && !any_modes)
    throw UsageError(fmt::format("--bank-width 8: the banks of {} have 4 bytes; only cc 3.x has a choice",
                                 devices.front()->sm_name()));
  std::vector<Mode> modes;
  for (const arch::DeviceModel* device : devices) {
    modes.push_back({device, options.bank_bytes.value_or(4)});
    if (device->has_bank_modes() && devices.size() > 1 && !options.bank_bytes) modes.push_back({device, 8});
  }
  return modes;
}

struct ElementRow {
  std::string_view name;
  std::uint32_t bytes;
};

/// Types whose size is known without a compiler.
constexpr ElementRow kElementRows[] = {
    {"bool", 1},           {"char", 1},          {"signed char", 1}, {"unsigned char", 1},
    {"int8_t", 1},         {"uint8_t", 1},       {"char2", 2},       {"short", 2},
    {"unsigned short", 2}, {"int16_t", 2},       {"uint16_t", 2},    {"half", 2},
    {"__half", 2},         {"char4", 4},         {"uchar4", 4},      {"short2", 4},
    {"half2", 4},          {"int", 4},           {"unsigned", 4},    {"unsigned int", 4},
    {"int32_t", 4},        {"uint32_t", 4},      {"float", 4},       {"short4", 8},
    {"long", 8},           {"unsigned long", 8}, {"long long", 8},   {"unsigned long long", 8},
    {"int64_t", 8},        {"uint64_t", 8},      {"double", 8},      {"float2", 8},
    {"int2", 8},           {"uint2", 8},         {"float4", 16},     {"int4", 16},
    {"uint4", 16},         {"double2", 16},      {"longlong2", 16}};

std::uint32_t size_of_type(const std::string& type) {
  for (const ElementRow& row : kElementRows) {
    if (row.name == type) return row.bytes;
  }
  throw UsageError(
      fmt::format("--type: the size of '{}' is not known without a compiler; write the stride as an "
                  "expression, such as \"tid*2\"",
                  type));
}

arch::SharedAccess access_of(AccessChoice access) {
  switch (access) {
    case AccessChoice::load: return arch::SharedAccess::load;
    case AccessChoice::store: return arch::SharedAccess::store;
    case AccessChoice::atomic: return arch::SharedAccess::atomic;
    case AccessChoice::compare_and_swap: return arch::SharedAccess::compare_and_swap;
  }
  return arch::SharedAccess::load;
}

/// Everything but the machine.
struct Access {
  std::string title;
  std::uint32_t bytes = 0;
  std::vector<std::optional<std::uint64_t>> addresses;
};

analysis::BankStudy study(const Mode& mode, const BanksOptions& options, const Access& access, const Dim3& block) {
  return analysis::study_banks(*mode.device, {.title = access.title,
                                              .access = access_of(options.access),
                                              .bytes = access.bytes,
                                              .block = block,
                                              .addresses = access.addresses,
                                              .warp = options.warp,
                                              .bank_bytes = mode.bank_bytes});
}

Access strided(std::uint32_t stride, std::uint32_t bytes, std::uint64_t threads) {
  Access access{.title = fmt::format("tid * {}", stride), .bytes = bytes, .addresses = {}};
  for (std::uint64_t thread = 0; thread < threads; ++thread) access.addresses.emplace_back(thread * stride * bytes);
  return access;
}

std::string array_text(const BanksOptions& options, const Places& places) {
  std::string text = options.expression;
  if (places.array.empty() || options.shape.empty()) return fmt::format("{}, {}", text, options.type);
  std::string shape;
  for (const std::uint64_t size : options.shape) shape += fmt::format("[{}]", size);
  return fmt::format("{}, {} {}{}", text, options.type, places.array, shape);
}

void check(const BanksOptions& options, const Dim3& block, std::uint32_t bytes) {
  const std::uint64_t warps = (block.volume() + kWarpSize - 1) / kWarpSize;
  if (options.warp >= warps)
    throw UsageError(fmt::format("--warp {}: the block has {}", options.warp, counted(warps, "warp")));
  const bool atomic = options.access == AccessChoice::atomic || options.access == AccessChoice::compare_and_swap;
  if (atomic && bytes != 4 && bytes != 8)
    throw UsageError(fmt::format("--access: atomics in shared memory have 4 or 8 bytes; this has {}", bytes));
}

analysis::LayoutQuestion layout_question(const BanksOptions& options, const std::vector<Mode>& modes, const Dim3& block,
                                         const std::string& array) {
  analysis::LayoutQuestion question{.columns = options.shape.back(), .block = block};
  for (std::size_t i = 0; i + 1 < options.shape.size(); ++i) question.rows *= options.shape[i];
  for (const Mode& mode : modes) question.machines.push_back({mode.device, mode.bank_bytes});
  std::vector<std::string> expressions{options.expression};
  expressions.insert(expressions.end(), options.others.begin(), options.others.end());
  for (const std::string& expression : expressions) {
    if (array_name(expression) != array || array.empty())
      throw UsageError(fmt::format("--propose: '{}' is no element of {}", expression,
                                   array.empty() ? "a named array" : "the array '" + array + "'"));
    Places places = evaluate({.text = expression,
                              .type = options.type,
                              .shape = options.shape,
                              .condition = options.condition,
                              .block = block});
    check(options, block, places.bytes);
    question.element_bytes = places.element_bytes;
    question.accesses.push_back(
        {.title = expression,
         .requests = analysis::requests_of_block(access_of(options.access), places.bytes, places.addresses)});
  }
  question.may_transpose = options.shape.size() == 2;
  const analysis::PaddingPeriod period = analysis::padding_period(question);
  question.most_padding = period.from + period.every - 1;
  return question;
}

}  // namespace

int banks(const BanksOptions& options) {
  check_output(options.json);
  const std::vector<Mode> modes = modes_of(options);
  const Dim3 block = options.block.value_or(Dim3{kWarpSize, 1, 1});
  if (block.volume() > 1024) throw UsageError("--block: a block has at most 1,024 threads");
  const report::PictureOptions picture{.colour = wants_colour(options.colour, Stream::output),
                                       .unicode = has_unicode(),
                                       .width = terminal_width(Stream::output),
                                       .table_width = table_width(Stream::output)};
  std::string text;
  std::string json;
  if (options.propose) {
    const std::string array = array_name(options.expression);
    const analysis::LayoutQuestion question = layout_question(options, modes, block, array);
    const analysis::LayoutAnswer answer = analysis::search_layouts(question);
    const report::LayoutNames names{.type = options.type, .array = array};
    text = report::to_text(question, answer, names, picture);
    json = report::to_json(question, answer, names);
  } else if (options.strides.size() > 1) {
    const std::uint32_t bytes = size_of_type(options.type);
    check(options, block, bytes);
    std::vector<report::StrideRow> rows;
    for (const std::uint32_t stride : options.strides) {
      report::StrideRow& row = rows.emplace_back();
      row.stride = stride;
      Access access = strided(stride, bytes, block.volume());
      access.title = fmt::format("tid * stride, {}", options.type);
      for (const Mode& mode : modes) row.studies.push_back(study(mode, options, access, block));
    }
    text = report::strides_text(rows, picture);
    json = report::strides_json(rows);
  } else {
    Access access;
    if (options.strides.empty()) {
      Places places = evaluate({.text = options.expression,
                                .type = options.type,
                                .shape = options.shape,
                                .condition = options.condition,
                                .block = block});
      access = {.title = array_text(options, places), .bytes = places.bytes, .addresses = std::move(places.addresses)};
    } else {
      access = strided(options.strides.front(), size_of_type(options.type), block.volume());
      access.title += ", " + options.type;
    }
    check(options, block, access.bytes);
    std::vector<analysis::BankStudy> studies;
    for (const Mode& mode : modes) studies.push_back(study(mode, options, access, block));
    text = report::to_text(studies, picture);
    json = report::to_json(studies);
  }
  if (options.json != "-") std::fwrite(text.data(), 1, text.size(), stdout);
  if (!options.json.empty()) write_output(options.json, json);
  return 0;
}

}  // namespace warpglass::tool
