#include "tools/warpglass/banks_flags.hpp"

#include <fmt/format.h>

#include <charconv>
#include <sstream>

#include "tools/warpglass/common_flags.hpp"
#include "tools/warpglass/error.hpp"

namespace warpglass::tool {
namespace {

constexpr const char* kExamplesOfBanks = R"(
Examples:
  warpglass banks "tid*2"                                 the element that each thread takes
  warpglass banks --stride 1..33 --type double            no compiler needed
  warpglass banks "tile[tx][ty]" --shape 32x33 --block 32x8 --arch all
  warpglass banks "tile[ty][tx ^ ty]" --shape 32x32 --block 32x32 --warp 5
  warpglass banks "*(float4*)&tile[ty][4 * tx]" --shape 32x32 --block 8x4
  warpglass banks "s[2 * 16 * tid]" --if "tid < 4"        one step of a reduction
  warpglass banks "tile[ty][tx]" "tile[tx][ty]" --shape 32x32 --block 32x8 --propose
)";

constexpr std::uint32_t kMostStride = 1u << 20;
constexpr std::size_t kMostStrides = 4096;
constexpr std::uint64_t kMostElements = 1u << 18;

AccessChoice parse_access(const std::string& text) {
  if (text == "load") return AccessChoice::load;
  if (text == "store") return AccessChoice::store;
  if (text == "atomic") return AccessChoice::atomic;
  if (text == "cas") return AccessChoice::compare_and_swap;
  throw UsageError(fmt::format("--access takes load, store, atomic or cas; '{}' is none of them", text));
}

std::vector<std::uint64_t> parse_shape(const std::string& text) {
  std::vector<std::uint64_t> shape;
  const char* at = text.data();
  const char* const end = at + text.size();
  std::uint64_t elements = 1;
  while (true) {
    std::uint64_t size = 0;
    const auto [next, problem] = std::from_chars(at, end, size);
    if (problem != std::errc() || size == 0 || size > kMostElements || elements > kMostElements / size) break;
    elements *= size;
    shape.push_back(size);
    if (next == end && shape.size() <= 4) return shape;
    if (next == end || *next != 'x') break;
    at = next + 1;
  }
  throw UsageError(fmt::format(
      "--shape takes the sizes of an array, outermost first, such as 32x33, with up to {} elements; '{}' is not that",
      kMostElements, text));
}

}  // namespace

std::vector<std::uint32_t> parse_strides(const std::string& text) {
  std::vector<std::uint32_t> strides;
  const auto refuse = [&] {
    throw UsageError(
        fmt::format("--stride takes elements, such as 2, 1..33 or 1,2,4, up to {} of them and up to {}; "
                    "'{}' is not that",
                    kMostStrides, kMostStride, text));
  };
  const auto number = [&](std::string_view part) {
    std::uint32_t value = 0;
    const auto [end, problem] = std::from_chars(part.data(), part.data() + part.size(), value);
    if (problem != std::errc() || end != part.data() + part.size() || value > kMostStride) refuse();
    return value;
  };
  std::istringstream parts(text);
  for (std::string part; std::getline(parts, part, ',');) {
    const std::size_t dots = part.find("..");
    const std::uint32_t first = number(std::string_view(part).substr(0, dots));
    const std::uint32_t last = dots == std::string::npos ? first : number(std::string_view(part).substr(dots + 2));
    if (last < first || strides.size() + (last - first) >= kMostStrides) refuse();
    for (std::uint32_t stride = first; stride <= last; ++stride) strides.push_back(stride);
  }
  if (strides.empty() || text.ends_with(',')) refuse();
  return strides;
}

BanksFlags::BanksFlags(CLI::App& app)
    : command_(app.add_subcommand("banks", "which bank of shared memory each lane hits, and in how many passes")) {
  CLI::App& command = *command_;
  command.footer(kExamplesOfBanks);
  positional_option_ =
      command
          .add_option("expression", positional_,
                      "what each thread accesses, in C: an element of an array, tile[ty][tx], or an element's number. "
                      "Names: tid, tx, ty, tz, lane, warp; several with --propose")
          ->type_name("EXPRESSION");
  expression_option_ =
      command.add_option("--expr", options_.expression, "the same, as a flag")->type_name("EXPRESSION");
  command.add_option("--stride", strides_, "instead: thread i takes element i * N; one stride, or a table of several")
      ->type_name("N|N..M|N,M");
  command.add_option("--type", options_.type, "element type, such as char, double or float4")
      ->capture_default_str()
      ->type_name("TYPE");
  command.add_option("--shape", shape_, "dimensions of the array, outermost first, such as 32x33")
      ->type_name("ROWSxCOLUMNS");
  command.add_flag("--propose", options_.propose,
                   "the smallest padding, and the simplest swizzle, without bank conflicts for all the accesses given");
  command.add_option("--if", options_.condition, "threads that take part, in C, such as \"tid < 8\"")
      ->type_name("CONDITION");
  command.add_option("--block", block_, "threads per block, such as 32x8 (default 32)")->type_name("XxYxZ");
  command.add_option("--warp", options_.warp, "which warp of the block to show")
      ->check(CLI::Range(0, 31))
      ->capture_default_str()
      ->type_name("N");
  command.add_option("--access", access_, "kind of access: load, store, atomic or cas")
      ->capture_default_str()
      ->type_name("KIND");
  bank_option_ = command.add_option("--bank-width", bank_bytes_, "bank width in bytes on cc 3.x: 4 or 8")
                     ->check(CLI::IsMember({4u, 8u}))
                     ->type_name("BYTES");
  add_devices_flag(command, options_.archs, "sm_90, kepler", " for one of each generation");
  add_json_flag(command, options_.json);
  add_colour_flag(command, colour_);
}

BanksOptions BanksFlags::options() const {
  BanksOptions options = options_;
  if (positional_option_->count() != 0 && expression_option_->count() != 0)
    throw UsageError("there are two expressions; give one, as --expr or without a flag");
  if (!positional_.empty()) {
    options.expression = positional_.front();
    options.others.assign(positional_.begin() + 1, positional_.end());
  }
  if (!options.others.empty() && !options.propose)
    throw UsageError("there are several expressions, which only --propose takes");
  if (options.propose && (!strides_.empty() || shape_.empty()))
    throw UsageError(
        "--propose wants an array: its elements as expressions, such as \"tile[tx][ty]\", and its --shape");
  const bool has_expression = positional_option_->count() + expression_option_->count() != 0;
  if (has_expression == !strides_.empty())
    throw UsageError("banks needs an expression, such as \"tid*2\", or --stride, such as --stride 1..33; not both");
  if (!strides_.empty()) {
    options.strides = parse_strides(strides_);
    if (!shape_.empty() || !options.condition.empty())
      throw UsageError("--shape and --if are for an expression; --stride has none");
  }
  if (!shape_.empty()) options.shape = parse_shape(shape_);
  if (!block_.empty()) options.block = parse_extent(block_, "--block");
  options.access = parse_access(access_);
  if (bank_option_->count() != 0) options.bank_bytes = bank_bytes_;
  options.colour = parse_colour(colour_);
  return options;
}

}  // namespace warpglass::tool
