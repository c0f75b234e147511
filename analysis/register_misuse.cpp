// Registers of a warp group's product that are used too early, as findings: one for each place. Assemblers so far wait
// there by themselves, one product after the other, so that results are right and the time is lost; nothing promises
// it.
#include <fmt/format.h>

#include <string>
#include <vector>

#include "analysis/analyser.hpp"
#include "analysis/by_place.hpp"
#include "analysis/kernel_record.hpp"
#include "analysis/names.hpp"
#include "analysis/product_registers.hpp"

namespace warpglass::analysis {
namespace {

constexpr const char* kKeptInPlace =
    "compilers may move what computes them past a wait or a fence: asm volatile(\"\" : \"+f\"(d[i]) :: \"memory\") for "
    "each keeps it in place (CUTLASS: warpgroup_fence_operand())";
constexpr const char* kFenceBetween = "wgmma.fence between the two (CUTLASS: warpgroup_arrive())";

std::string wait_for(const MisusedRegisters& misuse) {
  if (misuse.newer_groups == MisusedRegisters::kNotCommitted)
    return "the product is in no group yet: wgmma.commit_group, then wgmma.wait_group 0 before this (CUTLASS: "
           "warpgroup_commit_batch(), warpgroup_wait<0>())";
  return fmt::format("wgmma.wait_group {0} before this (CUTLASS: warpgroup_wait<{0}>()): {1}", misuse.newer_groups,
                     misuse.newer_groups == 0
                         ? std::string("no group was committed behind the product's")
                         : fmt::format("{} group{} committed behind the product's", misuse.newer_groups,
                                       misuse.newer_groups == 1 ? " was" : "s were"));
}

class ProductRegisters final : public Analysis {
 public:
  [[nodiscard]] sim::Listener* listener() override { return &detector_; }

  void add_to(KernelRecord& kernel) const override {
    for (const auto& [place, misuse] : detector_.misuses()) add(kernel.misused_registers, place, misuse);
  }

  [[nodiscard]] std::vector<Finding> findings(const KernelRecord& kernel) const override {
    return findings_by_place(kernel, kernel.misused_registers, finding_of);
  }

 private:
  static Finding finding_of(const KernelRecord& kernel, std::uint32_t pc, RegisterMisuse how,
                            const MisusedRegisters& misuse) {
    Finding finding = finding_at(kernel, pc);
    finding.rule = "product-register";
    finding.severity = Severity::warning;
    finding.launch = kernel.first_launch;
    finding.block = index_at(misuse.thread.block, misuse.grid);
    finding.thread = index_at(std::uint64_t{misuse.thread.warp} * kWarpSize + misuse.thread.lane, misuse.threads);
    finding.warp = misuse.thread.warp;
    finding.count = misuse.count;
    finding.excess = misuse.count;
    finding.detail = fmt::format("block {}, warp {}", index_text(finding.block), finding.warp);
    word(finding, how, misuse);
    if (how == RegisterMisuse::no_fence_at_all) return finding;
    RelatedPlace& other = finding.related.emplace_back();
    other.where = position_of(kernel, misuse.other);
    other.pc = misuse.other;
    other.message = how == RegisterMisuse::no_fence ? "used" : "the product is issued";
    return finding;
  }

  static void word(Finding& finding, RegisterMisuse how, const MisusedRegisters& misuse) {
    switch (how) {
      case RegisterMisuse::read_early:
        finding.message = "sums of a warp group's product are read while it is under way";
        break;
      case RegisterMisuse::written_early:
        finding.message = "sums of a warp group's product are written while it is under way";
        break;
      case RegisterMisuse::factor_changed:
        finding.message = "registers that hold A of a warp group's product are written while it is under way";
        break;
      case RegisterMisuse::no_fence:
        finding.message = "a warp group's product is issued without a fence behind what has used its registers";
        finding.notes.emplace_back(kFenceBetween);
        finding.notes.emplace_back(kKeptInPlace);
        return;
      case RegisterMisuse::no_fence_shape:
        finding.message =
            "a warp group's product is issued without a fence behind one of another shape that uses its sums";
        finding.notes.emplace_back(kFenceBetween);
        return;
      case RegisterMisuse::no_fence_at_all:
        finding.message = "a warp group's product is issued, and the warp has executed no wgmma.fence";
        finding.notes.emplace_back("wgmma.fence before the first product (CUTLASS: warpgroup_arrive())");
        return;
    }
    finding.notes.push_back(wait_for(misuse));
    finding.notes.emplace_back(kKeptInPlace);
  }

  ProductRegisterDetector detector_;
};

constexpr std::string_view kRegisterRules[] = {"product-register"};

}  // namespace

Analyser product_registers_analyser() {
  return {.name = "product-registers",
          .flag = "--product-registers",
          .help =
              "also find registers of a warp group's product (wgmma) that are used before it is waited for, or "
              "without a fence",
          .page = "races.md",
          .rules = kRegisterRules,
          .checks = true,
          .start = start_analysis<ProductRegisters>};
}

}  // namespace warpglass::analysis
