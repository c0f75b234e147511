// What a program makes and destroys by handles.
#pragma once

#include "base/live_handles.hpp"
#include "cuda/solver/call.hpp"

namespace warpglass::solver {

/// \param handle  a pointer to what it leads to
template <class Object>
Status create_object(Object** handle) {
  return guarded([&] {
    if (handle == nullptr) return kInvalid;
    *handle = LiveHandles<Object*>::all().make();
    return kDone;
  });
}

/// \param missing  the answer where it is none
template <class Object>
Status destroy_object(Object* object, Status missing) {
  return guarded([&] { return LiveHandles<Object*>::all().destroy(object) ? kDone : missing; });
}

/// `use(*object)`, where it is one.
template <class Object, class Use>
Status with_object(Object* object, Status missing, const Use& use) {
  return guarded([&] { return LiveHandles<Object*>::all().has(object) ? use(*object) : missing; });
}

/// Keeps a value that may be any.
template <class Object, class Value>
Status keep(Object* object, Status missing, Value Object::* member, Value value) {
  return with_object(object, missing, [&](Object& kept) {
    kept.*member = value;
    return kDone;
  });
}

/// Gives it back.
template <class Object, class Value>
Status give_back(Object* object, Status missing, Value Object::* member, Value* value) {
  return with_object(object, missing, [&](const Object& kept) {
    if (value == nullptr) return kInvalid;
    *value = kept.*member;
    return kDone;
  });
}

}  // namespace warpglass::solver
