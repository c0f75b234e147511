// Loads are made ahead of the first statement that some threads do without, where all of the block are; of stores the
// block does its part at the kernel's end, where they meet again. What is loaded earlier than it was has to be the same
// then: either nobody may change it, or nothing was stored, called or waited for ahead of the access. What is stored
// later must be all that the kernel stores. Elements of which that cannot be said stay as they are, in memory.
#include "rewrite/staged_structures.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "rewrite/block_words.hpp"
#include "rewrite/element_index.hpp"
#include "rewrite/grid_loop.hpp"
#include "rewrite/kernels.hpp"
#include "rewrite/staging_edits.hpp"
#include "rewrite/statement_path.hpp"
#include "rewrite/statement_place.hpp"
#include "rewrite/structure_elements.hpp"
#include "rewrite/thread_expressions.hpp"

namespace warpglass::rewrite {
namespace {

constexpr std::string_view kStageBarrier = "__syncthreads();";

class StructureReader {
 public:
  StructureReader(const Node& kernel, const FileText& text, const StructureBlock& block)
      : block_(block), in_(structure_elements(kernel, text)) {}

  std::vector<StagedStructure> read() const {
    std::vector<StagedStructure> all;
    if (body_ == nullptr) return all;
    for (const ElementsOfOne& elements : in_.elements) all.push_back(read_elements(elements));
    std::erase_if(all, [](const StagedStructure& one) { return one.where.line == 0; });
    return all;
  }

 private:
  [[nodiscard]] StagedStructure read_elements(const ElementsOfOne& elements) const {
    const Node& pointer = *in_.parameters.at(variable_of(inner_of(*elements.front().subscript).front()));
    StagedStructure found;
    found.memory = text_of(pointer, "name");
    const bool is_stored = !is_constant_pointer(pointer) && std::ranges::any_of(elements, &StructureElement::is_stored);
    found.stores = is_stored;
    found.loads = !is_stored || elements.size() > 1 || elements.front().store == nullptr;
    for (const StructureElement& one : elements) describe(one, found);
    found.obstacle = !is_stored    ? edit_loads(pointer, elements, found)
                     : found.loads ? edit_in_place(pointer, elements, found)
                                   : edit_stores(pointer, elements, found);
    if (found.obstacle.empty() && (found.edits.empty() || overlap(found.edits))) {
      found.edits.clear();
      found.obstacle = "a macro writes a part of what would be edited, or a comment stands there";
    }
    return found;
  }

  static void describe(const StructureElement& element, StagedStructure& found) {
    describe(*element.subscript, *element.member, found);
    for (const auto& [name, member] : element.names) describe(*name, *member, found);
  }

  static void describe(const Node& first, const Node& last, StagedStructure& found) {
    const auto begin = written_token(first.at("range").at("begin"));
    const auto end = written_token(last.at("range").at("end"));
    if (!begin || !end || begin->line != end->line) return;
    const auto line = static_cast<std::uint32_t>(begin->line);
    found.places.push_back({.line = line,
                            .first_column = static_cast<std::uint32_t>(begin->column),
                            .last_column = static_cast<std::uint32_t>(end->column)});
    if (found.where.line == 0)
      found.where = {.file = begin->file, .line = line, .column = static_cast<std::uint32_t>(begin->column)};
  }

  /// Why another thread cannot do it; empty: it can.
  [[nodiscard]] std::string obstacle_to(const StructureElement& element, const StatementPath& path,
                                        const GridLoop* loop) const {
    if (!path.obstacle.empty()) return path.obstacle;
    if (path.statement == nullptr) return "it is no statement of its own";
    const std::string counter = loop == nullptr ? "" : loop->counter;
    std::vector<const Node*> asked = path.conditions;
    for (const Node* leaves : path.returns) asked.push_back(&inner_of(*leaves).front());
    for (const Node* condition : asked) {
      const Dependence on = dependence_of(*condition, variables_, {counter});
      if (!on.obstacle.empty()) return "its condition is not repeated for another thread: " + on.obstacle;
    }
    const Node& index = inner_of(*element.subscript)[1];
    const Dependence on = dependence_of(*element.subscript, variables_, {counter});
    if (!on.obstacle.empty()) return "its index is not repeated for another thread: " + on.obstacle;
    return counts_by_one(index, variables_, counter) ? "" : "neighbouring threads do not take neighbouring structures";
  }

  static const Node& anchor_of(const StatementPath& path) {
    return path.returns.empty() ? *path.statement : *path.returns.front();
  }

  [[nodiscard]] bool leaves_ahead_of(const Node& statement) const {
    const auto span = written_or_macro(statement);
    return !span || std::ranges::any_of(in_.returns, [&](std::size_t at) { return at < span->begin; });
  }

  /// The innermost branch that a path leads into, or what stands there without one.
  [[nodiscard]] std::optional<Span> reach_of(const StatementPath& path) const {
    if (path.conditions.empty()) {
      const auto from = written_or_macro(anchor_of(path));
      const auto whole = written_or_macro(*body_);
      return from && whole ? std::optional(Span{.file = file_, .begin = from->begin, .end = whole->end}) : std::nullopt;
    }
    return branch_of(*body_, *path.conditions.back());
  }

  static std::optional<Span> branch_of(const Node& node, const Node& condition) {
    if (!node.is_object()) return std::nullopt;
    if (kind_of(node) == "IfStmt" && &inner_of(node).front() == &condition) return written_or_macro(inner_of(node)[1]);
    for (const Node& one : inner_of(node)) {
      if (auto found = branch_of(one, condition)) return found;
    }
    return std::nullopt;
  }

  [[nodiscard]] Edit declared(const std::string& declaration) const {
    const std::size_t at = written_token(body_->at("range").at("begin"))->end();
    const std::string indent = StatementPlace(inner_of(*body_).front(), text_).indent();
    return {.span = {.file = file_, .begin = at, .end = at}, .text = "\n" + indent + declaration};
  }

  static std::string joined(const std::vector<std::string>& lines, const std::string& indent) {
    return fmt::format("{}", fmt::join(lines, "\n" + indent));
  }

  /// Whether nothing but brackets and comments stands between it and the end of what it is in.
  [[nodiscard]] bool ends_with(const Node& statement, const Span& whole) const {
    const auto own = written_or_macro(statement);
    if (!own || whole.end > text_.size()) return false;
    for (std::size_t at = own->end; at < whole.end; ++at) {
      if (text_.compare(at, 2, "//") == 0) at = std::min(text_.find('\n', at), whole.end);
      if (at < whole.end && std::string_view(" \t\r\n;}").find(text_[at]) == std::string_view::npos) return false;
    }
    return true;
  }

  /// The statements in which structures are staged: a kernel's, or those of a loop.
  struct Frame {
    std::optional<GridLoop> loop;
    const Node* list = nullptr;  // the body
    Span span;
  };

  [[nodiscard]] std::optional<Frame> frame_of(const StatementPath& path, std::string& obstacle) const {
    Frame frame{.loop = std::nullopt, .list = body_, .span = {}};
    if (!path.loops.empty()) {
      frame.loop = grid_loop(path, variables_, obstacle);
      if (!frame.loop) return std::nullopt;
      frame.list = frame.loop->body;
    }
    const auto span = written_or_macro(*frame.list);
    if (!span) obstacle = "a macro writes a part of what would be edited";
    if (!span) return std::nullopt;
    frame.span = *span;
    return frame;
  }

  [[nodiscard]] static bool is_restricted(const Node& pointer) {
    return text_of(pointer.at("type"), "qualType").find("__restrict") != std::string::npos;
  }

  /// Whether nothing was done ahead of an element that it could see. What the rounds before have done all threads of
  /// the block know of, by the barrier at a round's end.
  [[nodiscard]] bool stays(const StructureElement& element, const Frame& frame, bool nobody_writes) const {
    if (element.is_kept) return false;
    if (nobody_writes) return true;
    return std::ranges::none_of(in_.deeds, [&](const Deed& deed) {
      const bool is_inside = frame.span.begin <= deed.begin && deed.end <= frame.span.end;
      if (!frame.loop) return deed.first < element.end;
      return is_inside ? deed.end < element.end : deed.begin < frame.span.begin;
    });
  }

  [[nodiscard]] std::string edit_loads(const Node& pointer, const ElementsOfOne& elements,
                                       StagedStructure& found) const {
    const bool nobody_writes = is_restricted(pointer);
    std::string why = "something may be stored ahead of it that it would see";
    for (const StructureElement& leader : elements) {
      const StatementPath path = path_to(*body_, *leader.subscript);
      std::string other_loop;
      const auto frame = frame_of(path, other_loop);
      if (frame && !stays(leader, *frame, nobody_writes)) continue;
      why = path.obstacle.empty() && !frame ? other_loop : obstacle_to(leader, path, frame ? loop_of(*frame) : nullptr);
      if (!frame || !why.empty()) continue;
      if (!frame->loop && leaves_ahead_of(anchor_of(path))) why = "threads leave the kernel elsewhere, too";
      const auto reach = frame->loop ? std::optional(frame->span) : reach_of(path);
      if (why.empty() && !reach) why = "a macro writes a part of what would be edited";
      if (!why.empty()) continue;
      const auto type = pointee_text(pointer, text_);
      std::set<std::string> taken = names_in(*body_, text_);
      if (!type || taken.empty()) return "";
      const BlockWords words(block_, variables_, text_, *type, taken);
      const std::string own = free_name(found.memory + "_here", taken);
      auto lines = words.moved(*leader.subscript, path, loop_of(*frame), false);
      if (!lines) return "";
      lines->emplace_back(kStageBarrier);
      lines->push_back(fmt::format("const {}& {} = {};", *type, own, words.own(true)));
      for (const StructureElement& one : elements) {
        if (stays(one, *frame, nobody_writes) && reach->begin <= one.begin && one.end <= reach->end)
          found.edits.push_back({.span = {.file = file_, .begin = one.begin, .end = one.end}, .text = own});
      }
      const StatementPlace place(anchor_of(path), text_);
      const bool is_done = frame->loop ? go_round(*frame, *lines, {std::string(kStageBarrier)}, found.edits)
                                       : put_ahead(place, *lines, found.edits);
      if (!is_done) found.edits.clear();
      if (is_done) found.edits.push_back(declared(words.declaration()));
      return "";
    }
    return why;
  }

  [[nodiscard]] std::string edit_stores(const Node& pointer, const ElementsOfOne& elements,
                                        StagedStructure& found) const {
    const StructureElement& whole = elements.front();
    const StatementPath path = path_to(*body_, *whole.subscript);
    std::string why;
    const auto frame = frame_of(path, why);
    if (!path.obstacle.empty()) return path.obstacle;
    if (!frame) return why;
    if (!ends_with(*whole.store, frame->span))
      return frame->loop ? "it is not the last that the loop does" : "it is not the last that the kernel does";
    if (why = obstacle_to(whole, path, loop_of(*frame)); !why.empty()) return why;
    if (in_.returns.size() != path.returns.size()) return "threads leave the kernel elsewhere, too";
    const auto type = pointee_text(pointer, text_);
    std::set<std::string> taken = names_in(*body_, text_);
    if (!type || taken.empty()) return "";
    const BlockWords words(block_, variables_, text_, *type, taken);
    const auto lines = words.moved(*whole.subscript, path, loop_of(*frame), true);
    if (!lines) return "";
    found.edits.push_back({.span = {.file = file_, .begin = whole.begin, .end = whole.end}, .text = words.own(false)});
    finish(*frame, path, {}, *lines, words, found);
    return "";
  }

  /// Loaded and stored, by this one index alone.
  [[nodiscard]] std::string edit_in_place(const Node& pointer, const ElementsOfOne& elements,
                                          StagedStructure& found) const {
    const std::string id = text_of(pointer, "id");
    if (in_.uses.at(id) != elements.size()) return "the kernel takes other structures by the same pointer, too";
    if (std::ranges::any_of(elements, &StructureElement::is_kept)) return "its address is kept";
    const StatementPath path = path_to(*body_, *elements.front().subscript);
    const StatementPath last = path_to(*body_, *elements.back().subscript);
    std::string why;
    const auto frame = frame_of(path, why);
    if (!path.obstacle.empty()) return path.obstacle;
    if (!frame) return why;
    if (why = obstacle_to(elements.front(), path, loop_of(*frame)); !why.empty()) return why;
    if (!last.obstacle.empty()) return last.obstacle;
    if (last.loops.size() != path.loops.size() || last.body != path.body)
      return "it is taken in a loop and outside of it";
    if (in_.returns.size() != last.returns.size()) return "threads leave the kernel elsewhere, too";
    if (!ends_with(*last.statement, frame->span))
      return frame->loop ? "the loop does something behind it" : "the kernel does something behind it";
    const auto reach =
        path.conditions.empty() ? std::optional(frame->span) : branch_of(*body_, *path.conditions.back());
    if (!reach || elements.back().end > reach->end) return "it is taken under several conditions";
    if (why = obstacle_to_delay(pointer, *frame); !why.empty()) return why;
    const auto type = pointee_text(pointer, text_);
    std::set<std::string> taken = names_in(*body_, text_);
    if (!type || taken.empty()) return "";
    const BlockWords words(block_, variables_, text_, *type, taken);
    const std::string own = free_name(found.memory + "_here", taken);
    auto ahead = words.moved(*elements.front().subscript, path, loop_of(*frame), false);
    const auto behind = words.moved(*elements.front().subscript, path, loop_of(*frame), true);
    if (!ahead || !behind) return "";
    ahead->emplace_back(kStageBarrier);
    ahead->push_back(fmt::format("{}& {} = {};", *type, own, words.own(false)));
    for (const StructureElement& one : elements)
      found.edits.push_back({.span = {.file = file_, .begin = one.begin, .end = one.end}, .text = own});
    finish(*frame, last, *ahead, *behind, words, found);
    return "";
  }

  /// Why what is stored by a pointer may not be stored later, at the end; empty: nobody could notice.
  [[nodiscard]] std::string obstacle_to_delay(const Node& pointer, const Frame& frame) const {
    const std::string id = text_of(pointer, "id");
    const bool nobody_else = is_restricted(pointer);
    std::size_t first_store = frame.span.end;
    for (const Deed& deed : in_.deeds) {
      const bool is_inside = frame.span.begin <= deed.begin && deed.end <= frame.span.end;
      if (!is_inside && deed.begin > frame.span.end) continue;
      if (deed.stores.empty()) return "something is called that others may notice";
      const bool is_own = std::ranges::all_of(deed.stores, [&](const std::string& one) { return one == id; });
      if (is_own) first_store = std::min(first_store, deed.begin);
      if (!is_own && !nobody_else)
        return "something else is stored, too, that might be a part of it: __restrict__ on the pointer says that it is "
               "not";
    }
    const bool sees = std::ranges::any_of(in_.looks, [&](const auto& look) {
      return look.pointer != id && look.begin > first_store && look.begin < frame.span.end;
    });
    return sees && !nobody_else ? "something else is loaded behind its first store, which might be a part of it: "
                                  "__restrict__ on the pointer says that it is not"
                                : "";
  }

  static const GridLoop* loop_of(const Frame& frame) { return frame.loop ? &*frame.loop : nullptr; }

  [[nodiscard]] bool put_ahead(const StatementPlace& place, const std::vector<std::string>& lines,
                               std::vector<Edit>& to) const {
    if (!place.begin()) return false;
    to.push_back(place.put_ahead(joined(lines, place.indent())));
    return true;
  }

  /// What the block does behind the thread's own part, at the end of the frame. \param ahead  of it
  void finish(const Frame& frame, const StatementPath& last, const std::vector<std::string>& ahead,
              const std::vector<std::string>& store, const BlockWords& words, StagedStructure& found) const {
    std::vector<std::string> behind = {std::string(kStageBarrier)};
    behind.insert(behind.end(), store.begin(), store.end());
    bool is_done = false;
    if (frame.loop) {
      behind.emplace_back(kStageBarrier);
      is_done = go_round(frame, ahead, behind, found.edits);
    } else {
      std::vector<std::string> closed = closing_braces(last);
      closed.insert(closed.end(), behind.begin(), behind.end());
      const StatementPlace place(*last.statement, text_);
      auto edit = place.begin() ? place.put_behind(joined(closed, place.indent()), place.indent()) : std::nullopt;
      is_done = edit && returns_as_conditions(last, text_, file_, found.edits) &&
                (ahead.empty() || put_ahead_of_first(last, ahead, found));
      if (is_done) found.edits.push_back(std::move(*edit));
    }
    if (!is_done) found.edits.clear();
    if (is_done) found.edits.push_back(declared(words.declaration()));
  }

  /// Ahead of the first statement that names it, or that some threads leave by.
  [[nodiscard]] bool put_ahead_of_first(const StatementPath& last, const std::vector<std::string>& ahead,
                                        StagedStructure& found) const {
    const Node* first = last.returns.empty() ? nullptr : last.returns.front();
    const std::size_t begin = found.edits.front().span.begin;
    for (const Node& one : inner_of(*body_)) {
      const auto span = written_or_macro(one);
      if (first != nullptr || !span) break;
      if (begin < span->end) first = &one;
    }
    return first != nullptr && put_ahead(StatementPlace(*first, text_), ahead, found.edits);
  }

  /// All threads go round as long as the block's first has an element, and those that have one do what they did.
  [[nodiscard]] bool go_round(const Frame& frame, const std::vector<std::string>& ahead,
                              const std::vector<std::string>& behind, std::vector<Edit>& to) const {
    const GridLoop& loop = *frame.loop;
    const auto counter = written_span(inner_of(*loop.condition)[0]);
    const auto condition = text_of_expression(*loop.condition, text_);
    const Node& body = *loop.body;
    if (!counter || !condition || inner_of(body).empty()) return false;
    to.push_back({.span = *counter,
                  .text = fmt::format("{} - static_cast<{}>(threadIdx.x)", loop.name, without_const(loop.type))});
    if (kind_of(body) != "CompoundStmt") return go_round_one(frame, *condition, ahead, behind, to);
    const auto open = written_token(body.at("range").at("begin"));
    const auto close = written_token(body.at("range").at("end"));
    if (!open || !close || open->file != file_ || text_.find('\n', open->end()) > close->offset) return false;
    const std::string indent = StatementPlace(inner_of(body).front(), text_).indent();
    std::vector<std::string> first = ahead;
    first.push_back(fmt::format("if ({}) {{", *condition));
    to.push_back({.span = {.file = file_, .begin = open->end(), .end = open->end()},
                  .text = "\n" + indent + joined(first, indent)});
    const std::size_t last_line = text_.rfind('\n', close->offset) + 1;
    for (std::size_t line = text_.find('\n', open->end()) + 1; line < last_line; line = text_.find('\n', line) + 1) {
      const bool is_blank = text_.find_first_not_of(" \t\r", line) == text_.find_first_of("\r\n", line);
      const bool is_edited = std::ranges::any_of(to, [&](const Edit& edit) { return edit.span.begin == line; });
      if (!is_blank && !is_edited && text_[line] != '#')
        to.push_back({.span = {.file = file_, .begin = line, .end = line}, .text = "  "});
    }
    std::vector<std::string> last = {"}"};
    last.insert(last.end(), behind.begin(), behind.end());
    to.push_back(
        {.span = {.file = file_, .begin = last_line, .end = last_line}, .text = indent + joined(last, indent) + "\n"});
    return true;
  }

  /// The same where the loop's body is one statement without brackets.
  [[nodiscard]] bool go_round_one(const Frame& frame, const std::string& condition,
                                  const std::vector<std::string>& ahead, const std::vector<std::string>& behind,
                                  std::vector<Edit>& to) const {
    const StatementPlace place(*frame.loop->body, text_);
    if (!place.begin()) return false;
    const std::size_t at = place.begin()->offset;
    const std::size_t head = text_.find_last_not_of(" \t\r\n", at - 1);
    if (head == std::string::npos || text_[head] != ')') return false;
    const std::string outer = StatementPlace(*frame.loop->loop, text_).indent();
    const std::string indent = outer + "  ";
    std::vector<std::string> first = ahead;
    first.push_back(fmt::format("if ({}) ", condition));
    auto edit = place.put_behind(joined(behind, indent) + "\n" + outer + "}", indent);
    if (!edit) return false;
    to.push_back(
        {.span = {.file = file_, .begin = head + 1, .end = at}, .text = " {\n" + indent + joined(first, indent)});
    to.push_back(std::move(*edit));
    return true;
  }

  StructureBlock block_;
  const StructureElements in_;
  // Of these:
  const Node* body_ = in_.body;
  const FunctionVariables& variables_ = in_.variables;
  const std::string& file_ = in_.file;
  const std::string& text_ = in_.text;
};

}  // namespace

std::vector<StagedStructure> staged_structures(const std::vector<Node>& trees, const FileText& text,
                                               const StructureBlock& block) {
  return found_in_kernels<StagedStructure>(
      trees, [&](const Node& kernel) { return StructureReader(kernel, text, block).read(); });
}

}  // namespace warpglass::rewrite
