#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "tools/warpglass/command_line.hpp"
#include "tools/warpglass/error.hpp"

namespace warpglass::tool {
namespace {

CommandLine parsed(std::vector<const char*> words) {
  words.insert(words.begin(), "warpglass");
  return parse_command_line(static_cast<int>(words.size()), words.data());
}

std::string refusal(const std::vector<const char*>& words) {
  try {
    (void)parsed(words);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

TEST(CommandLine, ARun) {
  const CommandLine line = parsed(
      {"run", "app", "--json", "r.json", "-j", "4", "--top", "0", "--kernel", "^sum", "--", "--size", "64", "-v"});
  EXPECT_EQ(line.command, Command::run);
  EXPECT_EQ(line.run.program, "app");
  EXPECT_EQ(line.run.arguments, (std::vector<std::string>{"--size", "64", "-v"}));
  ASSERT_EQ(line.run.files.size(), 1u);
  EXPECT_EQ(line.run.files[0].form->name, "json");
  EXPECT_EQ(line.run.files[0].path, "r.json");
  EXPECT_EQ(line.run.jobs, 4);
  EXPECT_EQ(line.run.top, 0u);
  EXPECT_EQ(line.run.kernel, "^sum");
  EXPECT_TRUE(line.run.analysis);
  EXPECT_FALSE(line.run.launches);
  EXPECT_FALSE(line.print);
}

TEST(CommandLine, FormsAreFlags) {
  const CommandLine line = parsed({"run", "a", "--sarif", "s", "--markdown", "-", "--expect", "e", "--expect", "f"});
  ASSERT_EQ(line.run.files.size(), 2u);
  EXPECT_EQ(line.run.files[0].form->name, "markdown");
  EXPECT_EQ(line.run.files[1].path, "s");
  EXPECT_TRUE(takes_output(line.run.files));
  EXPECT_EQ(line.run.expectations, (std::vector<std::string>{"e", "f"}));
  EXPECT_THAT(refusal({"run", "a", "--sarif", "-", "--junit", "-"}),
              testing::HasSubstr("--sarif - and --junit - both want the standard output"));
  EXPECT_NE(refusal({"check", "a", "--csv", "x"}), "");  // a check counts nothing
}

TEST(CommandLine, ALineIsExplained) {
  const CommandLine line = parsed({"run", "a", "--explain", "34"});
  ASSERT_TRUE(line.run.explain);
  EXPECT_EQ(line.run.explain->file, "");
  EXPECT_EQ(line.run.explain->line, 34u);
  const CommandLine saved = parsed({"report", "a", "--explain", "sub/k.cuh:7", "-o", "x", "--sarif", "-"});
  EXPECT_EQ(saved.report.explain->file, "sub/k.cuh");
  EXPECT_EQ(saved.report.explain->line, 7u);
  EXPECT_EQ(saved.report.form, nullptr);
  EXPECT_EQ(saved.report.output, "x");
  for (const char* text : {"0", "-3", "k.cu", "k.cu:", ":7", "7x", "99999999999"}) {
    EXPECT_THAT(refusal({"run", "a", "--explain", text}), testing::HasSubstr("--explain takes LINE or FILE:LINE"))
        << text;
  }
  EXPECT_THAT(refusal({"run", "a", "--explain", "3", "-q"}), testing::HasSubstr("--quiet"));
  EXPECT_THAT(refusal({"run", "a", "--explain", "3", "--no-analysis"}), testing::HasSubstr("--no-analysis"));
  EXPECT_THAT(refusal({"report", "a", "--explain", "3", "--format", "csv"}), testing::HasSubstr("--format"));
  EXPECT_THAT(refusal({"report", "a", "--explain", "3", "--json", "-"}), testing::HasSubstr("standard output"));
  EXPECT_NE(refusal({"check", "a", "--explain", "3"}), "");  // a check counts nothing
}

TEST(CommandLine, AdviceBeginsWithWhatIsCompiled) {
  setenv("XDG_CACHE_HOME", "/tmp/of-this-test", 1);
  const std::string folder = "/tmp/of-this-test/warpglass";
  EXPECT_EQ(parsed({"advise", "x.cu"}).advise.run.cache, folder);
  EXPECT_EQ(parsed({"run", "x.cu"}).run.cache, folder);
  EXPECT_EQ(parsed({"advise", "x.cu", "--no-cache"}).advise.run.cache, "");
  unsetenv("XDG_CACHE_HOME");
}

TEST(CommandLine, SavedRuns) {
  const CommandLine text = parsed({"report", "a", "b"});
  EXPECT_EQ(text.command, Command::report);
  EXPECT_EQ(text.report.runs, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(text.report.form->name, "text");
  EXPECT_EQ(parsed({"report", "a", "--sarif", "s"}).report.form, nullptr);
  EXPECT_EQ(parsed({"report", "a", "--format", "junit", "-o", "x"}).report.output, "x");
  EXPECT_THAT(refusal({"report", "a", "--format", "xml"}),
              testing::HasSubstr("one of text, json, csv, markdown, sarif"));
}

TEST(CommandLine, ADifference) {
  const CommandLine line = parsed({"report", "diff", "a", "b", "--fail-on", "x>1", "--fail-on", "y>+2%", "-q"});
  EXPECT_EQ(line.command, Command::diff);
  EXPECT_EQ(line.diff.before, "a");
  EXPECT_EQ(line.diff.after, "b");
  EXPECT_EQ(line.diff.fail_on, (std::vector<std::string>{"x>1", "y>+2%"}));
  EXPECT_NE(refusal({"report", "diff", "a"}), "");
  EXPECT_NE(refusal({"report", "diff", "a", "b", "--json", "-", "--markdown", "-"}), "");
}

TEST(CommandLine, AKernel) {
  const CommandLine line =
      parsed({"run",        "k.ptx", "--kernel",     "scale",         "--grid",  "16x2",   "--block", "32,8",
              "--smem",     "4096",  "--arg",        "f32[4]:zero",   "--arg",   "i32:-1", "--arg",   "-5",
              "--launches", "0",     "--as-written", "--no-analysis", "--color", "always", "-X",      "-DN=4"});
  EXPECT_EQ(line.run.grid, (Dim3{16, 2, 1}));
  EXPECT_EQ(line.run.block, (Dim3{32, 8, 1}));
  EXPECT_EQ(line.run.shared_bytes, 4096u);
  EXPECT_EQ(line.run.kernel_arguments, (std::vector<std::string>{"f32[4]:zero", "i32:-1", "-5"}));
  EXPECT_EQ(line.run.launches, 0u);
  EXPECT_TRUE(line.run.as_written);
  EXPECT_FALSE(line.run.analysis);
  EXPECT_EQ(line.run.colour, ColourChoice::always);
  EXPECT_EQ(line.run.compiler_flags, (std::vector<std::string>{"-DN=4"}));
}

TEST(CommandLine, ACheck) {
  const CommandLine line = parsed({"check", "app", "--suppressions", "a", "--suppressions", "b", "--error-exitcode",
                                   "3", "--format", "sanitizer", "--seeds", "4..9"});
  EXPECT_EQ(line.command, Command::check);
  EXPECT_TRUE(line.run.check);
  EXPECT_EQ(line.run.suppressions, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(line.run.error_exit_code, 3);
  EXPECT_EQ(line.run.format, FindingsFormat::sanitizer);
  EXPECT_EQ(line.run.seeds, (SeedRange{.first = 4, .last = 9}));
  EXPECT_EQ(parsed({"check", "app", "--seeds", "4"}).run.seeds, (SeedRange{.first = 0, .last = 3}));
  EXPECT_EQ(parsed({"check", "app", "--replay", "4"}).run.seeds, (SeedRange{.first = 4, .last = 4}));
  const RunOptions plain = parsed({"check", "app"}).run;
  EXPECT_FALSE(plain.seeds);
  EXPECT_EQ(plain.error_exit_code, 1);
  EXPECT_EQ(plain.format, FindingsFormat::text);
  EXPECT_THAT(refusal({"run", "app", "--seeds", "4"}), testing::HasSubstr("--seeds"));
}

TEST(CommandLine, Banks) {
  const CommandLine line =
      parsed({"banks", "tile[ty][tx]", "--shape", "32x33", "--type", "double2", "--block", "32x8", "--warp", "7",
              "--access", "cas", "--if", "tx < 4", "--bank-width", "8", "--arch", "kepler,all"});
  EXPECT_EQ(line.command, Command::banks);
  EXPECT_EQ(line.banks.expression, "tile[ty][tx]");
  EXPECT_EQ(line.banks.shape, (std::vector<std::uint64_t>{32, 33}));
  EXPECT_EQ(line.banks.type, "double2");
  EXPECT_EQ(line.banks.block, (Dim3{32, 8, 1}));
  EXPECT_EQ(line.banks.warp, 7u);
  EXPECT_EQ(line.banks.access, AccessChoice::compare_and_swap);
  EXPECT_EQ(line.banks.condition, "tx < 4");
  EXPECT_EQ(line.banks.bank_bytes, 8u);
  EXPECT_EQ(line.banks.archs, (std::vector<std::string>{"kepler", "all"}));
  EXPECT_EQ(parsed({"banks", "--stride", "1..3,8,4..4"}).banks.strides, (std::vector<std::uint32_t>{1, 2, 3, 8, 4}));
  EXPECT_EQ(parsed({"banks", "--expr", "tid"}).banks.expression, "tid");
}

TEST(CommandLine, Pages) {
  const std::string manual = *parsed({"completion", "man"}).print;
  EXPECT_THAT(manual, testing::StartsWith(".\\\""));
  EXPECT_THAT(manual, testing::HasSubstr(".SS warpglass banks\n"));
  EXPECT_THAT(manual, testing::HasSubstr("\\-\\-bank\\-width BYTES\n"));
  const std::string bash = *parsed({"completion", "bash"}).print;
  EXPECT_THAT(bash, testing::HasSubstr("'run check advise banks occupancy costs report devices --help --version'"));
  EXPECT_THAT(bash, testing::HasSubstr("files='--json"));
  EXPECT_THAT(bash, testing::HasSubstr("    \"report diff\") flags='-h --help --fail-on"));
  EXPECT_THAT(manual, testing::HasSubstr(".SS warpglass report diff\n"));
  EXPECT_THAT(*parsed({"completion", "zsh"}).print, testing::HasSubstr("'*--stride["));
}

TEST(CommandLine, AnOccupancy) {
  const CommandLine line =
      parsed({"occupancy", "k.cu", "--kernel", "^sum$", "--block", "32x8", "--registers", "0", "--smem", "48K",
              "--arch", "sm_90,RTX 4090", "--arch", "all", "--carve-out", "50", "-X", "-DN"});
  EXPECT_EQ(line.command, Command::occupancy);
  EXPECT_EQ(line.occupancy.program, "k.cu");
  EXPECT_EQ(line.occupancy.block, (Dim3{32, 8, 1}));
  EXPECT_EQ(line.occupancy.registers, 0u);
  EXPECT_EQ(line.occupancy.dynamic_shared_bytes, 48u * 1024);
  EXPECT_EQ(line.occupancy.archs, (std::vector<std::string>{"sm_90", "RTX 4090", "all"}));
  EXPECT_EQ(line.occupancy.carve_out_percent, 50);
  EXPECT_EQ(parsed({"occupancy", "--block", "64"}).occupancy.archs, std::vector<std::string>{"H200"});
  EXPECT_EQ(parsed({"occupancy", "--block", "64", "--shared", "12KiB"}).occupancy.static_shared_bytes, 12u * 1024);
}

TEST(CommandLine, Costs) {
  const CommandLine line = parsed({"costs", "float32", "convert_64", "--arch", "sm_80,kepler"});
  EXPECT_EQ(line.command, Command::costs);
  EXPECT_EQ(line.costs.classes, (std::vector<std::string>{"float32", "convert_64"}));
  EXPECT_EQ(line.costs.archs, (std::vector<std::string>{"sm_80", "kepler"}));
  EXPECT_TRUE(parsed({"costs"}).costs.classes.empty());
}

TEST(CommandLine, HelpAndVersion) {
  EXPECT_THAT(*parsed({"occupancy", "--help"}).print, testing::HasSubstr("--registers"));
  EXPECT_THAT(*parsed({"--help"}).print, testing::HasSubstr("warpglass run transpose.cu"));
  EXPECT_THAT(*parsed({"run", "--help"}).print, testing::HasSubstr("--loop-limit"));
  EXPECT_THAT(*parsed({"--version"}).print, testing::StartsWith("warpglass "));
  EXPECT_TRUE(parsed({}).print);
  EXPECT_EQ(parsed({"devices"}).command, Command::devices);
}

TEST(CommandLine, RefusalsAreOneLine) {
  for (const std::vector<const char*>& words :
       std::vector<std::vector<const char*>>{{"frob"},
                                             {"check", "app", "--csv", "x"},
                                             {"advise"},
                                             {"banks"},
                                             {"banks", "tid", "--stride", "2"},
                                             {"banks", "tid", "--expr", "tid"},
                                             {"banks", "--stride", "x"},
                                             {"banks", "--stride", "2..1"},
                                             {"banks", "--stride", "1,"},
                                             {"banks", "--stride", "-1"},
                                             {"banks", "--stride", "0..4096"},
                                             {"banks", "--stride", "99999999999"},
                                             {"banks", "--stride", "2", "--shape", "3"},
                                             {"banks", "--stride", "2", "--if", "tid"},
                                             {"banks", "s[tid]", "--shape", "x"},
                                             {"banks", "s[tid]", "--shape", "32x"},
                                             {"banks", "s[tid]", "--shape", "0"},
                                             {"banks", "s[tid]", "--shape", "1x1x1x1x1"},
                                             {"banks", "s[tid]", "--shape", "99999999999999999999"},
                                             {"banks", "s[tid]", "--shape", "65536x65536"},
                                             {"banks", "tid", "--access", "read"},
                                             {"banks", "tid", "--bank-width", "16"},
                                             {"banks", "tid", "--warp", "32"},
                                             {"banks", "tid", "--block", "0"},
                                             {"devices", "--json", "x"},
                                             {"devices", "H200", "A100", "--json", "x"},
                                             {"completion"},
                                             {"completion", "fish"},
                                             {"occupancy"},
                                             {"occupancy", "--block", "0"},
                                             {"occupancy", "--block", "64", "--shared", "x"},
                                             {"occupancy", "--block", "64", "--shared", "4G"},
                                             {"occupancy", "--block", "64", "--shared", "-1"},
                                             {"occupancy", "--block", "64", "--smem", "99999999999999999999"},
                                             {"occupancy", "--block", "64", "--registers", "-1"},
                                             {"occupancy", "--block", "64", "--carve-out", "101"},
                                             {"occupancy", "--block", "64", "--barriers", "17"},
                                             {"occupancy", "--block", "64", "--cluster", "0"},
                                             {"occupancy", "--block", "64", "--kernel", "k"},
                                             {"occupancy", "--block", "64", "--color", "pink"},
                                             {"occupancy", "--block", "64", "k.cu", "l.cu"},
                                             {"occupancy", "k.cu", "--shared", "1K"},
                                             {"report"},
                                             {"report", "r", "--format", "word"},
                                             {"report", "r", "-o", "x", "--sarif", "s"},
                                             {"report", "r", "--page", "source"},
                                             {"report", "r", "--format", "json", "--sarif", "-"},
                                             {"advise", "r", "--frob"},
                                             {"advise", "r", "--json", "-", "--patch", "-"},
                                             {"advise", "r", "--kernel", "("},
                                             {"run"},
                                             {"run", "a", "--frob"},
                                             {"run", "a", "--top", "x"},
                                             {"run", "a", "--top", "-1"},
                                             {"run", "a", "-j", "x"},
                                             {"run", "a", "-j", "-1"},
                                             {"run", "a", "--grid", "0"},
                                             {"run", "a", "--grid", "1x2x3x4"},
                                             {"run", "a", "--grid", "x"},
                                             {"run", "a", "--block", "1x"},
                                             {"run", "a", "--block", "99999999999"},
                                             {"run", "a", "--smem", "-1"},
                                             {"run", "a", "--kernel", "("},
                                             {"run", "a", "--color", "pink"},
                                             {"run", "a", "--json", "-", "--csv", "-"},
                                             {"run", "a", "--json"},
                                             {"run", "a", "--arg"},
                                             {"run", "a", "--loop-limit", "0"},
                                             {"devices", "--frob"}}) {
    const std::string error = refusal(words);
    EXPECT_NE(error, "") << words.back();
    EXPECT_EQ(error.find('\n'), std::string::npos) << error;
  }
  EXPECT_THAT(refusal({"run", "a", "--frob"}), testing::HasSubstr("behind --"));
  EXPECT_THAT(refusal({"frob"}), testing::HasSubstr("unknown command 'frob'"));
  EXPECT_THAT(refusal({"advise"}), testing::HasSubstr("needs a program"));
  EXPECT_THAT(refusal({"advise", "r", "--frob"}), testing::HasSubstr("behind --"));
}

}  // namespace
}  // namespace warpglass::tool
