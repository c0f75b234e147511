#include "analysis/accesses.hpp"

namespace warpglass::analysis {
namespace {

sim::Space space_of(const sim::OpFacts& facts, const sim::OpCounters& counters) {
  if (facts.space != sim::Space::generic) return facts.space;
  return counters.wavefronts > 0 && counters.sectors == 0 ? sim::Space::shared : sim::Space::global;
}

}  // namespace

AccessClass access_class(const sim::OpFacts& facts, const sim::OpCounters& counters) {
  const sim::Space space = space_of(facts, counters);
  const bool shared = space == sim::Space::shared;
  const bool local = space == sim::Space::local;
  if (space == sim::Space::constant && facts.kind == sim::OpKind::load) return AccessClass::constant_load;
  if (!shared && !local && space != sim::Space::global) return AccessClass::none;
  switch (facts.kind) {
    case sim::OpKind::load:
      return shared ? AccessClass::shared_load : local ? AccessClass::local_load : AccessClass::global_load;
    case sim::OpKind::store:
      return shared ? AccessClass::shared_store : local ? AccessClass::local_store : AccessClass::global_store;
    case sim::OpKind::atomic: return shared ? AccessClass::shared_atomic : AccessClass::global_atomic;
    // Shared memory has no instruction without a result: the machine executes the atomic.
    case sim::OpKind::reduction: return shared ? AccessClass::shared_atomic : AccessClass::global_reduction;
    case sim::OpKind::matrix_load: return AccessClass::shared_matrix_load;
    case sim::OpKind::matrix_store: return AccessClass::shared_matrix_store;
    case sim::OpKind::async_copy: return AccessClass::async_copy;
    case sim::OpKind::other:
    case sim::OpKind::pseudo:
    case sim::OpKind::branch:
    case sim::OpKind::call:
    case sim::OpKind::ret:
    case sim::OpKind::exit:
    case sim::OpKind::barrier: return AccessClass::none;
  }
  return AccessClass::none;
}

std::string_view kind_name(const sim::OpFacts& facts, const sim::OpCounters& counters) {
  switch (access_class(facts, counters)) {
    case AccessClass::shared_load: return "shared load";
    case AccessClass::shared_store: return "shared store";
    case AccessClass::shared_atomic: return "shared atomic";
    case AccessClass::shared_matrix_load: return "matrix load";
    case AccessClass::shared_matrix_store: return "matrix store";
    case AccessClass::async_copy: return "async copy";
    case AccessClass::global_load: return "global load";
    case AccessClass::global_store: return "global store";
    case AccessClass::global_atomic: return "global atomic";
    case AccessClass::global_reduction: return "global reduction";
    case AccessClass::local_load: return "local load";
    case AccessClass::local_store: return "local store";
    case AccessClass::constant_load: return "constant load";
    case AccessClass::none: break;
  }
  if (facts.kind == sim::OpKind::branch) return "branch";
  if (facts.kind == sim::OpKind::barrier) return "barrier";
  return "";
}

std::string_view verb_of(sim::AccessKind kind) {
  switch (kind) {
    case sim::AccessKind::load:
    case sim::AccessKind::matrix_load: return "read";
    case sim::AccessKind::store:
    case sim::AccessKind::matrix_store:
    case sim::AccessKind::async_copy: return "write";
    case sim::AccessKind::atomic_add:
    case sim::AccessKind::atomic_exchange:
    case sim::AccessKind::atomic_cas:
    case sim::AccessKind::atomic_loop: return "update";
  }
  return "";
}

arch::SharedRequest request_of(const sim::AccessPattern& pattern) {
  const auto access = [&] {
    switch (pattern.kind) {
      case sim::AccessKind::load: return arch::SharedAccess::load;
      case sim::AccessKind::store: return arch::SharedAccess::store;
      case sim::AccessKind::atomic_add:
      case sim::AccessKind::atomic_exchange: return arch::SharedAccess::atomic;
      case sim::AccessKind::atomic_cas: return arch::SharedAccess::compare_and_swap;
      case sim::AccessKind::atomic_loop: return arch::SharedAccess::atomic_loop;
      case sim::AccessKind::matrix_load:
      case sim::AccessKind::matrix_store: return arch::SharedAccess::matrix;
      case sim::AccessKind::async_copy: return arch::SharedAccess::async_copy;
    }
    return arch::SharedAccess::load;
  };
  return {.access = access(),
          .bytes = pattern.bytes,
          .matrices = pattern.matrices,
          .lanes = pattern.lanes,
          .address = pattern.address};
}

arch::GlobalRequest global_request_of(const sim::AccessPattern& pattern) {
  const auto access = [&] {
    switch (pattern.kind) {
      case sim::AccessKind::load:
      case sim::AccessKind::matrix_load: return arch::GlobalAccess::load;
      case sim::AccessKind::store:
      case sim::AccessKind::matrix_store:
      case sim::AccessKind::async_copy: return arch::GlobalAccess::store;
      case sim::AccessKind::atomic_add:
      case sim::AccessKind::atomic_exchange:
      case sim::AccessKind::atomic_cas:
      case sim::AccessKind::atomic_loop: return arch::GlobalAccess::atomic;
    }
    return arch::GlobalAccess::load;
  };
  return {.access = access(),
          .cache = pattern.cache,
          .bytes = pattern.bytes,
          .lanes = pattern.lanes,
          .address = pattern.address};
}

}  // namespace warpglass::analysis
