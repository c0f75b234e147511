// What every example needs and none is about: checked CUDA calls, arrays on the device, sizes from the command line,
// and one verdict line at the end. An example exits with 0 after `PASS`, 1 after `FAIL`, 2 for a wrong command line.
#pragma once

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

/// Ends the program with a FAIL line that names the call if it did not return cudaSuccess.
#define CHECK_CUDA(call) examples::check_call((call), #call, __FILE__, __LINE__)

/// To be written after a kernel launch: reports a refused launch here, a fault in the kernel here too.
#define CHECK_LAUNCH()                   \
  do {                                   \
    CHECK_CUDA(cudaGetLastError());      \
    CHECK_CUDA(cudaDeviceSynchronize()); \
  } while (false)

namespace examples {

inline void check_call(cudaError_t status, const char* call, const char* file, int line) {
  if (status == cudaSuccess) return;
  std::printf("FAIL %s:%d: %s: %s\n", file, line, call, cudaGetErrorString(status));
  std::exit(1);
}

/// The size given as the `position`-th argument (from 1), or `otherwise` where there is none.
/// A value that is no number, is out of [1, largest] or is no multiple of `step` ends the program with exit code 2.
inline int size_argument(int argc, char** argv, int position, const char* name, int otherwise, int step = 1,
                         int largest = 1 << 28) {
  if (argc <= position) return otherwise;
  char* end = nullptr;
  const long value = std::strtol(argv[position], &end, 10);
  if (end != argv[position] && *end == '\0' && value >= 1 && value <= largest && value % step == 0) {
    return static_cast<int>(value);
  }
  std::fprintf(stderr, "%s: %s must be a multiple of %d from %d to %d, not '%s'\n", argv[0], name, step, step, largest,
               argv[position]);
  std::exit(2);
}

/// `count` elements in global memory, freed with the object.
template <typename T>
class DeviceArray {
 public:
  /// Every byte is 0xff at first, so that an element no thread wrote is found by the comparison.
  explicit DeviceArray(std::size_t count) : count_(count) {
    CHECK_CUDA(cudaMalloc(reinterpret_cast<void**>(&data_), count * sizeof(T)));
    fill(0xff);
  }
  explicit DeviceArray(const std::vector<T>& values) : DeviceArray(values.size()) {
    CHECK_CUDA(cudaMemcpy(data_, values.data(), count_ * sizeof(T), cudaMemcpyHostToDevice));
  }
  ~DeviceArray() { cudaFree(data_); }
  DeviceArray(const DeviceArray&) = delete;
  DeviceArray& operator=(const DeviceArray&) = delete;

  T* get() const { return data_; }
  void fill(int byte) { CHECK_CUDA(cudaMemset(data_, byte, count_ * sizeof(T))); }

  std::vector<T> to_host() const {
    std::vector<T> values(count_);
    CHECK_CUDA(cudaMemcpy(values.data(), data_, count_ * sizeof(T), cudaMemcpyDeviceToHost));
    return values;
  }

 private:
  T* data_ = nullptr;
  std::size_t count_;
};

/// Gathers what went wrong; the first difference is what the FAIL line shows.
class Verdict {
 public:
  explicit Verdict(const char* program) : program_(program) {}

  void expect(bool holds, const std::string& what) {
    ++checks_;
    if (!holds && failure_.empty()) failure_ = what;
  }

  template <typename T>
  void expect_equal(const char* what, const std::vector<T>& got, const std::vector<T>& want) {
    ++checks_;
    for (std::size_t i = 0; i < want.size() && failure_.empty(); ++i) {
      if (!(got[i] == want[i])) {
        failure_ = std::string(what) + "[" + std::to_string(i) + "] is " + std::to_string(got[i]) + ", not " +
                   std::to_string(want[i]);
      }
    }
  }

  /// Prints the one line and returns main's value.
  int finish(const std::string& remark = "") const {
    if (!failure_.empty()) {
      std::printf("FAIL %s: %s\n", program_, failure_.c_str());
      return 1;
    }
    std::printf("PASS %s: %d checks%s%s\n", program_, checks_, remark.empty() ? "" : ", ", remark.c_str());
    return 0;
  }

 private:
  const char* program_;
  std::string failure_;
  int checks_ = 0;
};

/// A small pseudo-random sequence that is the same everywhere (Numerical Recipes' linear congruence, upper bits).
class Random {
 public:
  explicit Random(unsigned seed) : state_(seed) {}
  /// 0 <= result < bound; bound is at most 65536.
  unsigned below(unsigned bound) {
    state_ = state_ * 1664525u + 1013904223u;
    return (state_ >> 16) % bound;
  }

 private:
  unsigned state_;
};

}  // namespace examples
