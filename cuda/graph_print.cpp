// A graph as text that Graphviz draws.
#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <map>
#include <string>

#include "analysis/names.hpp"
#include "base/counted.hpp"
#include "cuda/call.hpp"
#include "cuda/graph.hpp"
#include "cuda/graph_conditions.hpp"
#include "cuda/graph_memory.hpp"

using namespace warpglass;
using namespace warpglass::cuda;

namespace {

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result;
}

class Printer {
 public:
  Printer(Process& process, unsigned flags) : process_(process), flags_(flags) {}

  std::string print(const Graph& graph) {
    text_ = "digraph dot {\n";
    print_cluster(graph, "graph");
    text_ += "}\n";
    return std::move(text_);
  }

 private:
  [[nodiscard]] bool shows(cudaGraphDebugDotFlags what) const {
    return (flags_ & (what | unsigned{cudaGraphDebugDotFlagsVerbose})) != 0;
  }

  std::string print_cluster(const Graph& graph, std::string_view name) {
    const std::string prefix = fmt::format("graph_{}", ++graphs_);
    std::string first;
    text_ += fmt::format("subgraph cluster_{} {{\nlabel=\"{} {}\" style=\"dashed\";\n", graphs_, name, graphs_);
    std::map<const Node*, std::string> names;
    for (const std::unique_ptr<Node>& node : graph.nodes) {
      const std::string& label = names[node.get()] = fmt::format("{}_node_{}", prefix, names.size());
      if (first.empty()) first = label;
      text_ += fmt::format("\"{}\" [shape=\"{}\" label=\"{}\\n{}\"];\n", label,
                           std::holds_alternative<KernelWork>(node->work) ? "octagon" : "rectangle", names.size() - 1,
                           escaped_lines(node->work));
      if (flags_ & cudaGraphDebugDotFlagsHandles)
        text_ += fmt::format("\"{}\" [xlabel=\"{}\"];\n", label, fmt::ptr(node.get()));
    }
    for (const std::unique_ptr<Node>& node : graph.nodes)
      for (const Edge& edge : node->after)
        text_ += fmt::format("\"{}\" -> \"{}\"{};\n", names[edge.from], names[node.get()],
                             edge.data.type == cudaGraphDependencyTypeProgrammatic ? " [style=\"dashed\"]" : "");
    for (const std::unique_ptr<Node>& node : graph.nodes) {
      const bool child = std::holds_alternative<ChildWork>(node->work);
      for (const std::shared_ptr<Graph>& within : graphs_within(node->work)) {
        const std::string inner = print_cluster(*within, child ? "child graph" : "body");
        if (!inner.empty()) text_ += fmt::format("\"{}\" -> \"{}\" [style=\"dotted\"];\n", names[node.get()], inner);
      }
    }
    text_ += "}\n";
    return first;
  }

  [[nodiscard]] std::string escaped_lines(const Work& work) const {
    std::string lines = escaped(name_of(work));
    const std::string more = details_of(work);
    if (!more.empty()) lines += "\\n" + escaped(more);
    return lines;
  }

  [[nodiscard]] std::string name_of(const Work& work) const {
    if (std::holds_alternative<WordsWork>(work)) return "BATCH MEM OP";
    if (const auto* library = std::get_if<LibraryWork>(&work)) return library->call;
    switch (type_of(work)) {
      case cudaGraphNodeTypeKernel: {
        const KernelWork& kernel = std::get<KernelWork>(work);
        return fmt::format("{}<<<{}, {}, {}>>>", analysis::demangled(process_.name_of_kernel(kernel.function)),
                           analysis::index_text(kernel.shape.grid), analysis::index_text(kernel.shape.block),
                           kernel.shape.dynamic_shared_bytes);
      }
      case cudaGraphNodeTypeMemcpy: return "MEMCPY";
      case cudaGraphNodeTypeMemset: return "MEMSET";
      case cudaGraphNodeTypeHost: return "HOST";
      case cudaGraphNodeTypeGraph: return "CHILD GRAPH";
      case cudaGraphNodeTypeWaitEvent: return "WAIT FOR EVENT";
      case cudaGraphNodeTypeEventRecord: return "RECORD EVENT";
      case cudaGraphNodeTypeMemAlloc: return "ALLOCATE";
      case cudaGraphNodeTypeMemFree: return "FREE";
      case cudaGraphNodeTypeConditional: {
        const cudaGraphConditionalNodeType type = std::get<ConditionalWork>(work).type;
        return type == cudaGraphCondTypeIf ? "IF" : type == cudaGraphCondTypeWhile ? "WHILE" : "SWITCH";
      }
      default: return "EMPTY";
    }
  }

  [[nodiscard]] std::string details_of(const Work& work) const {
    if (const auto* kernel = std::get_if<KernelWork>(&work);
        kernel && shows(cudaGraphDebugDotFlagsKernelNodeAttributes))
      return fmt::format("cooperative: {}, cluster: {}", kernel->shape.cooperative ? "yes" : "no",
                         kernel->shape.cluster == Dim3{0, 0, 0} ? "none" : analysis::index_text(kernel->shape.cluster));
    if (const auto* copy = std::get_if<CopyWork>(&work); copy && shows(cudaGraphDebugDotFlagsMemcpyNodeParams)) {
      const cudaMemcpy3DParms& p = copy->parameters;
      return fmt::format("{} x {} x {} from {} to {}", p.extent.width, p.extent.height, p.extent.depth,
                         fmt::ptr(p.srcArray != nullptr ? static_cast<const void*>(p.srcArray) : p.srcPtr.ptr),
                         fmt::ptr(p.dstArray != nullptr ? static_cast<const void*>(p.dstArray) : p.dstPtr.ptr));
    }
    if (const auto* fill = std::get_if<FillWork>(&work); fill && shows(cudaGraphDebugDotFlagsMemsetNodeParams))
      return fmt::format("{} x {} bytes at {:#x} with {:#x}", fill->extent.width, fill->extent.height,
                         fill->region.base, fill->value);
    if (const auto* host = std::get_if<HostWork>(&work); host && shows(cudaGraphDebugDotFlagsHostNodeParams))
      return fmt::format("{} with {}", fmt::ptr(reinterpret_cast<const void*>(host->parameters.fn)),
                         fmt::ptr(host->parameters.userData));
    if (const auto* event = std::get_if<EventWork>(&work); event && shows(cudaGraphDebugDotFlagsEventNodeParams))
      return fmt::format("{}", fmt::ptr(event->event));
    if (const auto* allocate = std::get_if<AllocateWork>(&work))
      return fmt::format("{} at {:#x}", counted(allocate->addresses->bytes(), "byte"), allocate->addresses->begin());
    if (const auto* free = std::get_if<FreeWork>(&work)) return fmt::format("{:#x}", free->address);
    if (const auto* conditional = std::get_if<ConditionalWork>(&work);
        conditional && shows(cudaGraphDebugDotFlagsConditionalNodeParams))
      return fmt::format("handle {:#x}", conditional->condition->handle());
    return {};
  }

  Process& process_;
  unsigned flags_;
  unsigned graphs_ = 0;
  std::string text_;
};

}  // namespace

cudaError_t cudaGraphDebugDotPrint(cudaGraph_t graph, const char* path, unsigned int flags) {
  return query([&](Process& process) {
    const Graph* found = find(graph);
    if (found == nullptr || path == nullptr) return cudaErrorInvalidValue;
    const std::string text = Printer(process, flags).print(*found);
    std::FILE* file = std::fopen(path, "we");
    if (file == nullptr) return cudaErrorOperatingSystem;
    const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
    return std::fclose(file) == 0 && written ? cudaSuccess : cudaErrorOperatingSystem;
  });
}
