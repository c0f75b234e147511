#include "tools/warpglass/occupancy_flags.hpp"

#include "tools/warpglass/common_flags.hpp"
#include "tools/warpglass/error.hpp"

namespace warpglass::tool {
namespace {

constexpr const char* kExamplesOfOccupancy = R"(
Examples:
  warpglass occupancy --block 256 --registers 40 --shared 20K
  warpglass occupancy transpose.cu --kernel transpose_padded --block 32x8 --arch all
  warpglass occupancy --block 512 --registers 11 --arch textbook.json
)";

}  // namespace

OccupancyFlags::OccupancyFlags(CLI::App& app)
    : command_(app.add_subcommand("occupancy", "how many blocks of a kernel an SM holds, and what limits them")) {
  CLI::App& command = *command_;
  command.footer(kExamplesOfOccupancy);
  command.add_option("program", options_.program, "CUDA source (.cu) or PTX (.ptx); without one, bare numbers")
      ->type_name("PROGRAM");
  command.add_option("--kernel", options_.kernel, "which of its kernels, if there are several")->type_name("REGEX");
  command.add_option("--block", block_, "threads per block, such as 256 or 32x8")->type_name("XxYxZ");
  registers_option_ =
      command.add_option("--registers", registers_, "registers per thread; overrides the estimate for a kernel")
          ->check(CLI::Range(0, 4096))
          ->type_name("N");
  command.add_option("--shared", shared_, "shared memory per block, such as 4096 or 20K")->type_name("BYTES");
  command.add_option("--smem", dynamic_, "dynamic shared memory per block, on top")->type_name("BYTES");
  command.add_option("--barriers", options_.barriers, "named barriers per block")
      ->check(CLI::Range(0, 16))
      ->type_name("N")
      ->capture_default_str();
  carve_out_option_ = command
                          .add_option("--carve-out", carve_out_,
                                      "shared memory that the SM prefers, in percent of the most (cc 7.0 and later)")
                          ->check(CLI::Range(0, 100))
                          ->type_name("PERCENT");
  command.add_option("--cluster", options_.cluster_size, "blocks per thread-block cluster")
      ->check(CLI::Range(1, 1024))
      ->type_name("N");
  command.add_flag("--resource-usage", options_.resource_usage,
                   "what each kernel takes, in the words of ptxas -v, and nothing else");
  add_devices_flag(command, options_.archs, "sm_90, ampere");
  add_json_flag(command, options_.json);
  add_colour_flag(command, colour_);
  command.add_option("-X,--compiler-flag", options_.compiler_flags, "extra flag for compiling a .cu, such as -DN=64")
      ->allow_extra_args(false)
      ->type_name("FLAG");
}

OccupancyOptions OccupancyFlags::options() const {
  OccupancyOptions options = options_;
  if (!block_.empty()) options.block = parse_extent(block_, "--block");
  if (!shared_.empty()) options.static_shared_bytes = parse_bytes(shared_, "--shared");
  if (!dynamic_.empty()) options.dynamic_shared_bytes = parse_bytes(dynamic_, "--smem");
  if (registers_option_->count() != 0) options.registers = registers_;
  if (carve_out_option_->count() != 0) options.carve_out_percent = carve_out_;
  options.colour = parse_colour(colour_);
  if (options.resource_usage && options.program.empty())
    throw UsageError("--resource-usage needs a program: a .cu or .ptx file");
  if (options.program.empty()) {
    if (!options.kernel.empty() || !options.compiler_flags.empty())
      throw UsageError("--kernel and --compiler-flag need a program: a .cu or .ptx file");
    if (!options.block) throw UsageError("occupancy needs --block, such as --block 256, or a program");
  } else if (!shared_.empty()) {
    throw UsageError("--shared is for bare numbers: a kernel has its own static shared memory; --smem adds dynamic");
  }
  return options;
}

}  // namespace warpglass::tool
