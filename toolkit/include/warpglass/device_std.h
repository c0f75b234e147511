// std::min and std::max once more. The standard library's work in device code, but they take references, so that the
// load in std::max(a[i], b) would be reported in <algorithm>. These are out of the line table. Two conditions where
// clang's own overloads have one, and the library's none, make them the preferred ones.
#ifndef WARPGLASS_DEVICE_STD_H
#define WARPGLASS_DEVICE_STD_H

#define WG_PREFERRED                                                                                 \
  __attribute__((enable_if(true, ""))) __attribute__((enable_if(true, ""))) __attribute__((nodebug)) \
  __attribute__((always_inline)) inline WG_CONSTEXPR __host__ __device__
#if __cplusplus >= 201402L
#define WG_CONSTEXPR constexpr
#else
#define WG_CONSTEXPR
#endif

namespace std {

template <class T>
WG_PREFERRED const T& max(const T& a, const T& b) {
  return a < b ? b : a;
}
template <class T, class Compare>
WG_PREFERRED const T& max(const T& a, const T& b, Compare less) {
  return less(a, b) ? b : a;
}
template <class T>
WG_PREFERRED const T& min(const T& a, const T& b) {
  return b < a ? b : a;
}
template <class T, class Compare>
WG_PREFERRED const T& min(const T& a, const T& b, Compare less) {
  return less(b, a) ? b : a;
}

}  // namespace std

#undef WG_PREFERRED
#undef WG_CONSTEXPR

#endif
