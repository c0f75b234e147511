// assert in a program of NVRTC's API, which includes nothing for it.
extern "C" __device__ __attribute__((noreturn)) void __assertfail(const char* message, const char* file, unsigned int line,
                                                                  const char* function, __SIZE_TYPE__ char_size);
#ifdef NDEBUG
#define assert(...) ((void)0)
#else
#define assert(...) \
  ((__VA_ARGS__) ? (void)0 : __assertfail(#__VA_ARGS__, __FILE__, __LINE__, __PRETTY_FUNCTION__, sizeof(char)))
#endif
