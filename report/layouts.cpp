#include "report/layouts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <bit>
#include <nlohmann/json.hpp>
#include <vector>

#include "analysis/metrics.hpp"
#include "analysis/names.hpp"
#include "base/counted.hpp"
#include "report/display.hpp"
#include "report/table.hpp"

namespace warpglass::report {
namespace {

using Json = nlohmann::ordered_json;

using analysis::grouped;
using analysis::LayoutAnswer;
using analysis::LayoutCost;
using analysis::LayoutMachine;
using analysis::LayoutPrice;
using analysis::LayoutQuestion;
using analysis::SharedLayout;

/// "float tile[32][33]"
std::string declaration(const LayoutQuestion& question, const SharedLayout& layout, const LayoutNames& names) {
  if (layout.transposed) return fmt::format("{} {}[{}][{}]", names.type, names.array, question.columns, question.rows);
  const std::string rows = question.rows == 1 ? "" : fmt::format("[{}]", question.rows);
  return fmt::format("{} {}{}[{}]", names.type, names.array, rows, question.columns + layout.padding);
}

/// How element (r, c) is written: "tile[r][c ^ (r & 31)]".
std::string element(const LayoutQuestion& question, const SharedLayout& layout, const LayoutNames& names) {
  if (layout.transposed) return names.array + "[c][r]";
  if (!layout.is_swizzled()) return fmt::format("{}{}[c]", names.array, question.rows == 1 ? "" : "[r]");
  const std::string row = layout.shift == 0 ? "r" : fmt::format("(r >> {})", layout.shift);
  const std::string part = fmt::format("({} & {})", row, layout.mask);
  return layout.unit == 0 ? fmt::format("{}[r][c ^ {}]", names.array, part)
                          : fmt::format("{}[r][c ^ {} << {}]", names.array, part, layout.unit);
}

std::string machine_text(const LayoutMachine& machine) {
  return machine.device->has_bank_modes() ? fmt::format("{}/{}B", machine.device->sm_name(), machine.bank_bytes)
                                          : machine.device->sm_name();
}

std::vector<const LayoutPrice*> layouts_of(const LayoutAnswer& answer) {
  std::vector<const LayoutPrice*> all{&answer.declared};
  if (answer.padded) all.push_back(&*answer.padded);
  if (answer.swizzled) all.push_back(&*answer.swizzled);
  if (answer.transposed) all.push_back(&*answer.transposed);
  return all;
}

/// By access on one machine, by machine where there are several.
std::vector<LayoutCost> columns_of(const LayoutQuestion& question, const LayoutPrice& price) {
  const std::size_t machines = question.machines.size();
  if (machines == 1) return price.costs;
  std::vector<LayoutCost> sums(machines);
  for (std::size_t i = 0; i < price.costs.size(); ++i) {
    sums[i % machines].wavefronts += price.costs[i].wavefronts;
    sums[i % machines].ideal += price.costs[i].ideal;
  }
  return sums;
}

/// Why there is none, and of what.
std::string proof(const LayoutQuestion& question) {
  if (question.rows == 1)
    return "an array of one row has no padding and no swizzle; --shape ROWSxCOLUMNS gives it rows, and other orders of "
           "its elements are not covered";
  const analysis::PaddingPeriod period = analysis::padding_period(question);
  const bool swizzles = std::has_single_bit(question.columns);
  return fmt::format(
      "paddings of 0 to {} elements were tried, and a larger one costs what the one {} before it does ({} bytes, a "
      "pass "
      "of all banks){}; {}; {}other orders of the elements are not covered",
      period.from + period.every - 1, period.every, period.every * question.element_bytes,
      question.may_transpose ? "; the array with rows and columns exchanged was tried" : "",
      swizzles ? "all swizzles c ^ ((r >> s & m) << u) were tried, with m = 1, 3, 7, ..."
               : fmt::format("no swizzle keeps {} columns within their row", question.columns),
      swizzles ? "other m, several of these together and " : "");
}

/// Empty where the table has a layout without conflict.
std::string verdict(const LayoutQuestion& question, const LayoutAnswer& answer) {
  if (answer.declared.excess() == 0) return "no bank conflict as declared";
  if (answer.is_free()) return "";
  return fmt::format("none is without conflict, at least {} more than the ideal: {}",
                     plural(answer.least_excess(), "wavefront"), proof(question));
}

/// \param titles  of the columns with costs
Table price_table(const LayoutQuestion& question, const LayoutAnswer& answer, const LayoutNames& names,
                  const std::vector<std::string>& titles) {
  std::vector<Column> columns = {{"layout", Align::left}, {"element", Align::left}, {"bytes"}};
  for (const std::string& title : titles) columns.push_back({title});
  Table table(std::move(columns));
  for (const LayoutPrice* price : layouts_of(answer)) {
    std::vector<Cell> cells = {{declaration(question, price->layout, names)},
                               {element(question, price->layout, names)},
                               {grouped(price->bytes)}};
    for (const LayoutCost& cost : columns_of(question, *price)) {
      const bool conflict = cost.wavefronts > cost.ideal;
      cells.push_back(
          {conflict ? fmt::format("{} ({})", grouped(cost.wavefronts), grouped(cost.ideal)) : grouped(cost.wavefronts),
           conflict ? Colour::yellow : Colour::plain});
    }
    table.add(std::move(cells));
  }
  return table;
}

}  // namespace

std::string to_text(const LayoutQuestion& question, const LayoutAnswer& answer, const LayoutNames& names,
                    const PictureOptions& options) {
  const std::uint64_t warps = (question.block.volume() + 31) / 32;
  std::vector<std::string> accesses;
  for (const analysis::LayoutAccess& access : question.accesses) accesses.push_back(access.title);
  std::string text = painted(fmt::format("{}: {}", declaration(question, {}, names), fmt::join(accesses, ", ")),
                             Colour::bold, options.colour) +
                     '\n';
  const bool one_machine = question.machines.size() == 1;
  text += fmt::format(
      "{:{}}wavefronts of {}{}; (ideal) where they are more\n", "", kIndent, counted(warps, "warp"),
      one_machine ? fmt::format(", {} ({})", machine_text(question.machines.front()),
                                analysis::name_of(analysis::fidelity_of_rules(*question.machines.front().device)))
                  : ", of all accesses together");
  std::vector<std::string> titles = accesses;
  if (!one_machine) {
    titles.clear();
    for (const LayoutMachine& machine : question.machines) titles.push_back(machine_text(machine));
  }
  Table table = price_table(question, answer, names, titles);
  if (one_machine && options.table_width != 0 && kIndent + table.width() > options.table_width) {
    // Numbers stand for the accesses.
    for (std::size_t i = 0; i < accesses.size(); ++i) {
      titles[i] = fmt::format("({})", i + 1);
      text += fmt::format("{:{}}{} {}\n", "", kIndent, titles[i], accesses[i]);
    }
    table = price_table(question, answer, names, titles);
  }
  text += '\n' + table.text(kIndent, options.colour, options.table_width, 2);
  if (const std::string said = verdict(question, answer); !said.empty()) {
    text += '\n';
    for (const std::string& line :
         wrapped(said, options.table_width == 0 ? std::string::npos : options.table_width - kIndent))
      text += fmt::format("{:{}}{}\n", "", kIndent, line);
  }
  return text;
}

std::string to_json(const LayoutQuestion& question, const LayoutAnswer& answer, const LayoutNames& names) {
  Json layouts = Json::array();
  for (const LayoutPrice* price : layouts_of(answer)) {
    Json costs = Json::array();
    for (std::size_t i = 0; i < price->costs.size(); ++i) {
      const LayoutMachine& machine = question.machines[i % question.machines.size()];
      costs.push_back({{"access", question.accesses[i / question.machines.size()].title},
                       {"architecture", machine.device->sm_name()},
                       {"bank_bytes", machine.bank_bytes},
                       {"wavefronts", price->costs[i].wavefronts},
                       {"wavefronts_ideal", price->costs[i].ideal},
                       {"fidelity", analysis::name_of(analysis::fidelity_of_rules(*machine.device))}});
    }
    layouts.push_back({{"declaration", declaration(question, price->layout, names)},
                       {"element", element(question, price->layout, names)},
                       {"bytes", price->bytes},
                       {"padding", price->layout.padding},
                       {"shift", price->layout.shift},
                       {"mask", price->layout.mask},
                       {"unit", price->layout.unit},
                       {"transposed", price->layout.transposed},
                       {"excess", price->excess()},
                       {"costs", std::move(costs)}});
  }
  Json json = {{"format", "warpglass-layouts"}, {"version", 1}, {"tried", answer.tried}, {"layouts", layouts}};
  if (!answer.is_free()) json["none_exists"] = {{"least_excess", answer.least_excess()}, {"proof", proof(question)}};
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace warpglass::report
