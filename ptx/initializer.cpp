#include "ptx/initializer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "ptx/types.hpp"

namespace warpglass::ptx {
namespace {

/// Dimensions that are not filled are not padded as C would do: ptxas 13.0 stores `x[3][2] = {{1}, {3}}` as 1, 3, 0, 0,
/// 0, 0, although the manual (Initializers) says 1, 0, 3, 0, 0, 0; programs run with what ptxas stores.
class InitializerReader {
 public:
  InitializerReader(Context& context, Variable& variable, std::vector<std::uint64_t> dimensions)
      : context_(context), cursor_(context.cursor), variable_(variable), dimensions_(std::move(dimensions)) {
    if (variable.vector_width > 1) dimensions_.push_back(variable.vector_width);
  }

  void read() {
    if (dimensions_.empty()) {
      variable_.initializer.push_back(read_element());
      return;
    }
    const std::uint64_t rows = read_group(0);
    if (!variable_.incomplete) return;
    variable_.incomplete = false;
    variable_.elements = rows;
    const std::size_t array_dimensions = dimensions_.size() - (variable_.vector_width > 1 ? 1 : 0);
    for (std::size_t i = 1; i < array_dimensions; ++i) variable_.elements *= dimensions_[i];
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
  /// The braces of one dimension; every dimension has its own, and the vector too. Number of things directly inside.
  std::uint64_t read_group(std::size_t level) {
    (void)cursor_.expect(TokenKind::left_brace, "of the initialiser");
    cursor_.enter_braces();
    const bool is_innermost = level + 1 == dimensions_.size();
    const bool is_vector = is_innermost && variable_.vector_width > 1;
    const bool is_open = level == 0 && variable_.incomplete;
    const std::uint64_t limit = is_open ? kMaxVariableBytes / row_bytes() : dimensions_[level];
    std::uint64_t count = 0;
    if (!cursor_.at(TokenKind::right_brace)) {
      do {
        if (count++ == limit) {
          cursor_.fail(cursor_.peek().position, fmt::format("'{}' has only {} elements here", variable_.name, limit));
        }
        if (is_innermost) {
          variable_.initializer.push_back(read_element());
        } else {
          (void)read_group(level + 1);
        }
      } while (cursor_.accept(TokenKind::comma));
    }
    const Position end = cursor_.expect(TokenKind::right_brace, "behind the initialiser").position;
    cursor_.leave_braces();
    if (is_vector && count != limit) {
      cursor_.fail(end, fmt::format("a .v{} value has {} elements, not {}", limit, limit, count));
    }
    return count;
  }

  /// Of what one entry of the outermost dimension stands for; the dimensions inside have been checked, so it is small.
  std::uint64_t row_bytes() const {
    auto bytes = static_cast<std::uint64_t>(size_of(variable_.type));
    for (std::size_t i = 1; i < dimensions_.size(); ++i) bytes *= std::max<std::uint64_t>(dimensions_[i], 1);
    return bytes;
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
    if (is_floating(type) && type != Type::f32 && type != Type::f64) {
      cursor_.fail(position,
                   fmt::format("a .{0} variable cannot be initialised; declare .b{1} and give the bits as an integer",
                               name_of(type), 8 * size));
    }
    if (constant.is_integer() && !is_floating(type)) {
      element.bits = constant.bits;
      return element;
    }
    if (size == 8 && constant.kind == Constant::Kind::f32) {
      cursor_.fail(position, "a 0f constant has 4 bytes; write 0d and 16 digits here");
    }
    if (size != 4 && size != 8) {
      cursor_.fail(position, fmt::format("a floating-point constant does not fit in .{}", name_of(type)));
    }
    element.kind = Initializer::Kind::floating;
    element.real = constant.real();
    element.bits = bits_of(constant, size);
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
