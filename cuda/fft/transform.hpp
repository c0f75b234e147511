// What a plan of cuFFT computes: its sizes, how elements lie on each side, and the doing of it on the host.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include "cuda/fft/host_fft.hpp"
#include "cuda/library_caller.hpp"

namespace warpglass::fft {

enum class Kind : std::uint8_t { complex, forward, inverse };  // forward: from real numbers; inverse: to them
enum class Precision : std::uint8_t { half, bfloat16, single, double_ };

/// As cufftPlanMany has it: element (x, y, z) of batch b lies at ((x * embed[1] + y) * embed[2] + z) * stride + b *
/// distance.
struct Layout {
  std::array<std::int64_t, 3> embed{1, 1, 1};
  std::int64_t stride = 1;
  std::int64_t distance = 0;
};

struct Shape {
  Kind kind = Kind::complex;
  Precision precision = Precision::single;
  int rank = 1;
  std::array<std::int64_t, 3> n{1, 1, 1};
  std::int64_t batch = 1;
  bool is_basic = true;  // side by side, real rows padded where input and output are one
  Layout in;             // else
  Layout out;

  [[nodiscard]] bool is_empty() const;
};

/// Plans of the host are made when they are first needed.
class Transform {
 public:
  explicit Transform(const Shape& shape) : shape_(shape) {}
  Transform(const Transform&) = delete;
  Transform& operator=(const Transform&) = delete;
  ~Transform();

  [[nodiscard]] const Shape& shape() const { return shape_; }

  /// \param sign  -1: forward
  /// \throws library::Refused  where the memory is not the device's, or FFTW makes no plan
  void run(const library::Memory& memory, void* in, void* out, int sign);

 private:
  struct Side;
  using Key = std::pair<bool, int>;  // whether in place, and the sign

  [[nodiscard]] Side side(bool is_input, bool in_place) const;
  template <class Real>
  void run_as(void* in, void* out, bool in_place, int sign);
  template <class Real>
  void* host_plan(void* in, void* out, bool in_place, int sign);
  void run_short(const Side& from, const Side& to, void* in, void* out, bool in_place, int sign);

  Shape shape_;
  std::map<Key, void*> plans_;
};

}  // namespace warpglass::fft
