// Bank studies as text and as JSON.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "analysis/bank_study.hpp"
#include "report/chart.hpp"

namespace warpglass::report {

/// One study: what it costs, the picture of passes and banks, the table of lanes. Several, of the same access on
/// different GPUs: a table of them.
[[nodiscard]] std::string to_text(std::span<const analysis::BankStudy> studies, const PictureOptions& options);

/// The same access at one stride, on every GPU asked for.
struct StrideRow {
  std::uint32_t stride = 0;  // in elements
  std::vector<analysis::BankStudy> studies;
};

/// A row a stride; with one GPU what each costs in detail, with several the wavefronts on each.
[[nodiscard]] std::string strides_text(std::span<const StrideRow> rows, const PictureOptions& options);

/// {"format": "warpglass-banks", "version": 1, "studies": [...]}, each with its lanes and who serves them.
[[nodiscard]] std::string to_json(std::span<const analysis::BankStudy> studies);

/// {"format": "warpglass-banks", "version": 1, "strides": [{"stride": 1, "studies": [...]}]}, without lanes.
[[nodiscard]] std::string strides_json(std::span<const StrideRow> rows);

}  // namespace warpglass::report
