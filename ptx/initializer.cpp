#include "ptx/initializer.hpp"

#include <fmt/format.h>

#include <bit>
#include <utility>

#include "ptx/declaration.hpp"
#include "ptx/types.hpp"

namespace warpglass::ptx {
namespace {

constexpr std::uint64_t kMaxPadding = std::uint64_t{1} << 22;  // zeros between braces, in a whole module

class InitializerReader {
 public:
  InitializerReader(Context& context, Variable& variable, std::vector<std::uint64_t> dimensions)
      : context_(context), cursor_(context.cursor), variable_(variable), dimensions_(std::move(dimensions)) {
    if (variable.vector_width > 1) dimensions_.push_back(variable.vector_width);
  }

  void read() {
    if (cursor_.at(TokenKind::left_brace)) {
      read_group(0);
    } else {
      if (variable_.is_array) cursor_.fail_expected("'{' of the initialiser of an array");
      append(read_element(), 1);
    }
    if (variable_.incomplete) {
      std::uint64_t inner = 1;
      for (std::size_t i = 1; i < dimensions_.size(); ++i) inner *= dimensions_[i];
      if (inner == 0) inner = 1;
      variable_.elements = (end_ + inner - 1) / inner * (inner / variable_.vector_width);
      variable_.incomplete = false;
    }
  }

  void read_properties() {
    (void)cursor_.expect(TokenKind::left_brace, "of the initialiser");
    cursor_.enter_braces();
    while (!cursor_.at(TokenKind::right_brace)) {
      Property property;
      property.name = cursor_.expect(TokenKind::identifier, "of a field such as filter_mode").text;
      (void)cursor_.expect(TokenKind::equals, "behind the field");
      if (!cursor_.at(TokenKind::identifier) && !cursor_.at(TokenKind::integer)) {
        cursor_.fail_expected("the field's value");
      }
      property.value = cursor_.take().text;
      variable_.properties.push_back(property);
      if (!cursor_.accept(TokenKind::comma)) break;
    }
    (void)cursor_.expect(TokenKind::right_brace, "behind the initialiser");
    cursor_.leave_braces();
  }

 private:
  /// Elements in one brace of this nesting level; beyond the last dimension, one.
  std::uint64_t capacity(std::size_t level) const {
    if (level == 0 && variable_.incomplete)
      return kMaxVariableBytes / static_cast<std::uint64_t>(size_of(variable_.type));
    std::uint64_t product = 1;
    for (std::size_t i = level; i < dimensions_.size(); ++i) product *= dimensions_[i];
    return product;
  }

  void read_group(std::size_t level) {
    const Descent descent(cursor_, depth_);
    (void)cursor_.expect(TokenKind::left_brace, "of the initialiser");
    cursor_.enter_braces();
    const std::uint64_t size = capacity(level);
    const std::uint64_t limit = end_ + size;
    while (!cursor_.at(TokenKind::right_brace)) {
      if (cursor_.at(TokenKind::left_brace)) {
        const std::uint64_t inner = capacity(level + 1);
        if (inner == 0 || inner > size) fail_overfull();
        const std::uint64_t start = (end_ + inner - 1) / inner * inner;
        if (start + inner > limit) fail_overfull();
        end_ = start;
        read_group(level + 1);
        end_ = start + inner;
      } else {
        if (end_ >= limit) fail_overfull();
        append(read_element(), end_ + 1);
      }
      if (!cursor_.accept(TokenKind::comma)) break;
    }
    (void)cursor_.expect(TokenKind::right_brace, "behind the initialiser");
    cursor_.leave_braces();
  }

  [[noreturn]] void fail_overfull() {
    cursor_.fail(cursor_.peek().position, fmt::format("more initialisers than '{}' has elements", variable_.name));
  }

  void append(Initializer element, std::uint64_t end) {
    const std::uint64_t padding = end - 1 - variable_.initializer.size();
    context_.padding += padding;
    if (context_.padding > kMaxPadding) {
      cursor_.fail(cursor_.peek().position,
                   "the initialisers of this module leave too many elements out between braces");
    }
    if (padding > 0) variable_.initializer.resize(static_cast<std::size_t>(end - 1), zero());
    variable_.initializer.push_back(element);
    end_ = end;
  }

  Initializer zero() const {
    Initializer element;
    if (is_floating(variable_.type)) element.kind = Initializer::Kind::floating;
    return element;
  }

  Initializer read_element() {
    const Token& token = cursor_.peek();
    if (token.is(TokenKind::identifier) && token.text != "WARP_SZ") return read_address();
    if (!context_.constants.at_constant()) cursor_.fail_expected("a constant or the name of a variable or function");
    const Position position = token.position;
    const Constant constant = context_.constants.read();
    if (cursor_.at(TokenKind::left_paren)) return read_masked_address(constant, position);
    return stored(constant, position);
  }

  /// `name+4`, `generic(name)+4` or `generic(name+4)`.
  Initializer read_address() {
    Initializer element;
    element.kind = Initializer::Kind::symbol_address;
    Token name = cursor_.take();
    if (name.text == "generic" && cursor_.accept(TokenKind::left_paren)) {
      element.kind = Initializer::Kind::generic_address;
      name = cursor_.expect(TokenKind::identifier, "in generic(...)");
      element.bits = read_offset();
      (void)cursor_.expect(TokenKind::right_paren, "behind the name");
    }
    element.symbol = name.text;
    element.bits += read_offset();
    const NameId id = context_.names.intern(name.text);
    if (context_.names.find(id) == nullptr) context_.unknown_names.push_back({id, name.position});
    return element;
  }

  Initializer read_masked_address(const Constant& mask, Position position) {
    const auto byte = static_cast<std::uint8_t>(mask.bits == 0 ? 0 : std::countr_zero(mask.bits) / 8);
    if (!mask.is_integer() || mask.bits != std::uint64_t{0xff} << (8 * byte)) {
      cursor_.fail(position, "the mask of an address must select one byte: 0xff, 0xff00, 0xff0000, ...");
    }
    (void)cursor_.expect(TokenKind::left_paren, "behind the mask");
    if (!cursor_.at(TokenKind::identifier)) cursor_.fail_expected("the name of a variable or function");
    Initializer element = read_address();
    (void)cursor_.expect(TokenKind::right_paren, "behind the name");
    element.is_generic = element.kind == Initializer::Kind::generic_address;
    element.kind = Initializer::Kind::mask;
    element.byte = byte;
    return element;
  }

  std::uint64_t read_offset() {
    std::uint64_t offset = 0;
    while (cursor_.at(TokenKind::plus) || cursor_.at(TokenKind::minus)) {
      const Token sign = cursor_.take();
      const Constant constant = context_.constants.read_product();
      if (!constant.is_integer()) cursor_.fail(sign.position, "an offset must be an integer");
      offset += sign.is(TokenKind::plus) ? constant.bits : 0 - constant.bits;
    }
    return offset;
  }

  /// The constant as a variable of this type holds it.
  Initializer stored(const Constant& constant, Position position) {
    Initializer element;
    const Type type = variable_.type;
    const int size = size_of(type);
    if (type == Type::f32 || type == Type::f64) {
      element.kind = Initializer::Kind::floating;
      element.real = constant.real();
      element.bits = bits_of(constant, size);
    } else if (is_floating(type) && !constant.is_integer()) {
      cursor_.fail(position, fmt::format("give the bits of a .{} constant as an integer", name_of(type)));
    } else if (constant.is_integer()) {
      element.bits = constant.bits;
    } else if (size == 4 || size == 8) {
      element.kind = Initializer::Kind::floating;
      element.real = constant.real();
      element.bits = bits_of(constant, size);
    } else {
      cursor_.fail(position, fmt::format("a floating-point constant does not fit in .{}", name_of(type)));
    }
    return element;
  }

  static std::uint64_t bits_of(const Constant& constant, int size) {
    if (size == 4 && constant.kind == Constant::Kind::f32) return constant.bits;
    if (size == 4) return std::bit_cast<std::uint32_t>(static_cast<float>(constant.real()));
    return std::bit_cast<std::uint64_t>(constant.real());
  }

  Context& context_;
  Cursor& cursor_;
  Variable& variable_;
  std::vector<std::uint64_t> dimensions_;
  std::uint64_t end_ = 0;  // element behind the last one that is given or skipped
  int depth_ = 0;
};

}  // namespace

void read_initializer(Context& context, Variable& variable, std::vector<std::uint64_t> dimensions) {
  if (variable.linkage == Linkage::external) {
    context.cursor.fail(context.cursor.peek().position, "an .extern variable is initialised where it is defined");
  }
  if (variable.space != Space::global && variable.space != Space::constant) {
    context.cursor.fail(context.cursor.peek().position, "only .global and .const variables can be initialised");
  }
  InitializerReader reader(context, variable, std::move(dimensions));
  if (is_opaque(variable.type)) {
    reader.read_properties();
  } else {
    reader.read();
  }
}

}  // namespace warpglass::ptx
