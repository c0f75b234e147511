// Where the variables of a function lie: parameters among the frame's parameter bytes, local variables in the thread's
// local memory, shared ones in the block's.
#include <fmt/format.h>

#include <algorithm>

#include "isa/bind/function.hpp"

namespace warpglass::isa {
namespace {

constexpr std::uint64_t kMaxLocalBytes = 512 * 1024;   // per thread (CUDA C++ Programming Guide, Compute Capabilities)
constexpr std::uint64_t kMaxParamBytes = 1024 * 1024;  // of one function; no real one comes near

}  // namespace

std::uint32_t FunctionBinder::take_local(std::uint64_t bytes, std::uint64_t alignment, const ptx::Position& where) {
  const std::uint64_t step = std::max<std::uint64_t>(alignment, 1);
  const std::uint64_t at = (local_bytes_ + step - 1) / step * step;
  if (at > kMaxLocalBytes || bytes > kMaxLocalBytes - at) {
    error(where,
          fmt::format("the local variables of '{}' take more than the 512 KiB that a thread can have", function_.name));
    return 0;
  }
  local_bytes_ = static_cast<std::uint32_t>(at + bytes);
  return static_cast<std::uint32_t>(at);
}

void FunctionBinder::place_variables() {
  variable_offsets_.assign(function_.variables.size(), 0);
  is_formal_.assign(function_.variables.size(), false);
  for (std::size_t i = 0; i < function_.return_params.size(); ++i) {
    variable_offsets_[function_.return_params[i]] = params_.results[i];
    is_formal_[function_.return_params[i]] = true;
  }
  for (std::size_t i = 0; i < function_.params.size(); ++i) {
    variable_offsets_[function_.params[i]] = params_.params[i];
    is_formal_[function_.params[i]] = true;
  }
  // A kernel's own parameters are not in its frame.
  std::uint64_t param_end = function_.is_entry ? 0 : params_.bytes;
  for (std::uint32_t i = 0; i < function_.variables.size(); ++i) {
    const ptx::Variable& variable = function_.variables[i];
    switch (variable.space) {
      case ptx::Space::param: {
        if (is_formal_[i]) break;
        const std::uint64_t alignment = std::max<std::uint64_t>(variable.alignment, 1);
        param_end = (param_end + alignment - 1) / alignment * alignment;
        variable_offsets_[i] = static_cast<std::uint32_t>(std::min(param_end, kMaxParamBytes));
        param_end = std::min(param_end + param_size(variable), kMaxParamBytes + 1);
        break;
      }
      case ptx::Space::local:
        variable_offsets_[i] = take_local(variable.size_in_bytes(), variable.alignment, variable.position);
        break;
      case ptx::Space::shared: {
        const auto found = program_.reach.shared.offsets.find(&variable);
        if (found != program_.reach.shared.offsets.end()) variable_offsets_[i] = found->second;
        break;
      }
      case ptx::Space::none:
      case ptx::Space::reg:
      case ptx::Space::constant:
      case ptx::Space::global: break;
    }
  }
  if (param_end > kMaxParamBytes || params_.bytes > kMaxParamBytes) {
    error(function_.position,
          fmt::format("the parameters of '{}' and of what it calls take more than 1 MiB", function_.name));
  }
  param_bytes_ = static_cast<std::uint32_t>(std::min<std::uint64_t>((param_end + 15) / 16 * 16, kMaxParamBytes));
}

/// Local memory for a copy of a parameter whose address is taken. (PTX ISA, mov: the parameter is copied to the stack
/// and the address lies in the .local space.)
std::uint32_t FunctionBinder::local_copy_of(std::uint32_t variable) {
  const auto known = params_in_local_.find(variable);
  if (known != params_in_local_.end()) return known->second;
  const ptx::Variable& param = function_.variables[variable];
  const std::uint32_t offset =
      take_local(param.size_in_bytes(), std::max<std::uint32_t>(param.alignment, 8), param.position);
  params_in_local_.emplace(variable, offset);
  return offset;
}

}  // namespace warpglass::isa
