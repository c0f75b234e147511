// __nv_fp8_e8m0: the exponent of a float alone. Of what is converted the magnitude is rounded, up or towards zero, to a
// power of two; what is smaller than 2^-127 is that, what is larger than 2^127 is that or NaN (CUDA Math API). A part of
// cuda_fp8.h.
WG_HD __nv_fp8_storage_t __nv_cvt_double_to_e8m0(double x, __nv_saturation_t saturate, enum cudaRoundMode rounding) {
  if (x != x) return 0xff;
  unsigned long long bits;
  __builtin_memcpy(&bits, &x, 8);
  const int exponent = (int)(bits >> 52 & 0x7ff) - 1023;
  const int up = rounding != cudaRoundZero && (bits & 0xfffffffffffffULL) != 0;
  const int code = exponent < -127 ? 0 : exponent + 127 + up;
  if (code > 0xfe) return saturate == __NV_SATFINITE ? 0xfe : 0xff;
  return (__nv_fp8_storage_t)code;
}
WG_HD __nv_fp8x2_storage_t __nv_cvt_double2_to_e8m0x2(double2 x, __nv_saturation_t saturate,
                                                      enum cudaRoundMode rounding) {
  return (__nv_fp8x2_storage_t)(__nv_cvt_double_to_e8m0(x.x, saturate, rounding) |
                                __nv_cvt_double_to_e8m0(x.y, saturate, rounding) << 8);
}
WG_HD __nv_fp8_storage_t __nv_cvt_float_to_e8m0(float x, __nv_saturation_t saturate, enum cudaRoundMode rounding) {
  return __nv_cvt_double_to_e8m0((double)x, saturate, rounding);
}
WG_HD __nv_fp8x2_storage_t __nv_cvt_float2_to_e8m0x2(float2 x, __nv_saturation_t saturate,
                                                     enum cudaRoundMode rounding) {
  const double2 wide = {x.x, x.y};
  return __nv_cvt_double2_to_e8m0x2(wide, saturate, rounding);
}
WG_HD __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_e8m0(__nv_bfloat16_raw x, __nv_saturation_t saturate,
                                                      enum cudaRoundMode rounding) {
  return __nv_cvt_float_to_e8m0(__bfloat162float(__nv_bfloat16(x)), saturate, rounding);
}
WG_HD __nv_fp8x2_storage_t __nv_cvt_bfloat162raw_to_e8m0x2(__nv_bfloat162_raw x, __nv_saturation_t saturate,
                                                           enum cudaRoundMode rounding) {
  return __nv_cvt_float2_to_e8m0x2(__bfloat1622float2(__nv_bfloat162(x)), saturate, rounding);
}
WG_HD __nv_bfloat16_raw __nv_cvt_e8m0_to_bf16raw(__nv_fp8_storage_t x) {
  __nv_bfloat16_raw r;
  r.x = (unsigned short)(x == 0xff ? 0x7fff : x == 0 ? 0x40 : x << 7);
  return r;
}
WG_HD __nv_bfloat162_raw __nv_cvt_e8m0x2_to_bf162raw(__nv_fp8x2_storage_t x) {
  __nv_bfloat162_raw r;
  r.x = __nv_cvt_e8m0_to_bf16raw((__nv_fp8_storage_t)x).x;
  r.y = __nv_cvt_e8m0_to_bf16raw((__nv_fp8_storage_t)(x >> 8)).x;
  return r;
}

struct __nv_fp8_e8m0 {
  __nv_fp8_storage_t __x;
  __nv_fp8_e8m0() = default;
  WG_MEMBER explicit __nv_fp8_e8m0(float f) : __x(__nv_cvt_float_to_e8m0(f, __NV_SATFINITE, cudaRoundPosInf)) {}
  WG_MEMBER explicit __nv_fp8_e8m0(double d) : __x(__nv_cvt_double_to_e8m0(d, __NV_SATFINITE, cudaRoundPosInf)) {}
  WG_MEMBER explicit __nv_fp8_e8m0(__half a) : __nv_fp8_e8m0(__half2float(a)) {}
  WG_MEMBER explicit __nv_fp8_e8m0(__nv_bfloat16 a) : __nv_fp8_e8m0(__bfloat162float(a)) {}
  WG_MEMBER explicit __nv_fp8_e8m0(short i) : __nv_fp8_e8m0((double)i) {}
  WG_MEMBER explicit __nv_fp8_e8m0(unsigned short i) : __nv_fp8_e8m0((double)i) {}
  WG_MEMBER explicit __nv_fp8_e8m0(int i) : __nv_fp8_e8m0((double)i) {}
  WG_MEMBER explicit __nv_fp8_e8m0(unsigned int i) : __nv_fp8_e8m0((double)i) {}
  WG_MEMBER explicit __nv_fp8_e8m0(long i) : __nv_fp8_e8m0((double)i) {}
  WG_MEMBER explicit __nv_fp8_e8m0(unsigned long i) : __nv_fp8_e8m0((double)i) {}
  WG_MEMBER explicit __nv_fp8_e8m0(long long i) : __nv_fp8_e8m0((double)i) {}
  WG_MEMBER explicit __nv_fp8_e8m0(unsigned long long i) : __nv_fp8_e8m0((double)i) {}
  WG_MEMBER explicit operator __nv_bfloat16() const { return __nv_bfloat16(__nv_cvt_e8m0_to_bf16raw(__x)); }
  WG_MEMBER explicit operator float() const { return __bfloat162float((__nv_bfloat16) * this); }
  WG_MEMBER explicit operator double() const { return (double)(float)*this; }
  WG_MEMBER explicit operator __half() const { return __float2half((float)*this); }
  // NaN is 0; what an integer does not hold, its largest.
  WG_MEMBER explicit operator signed char() const { return (signed char)whole(7); }
  WG_MEMBER explicit operator unsigned char() const { return (unsigned char)whole(8); }
  WG_MEMBER explicit operator char() const { return (char)whole((char)-1 < 0 ? 7 : 8); }
  WG_MEMBER explicit operator short() const { return (short)whole(15); }
  WG_MEMBER explicit operator unsigned short() const { return (unsigned short)whole(16); }
  WG_MEMBER explicit operator int() const { return (int)whole(31); }
  WG_MEMBER explicit operator unsigned int() const { return (unsigned int)whole(32); }
  WG_MEMBER explicit operator long() const { return (long)whole(8 * sizeof(long) - 1); }
  WG_MEMBER explicit operator unsigned long() const { return (unsigned long)whole(8 * sizeof(long)); }
  WG_MEMBER explicit operator long long() const { return (long long)whole(63); }
  WG_MEMBER explicit operator unsigned long long() const { return whole(64); }
  WG_MEMBER explicit operator bool() const { return true; }

 private:
  /// As an integer of so many bits without its sign.
  WG_MEMBER unsigned long long whole(int bits) const {
    if (__x < 127 || __x == 0xff) return 0;
    const int power = __x - 127;
    return power < bits ? 1ULL << power : ~0ULL >> (64 - bits);
  }
};
struct __attribute__((aligned(2))) __nv_fp8x2_e8m0 {
  __nv_fp8x2_storage_t __x;
  __nv_fp8x2_e8m0() = default;
  WG_MEMBER explicit __nv_fp8x2_e8m0(float2 f) : __x(__nv_cvt_float2_to_e8m0x2(f, __NV_SATFINITE, cudaRoundPosInf)) {}
  WG_MEMBER explicit __nv_fp8x2_e8m0(double2 d)
      : __x(__nv_cvt_double2_to_e8m0x2(d, __NV_SATFINITE, cudaRoundPosInf)) {}
  WG_MEMBER explicit __nv_fp8x2_e8m0(__half2 a) : __nv_fp8x2_e8m0(__half22float2(a)) {}
  WG_MEMBER explicit __nv_fp8x2_e8m0(__nv_bfloat162 a) : __nv_fp8x2_e8m0(__bfloat1622float2(a)) {}
  WG_MEMBER explicit operator __nv_bfloat162() const { return __nv_bfloat162(__nv_cvt_e8m0x2_to_bf162raw(__x)); }
  WG_MEMBER explicit operator float2() const { return __bfloat1622float2((__nv_bfloat162) * this); }
  WG_MEMBER explicit operator __half2() const { return __float22half2_rn((float2) * this); }
};
struct __attribute__((aligned(4))) __nv_fp8x4_e8m0 {
  __nv_fp8x4_storage_t __x;
  __nv_fp8x4_e8m0() = default;
  WG_MEMBER explicit __nv_fp8x4_e8m0(float4 f) {
    const float2 low = {f.x, f.y}, high = {f.z, f.w};
    join(__nv_fp8x2_e8m0(low), __nv_fp8x2_e8m0(high));
  }
  WG_MEMBER explicit __nv_fp8x4_e8m0(double4 d) {
    const double2 low = {d.x, d.y}, high = {d.z, d.w};
    join(__nv_fp8x2_e8m0(low), __nv_fp8x2_e8m0(high));
  }
  WG_MEMBER explicit __nv_fp8x4_e8m0(__half2 low, __half2 high) {
    join(__nv_fp8x2_e8m0(low), __nv_fp8x2_e8m0(high));
  }
  WG_MEMBER explicit __nv_fp8x4_e8m0(__nv_bfloat162 low, __nv_bfloat162 high) {
    join(__nv_fp8x2_e8m0(low), __nv_fp8x2_e8m0(high));
  }
  WG_MEMBER explicit operator float4() const {
    __nv_fp8x2_e8m0 low, high;
    low.__x = (__nv_fp8x2_storage_t)__x;
    high.__x = (__nv_fp8x2_storage_t)(__x >> 16);
    const float2 a = (float2)low, b = (float2)high;
    const float4 f = {a.x, a.y, b.x, b.y};
    return f;
  }

 private:
  WG_MEMBER void join(__nv_fp8x2_e8m0 low, __nv_fp8x2_e8m0 high) {
    __x = (__nv_fp8x4_storage_t)low.__x | (__nv_fp8x4_storage_t)high.__x << 16;
  }
};
