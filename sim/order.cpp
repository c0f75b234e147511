#include "sim/order.hpp"

#include <algorithm>
#include <string_view>
#include <tuple>
#include <utility>

namespace warpglass::sim {
namespace {

/// The next word of "ld.acquire.gpu.u32 %r1, [%rd1];", which is taken off; empty behind the opcode.
std::string_view take_word(std::string_view& opcode) {
  const std::size_t dot = opcode.find('.');
  const std::string_view word = opcode.substr(0, dot);
  opcode.remove_prefix(dot == std::string_view::npos ? opcode.size() : dot + 1);
  return word;
}

}  // namespace

StatedAccess stated_access(const OpFacts& facts) {
  std::string_view text = facts.text;
  if (text.starts_with('@')) text.remove_prefix(std::min(text.size(), text.find(' ') + 1));
  std::string_view opcode = text.substr(0, text.find_first_of(" ;"));
  // A proxy fence without an order of its own orders both ways.
  const bool fence = opcode.starts_with("fence") || opcode.starts_with("membar");
  const bool atomic = facts.kind == OpKind::atomic || facts.kind == OpKind::reduction;
  StatedAccess stated{.order = fence    ? Order::acquire_release
                               : atomic ? Order::relaxed
                                        : Order::weak,
                      .scope = atomic ? Scope::gpu : Scope::unsaid,
                      .elements = 1,
                      .fence = fence ? Fence::generic : Fence::none};
  if (opcode.starts_with("membar")) stated.order = Order::sequentially_consistent;
  if (opcode.starts_with("barrier.cluster.arrive")) stated.order = Order::release;
  if (opcode.starts_with("barrier.cluster.wait")) stated.order = Order::acquire;
  if (opcode.starts_with("mbarrier.arrive"))
    std::tie(stated.order, stated.scope) = std::pair(Order::release, Scope::cta);
  if (opcode.starts_with("mbarrier.test_wait") || opcode.starts_with("mbarrier.try_wait"))
    std::tie(stated.order, stated.scope) = std::pair(Order::acquire, Scope::cta);
  while (!opcode.empty()) {
    const std::string_view word = take_word(opcode);
    if (word == "relaxed") stated.order = Order::relaxed;
    if (word == "acquire") stated.order = Order::acquire;
    if (word == "release") stated.order = Order::release;
    if (word == "acq_rel") stated.order = Order::acquire_release;
    if (word == "sc") stated.order = Order::sequentially_consistent;
    if (word == "volatile") std::tie(stated.order, stated.scope) = std::pair(Order::volatile_access, Scope::sys);
    if (word == "mmio") std::tie(stated.order, stated.scope) = std::pair(Order::mmio, Scope::sys);
    if (word == "cta") stated.scope = Scope::cta;
    if (word == "cluster") stated.scope = Scope::cluster;
    if (word == "gpu" || word == "gl") stated.scope = Scope::gpu;
    if (word == "sys") stated.scope = Scope::sys;
    if (word == "proxy") stated.fence = Fence::proxy;
    if (stated.fence == Fence::proxy && word.starts_with("async")) stated.fence = Fence::async_proxy;
    if (word == "v2") stated.elements = 2;
    if (word == "v4") stated.elements = 4;
    if (word == "v8") stated.elements = 8;
  }
  return stated;
}

}  // namespace warpglass::sim
