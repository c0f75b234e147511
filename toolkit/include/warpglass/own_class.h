// Included before a file that has `this->member` where a constant is wanted, for a member that is static: the object's
// class, which is named in its place.
#ifndef WARPGLASS_OWN_CLASS_H
#define WARPGLASS_OWN_CLASS_H

template <class Pointer>
struct __warpglass_class;
template <class T>
struct __warpglass_class<T*> {
  typedef T type;
};

#endif
