#include "tests/tier/random_kernel.hpp"

#include <fmt/format.h>

#include <array>
#include <string_view>
#include <utility>

namespace warpglass::test {
namespace {

constexpr int kDeepest = 3;  // ways within ways

class Writer {
 public:
  Writer(const std::vector<Template>& templates, std::mt19937& random) : templates_(templates), random_(random) {}

  std::string statement(int depth) {
    switch (below(random_, depth < kDeepest ? 12 : 9)) {
      case 6: return guarded();
      case 7: return access("shared", "%tile");
      case 8: return access("global", "%own");
      case 9:
      case 10: return choice(depth + 1);
      case 11: return loop(depth + 1);
      default: break;
    }
    if (all_lanes_ && below(random_, 12) == 0) return "bar.sync 0;";
    return instruction();
  }

 private:
  std::string number() { return std::to_string(below(random_, kRegisters)); }

  std::string instruction(std::string_view guard = "") {
    for (;;) {
      const Template& line = templates_[below(random_, templates_.size())];
      if (!line.needs_all_lanes || (all_lanes_ && guard.empty())) return filled(line, random_, guard);
    }
  }

  std::string guarded() { return instruction(fmt::format("@{}%p{} ", below(random_, 2) == 0 ? "" : "!", number())); }

  /// Of the thread's own 128 bytes behind `base`, somewhere in them.
  std::string access(std::string_view space, std::string_view base) {
    static constexpr std::array kWidths{std::pair{"u8", 'h'},  std::pair{"s8", 'r'},    std::pair{"b16", 'h'},
                                        std::pair{"b32", 'r'}, std::pair{"b64", 'l'},   std::pair{"v2.b32", 'r'},
                                        std::pair{"f32", 'r'}, std::pair{"v4.b32", 'r'}};
    const auto [width, kind] = kWidths[below(random_, kWidths.size())];
    const bool stores = below(random_, 2) == 0;
    const std::string value =
        width[0] == 'v' ? vector_of(different_registers(kind, static_cast<std::size_t>(width[1] - '0'), random_))
                        : fmt::format("%{}{}", kind, number());
    const std::string address = address_in(base, random_);
    return stores ? fmt::format("{}st.{}.{} [%at+{}], {};", address, space, width, 16 * below(random_, 4), value)
                  : fmt::format("{}ld.{}.{} {}, [%at+{}];", address, space, width, value, 16 * below(random_, 4));
  }

  std::string some(int depth) {
    std::string text;
    for (std::size_t i = 1 + below(random_, 4); i > 0; --i) text += "  " + statement(depth) + "\n";
    return text;
  }

  std::string some_of_lanes(int depth) {
    const bool before = std::exchange(all_lanes_, false);
    std::string text = some(depth);
    all_lanes_ = before;
    return text;
  }

  std::string choice(int depth) {
    const int label = labels_++;
    if (below(random_, 2) == 0)
      return fmt::format("@%p{} bra L{};\n{}L{}:", number(), label, some_of_lanes(depth), label);
    return fmt::format("@!%p{} bra L{};\n{}bra M{};\nL{}:\n{}M{}:", number(), label, some_of_lanes(depth), label, label,
                       some_of_lanes(depth), label);
  }

  /// As many rounds as a register says, which differs from lane to lane, or always three.
  std::string loop(int depth) {
    const int label = labels_++;
    const bool always = below(random_, 2) == 0;
    const std::string rounds = always ? fmt::format("mov.b32 %count{}, 3;", depth)
                                      : fmt::format("and.b32 %count{}, %r{}, 3;", depth, number());
    return rounds + fmt::format(
                        "\nL{0}:\n{1}add.s32 %count{2}, %count{2}, -1;\nsetp.gt.s32 %again{2}, %count{2}, 0;\n"
                        "@%again{2} bra L{0};",
                        label, always ? some(depth) : some_of_lanes(depth), depth);
  }

  const std::vector<Template>& templates_;
  std::mt19937& random_;
  int labels_ = 0;
  bool all_lanes_ = true;  // of the warp are here
};

}  // namespace

Statements random_statements(const std::vector<Template>& templates, std::size_t count, std::mt19937& random) {
  Writer writer(templates, random);
  Statements statements;
  for (std::size_t i = 0; i < count; ++i) statements.push_back(writer.statement(0));
  return statements;
}

std::string kernel_of(const Statements& statements) {
  std::string text = ".visible .entry k(.param .u64 array) {\n";
  text += kRegisterLines;
  text += R"(  .shared .align 128 .b8 tile[16384];
  ld.param.u64 %own, [array];
  mov.u32 %w, %ctaid.x; mov.u32 %count0, %ntid.x; mov.u32 %lane, %tid.x; mad.lo.u32 %w, %w, %count0, %lane;
  mul.wide.u32 %at, %w, 192; add.u64 %own, %own, %at;
  mul.wide.u32 %at, %lane, 144; mov.u64 %tile, tile; add.u64 %tile, %tile, %at; cvta.shared.u64 %generic, %tile;
  and.b32 %w, %lane, 96; mul.wide.u32 %at, %w, 144; mov.u64 %warp, tile; add.u64 %warp, %warp, %at;
  mul.lo.u32 %w, %lane, 4; mov.b32 %of_two, 0x4ee4e44e; shf.l.wrap.b32 %of_two, %of_two, %of_two, %w;
  mov.b32 %of_four, 0x489cde4c; shf.l.wrap.b32 %of_four, %of_four, %of_four, %w;
)";
  for (int i = 0; i < kRegisters; ++i)
    text += fmt::format(
        "  ld.global.b32 %r{0}, [%own+{1}]; ld.global.b64 %l{0}, [%own+{2}]; ld.global.b16 %h{0}, [%own+{3}];\n"
        "  and.b32 %w, %r{0}, 1; setp.ne.u32 %p{0}, %w, 0;\n",
        i, 4 * i, 32 + 8 * i, 96 + 2 * i);
  for (int i = 0; i < 9; ++i) text += fmt::format("  st.shared.v4.b32 [%tile+{}], {{%r0, %r1, %r2, %r3}};\n", 16 * i);
  for (const std::string& statement : statements) text += statement + "\n";
  for (int i = 0; i < kRegisters; ++i)
    text += fmt::format(
        "  st.global.b32 [%own+{1}], %r{0}; st.global.b64 [%own+{2}], %l{0}; st.global.b16 [%own+{3}], %h{0};\n"
        "  selp.b32 %w, 1, 0, %p{0}; st.global.b32 [%own+{4}], %w;\n",
        i, 4 * i, 32 + 8 * i, 96 + 2 * i, 112 + 4 * i);
  return text + "  ret;\n}\n";
}

std::uint32_t random_word(std::size_t i, std::uint32_t seed) {
  static constexpr std::array<std::uint32_t, 16> kCorners{
      0,          0x80000000, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc00001,
      0x7f800001, 0x00000001, 0x007fffff, 0x7f7fffff, 0xffffffff, 0x7e007c00, 0x00010001, 0x7ff00000};
  std::uint64_t x = (i + 1) * 0x9e3779b97f4a7c15u ^ seed * 0xbf58476d1ce4e5b9u;
  x = (x ^ x >> 31) * 0x94d049bb133111ebu;
  x ^= x >> 29;
  return (x & 7) == 0 ? kCorners[x >> 8 & 15] : static_cast<std::uint32_t>(x >> 16);
}

}  // namespace warpglass::test
