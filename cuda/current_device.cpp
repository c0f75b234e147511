#include "cuda/current_device.hpp"

namespace warpglass::cuda {
namespace {

thread_local std::optional<std::uint32_t> chosen;

}  // namespace

std::optional<std::uint32_t> chosen_device() noexcept { return chosen; }
void choose_device(std::optional<std::uint32_t> device) noexcept { chosen = device; }

}  // namespace warpglass::cuda
