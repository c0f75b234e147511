#include "cuda/user_objects.hpp"

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "cuda/call.hpp"

using namespace warpglass::cuda;

namespace {

struct UserObject {
  cudaHostFn_t destroy = nullptr;
  void* pointer = nullptr;
  std::uint64_t references = 0;
};

// Graphs may go when no other lock is held.
struct UserObjects {
  std::mutex mutex;
  std::map<cudaUserObject_t, std::unique_ptr<UserObject>> all;
  std::vector<std::unique_ptr<UserObject>> unneeded;
};

UserObjects& user_objects() {
  static auto* const made = new UserObjects;
  return *made;
}

// These take the lock.
bool add_references(cudaUserObject_t handle, unsigned count) {
  UserObjects& objects = user_objects();
  const std::lock_guard lock(objects.mutex);
  const auto found = objects.all.find(handle);
  if (found == objects.all.end()) return false;
  found->second->references += count;
  return true;
}

bool drop_references(cudaUserObject_t handle, unsigned count) {
  UserObjects& objects = user_objects();
  const std::lock_guard lock(objects.mutex);
  const auto found = objects.all.find(handle);
  if (found == objects.all.end() || count > found->second->references) return false;
  found->second->references -= count;
  if (found->second->references != 0) return true;
  objects.unneeded.push_back(std::move(found->second));
  objects.all.erase(found);
  return true;
}

constexpr unsigned kMostReferences = 0x7fffffff;
bool is_count(unsigned count) { return count != 0 && count <= kMostReferences; }

}  // namespace

namespace warpglass::cuda {

KeptObjects::KeptObjects(const KeptObjects& other) : counts_(other.counts_) {
  for (const auto& [object, count] : counts_) (void)add_references(object, count);
}

KeptObjects& KeptObjects::operator=(const KeptObjects& other) {
  KeptObjects copy(other);
  std::swap(counts_, copy.counts_);
  return *this;
}

KeptObjects::~KeptObjects() {
  for (const auto& [object, count] : counts_) (void)drop_references(object, count);
}

bool KeptObjects::retain(cudaUserObject_t object, unsigned count, bool moved) {
  if (!is_count(count) || !add_references(object, moved ? 0 : count)) return false;
  counts_[object] += count;
  return true;
}

bool KeptObjects::release(cudaUserObject_t object, unsigned count) {
  const auto found = counts_.find(object);
  if (!is_count(count) || found == counts_.end() || count > found->second) return false;
  if ((found->second -= count) == 0) counts_.erase(found);
  return drop_references(object, count);
}

void destroy_unneeded_objects() {
  std::vector<std::unique_ptr<UserObject>> unneeded;
  {
    const std::lock_guard lock(user_objects().mutex);
    unneeded = std::exchange(user_objects().unneeded, {});
  }
  for (const std::unique_ptr<UserObject>& object : unneeded) object->destroy(object->pointer);
}

}  // namespace warpglass::cuda

cudaError_t cudaUserObjectCreate(cudaUserObject_t* object_out, void* ptr, cudaHostFn_t destroy,
                                 unsigned int initialRefcount, unsigned int flags) {
  return query([&](Process&) {
    if (object_out == nullptr || destroy == nullptr || !is_count(initialRefcount) ||
        flags != cudaUserObjectNoDestructorSync)
      return cudaErrorInvalidValue;
    auto made =
        std::make_unique<UserObject>(UserObject{.destroy = destroy, .pointer = ptr, .references = initialRefcount});
    *object_out = reinterpret_cast<cudaUserObject_t>(made.get());
    const std::lock_guard lock(user_objects().mutex);
    user_objects().all.emplace(*object_out, std::move(made));
    return cudaSuccess;
  });
}

cudaError_t cudaUserObjectRetain(cudaUserObject_t object, unsigned int count) {
  return query(
      [&](Process&) { return is_count(count) && add_references(object, count) ? cudaSuccess : cudaErrorInvalidValue; });
}

cudaError_t cudaUserObjectRelease(cudaUserObject_t object, unsigned int count) {
  return after_destruction(query([&](Process&) {
    return is_count(count) && drop_references(object, count) ? cudaSuccess : cudaErrorInvalidValue;
  }));
}
