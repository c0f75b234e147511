// All lanes that are there take part in all shuffles and votes: `lanes` is the same for each of them. Those that are
// not combined give the neutral value, so that nobody asks who they are.
#include "rewrite/warp_atomic.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace warpglass::rewrite {
namespace {

/// What combines two values.
struct Operation {
  std::string_view function;
  std::string_view combined;     // of {0} and {1}
  std::string_view instruction;  // of a warp's values
};
constexpr Operation kOperations[] = {
    {"atomicAdd", "{0} + {1}", "__reduce_add_sync"},     {"atomicSub", "{0} + {1}", "__reduce_add_sync"},
    {"atomicMin", "min({0}, {1})", "__reduce_min_sync"}, {"atomicMax", "max({0}, {1})", "__reduce_max_sync"},
    {"atomicAnd", "{0} & {1}", "__reduce_and_sync"},     {"atomicOr", "{0} | {1}", "__reduce_or_sync"},
    {"atomicXor", "{0} ^ {1}", "__reduce_xor_sync"},
};

/// The integers that atomics take, with their extremes.
struct AtomicInteger {
  std::string_view type;
  std::string_view least;
  std::string_view most;
  bool is_wide;
};
constexpr AtomicInteger kAtomicIntegers[] = {
    {"int", "-0x7fffffff - 1", "0x7fffffff", false},
    {"unsigned int", "0u", "0xffffffffu", false},
    {"long long", "-0x7fffffffffffffffll - 1", "0x7fffffffffffffffll", true},
    {"unsigned long long", "0ull", "0xffffffffffffffffull", true},
};

const Operation* operation_of(const WarpAtomic& atomic) {
  const auto* const found = std::ranges::find(kOperations, atomic.function, &Operation::function);
  return found == std::end(kOperations) ? nullptr : found;
}

const AtomicInteger* integer_of(const WarpAtomic& atomic) {
  const auto* const found = std::ranges::find(kAtomicIntegers, atomic.type, &AtomicInteger::type);
  return found == std::end(kAtomicIntegers) ? nullptr : found;
}

/// What changes nothing when it is combined with something.
std::string neutral_value(const WarpAtomic& atomic) {
  const AtomicInteger& integer = *integer_of(atomic);
  if (atomic.function == "atomicMin") return std::string(integer.most);
  if (atomic.function == "atomicMax") return std::string(integer.least);
  if (atomic.function == "atomicAnd") return atomic.type.starts_with("unsigned") ? std::string(integer.most) : "-1";
  return "0";
}

/// Lines of a function's body.
class Body {
 public:
  explicit Body(std::string indent) : indent_(std::move(indent)) {}

  template <class... Arguments>
  void line(fmt::format_string<Arguments...> text, Arguments&&... arguments) {
    text_ += indent_ + fmt::format(text, std::forward<Arguments>(arguments)...) + "\n";
  }

  void deeper() { indent_ += "  "; }
  void back() { indent_.resize(indent_.size() - 2); }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string indent_;
  std::string text_;
};

/// `all`: the values of the lanes that join.
void put_all(const WarpAtomic& atomic, WarpSums sums, Body& body) {
  const Operation& operation = *operation_of(atomic);
  const std::string neutral = neutral_value(atomic);
  if (adds(atomic) && atomic.value_is_constant) {
    body.line("const {} all = value * __popc(joining);", atomic.type);
  } else if (sums == WarpSums::instructions && !integer_of(atomic)->is_wide) {
    body.line("const {} all = {}(lanes, joins ? value : {});", atomic.type, operation.instruction, neutral);
  } else {
    body.line("{} all = joins ? value : {};", atomic.type, neutral);
    body.line("for (int apart = 16; apart > 0; apart /= 2)");
    body.deeper();
    body.line("all = {};", fmt::format(fmt::runtime(operation.combined), "all", "__shfl_xor_sync(lanes, all, apart)"));
    body.back();
  }
}

/// What was there before a lane's own value was added, of one whose lane `first` has added all.
std::string own_result(const WarpAtomic& atomic) {
  return fmt::format("before {} value * __popc(joining & below)", atomic.function == "atomicSub" ? "-" : "+");
}

void put_first_lane(const WarpAtomic& atomic, WarpSums sums, Body& body) {
  const bool votes = adds(atomic) && atomic.value_is_constant;
  body.line("const int first = __ffs(lanes) - 1;");
  body.line("const bool joins = __shfl_sync(lanes, place, first) == place;");
  if (votes) body.line("const unsigned joining = __ballot_sync(lanes, joins);");
  put_all(atomic, sums, body);
  if (!atomic.result_is_used) {
    body.line("if (lane == first || !joins) {}(address, joins ? all : value);", atomic.function);
    return;
  }
  body.line("{} old = 0;", atomic.type);
  body.line("if (lane == first || !joins) old = {}(address, joins ? all : value);", atomic.function);
  body.line("const {} before = __shfl_sync(lanes, old, first);", atomic.type);
  body.line("return joins ? {} : old;", own_result(atomic));
}

void put_each_address(const WarpAtomic& atomic, WarpSums sums, Body& body) {
  if (atomic.result_is_used) body.line("{} old = 0;", atomic.type);
  body.line("for (unsigned rest = lanes; rest != 0;) {{");
  body.deeper();
  body.line("const int first = __ffs(rest) - 1;");
  body.line("const bool joins = __shfl_sync(lanes, place, first) == place;");
  body.line("const unsigned joining = __ballot_sync(lanes, joins);");
  put_all(atomic, sums, body);
  if (atomic.result_is_used) {
    body.line("{} before = 0;", atomic.type);
    body.line("if (lane == first) before = {}(address, all);", atomic.function);
    body.line("before = __shfl_sync(lanes, before, first);");
    body.line("if (joins) old = {};", own_result(atomic));
  } else {
    body.line("if (lane == first) {}(address, all);", atomic.function);
  }
  body.line("rest &= ~joining;");
  body.back();
  body.line("}}");
  if (atomic.result_is_used) body.line("return old;");
}

}  // namespace

bool adds(const WarpAtomic& atomic) { return atomic.function == "atomicAdd" || atomic.function == "atomicSub"; }

std::string obstacle_to_combining(const WarpAtomic& atomic) {
  if (operation_of(atomic) == nullptr) return "lanes of " + atomic.function + "() cannot be combined";
  for (const std::string_view type : {"float", "double", "__half", "__nv_bfloat16"}) {
    if (atomic.type.starts_with(type))
      return "a sum of floats in another order rounds otherwise, so that the results would not be the same bit by bit";
  }
  if (integer_of(atomic) == nullptr) return fmt::format("it is an atomic on {}", atomic.type);
  if (!atomic.result_is_used) return "";
  if (!adds(atomic)) return "its result is used";
  return atomic.value_is_constant ? "" : "its result is used, and lanes may add different values";
}

std::optional<std::string> warp_atomic_function(const WarpAtomic& atomic, Combining combining, WarpSums sums,
                                                const std::string& name) {
  if (sums == WarpSums::none) return std::nullopt;
  const bool votes = adds(atomic) && atomic.value_is_constant;
  const bool shuffles = !votes && (sums != WarpSums::instructions || integer_of(atomic)->is_wide);
  // A round of shuffles for each address takes more than it saves.
  if (shuffles && combining == Combining::each_address) return std::nullopt;
  Body body("  ");
  body.line("const unsigned lanes = __activemask();");
  if (shuffles) {
    body.line("if (lanes != 0xffffffffu) {{");
    body.deeper();
    body.line("{}(address, value);", atomic.function);
    body.line("return;");
    body.back();
    body.line("}}");
  }
  body.line("const auto place = reinterpret_cast<unsigned long long>(address);");
  body.line("int lane;");
  body.line("asm(\"mov.u32 %0, %%laneid;\" : \"=r\"(lane));");
  if (atomic.result_is_used) {
    body.line("unsigned below;");
    body.line("asm(\"mov.u32 %0, %%lanemask_lt;\" : \"=r\"(below));");
  }
  combining == Combining::first_lane ? put_first_lane(atomic, sums, body) : put_each_address(atomic, sums, body);
  return fmt::format(
      "/// {}(), once for {}.\n"
      "__device__ inline {} {}({}* address, {} value) {{\n{}}}\n",
      atomic.function,
      combining == Combining::first_lane ? "the lanes of a warp that have the first one's address"
                                         : "the lanes of a warp that have one address",
      atomic.result_is_used ? atomic.type : "void", name, atomic.type, atomic.type, body.text());
}

}  // namespace warpglass::rewrite
