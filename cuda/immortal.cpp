// Programs call the runtime from destructors of their own globals and from exit handlers, which may run after those of
// any library. So nothing in this library is ever destroyed: registering a destructor, which every static object does
// through this one function, does nothing here. The definition is hidden and concerns this library alone.
extern "C" __attribute__((visibility("hidden"))) int __cxa_atexit(void (*)(void*), void*, void*) { return 0; }
