// How many bytes a call of the host allocates, copies or fills, as a product: of rows, of what is in a row, and of the
// size of an element.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rewrite/array_uses.hpp"
#include "rewrite/syntax_tree.hpp"

namespace warpglass::rewrite {

struct ByteFactor {
  std::string key;      // the same of the same number, as RowLength::key: of a variable its name; empty: it has none
  std::string text;     // as it is written
  std::string size_of;  // the type whose size it is; empty: it is none
  std::string size_as_written{};          // likewise, by the name that it has there
  std::optional<std::size_t> macro_at{};  // where the macro stands that writes it
};

/// Whether a factor is the size of one element of this type.
[[nodiscard]] bool is_size_of(const ByteFactor& factor, const std::string& element);

/// Whether it may be written several times: it calls nothing but what says where a container's elements are, or how
/// many.
[[nodiscard]] bool is_steady(const Node& node);

/// Factors of an expression, also of variables that nobody changes. Nothing where a macro writes a part of it.
[[nodiscard]] std::optional<std::vector<ByteFactor>> byte_factors(const HostFunction& host, const Node& bytes);

/// Of how many bytes an array's call is.
[[nodiscard]] std::optional<std::vector<ByteFactor>> bytes_of(const HostFunction& host, const DeviceArray& array,
                                                              const ArrayCall& call);

/// Likewise, as one could write it.
[[nodiscard]] std::optional<std::string> bytes_text(const HostFunction& host, const DeviceArray& array,
                                                    const ArrayCall& call);

/// A pointer to what a copy takes or fills on the host's side, as one could write it.
[[nodiscard]] std::optional<std::string> host_side(const HostFunction& host, const ArrayCall& copy);

/// Edits that make the vector of a copy that returned it so far, ahead of the statement, and copy to it.
/// \param copies  the statements that copy; \param number  of elements
[[nodiscard]] std::vector<Edit> returned_vector(const DeviceArray& array, const ArrayCall& copy,
                                                const std::string& copies, const std::string& number,
                                                std::string watched);

/// A number that the host has, by its variables' names; empty: it may change, or is none.
[[nodiscard]] std::string key_of(const HostFunction& host, const Node& expression);

/// A part of a text that is to read otherwise.
struct TextPart {
  Span span;
  std::string text;
};

/// A copy of rows.
struct CopyText {
  std::string to;
  std::string to_pitch;
  std::string from;
  std::string from_pitch;
  std::string width;
  std::string rows;
};

/// What makes a copy one of rows: of the call, or of the statement that it is.
[[nodiscard]] std::optional<std::vector<TextPart>> copied_rows(const HostFunction& host, const ArrayCall& copy,
                                                               const CopyText& text);

/// In parentheses where it is more than a name, a number, a call or what is in parentheses.
[[nodiscard]] std::string in_product(const std::string& text);

/// "a * b"; "1" of none.
[[nodiscard]] std::string product_of(const std::vector<ByteFactor>& factors);

/// From its first token to its last; nothing where they are not both written in this file.
[[nodiscard]] std::optional<Span> written_span_of(const Node& node, const std::string& file);

/// Likewise of an expression in a function of the host, of which macros may write whole numbers: `N * sizeof(P)`.
[[nodiscard]] std::optional<Span> span_in(const HostFunction& host, const Node& node);

/// A piece of the text with parts of it in another way; nothing where one of them is not in it.
[[nodiscard]] std::optional<std::string> with_parts(const std::string& text, const Span& piece,
                                                    std::vector<TextPart> parts);

/// Calls that tell of a layout (cuda/relaid_arrays.cpp), as they stand in the program that is tried.
struct ToldPart {
  std::string address;
  std::string offset;
  std::string width;
  std::string pitch;
  std::string stride;
  std::string rows;
};
[[nodiscard]] std::string tell_relaid(const std::string& bytes, const std::vector<ToldPart>& parts);
[[nodiscard]] std::string tell_received(const std::string& data, const std::string& bytes);

}  // namespace warpglass::rewrite
