// flags: -std=c++20
// prints: 0 3 4 4 3 1 0 0 0
// prints: 7 ff00ff00 0.5 3 3
// prints: 0 0
// NVTX's interface for C++: everything compiles, levels nest, and a scope that ends leaves none behind.
#include <nvtx3/nvtx3.hpp>

#ifndef NVTX3_CPP_DEFINITIONS_V1_0
#error "CCCL asks for the interface's version by this name"
#endif

#include <cstdio>
#include <string>

struct library {
  static constexpr const char* name = "library";
};
struct loading {
  static constexpr const char* message = "loading";
};
struct reading {
  static constexpr uint32_t id = 7;
  static constexpr const char* name = "reading";
};

// The level of a range that begins here, from 0.
int level() {
  const int level = nvtxRangePushA("level");
  nvtxRangePop();
  return level;
}

int in_function() {
  NVTX3_FUNC_RANGE();
  return level();
}
int in_function_of_domain() {
  NVTX3_FUNC_RANGE_IN(library);
  return level();
}
int in_function_if(bool wanted) {
  NVTX3_FUNC_RANGE_IF(wanted);
  return level();
}

__global__ void k() {}

int main() {
  const std::string text = "text";
  std::printf("%d", level());
  {
    nvtx3::scoped_range outer{"outer", nvtx3::rgb{127, 255, 0}, nvtx3::payload{42}, nvtx3::category{3}};
    nvtx3::scoped_range_in<library> inner{nvtx3::event_attributes{text, nvtx3::argb{1, 2, 3, 4}}};
    nvtx3::scoped_range plain;
    std::printf(" %d %d %d %d", level(), in_function(), in_function_of_domain(), level());
  }
  std::printf(" %d %d %d %d\n", in_function(), in_function_if(true), in_function_if(false), level());

  const auto& registered = nvtx3::registered_string_in<library>::get<loading>();
  const auto& named = nvtx3::named_category_in<library>::get<reading>();
  const nvtx3::event_attributes attributes{registered, named, nvtx3::color{0xff00ff00}, nvtx3::payload{0.5},
                                           nvtx3::payload{3}};
  std::printf("%u %x %g %d %d\n", attributes.get()->category, attributes.get()->color,
              attributes.get()->payload.dValue, attributes.get()->payloadType, attributes.get()->messageType);
  nvtx3::mark("mark", nvtx3::payload{uint64_t{1}});
  nvtx3::mark_in<library>(attributes);
  const nvtx3::range_handle handle = nvtx3::start_range("range", nvtx3::payload{5});
  nvtx3::end_range(handle);
  nvtx3::end_range_in<library>(nvtx3::start_range_in<library>(registered));
  nvtx3::unique_range first{L"wide"};
  nvtx3::unique_range second(std::move(first));
  k<<<1, 1>>>();
  std::printf("%d %d\n", cudaDeviceSynchronize(), level());
  return 0;
}
