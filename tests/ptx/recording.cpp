#include "tests/ptx/recording.hpp"

#include <fmt/format.h>
#include <zstd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>

namespace warpglass::test {

std::string unpacked(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string packed{std::istreambuf_iterator<char>(file), {}};
  std::string bytes(ZSTD_getFrameContentSize(packed.data(), packed.size()), '\0');
  const std::size_t size = ZSTD_decompress(bytes.data(), bytes.size(), packed.data(), packed.size());
  if (ZSTD_isError(size) != 0 || size != bytes.size()) throw std::runtime_error("cannot read " + path);
  return bytes;
}

namespace {

std::string folder() { return WARPGLASS_SOURCE_DIR "/tests/hardware/isa/"; }

std::string_view register_type(std::string_view type) {
  switch (register_bytes_of(type)) {
    case 0: return "pred";
    case 1: return "b8";
    case 2: return "b16";
    case 8: return "b64";
    default: return "b32";
  }
}

std::string destination_name(std::size_t i) { return i == 0 ? "d" : "d" + std::to_string(i); }
std::string source_name(std::size_t i) { return i < 4 ? std::string(1, "abce"[i]) : "s" + std::to_string(i); }

bool names(std::string_view text, std::string_view name) { return text.find(name) != std::string_view::npos; }

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream words(text);
  return {std::istream_iterator<std::string>(words), {}};
}

/// All ones in the destinations: what they hold where the instruction is not executed.
std::string all_ones(const RecordedInstruction& instruction) {
  std::string text;
  for (std::size_t i = 0; i < instruction.destinations.size(); ++i) {
    const std::string& type = instruction.destinations[i];
    text += register_bytes_of(type) == 0 ? fmt::format("  setp.eq.u32 {}, 0, 0;\n", destination_name(i))
                                         : fmt::format("  mov.{} {}, -1;\n", register_type(type), destination_name(i));
  }
  return text;
}

std::string load_sources(const RecordedInstruction& instruction) {
  std::string text;
  for (std::size_t i = 0; i < instruction.sources.size(); ++i) {
    const int bytes = register_bytes_of(instruction.sources[i]);
    const std::string name = source_name(i);
    text += fmt::format("  ld.global.b64 %s0, [%in+{}];\n", 8 * i);
    text += bytes == 0   ? fmt::format("  setp.ne.u64 {}, %s0, 0;\n", name)
            : bytes == 8 ? fmt::format("  mov.b64 {}, %s0;\n", name)
                         : fmt::format("  cvt.u{}.u64 {}, %s0;\n", 8 * bytes, name);
  }
  return text;
}

/// Copies of the thread's first four sources in shared and local memory.
std::string load_cells(std::string_view space, std::string_view at) {
  std::string text;
  for (int i = 0; i < 4; ++i)
    text += fmt::format("  ld.global.b64 %s0, [%in+{0}];\n  st.{1}.b64 [{2}+{0}], %s0;\n", 8 * i, space, at);
  return text;
}

std::string store_results(const RecordedInstruction& instruction) {
  std::string text;
  for (std::size_t i = 0; i < instruction.destinations.size(); ++i) {
    const int bytes = register_bytes_of(instruction.destinations[i]);
    const std::string name = destination_name(i);
    text += bytes == 0   ? fmt::format("  selp.u64 %s0, 1, 0, {};\n", name)
            : bytes == 8 ? fmt::format("  mov.b64 %s0, {};\n", name)
                         : fmt::format("  cvt.u64.u{} %s0, {};\n", 8 * bytes, name);
    text += fmt::format("  st.global.u64 [%out+{}], %s0;\n", 8 * i);
  }
  return text;
}

}  // namespace

bool RecordedInstruction::lanewise() const {
  return !names(text, "%m") && !names(text, "activemask") && !names(text, ".aligned") && !names(text, "bar") &&
         !names(text, "again");
}

std::string kernel_for(const RecordedInstruction& instruction, std::string_view name, bool guarded) {
  const std::string& body = instruction.text;
  const bool shared = names(body, "%sh") || names(body, "%sg") || names(body, "%ws");
  const bool local = names(body, "%lo");
  std::string text = fmt::format(
      ".visible .entry {}(.param .u64 in, .param .u64 out)\n{{\n  .reg .b64 %in, %out, %at, %s<4>, %sg, %lo, %wg;\n"
      "  .reg .b32 %t, %w, %sh, %ws, %m;\n  .reg .pred %g, q;\n  .reg .b16 h;\n  .reg .b32 w;\n  .reg .b64 v;\n"
      "  .reg .{} f;\n",
      name, register_type(instruction.destinations[0]));
  for (std::size_t i = 0; i < instruction.destinations.size(); ++i)
    text += fmt::format("  .reg .{} {};\n", register_type(instruction.destinations[i]), destination_name(i));
  for (std::size_t i = 0; i < instruction.sources.size(); ++i)
    text += fmt::format("  .reg .{} {};\n", register_type(instruction.sources[i]), source_name(i));
  if (shared) text += "  .shared .align 16 .b8 cells[4096];\n";
  if (local) text += "  .local .align 16 .b8 cell[32];\n";
  text += fmt::format(
      "  ld.param.u64 %in, [in];\n  ld.param.u64 %out, [out];\n  mov.u32 %t, %tid.x;\n  mov.u32 %w, %ctaid.x;\n"
      "  shl.b32 %w, %w, 7;\n  add.u32 %t, %t, %w;\n  and.b32 %w, %t, 0xffffffe0;\n  mul.wide.u32 %at, %w, {0};\n"
      "  add.u64 %wg, %in, %at;\n  mul.wide.u32 %at, %t, {0};\n  add.u64 %in, %in, %at;\n"
      "  mul.wide.u32 %at, %t, {1};\n  add.u64 %out, %out, %at;\n",
      8 * instruction.words(), 8 * instruction.destinations.size());
  text += load_sources(instruction);
  if (shared) {
    text +=
        "  mov.u32 %ws, cells;\n  and.b32 %w, %t, 127;\n  mad.lo.u32 %sh, %w, 32, %ws;\n  and.b32 %w, %w, 96;\n"
        "  mad.lo.u32 %ws, %w, 32, %ws;\n  cvt.u64.u32 %sg, %sh;\n  cvta.shared.u64 %sg, %sg;\n" +
        load_cells("shared", "%sh") + "  bar.sync 0;\n";
  }
  if (local) text += "  mov.u64 %lo, cell;\n" + load_cells("local", "%lo");
  // A text that has %g is guarded by itself.
  const bool own_guard = names(body, "%g ");
  if (guarded || own_guard) {
    text += "  mul.lo.u32 %w, %t, 0x9e3779b1;\n  and.b32 %w, %w, 0x30000;\n  setp.eq.u32 %g, %w, 0;\n";
    text += all_ones(instruction);
  } else {
    text += "  setp.eq.u32 %g, 0, 0;\n";
  }
  if (names(body, "%m")) text += "  vote.sync.ballot.b32 %m, %g, -1;\n";
  std::istringstream steps(body);
  for (std::string step; std::getline(steps, step, ';');)
    text += (guarded && !names(step, ".reg") ? "  @%g " : "  ") + step + ";\n";
  return text + store_results(instruction) + "  ret;\n}\n";
}

std::vector<std::string> recorded_chapters() {
  std::vector<std::string> chapters;
  for (const auto& entry : std::filesystem::directory_iterator(folder()))
    if (entry.path().extension() == ".tsv") chapters.push_back(entry.path().stem().string());
  std::sort(chapters.begin(), chapters.end());
  return chapters;
}

std::vector<RecordedInstruction> read_recording(std::string_view chapter) {
  const std::string results = unpacked(fmt::format("{}{}.zst", folder(), chapter));
  std::ifstream file(fmt::format("{}{}.tsv", folder(), chapter));
  std::vector<RecordedInstruction> found;
  std::size_t at = 0;
  for (std::string line; std::getline(file, line);) {
    std::istringstream columns(line);
    RecordedInstruction one;
    std::string destinations, sources;
    std::getline(columns, one.text, '\t');
    std::getline(columns, destinations, '\t');
    std::getline(columns, sources, '\t');
    one.destinations = words_of(destinations);
    one.sources = words_of(sources);
    for (const std::string& type : one.destinations) {
      auto& values = one.results.emplace_back(kTuples);
      for (int byte = 0; byte < std::max(1, register_bytes_of(type)); ++byte)
        for (std::uint64_t& value : values)
          value |= std::uint64_t{static_cast<unsigned char>(results.at(at++))} << 8 * byte;
    }
    one.values.resize(one.words() * kTuples);
    const auto operands = static_cast<int>(one.sources.size());
    for (int tuple = 0; tuple < kTuples; ++tuple)
      for (int k = 0; k < operands; ++k)
        one.values[one.words() * std::size_t(tuple) + std::size_t(k)] =
            source_value(one.sources[std::size_t(k)], tuple, k, operands);
    found.push_back(std::move(one));
  }
  if (at != results.size()) throw std::runtime_error(fmt::format("{}: more results than instructions", chapter));
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
      words >> word;
      found.back().destinations = {word};
      found.back().results.resize(1);
      while (words >> word) found.back().sources.push_back(word);
    } else {
      std::vector<std::uint64_t> values;
      for (; word != "="; words >> word) values.push_back(std::stoull(word, nullptr, 16));
      values.resize(found.back().words());
      found.back().values.insert(found.back().values.end(), values.begin(), values.end());
      words >> word;
      found.back().results[0].push_back(std::stoull(word, nullptr, 16));
    }
  }
  return found;
}

}  // namespace warpglass::test
