// What a warp instruction costs the engine, by class and by the pattern of its lanes' addresses: nanoseconds with all
// lanes of a warp, half of them and one, executed and with analysis. Each row is a loop of four copies of its text in a
// kernel of 8 blocks of 256 threads; what the loop costs without the instruction (its `around` alone) is taken off.
// Times are of the processor, the fastest of several launches, on one worker.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <ctime>
#include <iostream>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "analysis/cost_model.hpp"
#include "bench/copies.hpp"
#include "bench/instruction_rows.hpp"
#include "runtime/device.hpp"

namespace warpglass::bench {
namespace {

constexpr int kCopies = 4;
constexpr int kRounds = 250;
constexpr std::uint32_t kBlocks = 8;
constexpr std::uint32_t kThreads = 256;
constexpr std::array<int, 3> kLanes = {32, 16, 1};

[[noreturn]] void give_up(const std::string& why) {
  std::cerr << "warpglass-bench-instructions: " << why << '\n';
  std::exit(2);
}

/// The text of a row, with the registers of a warp group's sums where it says SUMS and how many.
std::string instruction_text(const Row& row) {
  constexpr std::string_view kSums = "SUMS";
  std::string text(row.text);
  const std::size_t at = text.find(kSums);
  if (at == std::string::npos) return text;
  const std::size_t end = text.find('}', at);
  std::string registers;
  for (int i = 0; i < std::stoi(text.substr(at + kSums.size())); ++i)
    registers += fmt::format("{}%sum{}", i == 0 ? "" : ", ", i);
  return text.replace(at, end - at, registers);
}

/// \param with  false: only what is around the instruction
std::string kernel_text(const Row& row, int lanes, bool with) {
  const bool whole = row.group == "barrier" || row.group == "matrix";
  const std::string text = instruction_text(row);
  std::string body;
  for (int copy = 0; copy < kCopies; ++copy) {
    body += row.around;
    body += '\n';
    if (with) body += text;
    body += '\n';
  }
  return fmt::format(R"(.version 8.5
.target sm_90a
.address_size 64
.extern .func (.param .b32 r) __nv_expf(.param .b32 a);
.extern .func (.param .b32 r) __nv_sinf(.param .b32 a);
.extern .func (.param .b32 r) __nv_cosf(.param .b32 a);
.func (.param .b32 r) callee(.param .b32 a) .noinline
{{
  .reg .u32 %x;
  ld.param.u32 %x, [a];
  add.u32 %x, %x, 1;
  st.param.b32 [r], %x;
  ret;
}}
.visible .entry kernel(.param .u64 buffer)
{{
  .reg .pred %p, %q;
  .reg .u32 %t, %lane, %i, %x, %y, %z, %at, %s, %seed, %n, %mask;
  .reg .b32 %h1, %h2, %h3;
  .reg .b32 %m0, %m1, %m2, %m3, %m4, %m5, %m6, %m7;
  .reg .f32 %c0, %c1, %c2, %c3, %c4, %c5, %c6, %c7;
  .reg .u32 %stride, %rows, %metadata;
  {sums}
  .reg .u64 %factor;
  .reg .f32 %f1, %f2, %f3, %f4, %f5;
  .reg .f64 %d1, %d2, %d3;
  .reg .b16 %h4, %h5, %s0, %s1, %s2, %s3;
  .reg .u64 %w, %ga, %gb, %gc, %gd, %la, %data, %l;

  .shared .align 16 .b8 words[16384];
  .local .align 16 .b8 own[256];
  ld.param.u64 %data, [buffer];
  cvta.to.global.u64 %data, %data;
  mov.u32 %t, %tid.x;
  mov.u32 %lane, %laneid;
  mov.u32 %s, words;
  mov.u64 %l, own;
  mov.u32 %mask, {mask};
  mov.u32 %i, 0;
  mov.u32 %x, %t;
  add.u32 %y, %t, 12345;
  add.u32 %z, %t, 3;
  mul.lo.u32 %seed, %t, 747796405;
  shr.u32 %at, %seed, 15;
  xor.b32 %seed, %seed, %at;
  mul.lo.u32 %seed, %seed, 2221713035;
  shr.u32 %at, %seed, 13;
  xor.b32 %seed, %seed, %at;
  mov.u32 %at, %s;
  cvt.rn.f32.u32 %f1, %y;
  mov.f32 %f2, 0f3f400000;
  mov.f32 %f3, 0f3e800000;
  mov.f32 %f5, 0f00000000;
  mov.f64 %d1, 0d3ff0000000000000;
  mov.f64 %d2, 0d3fe0000000000000;
  mov.f64 %d3, 0d3fd0000000000000;
  mov.b32 %h1, 0x3c003c00;
  mov.b32 %h2, 0x38003800;
  mov.b32 %h3, 0x34003400;
  mad.lo.u32 %m0, %t, 257, 0x12345678;
  and.b32 %m0, %m0, 0x8f8f8f8f;
  or.b32 %m0, %m0, 0x30303030;
  mad.lo.u32 %m1, %t, 771, 0x12345678;
  and.b32 %m1, %m1, 0x8f8f8f8f;
  or.b32 %m1, %m1, 0x30303030;
  mad.lo.u32 %m2, %t, 5, 0x12345678;
  and.b32 %m2, %m2, 0x8f8f8f8f;
  or.b32 %m2, %m2, 0x30303030;
  mad.lo.u32 %m3, %t, 3, 0x12345678;
  and.b32 %m3, %m3, 0x8f8f8f8f;
  or.b32 %m3, %m3, 0x30303030;
  mov.b32 %m4, 0;
  mov.b32 %m5, 0;
  mov.b32 %m6, 0;
  mov.b32 %m7, 0;
  mov.f32 %c0, 0f00000000;
  mov.f32 %c1, 0f00000000;
  mov.f32 %c2, 0f00000000;
  mov.f32 %c3, 0f00000000;
  mov.f32 %c4, 0f00000000;
  mov.f32 %c5, 0f00000000;
  mov.f32 %c6, 0f00000000;
  mov.f32 %c7, 0f00000000;
  mov.u32 %stride, 32;
  mov.u32 %metadata, 0xeeeeeeee;
  mad.lo.u32 %rows, %lane, 80, %s;
  shr.u32 %x, %s, 4;
  cvt.u64.u32 %factor, %x;
  or.b64 %factor, %factor, 0x1000080000;
  mov.u32 %x, %t;
  setp.lt.u32 %q, %lane, 20;
  mov.u32 %n, {rounds};
  setp.ge.u32 %p, %lane, {lanes};
  @%p bra DONE;
LOOP:
{body}
  sub.u32 %n, %n, 1;
  setp.ne.u32 %p, %n, 0;
  @%p bra LOOP;
DONE:
  add.u32 %z, %z, %x;
  add.u32 %z, %z, %y;
  add.f32 %f5, %f5, %f1;
  add.f32 %f5, %f5, %f3;
  st.global.u32 [%data], %z;
  st.global.f32 [%data+4], %f5;
  st.global.f64 [%data+8], %d1;
  add.f32 %c0, %c0, %c1;
  add.f32 %c0, %c0, %c2;
  add.f32 %c0, %c0, %c3;
  add.u32 %m0, %m0, %m4;
  add.u32 %m0, %m0, %m5;
  st.global.b32 [%data+16], %h1;
  st.global.f32 [%data+20], %c0;
  st.global.b32 [%data+24], %m0;
  ret;
}}
)",
                     fmt::arg("sums", text.find("%sum") == std::string::npos ? "" : ".reg .b32 %sum<128>;"),
                     fmt::arg("mask", whole || lanes == 32 ? 0xffffffffu : (1u << lanes) - 1),
                     fmt::arg("rounds", kRounds), fmt::arg("lanes", whole ? 32 : lanes), fmt::arg("body", body));
}

double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

/// One kernel on a device of its own, so that nothing of another row is left behind.
class Loop {
 public:
  explicit Loop(std::string text)
      : text_(std::move(text)), costs_(analysis::make_cost_model(arch::default_device())), device_(make_device()) {
    const auto id = device_->modules().add({std::as_bytes(std::span(text_))}, "row.ptx");
    if (device_->modules().find_kernel(id, "kernel", kernel_) != runtime::Status::ok) give_up("no kernel:\n" + text_);
    if (device_->allocate(1 << 20, sim::AllocationKind::device, "words", buffer_) != runtime::Status::ok)
      give_up("not enough memory");
  }

  /// Seconds of the fastest of so many launches.
  double fastest(bool analyse, int launches) {
    device_->launches().costs = analyse ? costs_.get() : nullptr;
    device_->launches().workers = 1;
    double best = 1e9;
    for (int i = 0; i < launches; ++i) {
      std::array<const void*, 1> arguments = {&buffer_};
      const double before = processor_seconds();
      if (device_->launch(*kernel_, {.grid = {kBlocks, 1, 1}, .block = {kThreads, 1, 1}}, arguments.data()) !=
              runtime::Status::ok ||
          device_->sticky() != runtime::Status::ok)
        give_up("did not run:\n" + text_);
      best = std::min(best, processor_seconds() - before);
    }
    return best;
  }

 private:
  static std::unique_ptr<runtime::Device> make_device() {
    return std::make_unique<runtime::Device>(arch::default_device(),
                                             runtime::DeviceOptions{.memory_bytes = std::uint64_t{1} << 28,
                                                                    .complain =
                                                                        [](const Diagnostics& diagnostics) {
                                                                          for (const Diagnostic& d : diagnostics)
                                                                            std::cerr << to_string(d) << '\n';
                                                                        },
                                                                    .launches = {}});
  }

  std::string text_;
  std::unique_ptr<sim::CostModel> costs_;
  std::unique_ptr<runtime::Device> device_;
  runtime::Kernel* kernel_ = nullptr;
  std::uint64_t buffer_ = 0;
};

/// \param only  rows whose group or name has it; empty: all
int run(std::string_view only, int launches) {
  constexpr double kWarpInstructions = double{kCopies} * kRounds * kBlocks * kThreads / 32;
  fmt::print("| class | what | 32 lanes | 16 | 1 | with analysis, 32 | 16 | 1 |\n");
  fmt::print("| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |\n");
  for (const Row& row : kRows) {
    if (!only.empty() && fmt::format("{}, {}", row.group, row.what).find(only) == std::string::npos) continue;
    fmt::print("| {} | {} |", row.group, row.what);
    std::string with_analysis;
    for (const int lanes : kLanes) {
      Loop with(kernel_text(row, lanes, true));
      Loop without(kernel_text(row, lanes, false));
      for (const bool analyse : {false, true}) {
        // They take turns, so that a busy moment of the machine meets both.
        double full = 1e9;
        double empty = 1e9;
        for (int i = 0; i < launches; ++i) {
          full = std::min(full, with.fastest(analyse, 2));
          empty = std::min(empty, without.fastest(analyse, 2));
        }
        const std::string cell = fmt::format(" {:.1f} |", (full - empty) / kWarpInstructions * 1e9);
        if (analyse) {
          with_analysis += cell;
        } else {
          fmt::print("{}", cell);
        }
      }
    }
    fmt::print("{}\n", with_analysis);
    std::cout.flush();
  }
  return 0;
}

/// Seconds from a kernel's text to the end of a launch in which every thread leaves at once.
double first_launch(const Row& row, bool analyse) {
  const std::string text = kernel_text(row, 0, true);
  const double before = processor_seconds();
  Loop(text).fastest(analyse, 1);
  return processor_seconds() - before;
}

/// Parsing and binding: a kernel of all rows, several times over, against one of none.
int translate(int launches) {
  std::string all;
  for (const Row& row : kRows) all += fmt::format("{}\n{}\n", row.around, instruction_text(row));
  std::string text;
  while (std::ranges::count(text, ';') < 5'000) text += all;
  const Row none{};
  const Row many{.group = {}, .what = {}, .around = {}, .text = text};
  const auto instructions = double(kCopies) * double(std::ranges::count(text, ';'));
  fmt::print("| microseconds per PTX instruction, of {:.0f} | to execute | with analysis |\n", instructions);
  fmt::print("| --- | ---: | ---: |\n| parsing and binding |");
  for (const bool analyse : {false, true}) {
    double full = 1e9;
    double empty = 1e9;
    for (int i = 0; i < launches; ++i) {
      full = std::min(full, first_launch(many, analyse));
      empty = std::min(empty, first_launch(none, analyse));
    }
    fmt::print(" {:.2f} |", (full - empty) / instructions * 1e6);
  }
  fmt::print("\n");
  return 0;
}

}  // namespace
}  // namespace warpglass::bench

int main(int argc, char** argv) {
  if (argc > 3 || (argc > 1 && std::string_view(argv[1]) == "--help")) {
    std::cout << "usage: warpglass-bench-instructions [translation | copies | PART OF A ROW'S NAME] [LAUNCHES]\n";
    return argc > 3 ? 2 : 0;
  }
  const int launches = argc > 2 ? std::max(1, std::atoi(argv[2])) : 5;
  if (argc > 1 && std::string_view(argv[1]) == "translation") return warpglass::bench::translate(launches);
  if (argc > 1 && std::string_view(argv[1]) == "copies") return warpglass::bench::copies(launches);
  return warpglass::bench::run(argc > 1 ? argv[1] : "", launches);
}
