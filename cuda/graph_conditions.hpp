// Conditions of graphs: words that kernels set and conditional nodes read.
#pragma once

#include <cstdint>

#include "cuda/api.hpp"
#include "cuda/graph.hpp"
#include "cuda/process.hpp"

namespace warpglass::cuda {

/// A handle is the address of the word.
class Condition {
 public:
  Condition(Process& process, unsigned default_value, unsigned flags);
  ~Condition();
  Condition(const Condition&) = delete;
  Condition& operator=(const Condition&) = delete;

  [[nodiscard]] cudaGraphConditionalHandle handle() const { return word_; }  // 0: there was no memory left
  [[nodiscard]] unsigned value() const;
  /// At the launch of a graph: to the default, if there is one.
  void set_to_default() const;
  [[nodiscard]] bool has_default() const { return (flags_ & cudaGraphCondAssignDefault) != 0; }
  /// As a graph of the same shape has it.
  void take_default_of(const Condition& other);

  bool has_node = false;

 private:
  Process& process_;
  std::uint64_t word_;
  unsigned default_value_;
  unsigned flags_;
};

/// Sets the conditions of a graph, and of those within, that have a default.
void set_conditions(const Graph& graph);

/// Work of a new node of the graph.
[[nodiscard]] cudaError_t make_conditional(Graph& graph, cudaConditionalNodeParams& parameters, Work& work);

/// Does what a conditional node is there for.
cudaError_t perform(const ConditionalWork& work, cudaStream_t stream, const std::shared_ptr<runtime::GraphRun>& run);

}  // namespace warpglass::cuda
