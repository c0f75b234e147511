#include "rewrite/exchanged_threads.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>
#include <utility>

#include "rewrite/element_index.hpp"
#include "rewrite/kernels.hpp"
#include "rewrite/thread_number.hpp"

namespace warpglass::rewrite {
namespace {

/// Functions of the mathematical library that a kernel may call; with an f at the end, too.
constexpr std::array<std::string_view, 22> kMathematics{"abs",  "fabs", "sqrt", "rsqrt", "cbrt",  "exp", "exp2", "log",
                                                        "log2", "sin",  "cos",  "tan",   "tanh",  "pow", "fma",  "min",
                                                        "max",  "fmin", "fmax", "floor", "round", "ceil"};

/// Intrinsics of which the threads of a warp, and not of a block, take part.
constexpr std::array<std::string_view, 8> kOfWarps{"__shfl",  "__ballot", "__any",    "__all",
                                                   "__match", "__reduce", "__active", "__syncwarp"};

/// Why a call may do something else when another thread of the block makes it; empty: it does not.
std::string obstacle_of_call(std::string_view name) {
  if (std::ranges::any_of(kOfWarps, [&](std::string_view one) { return name.starts_with(one); }))
    return fmt::format("a warp works together in {}", name);
  const std::string_view plain = name.ends_with('f') ? name.substr(0, name.size() - 1) : name;
  const bool is_known = name.starts_with("__") || name.starts_with("atomic") ||
                        std::ranges::find(kMathematics, name) != kMathematics.end() ||
                        std::ranges::find(kMathematics, plain) != kMathematics.end();
  return is_known ? "" : fmt::format("it calls {}, which may be for one thread", name.empty() ? "something" : name);
}

class ExchangeReader {
 public:
  ExchangeReader(const Node& kernel, const FileText& text) {
    const auto name = written_token(kernel.at("loc"));
    if (!name) return;
    found_.where = {.file = name->file,
                    .line = static_cast<std::uint32_t>(name->line),
                    .column = static_cast<std::uint32_t>(name->column)};
    text_ = text(name->file).value_or("");
    for (const Node& one : inner_of(kernel)) {
      if (kind_of(one) == "CompoundStmt") read(one);
    }
  }

  std::vector<ExchangedThreads> take() {
    std::ranges::sort(found_.edits);
    found_.edits.erase(std::ranges::unique(found_.edits).begin(), found_.edits.end());
    if (!found_.obstacle.empty()) found_.edits.clear();
    if (found_.edits.empty() && found_.obstacle.empty()) return {};
    return {std::move(found_)};
  }

 private:
  void fail(std::string obstacle) {
    if (found_.obstacle.empty()) found_.obstacle = std::move(obstacle);
  }

  void exchange(const Node& number, std::size_t dimension) {
    if (dimension > 1) return;
    const auto begin = written_token(number.at("range").at("begin"));
    const auto end = written_token(number.at("range").at("end"));
    const std::string_view had = dimension == 0 ? "x" : "y";
    if (!begin || !end || end->file != found_.where.file || end->end() > text_.size() ||
        std::string_view(text_).substr(end->offset, end->length) != had)
      return fail("a macro writes threadIdx");
    found_.edits.push_back(
        {.span = {.file = end->file, .begin = end->offset, .end = end->end()}, .text = dimension == 0 ? "y" : "x"});
  }

  void read(const Node& node) {
    if (!node.is_object() || !found_.obstacle.empty()) return;
    const std::string_view kind = kind_of(node);
    if (const auto dimension = dimension_of(node, "threadIdx")) return exchange(node, *dimension);
    if (kind == "PseudoObjectExpr") return;  // of blockIdx and its like
    static constexpr std::string_view kUnseen[] = {"GCCAsmStmt", "MSAsmStmt",         "LambdaExpr",
                                                   "StmtExpr",   "CXXMemberCallExpr", "CXXOperatorCallExpr",
                                                   "CXXNewExpr", "CXXDeleteExpr"};
    if (std::ranges::find(kUnseen, kind) != std::end(kUnseen))
      return fail("it has inline assembly, lambdas or calls of members, which may be for one thread");
    if (kind == "DeclRefExpr" && text_of(node.at("referencedDecl"), "name") == "threadIdx")
      return fail("threadIdx is taken as a whole");
    if (kind == "CallExpr") {
      const Node& callee = plain(inner_of(node).front());
      const std::string name = callee.contains("referencedDecl") ? text_of(callee.at("referencedDecl"), "name") : "";
      if (std::string why = obstacle_of_call(name); !why.empty()) return fail(std::move(why));
    }
    for (const Node& one : inner_of(node)) read(one);
  }

  ExchangedThreads found_;
  std::string text_;
};

}  // namespace

std::vector<ExchangedThreads> exchanged_threads(const std::vector<Node>& trees, const FileText& text) {
  return found_in_kernels<ExchangedThreads>(trees,
                                            [&](const Node& kernel) { return ExchangeReader(kernel, text).take(); });
}

}  // namespace warpglass::rewrite
