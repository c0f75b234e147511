#include "rewrite/host_rows.hpp"

#include "rewrite/array_bytes.hpp"
#include "rewrite/element_index.hpp"

namespace warpglass::rewrite {
namespace {

bool counts_columns(const HostFunction& host, const std::string& counter, const std::string& key) {
  bool does = false;
  Path path;
  walk(*host.function, path, [&](const Node& node, const Path&) {
    if (kind_of(node) != "ForStmt" || inner_of(node).size() != 5) return;
    const Node& declared = inner_of(node).at(0);
    const Node& condition = plain(inner_of(node).at(2));
    const Node& step = plain(inner_of(node).at(3));
    if (kind_of(declared) != "DeclStmt" || inner_of(declared).size() != 1 || !condition.is_object()) return;
    const Node& variable = inner_of(declared).front();
    const Node* const first = initialiser_of(variable);
    const bool is_it = text_of(variable, "id") == counter && first != nullptr &&
                       text_of(plain(*first), "value") == "0" && is_binary(condition, "<") &&
                       variable_of(inner_of(condition).at(0)) == counter &&
                       key_of(host, inner_of(condition).at(1)) == key && kind_of(step) == "UnaryOperator" &&
                       text_of(step, "opcode") == "++";
    does = does || (is_it && FunctionVariables(inner_of(node).at(4)).stays(counter));
  });
  return does;
}

}  // namespace

const Node* row_factor(const HostFunction& host, const Node& index, const std::string& key) {
  const Node& sum = plain(index);
  if (!is_binary(sum, "+")) return nullptr;
  for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
    const Node& product = plain(inner_of(sum).at(side));
    const std::string counter = variable_of(inner_of(sum).at(1 - side));
    if (!is_binary(product, "*") || counter.empty() || !counts_columns(host, counter, key)) continue;
    for (const Node& factor : inner_of(product)) {
      if (key_of(host, factor) == key) return &factor;
    }
  }
  return nullptr;
}

}  // namespace warpglass::rewrite
