// What NVRTC gives every program besides CUDA itself (NVRTC, "Predefined Macros", "Predefined Types", "Builtin Functions"):
// a few functions of the C library, std::move, std::forward and std::initializer_list. Closes what the
// headers under warpglass/nvrtc opened.
#undef numeric_limits
#undef nothrow_t
#undef INT_MAX
#undef INT_MIN
#undef HUGE_VAL
#undef HUGE_VALF
#undef FP_NAN
#undef FP_INFINITE
#undef FP_ZERO
#undef FP_SUBNORMAL
#undef FP_NORMAL
#define WARPGLASS_NVRTC_DONE

// NVRTC says nothing of a host, nor that it is another compiler: libcu++ knows it by that.
#undef __clang__
#undef __llvm__
#undef __GNUC__
#undef __GNUC_MINOR__
#undef __GNUC_PATCHLEVEL__
#undef __GNUG__
#undef _GNU_SOURCE
#undef __linux__
#undef __linux
#undef linux
#undef __gnu_linux__
#undef __unix__
#undef __unix
#undef unix
#undef __x86_64__
#undef __x86_64
#undef __amd64__
#undef __amd64

#include <stdarg.h>

extern "C" {
__device__ int printf(const char* format, ...);
__device__ void* memcpy(void* to, const void* from, size_t bytes);
__device__ void* memset(void* to, int value, size_t bytes);
}

#if __cplusplus >= 201103L
namespace std {

#ifndef WARPGLASS_NVRTC_NO_MOVE_FORWARD
// Under another name, so that a program may define its own remove_reference.
template <class T>
struct __warpglass_no_reference {
  typedef T type;
};
template <class T>
struct __warpglass_no_reference<T&> {
  typedef T type;
};
template <class T>
struct __warpglass_no_reference<T&&> {
  typedef T type;
};

template <class T>
__attribute__((nodebug, always_inline)) constexpr __host__ __device__ typename __warpglass_no_reference<T>::type&& move(
    T&& value) noexcept {
  return static_cast<typename __warpglass_no_reference<T>::type&&>(value);
}
template <class T>
__attribute__((nodebug, always_inline)) constexpr __host__ __device__ T&& forward(
    typename __warpglass_no_reference<T>::type& value) noexcept {
  return static_cast<T&&>(value);
}
template <class T>
__attribute__((nodebug, always_inline)) constexpr __host__ __device__ T&& forward(
    typename __warpglass_no_reference<T>::type&& value) noexcept {
  return static_cast<T&&>(value);
}
#endif

#ifndef WARPGLASS_NVRTC_NO_INITIALIZER_LIST
// Its members are the compiler's to fill.
template <class T>
class initializer_list {
 public:
  typedef T value_type;
  typedef const T& reference;
  typedef const T& const_reference;
  typedef size_t size_type;
  typedef const T* iterator;
  typedef const T* const_iterator;
  constexpr __host__ __device__ initializer_list() noexcept : first_(nullptr), size_(0) {}
  constexpr __host__ __device__ size_t size() const noexcept { return size_; }
  constexpr __host__ __device__ const T* begin() const noexcept { return first_; }
  constexpr __host__ __device__ const T* end() const noexcept { return first_ + size_; }

 private:
  const T* first_;
  size_t size_;
};
template <class T>
constexpr __host__ __device__ const T* begin(initializer_list<T> list) noexcept {
  return list.begin();
}
template <class T>
constexpr __host__ __device__ const T* end(initializer_list<T> list) noexcept {
  return list.end();
}
#endif

}  // namespace std
#endif
