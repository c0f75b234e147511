#include "tests/ptx/recording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <sstream>

namespace warpglass::test {

namespace {

constexpr int kCombined = 400;

using Values = std::vector<std::uint64_t>;

const Values& halves() {
  static const Values values = {0x0000, 0x8000, 0x3c00, 0xbc00, 0x7c00, 0xfc00, 0x7e00, 0xfd01, 0x0001, 0x83ff,
                                0x0400, 0x8400, 0x7bff, 0xfbff, 0x3800, 0x3e00, 0x4100, 0x3bff, 0x3c01, 0x5bf8};
  return values;
}
const Values& brains() {
  static const Values values = {0x0000, 0x8000, 0x3f80, 0xbf80, 0x7f80, 0xff80, 0x7fc0, 0xffa1, 0x0001, 0x807f,
                                0x0080, 0x8080, 0x7f7f, 0xff7f, 0x3f00, 0x3fc0, 0x4020, 0x3f7f, 0x3f81, 0x4b80};
  return values;
}
const Values& singles() {
  static const Values values = {0x00000000, 0x80000000, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000, 0x7fc00000,
                                0xffa12345, 0x00000001, 0x807fffff, 0x00800000, 0x80800000, 0x7f7fffff, 0xff7fffff,
                                0x3f000000, 0x3fc00000, 0x40200000, 0x3f7fffff, 0x3f800001, 0x4effffff, 0xcf000000,
                                0x4f800000, 0x5f000000, 0xdf000000, 0x5f800000, 0x437f8000, 0xc2ff0000, 0x477fffff};
  return values;
}
// Values whose products lie at the least normal number.
const Values& single_edges() {
  static const Values values = {0x20000000, 0x1fffffff, 0x20000001, 0xa0000000, 0x9fffffff, 0x3f800000,
                                0x3f7fffff, 0x3f7ffffe, 0xbf7fffff, 0x00800000, 0x00800001, 0x80800000,
                                0x007fffff, 0x00000001, 0x80000001, 0x00000000, 0x00ffffff, 0x1fffff00};
  return values;
}
const Values& half_edges() {
  static const Values values = {0x2000, 0x1fff, 0x2001, 0xa000, 0x9fff, 0x3c00, 0x3bff, 0x3bfe, 0xbbff,
                                0x0400, 0x0401, 0x8400, 0x03ff, 0x0001, 0x8001, 0x0000, 0x07ff, 0x1ff0};
  return values;
}
const Values& doubles() {
  static const Values values = {0x0000000000000000, 0x8000000000000000, 0x3ff0000000000000, 0xbff0000000000000,
                                0x7ff0000000000000, 0xfff0000000000000, 0x7ff8000000000000, 0xfff4000000012345,
                                0x0000000000000001, 0x800fffffffffffff, 0x0010000000000000, 0x8010000000000000,
                                0x7fefffffffffffff, 0xffefffffffffffff, 0x3fe0000000000000, 0x3ff8000000000000,
                                0x4004000000000000, 0x3fefffffffffffff, 0x3ff0000000000001, 0x41dfffffffc00000,
                                0xc1e0000000000000, 0x41f0000000000000, 0x43e0000000000000, 0xc3e0000000000000,
                                0x43f0000000000000, 0x380fffffe0000000, 0x47efffffefffffff, 0x36a0000000000000};
  return values;
}
const Values& integers() {
  static const Values values = {0,
                                1,
                                2,
                                3,
                                5,
                                7,
                                8,
                                15,
                                16,
                                31,
                                32,
                                33,
                                63,
                                64,
                                65,
                                255,
                                0x7f,
                                0x80,
                                0x7fff,
                                0x8000,
                                0xffff,
                                0x10000,
                                0x7fffffff,
                                0x80000000,
                                0x80000001,
                                0xfffffffe,
                                0xffffffff,
                                0x7fffffffffffffff,
                                0x8000000000000000,
                                0xffffffffffffffff,
                                0xfffffffffffffffe,
                                0x123456789abcdef0,
                                0x00ff00ff00ff00ff};
  return values;
}

std::uint64_t low_bits(std::uint64_t value, int bits) {
  return bits >= 64 ? value : value & ((std::uint64_t{1} << bits) - 1);
}

Values pool(std::string_view type) {
  if (type == "f16") return halves();
  if (type == "bf16") return brains();
  if (type == "f32") return singles();
  if (type == "f64") return doubles();
  if (type == "f32e") return single_edges();
  if (type == "f16e") return half_edges();
  if (type == "pred") return {0, 1};
  Values values;
  if (type == "f16x2" || type == "bf16x2") {
    const Values& parts = type == "f16x2" ? halves() : brains();
    for (std::size_t i = 0; i < parts.size(); ++i) values.push_back(parts[i] | parts[(7 * i + 3) % parts.size()] << 16);
    return values;
  }
  for (const std::uint64_t value : integers()) {
    const std::uint64_t cut = low_bits(value, 8 * bytes_of(type));
    if (std::find(values.begin(), values.end(), cut) == values.end()) values.push_back(cut);
  }
  return values;
}

std::uint64_t random_bits(std::uint64_t number) {
  std::uint64_t z = number * 0x9e3779b97f4a7c15 + 0x9e3779b97f4a7c15;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
  z = (z ^ z >> 27) * 0x94d049bb133111eb;
  return z ^ z >> 31;
}

std::uint64_t exponent_near_one(std::uint64_t bits, int exponent_bits, int fraction_bits) {
  const std::uint64_t bias = (std::uint64_t{1} << (exponent_bits - 1)) - 1;
  const std::uint64_t exponent = bias - 4 + (bits >> fraction_bits) % 8;
  const std::uint64_t keep =
      std::uint64_t{1} << (exponent_bits + fraction_bits) | ((std::uint64_t{1} << fraction_bits) - 1);
  return (bits & keep) | exponent << fraction_bits;
}

std::uint64_t near_one(std::string_view type, std::uint64_t bits) {
  if (type == "f64") return exponent_near_one(bits, 11, 52);
  if (type.starts_with("f32")) return exponent_near_one(bits, 8, 23);
  const bool brain = type.starts_with("bf16");
  if (!brain && !type.starts_with("f16")) return bits;
  const int exponent_bits = brain ? 8 : 5;
  const std::uint64_t low = exponent_near_one(bits & 0xffff, exponent_bits, 15 - exponent_bits);
  if (!type.ends_with("x2")) return low;
  return low | exponent_near_one(bits >> 16, exponent_bits, 15 - exponent_bits) << 16;
}

std::string_view register_type(std::string_view type) {
  switch (register_bytes_of(type)) {
    case 0: return "pred";
    case 1: return "b8";
    case 2: return "b16";
    case 8: return "b64";
    default: return "b32";
  }
}

}  // namespace

int bytes_of(std::string_view type) {
  if (type == "pred") return 0;
  if (type.ends_with("x2")) return 4;
  if (type == "bf16") return 2;
  return std::stoi(std::string(type.substr(1))) / 8;  // stops at what follows the number
}

int register_bytes_of(std::string_view type) {
  const std::size_t at = type.find('@');
  if (at != std::string_view::npos) return std::stoi(std::string(type.substr(at + 1))) / 8;
  return bytes_of(type) == 1 ? 4 : bytes_of(type);
}

std::uint64_t source_value(std::string_view type, int tuple, int operand) {
  type = type.substr(0, type.find('@'));
  if (tuple < kCombined) {
    const Values values = pool(type);
    const auto n = static_cast<int>(values.size());
    int index = tuple;
    if (operand == 1) index = tuple / n + tuple * 5;
    if (operand >= 2) index = tuple / (n + 1) * 3 + tuple * 7 + operand;
    return values[static_cast<std::size_t>(index % n)];
  }
  const std::uint64_t bits =
      low_bits(random_bits(static_cast<std::uint64_t>(tuple * 4 + operand)), std::max(1, 8 * bytes_of(type)));
  return tuple % 2 != 0 ? near_one(type, bits) : bits;
}

std::string kernel_for(const RecordedInstruction& instruction, std::string_view name, bool guarded) {
  constexpr std::string_view kNames[] = {"d", "a", "b", "c", "e"};
  std::string text = fmt::format(
      ".visible .entry {}(.param .u64 in, .param .u64 out)\n{{\n  .reg .b64 %in, %out, %at, %s<4>;\n"
      "  .reg .b32 %t, %w;\n  .reg .pred q;\n  .reg .b16 h;\n  .reg .b32 w;\n  .reg .b64 v;\n  .reg .{} f;\n",
      name, register_type(instruction.types[0]));
  for (std::size_t i = 0; i < instruction.types.size(); ++i)
    text += fmt::format("  .reg .{} {};\n", register_type(instruction.types[i]), kNames[i]);
  text +=
      "  ld.param.u64 %in, [in];\n  ld.param.u64 %out, [out];\n  mov.u32 %t, %tid.x;\n  mov.u32 %w, %ctaid.x;\n"
      "  shl.b32 %w, %w, 7;\n  add.u32 %t, %t, %w;\n  mul.wide.u32 %at, %t, 32;\n  add.u64 %in, %in, %at;\n"
      "  mul.wide.u32 %at, %t, 8;\n  add.u64 %out, %out, %at;\n";
  for (std::size_t i = 1; i < instruction.types.size(); ++i) {
    const int bytes = register_bytes_of(instruction.types[i]);
    text += fmt::format("  ld.global.u64 %s{}, [%in+{}];\n", i - 1, 8 * (i - 1));
    if (bytes == 0)
      text += fmt::format("  setp.ne.u64 {}, %s{}, 0;\n", kNames[i], i - 1);
    else if (bytes == 8)
      text += fmt::format("  mov.b64 {}, %s{};\n", kNames[i], i - 1);
    else
      text += fmt::format("  cvt.u{}.u64 {}, %s{};\n", 8 * bytes, kNames[i], i - 1);
  }
  const int bytes = register_bytes_of(instruction.types[0]);
  if (guarded) {
    text +=
        "  .reg .pred %active;\n  mul.lo.u32 %w, %t, 0x9e3779b1;\n  and.b32 %w, %w, 0x30000;\n"
        "  setp.eq.u32 %active, %w, 0;\n";
    text +=
        bytes == 0 ? "  setp.eq.u32 d, 0, 0;\n" : fmt::format("  mov.{} d, -1;\n", register_type(instruction.types[0]));
  }
  std::istringstream steps(instruction.text);
  for (std::string step; std::getline(steps, step, ';');)
    text += (guarded && step.find(".reg") == std::string::npos ? "  @%active " : "  ") + step + ";\n";
  if (bytes == 0)
    text += "  selp.u64 %s0, 1, 0, d;\n";
  else if (bytes == 8)
    text += "  mov.b64 %s0, d;\n";
  else
    text += fmt::format("  cvt.u64.u{} %s0, d;\n", 8 * bytes);
  return text + "  st.global.u64 [%out], %s0;\n  ret;\n}\n";
}

std::vector<RecordedInstruction> read_recording(std::string_view chapter) {
  std::ifstream file(fmt::format("{}/tests/hardware/h200/arithmetic/{}.tsv", WARPGLASS_SOURCE_DIR, chapter));
  std::vector<RecordedInstruction> found;
  for (std::string line; std::getline(file, line);) {
    std::istringstream columns(line);
    RecordedInstruction one;
    std::string types, results;
    std::getline(columns, one.text, '\t');
    std::getline(columns, types, '\t');
    std::getline(columns, results, '\t');
    std::istringstream type_words(types);
    for (std::string word; type_words >> word;) one.types.push_back(word);
    std::istringstream values(results);
    for (std::string word; values >> word;) one.results.push_back(std::stoull(word, nullptr, 16));
    for (int tuple = 0; tuple < kTuples; ++tuple)
      for (std::size_t k = 1; k < 5; ++k)
        one.sources.push_back(k < one.types.size() ? source_value(one.types[k], tuple, static_cast<int>(k) - 1) : 0);
    found.push_back(std::move(one));
  }
  return found;
}

std::vector<RecordedInstruction> read_cases(std::string_view name) {
  std::ifstream file(fmt::format("{}/tests/ptx/{}.cases", WARPGLASS_SOURCE_DIR, name));
  std::vector<RecordedInstruction> found;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream words(line);
    std::string word;
    words >> word;
    if (word == "instruction") {
      found.emplace_back().text = line.substr(word.size() + 1);
    } else if (word == "types") {
      while (words >> word) found.back().types.push_back(word);
    } else {
      std::vector<std::uint64_t> values;
      for (; word != "="; words >> word) values.push_back(std::stoull(word, nullptr, 16));
      values.resize(4);
      found.back().sources.insert(found.back().sources.end(), values.begin(), values.end());
      words >> word;
      found.back().results.push_back(std::stoull(word, nullptr, 16));
    }
  }
  return found;
}

}  // namespace warpglass::test
