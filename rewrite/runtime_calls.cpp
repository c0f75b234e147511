#include "rewrite/runtime_calls.hpp"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <utility>

#include "rewrite/array_calls.hpp"
#include "rewrite/element_index.hpp"

namespace warpglass::rewrite {
namespace {

/// What a constructor in a path does; nullptr: there is none.
static const Node* constructor_in(const Path& path) {
  for (std::size_t at = 0; at + 1 < path.size(); ++at) {
    if (kind_of(*path[at]) == "CXXConstructorDecl" && kind_of(*path[at + 1]) == "CompoundStmt") return path[at + 1];
  }
  return nullptr;
}

}  // namespace

bool read_runtime_call(HostFunction& host, const ArrayPointers& pointers, DeviceArray& array, const ArrayInCall& in,
                       const Path& path, std::size_t depth) {
  const Node& call = *path[depth];
  const auto [argument, is_address, is_within] = in;
  const std::string function = called_by(call);
  ArrayCall found = array_call(host, function, call, *path.back(), path, depth);
  // The function, and what it is called with.
  const bool is_managed = function == "cudaMallocManaged" && inner_of(call).size() >= 3;
  const bool allocates = is_managed || (function == "cudaMalloc" && inner_of(call).size() == 3);
  if (allocates && argument == 0 && is_address) {
    if (array.allocation && !array.is_several) array.refuse(fmt::format("line {} allocates it once more", found.line));
    if (array.allocation && array.is_managed != is_managed)
      array.refuse(fmt::format("line {} allocates it in another kind of memory", found.line));
    found.number.expression = &inner_of(call).at(2);
    if (array.is_field) array.declared_in = constructor_in(path);
    if (array.allocation) {
      array.further.push_back(std::move(found));
      return true;
    }
    array.allocation = std::move(found);
    array.is_managed = is_managed;
    return true;
  }
  if (is_address) return false;
  if (function == "cudaFree" && argument == 0 && !is_within) {
    array.frees.push_back(found);
    return true;
  }
  if (function == "cudaMemPrefetchAsync" && argument == 0) {
    array.keep_order(fmt::format("line {} says where it is wanted", found.line));
    return true;
  }
  const bool waits = function == "cudaMemcpy";
  const bool copies = waits || function == "cudaMemcpyAsync";
  const bool fills = function == "cudaMemset" || function == "cudaMemsetAsync";
  if (!(copies && argument <= 1) && !(fills && argument == 0)) return false;
  // The function, and what it is called with: one of another signature is none of the runtime's.
  if (inner_of(call).size() < (copies ? 5u : 4u)) return false;
  if (is_within) array.keep_order(fmt::format("line {} takes a part of it", found.line));
  found.number.expression = &inner_of(call).at(3);
  if (copies) found.on_host = &inner_of(call).at(argument == 0 ? 2 : 1);
  if (fills) {
    array.fills.push_back(found);
    return true;
  }
  const Node& kind = plain(inner_of(call).at(4));
  const std::string direction = kind.contains("referencedDecl") ? text_of(kind.at("referencedDecl"), "name") : "";
  const bool by_address = direction == "cudaMemcpyDefault";
  if (argument == 0 && (by_address || direction == "cudaMemcpyHostToDevice")) {
    array.to_device.push_back(found);
  } else if (argument == 1 && (by_address || direction == "cudaMemcpyDeviceToHost")) {
    array.to_host.push_back(found);
    if (!waits) array.keep_order(fmt::format("line {} copies it to the host and does not wait", found.line));
  } else if (const auto other = is_within || direction != "cudaMemcpyDeviceToDevice"
                                    ? std::nullopt
                                    : pointers.array_named(*found.on_host)) {
    // The other side is one of the device's, and has to lie alike.
    array.links.push_back({.other = host.arrays[*other].id, .call = found, .there = &plain(*found.on_host)});
  } else {
    array.keep_order(fmt::format("line {} copies it within the device", found.line));
  }
  // Without the kind it is not seen that the other side is the host's.
  if (by_address) array.keep_order(fmt::format("line {} does not say which way it copies", found.line));
  return true;
}

}  // namespace warpglass::rewrite
