// What the nodes of graphs are and do.
#pragma once

#include <warpglass/driver_types.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "cuda/api.hpp"
#include "runtime/copy.hpp"
#include "runtime/device_graphs.hpp"
#include "runtime/launch.hpp"

struct WarpglassLibraryAccess;

namespace warpglass::cuda {

class Condition;
class GraphAddresses;
struct Graph;

struct EmptyWork {};
struct KernelWork {
  const void* function = nullptr;
  runtime::LaunchShape shape;
  std::uint32_t device = 0;
  std::vector<std::vector<std::byte>> values;  // of the parameters
  std::vector<void*> places = {};              // where they lie; see arguments_of
  // Those that the shape does not say; they are kept and given back.
  std::map<cudaLaunchAttributeID, cudaLaunchAttributeValue> attributes = {};
  std::shared_ptr<runtime::ChangeableNode> changeable = {};  // of copies as well; nullptr: no kernel may change it
};
struct CopyWork {
  cudaMemcpy3DParms parameters{};
};
struct FillWork {
  runtime::Region region;
  runtime::Extent extent;
  std::uint32_t value = 0;
  std::uint32_t value_bytes = 1;
};
struct HostWork {
  cudaHostNodeParams parameters{};
};
struct ChildWork {
  std::shared_ptr<Graph> graph;  // the node's own; copies of the node copy it
};
struct EventWork {
  cudaEvent_t event = nullptr;
  bool records = false;  // else it waits
};
struct AllocateWork {
  std::shared_ptr<GraphAddresses> addresses;  // of copies as well
  std::string label;                          // of the allocation
  cudaMemPoolProps pool{};
  std::vector<cudaMemAccessDesc> access = {};
};
struct FreeWork {
  std::uint64_t address = 0;
};
struct ConditionalWork {
  std::shared_ptr<Condition> condition;  // of copies as well
  cudaGraphConditionalNodeType type = cudaGraphCondTypeIf;
  std::vector<std::shared_ptr<Graph>> bodies;  // the node's own, as a child's graph
  std::vector<cudaGraph_t> told = {};          // what cudaConditionalNodeParams::phGraph_out points to
};
/// Words that are written, and waited for: the driver API's alone.
struct WordsWork {
  std::vector<CUstreamBatchMemOpParams> operations;
  CUcontext context = nullptr;  // as the program named it
};
/// Of a library beside the runtime (cuda/library_work.hpp): to programs it is a function of the host's.
struct LibraryWork {
  std::string library;
  std::string call;
  bool waits = false;
  bool (*perform)(void* body, const WarpglassLibraryAccess* access) = nullptr;
  std::shared_ptr<void> body;
};
using Work = std::variant<EmptyWork, KernelWork, CopyWork, FillWork, HostWork, ChildWork, EventWork, AllocateWork,
                          FreeWork, ConditionalWork, WordsWork, LibraryWork>;

struct Node;

struct Edge {
  Node* from = nullptr;
  cudaGraphEdgeData data{};  // how early the later node may begin, which makes no difference here
};

struct Node {
  Graph* graph = nullptr;
  Work work;
  std::vector<Edge> after;       // comes when these are done
  const Node* origin = nullptr;  // in the graph that this one's was copied from
  bool enabled = true;
};

}  // namespace warpglass::cuda
