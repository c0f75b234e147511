// Functions that the engine provides, called for the lanes of a warp without a program around them.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <string_view>
#include <tuple>
#include <vector>

#include "isa/bind/binder.hpp"
#include "isa/external/external.hpp"
#include "isa/provided.hpp"
#include "sim/launch.hpp"
#include "sim/program.hpp"
#include "sim/warp.hpp"

namespace warpglass::isa {

/// Calls a function for the lanes of one warp, arguments in parameter bytes as PTX passes them.
template <class R, class... A>
std::vector<R> called(std::string_view name, const std::vector<std::tuple<A...>>& lanes) {
  const std::size_t count = lanes.size();
  std::uint32_t end = 0;
  const auto place = [&end](std::uint32_t bytes) {
    end = (end + bytes - 1) / bytes * bytes;
    const std::uint32_t at = end;
    end += bytes;
    return at;
  };
  const std::uint32_t parameter = static_cast<std::uint32_t>(Crossing::parameter);
  const std::uint32_t result_at = place(sizeof(R));
  const std::vector<std::uint32_t> offsets{place(sizeof(A))...};
  const std::uint32_t stride = (end + 15) / 16 * 16;
  std::vector<std::uint32_t> arguments;
  const std::vector<std::uint32_t> sizes{sizeof(A)...};
  for (std::size_t i = 0; i < offsets.size(); ++i) {
    for (const std::uint32_t number : {parameter, offsets[i], offsets[i], sizes[i]}) arguments.push_back(number);
  }
  const std::vector<std::uint32_t> results{parameter, result_at, result_at, sizeof(R)};

  sim::Program program;
  program.functions.emplace_back().param_bytes = stride;
  sim::LaunchRequest request;
  request.program = &program;
  sim::Frame frame;
  frame.params.resize(std::size_t{32} * stride);
  sim::Warp warp;
  warp.launch = &request;
  warp.frame = &frame;
  warp.active = count >= 32 ? kFullMask : (LaneMask{1} << count) - 1;
  for (std::size_t lane = 0; lane < count; ++lane) {
    std::size_t i = 0;
    std::apply(
        [&](auto... value) {
          (std::memcpy(frame.params.data() + lane * stride + offsets[i++], &value, sizeof value), ...);
        },
        lanes[lane]);
  }
  const sim::Op op;
  ExternalCall call(warp, &op, arguments, results);
  const std::size_t index = provided_index(name);
  EXPECT_TRUE(is_provided(name)) << name;
  EXPECT_EQ(provided_function(index).run(call), nullptr);
  std::vector<R> values(count);
  for (std::size_t lane = 0; lane < count; ++lane)
    std::memcpy(&values[lane], frame.params.data() + lane * stride + result_at, sizeof(R));
  return values;
}

template <class R, class... A>
R call_one(std::string_view name, A... arguments) {
  return called<R, A...>(name, {{arguments...}})[0];
}

}  // namespace warpglass::isa
