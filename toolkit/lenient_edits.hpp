// What nvcc warns of at most and clang refuses: one edit each, at the place that clang names.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "toolkit/cuda_tokens.hpp"
#include "toolkit/refused_place.hpp"
#include "toolkit/source_edit.hpp"

namespace warpglass::toolkit {

/// \param at  the token at the place, or the first one behind it
/// \return  nothing where the place is of another kind, or does not look as it should
[[nodiscard]] std::optional<SourceEdit> lenient_edit(const std::string& source, const std::vector<CudaToken>& tokens,
                                                     std::size_t at, const RefusedPlace& place);

/// Which of __host__ and __device__ stand before the function that is declared there, macros of the source included:
/// "__device__", "__host__", "__host__ __device__" or nothing.
[[nodiscard]] std::string execution_space(std::string_view source, std::size_t line, std::size_t column);

}  // namespace warpglass::toolkit
