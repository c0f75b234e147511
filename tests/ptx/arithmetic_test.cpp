// Replays what an H200 answered to single arithmetic instructions, and the cases of written.cases: every instruction is
// parsed, bound and executed as a kernel, and must give the bits that stand there. Only what the machines themselves
// approximate may differ, by a bound.
//
//   arithmetic_test [--instruction-set=SSE4|AVX2|AVX3|NEON] [GoogleTest flags]

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <set>

#include "isa/chapters/chapters.hpp"
#include "isa/instruction.hpp"
#include "tests/ptx/recording.hpp"
#include "tests/unit/isa/run_ptx.hpp"

namespace warpglass::test {
namespace {

/// How far an approximate result may be from the recorded one.
struct Bound {
  std::string_view prefix;
  std::string_view type;
  double relative;
  double absolute;
};
constexpr Bound kBounds[] = {
    {"rcp.approx", "f32", 0x1p-22, 0},           {"rcp.approx", "f64", 0x1p-19, 0},
    {"rsqrt.approx.ftz.f64", "f64", 0x1p-19, 0}, {"rsqrt.approx.f64", "f64", 0x1p-51, 0},
    {"rsqrt.approx", "f32", 0x1p-22, 0},         {"sqrt.approx", "f32", 0x1p-22, 0x1p-149},
    {"div.approx", "f32", 0x1p-21, 0x1p-148},    {"div.full", "f32", 0x1p-21, 0x1p-148},
    {"sin.approx", "f32", 0, 0x1p-20},           {"cos.approx", "f32", 0, 0x1p-20},
    {"lg2.approx", "f32", 0x1p-22, 0x1p-21},     {"ex2.approx", "f32", 0x1p-21, 0x1p-148},
    {"tanh.approx", "f32", 0x1p-10, 0},          {"ex2.approx", "f16", 0x1p-9, 0x1p-24},
    {"tanh.approx", "f16", 0x1p-9, 0},           {"ex2.approx", "bf16", 0x1p-6, 0},
    {"tanh.approx", "bf16", 0x1p-6, 0},
};

double number(std::string_view type, std::uint64_t bits) {
  if (type == "f64") return std::bit_cast<double>(bits);
  if (type == "f32") return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
  if (type == "bf16") return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits << 16)));
  const int exponent = static_cast<int>(bits >> 10 & 31);
  const auto fraction = static_cast<double>(bits & 0x3ff);
  const double sign = (bits & 0x8000) != 0 ? -1 : 1;
  if (exponent == 31) return (bits & 0x3ff) != 0 ? std::nan("") : sign * HUGE_VAL;
  return sign * (exponent == 0 ? fraction * 0x1p-24 : std::ldexp(fraction + 1024, exponent - 25));
}

bool close(const RecordedInstruction& instruction, std::uint64_t want, std::uint64_t got) {
  std::string_view type = instruction.types[0];
  if (type.ends_with("x2")) {
    RecordedInstruction half = instruction;
    half.types[0] = std::string(type.substr(0, type.size() - 2));
    return close(half, want & 0xffff, got & 0xffff) && close(half, want >> 16, got >> 16);
  }
  for (const Bound& bound : kBounds) {
    if (!instruction.text.starts_with(bound.prefix) || bound.type != type) continue;
    const double a = number(type, want);
    const double b = number(type, got);
    if (!std::isfinite(a) || !std::isfinite(b)) return want == got;
    if (std::signbit(a) != std::signbit(b) && std::abs(a) > bound.absolute) return false;
    return std::abs(a - b) <= bound.absolute + bound.relative * std::abs(a);
  }
  return false;
}

/// What a register of the type reads as after -1 was moved to it.
std::uint64_t all_ones(std::string_view type) {
  const int bytes = register_bytes_of(type);
  return bytes == 0 ? 1 : ~std::uint64_t{0} >> (64 - 8 * bytes);
}

/// What differs from the recording, "" when nothing does.
std::string differences(const RecordedInstruction& instruction, const std::vector<std::uint64_t>& results,
                        bool guarded) {
  int wrong = 0;
  std::string first;
  for (std::size_t tuple = 0; tuple < instruction.results.size(); ++tuple) {
    const bool active = !guarded || is_active(static_cast<std::uint32_t>(tuple));
    const std::uint64_t want = active ? instruction.results[tuple] : all_ones(instruction.types[0]);
    if (results[tuple] == want || (active && close(instruction, want, results[tuple]))) continue;
    if (wrong++ > 0) continue;
    for (std::size_t k = 1; k < instruction.types.size(); ++k)
      first += fmt::format(" {}={:x}", "dabce"[k], instruction.sources[4 * tuple + k - 1]);
    first += fmt::format(": {} {:x}, ours {:x}", active ? "recorded" : "inactive, was", want, results[tuple]);
  }
  if (wrong == 0) return {};
  return fmt::format("  {} ({} of {} tuples):{}\n", instruction.text, wrong, instruction.results.size(), first);
}

constexpr std::string_view kChapters[] = {"integer", "divide",  "bits",    "extended",    "logic",
                                          "compare", "float32", "float64", "approximate", "half",
                                          "convert", "video",   "move",    "edges",       "written"};

std::vector<RecordedInstruction> read(std::string_view chapter) {
  return chapter == "written" ? read_cases(chapter) : read_recording(chapter);
}

/// Runs a kernel(source, target) of kTuples threads on the newest of machines.
void launch(isa::LoadedPtx& loaded, const std::string& kernel, std::uint64_t source, std::uint64_t target) {
  const isa::BindResult bound = loaded.bind_kernel(kernel, {.sm = 120, .observe = false});
  ASSERT_EQ(isa::all_of(bound.diagnostics), "");
  sim::LaunchRequest request;
  request.program = bound.program.get();
  request.memory = &loaded.memory;
  request.grid = {kTuples / 128, 1, 1};
  request.block = {128, 1, 1};
  request.params.resize(16);
  std::memcpy(request.params.data(), &source, 8);
  std::memcpy(request.params.data() + 8, &target, 8);
  const sim::LaunchResult result = sim::launch(request);
  EXPECT_TRUE(result.faults.empty()) << kernel;
}

class Arithmetic : public testing::TestWithParam<std::string_view> {
 protected:
  static void replay(bool guarded) {
    const std::vector<RecordedInstruction> recording = read(GetParam());
    ASSERT_FALSE(recording.empty());
    std::string module;
    for (std::size_t i = 0; i < recording.size(); ++i)
      module += kernel_for(recording[i], fmt::format("k{}", i), guarded);
    isa::LoadedPtx loaded(module);

    const std::uint64_t target = loaded.upload(std::vector<std::uint64_t>(kTuples));
    const std::uint64_t source = loaded.upload(std::vector<std::uint64_t>(4 * kTuples));
    std::string report;
    int differing = 0;
    for (std::size_t i = 0; i < recording.size(); ++i) {
      const RecordedInstruction& instruction = recording[i];
      std::memcpy(sim::Memory::host(source), instruction.sources.data(),
                  instruction.sources.size() * sizeof(std::uint64_t));
      launch(loaded, fmt::format("k{}", i), source, target);
      const std::string difference = differences(instruction, loaded.download<std::uint64_t>(target, kTuples), guarded);
      differing += difference.empty() ? 0 : 1;
      report += difference;
    }
    EXPECT_EQ(differing, 0) << differing << " of " << recording.size() << " instructions differ:\n" << report;
  }
};

TEST_P(Arithmetic, AnswersAsRecorded) { replay(false); }

TEST_P(Arithmetic, LeavesInactiveLanesAlone) { replay(true); }

INSTANTIATE_TEST_SUITE_P(H200, Arithmetic, testing::ValuesIn(kChapters),
                         [](const auto& chapter) { return std::string(chapter.param); });

/// Rows about state spaces, which these kernels have no place for.
constexpr std::string_view kTestedElsewhere[] = {
    "cvta.space.size d, a",     // tests/unit/isa/address_test.cpp
    "cvta.to.space.size d, a",  // the same
    "isspacep.space p, a",      // the same
};

TEST(Recording, HasEveryArithmeticRow) {
  constexpr isa::ChapterRows kArithmetic[] = {
      isa::integer_rows, isa::divide_rows,  isa::bits_rows,  isa::extended_rows,    isa::logic_rows,
      isa::compare_rows, isa::set_rows,     isa::float_rows, isa::half_rows,        isa::move_rows,
      isa::address_rows, isa::convert_rows, isa::video_rows, isa::approximate_rows,
  };
  std::set<const isa::InstructionDef*> recorded;
  for (const std::string_view chapter : kChapters) {
    std::string module(isa::kHeader);
    for (const RecordedInstruction& one : read(chapter)) module += kernel_for(one, "k", false);
    // Every kernel has the same name here; only the instructions matter.
    for (std::size_t at = module.find("entry k("), n = 0; at != std::string::npos; at = module.find("entry k(", at + 1))
      module.insert(at + 7, std::to_string(n++));
    const ptx::ParseResult parsed = ptx::parse(module, "recording.ptx");
    ASSERT_EQ(isa::all_of(parsed.diagnostics), "");
    for (const auto& function : parsed.module.functions) {
      for (const ptx::Instruction& instruction : function->instructions) {
        isa::Spelling spelling;
        std::string why;
        const isa::InstructionDef* def =
            isa::match(function->words_of(instruction), function->operands_of(instruction), spelling, why);
        if (def != nullptr) recorded.insert(def);
      }
    }
  }
  for (const isa::ChapterRows rows : kArithmetic)
    for (const isa::InstructionDef& row : rows()) {
      const bool elsewhere =
          std::find(std::begin(kTestedElsewhere), std::end(kTestedElsewhere), row.syntax) != std::end(kTestedElsewhere);
      EXPECT_TRUE(elsewhere || recorded.contains(&row)) << row.syntax << "  " << row.where;
    }
}

/// Limits vector code to one instruction set; false when this machine has not got it.
bool use_instruction_set(std::string_view name) {
  for (std::int64_t bit = 1; bit > 0 && bit < std::int64_t{1} << 62; bit <<= 1) {
    if (hwy::TargetName(bit) != name) continue;
    if ((hwy::SupportedTargets() & bit) == 0) return false;
    hwy::SetSupportedTargetsForTest(bit);
    return true;
  }
  return false;
}

}  // namespace
}  // namespace warpglass::test

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  constexpr std::string_view kFlag = "--instruction-set=";
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (!argument.starts_with(kFlag)) continue;
    if (warpglass::test::use_instruction_set(argument.substr(kFlag.size()))) continue;
    std::printf("this machine has no %s\n", argv[i] + kFlag.size());
    return 77;
  }
  return RUN_ALL_TESTS();
}
