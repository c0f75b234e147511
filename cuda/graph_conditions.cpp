#include "cuda/graph_conditions.hpp"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <utility>

#include "cuda/call.hpp"
#include "cuda/graph.hpp"

using namespace warpglass;
using namespace warpglass::cuda;

namespace {

std::uint32_t* word_at(std::uint64_t address) { return reinterpret_cast<std::uint32_t*>(sim::Memory::host(address)); }

// The body to be done now; nullptr: none.
const Graph* body_of(const ConditionalWork& work) {
  const unsigned value = work.condition->value();
  std::size_t number = value;
  if (work.type != cudaGraphCondTypeSwitch) number = value != 0 ? 0 : 1;
  return number < work.bodies.size() ? work.bodies[number].get() : nullptr;
}

std::shared_ptr<Condition> find_condition(const Graph& graph, cudaGraphConditionalHandle handle) {
  for (const std::shared_ptr<Condition>& condition : graph.conditions)
    if (condition->handle() == handle) return condition;
  for (const std::unique_ptr<Node>& node : graph.nodes) {
    for (const std::shared_ptr<Graph>& within : graphs_within(node->work))
      if (std::shared_ptr<Condition> found = find_condition(*within, handle)) return found;
  }
  return nullptr;
}

// The user has ended the program: it goes down by the signal as soon as the report is written.
void stop_if_cancelled() {
  const std::atomic<bool>* const cancel = Process::get().device().launches().cancel;
  while (cancel != nullptr && cancel->load()) pause();
}

}  // namespace

namespace warpglass::cuda {

Condition::Condition(Process& process, unsigned default_value, unsigned flags)
    : process_(process), word_(process.device().make_condition()), default_value_(default_value), flags_(flags) {
  if (word_ != 0) *word_at(word_) = default_value;
}

Condition::~Condition() {
  if (word_ != 0) process_.device().remove_condition(word_);
}

unsigned Condition::value() const { return std::atomic_ref(*word_at(word_)).load(); }

void Condition::set_to_default() const {
  if (has_default()) std::atomic_ref(*word_at(word_)).store(default_value_);
}

void Condition::take_default_of(const Condition& other) {
  default_value_ = other.default_value_;
  flags_ = other.flags_;
}

void set_conditions(const Graph& graph) {
  for (const std::shared_ptr<Condition>& condition : graph.conditions) condition->set_to_default();
  for (const std::unique_ptr<Node>& node : graph.nodes)
    for (const std::shared_ptr<Graph>& within : graphs_within(node->work)) set_conditions(*within);
}

cudaError_t perform(const ConditionalWork& work, cudaStream_t stream, const std::shared_ptr<runtime::GraphRun>& run) {
  do {
    // A kernel that waits for others may set it yet.
    const cudaError_t error = operate([stream](Process& process) {
      std::uint64_t id = 0;
      if (const runtime::Status status = process.find_stream(stream, id); status != runtime::Status::ok) return status;
      process.pending().wait_for_stream(id);
      return process.device().sticky();
    });
    if (error != cudaSuccess) return error;
    const Graph* const body = body_of(work);
    if (body == nullptr) break;
    if (const cudaError_t wrong = perform(*body, stream, run); wrong != cudaSuccess) return wrong;
    stop_if_cancelled();
  } while (work.type == cudaGraphCondTypeWhile);
  return cudaSuccess;
}

cudaError_t make_conditional(Graph& graph, cudaConditionalNodeParams& parameters, Work& work) {
  const std::shared_ptr<Condition> condition = find_condition(outermost_of(graph), parameters.handle);
  if (condition == nullptr || condition->has_node) return cudaErrorInvalidValue;
  const unsigned most = parameters.type == cudaGraphCondTypeIf      ? 2
                        : parameters.type == cudaGraphCondTypeWhile ? 1
                                                                    : ~0u;
  if (parameters.type > cudaGraphCondTypeSwitch || parameters.size == 0 || parameters.size > most)
    return cudaErrorInvalidValue;
  ConditionalWork made{.condition = condition, .type = parameters.type, .bodies = {}};
  for (unsigned i = 0; i < parameters.size; ++i) {
    made.bodies.push_back(std::make_shared<Graph>());
    made.bodies.back()->is_body = true;
    made.told.push_back(handle_of(*made.bodies.back()));
  }
  condition->has_node = true;
  parameters.phGraph_out = made.told.data();
  work = std::move(made);
  return cudaSuccess;
}

}  // namespace warpglass::cuda

cudaError_t cudaGraphConditionalHandleCreate(cudaGraphConditionalHandle* pHandle_out, cudaGraph_t graph,
                                             unsigned int defaultLaunchValue, unsigned int flags) {
  return query([&](Process& process) {
    Graph* found = find(graph);
    if (pHandle_out == nullptr || found == nullptr || (flags & ~unsigned{cudaGraphCondAssignDefault}) != 0)
      return cudaErrorInvalidValue;
    auto condition = std::make_shared<Condition>(process, defaultLaunchValue, flags);
    if (condition->handle() == 0) return cudaErrorMemoryAllocation;
    *pHandle_out = condition->handle();
    found->conditions.push_back(std::move(condition));
    return cudaSuccess;
  });
}
