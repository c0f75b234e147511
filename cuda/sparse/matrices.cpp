#include "cuda/sparse/matrices.hpp"

#include <numeric>

namespace warpglass::sparse {
namespace {

std::size_t at(Index index) { return static_cast<std::size_t>(index); }

const void* offset_by(const void* base, Index elements, std::size_t bytes) {
  return static_cast<const std::byte*>(base) + elements * static_cast<Index>(bytes);
}

struct Element {
  Index row, column, place;
};

/// \param elements  in any order; those of a row keep theirs
Pattern by_rows(Index rows, Index cols, const std::vector<Element>& elements) {
  Pattern pattern{.rows = rows, .cols = cols};
  pattern.begin.assign(at(rows) + 1, 0);
  for (const Element& one : elements) ++pattern.begin[at(one.row) + 1];
  std::partial_sum(pattern.begin.begin(), pattern.begin.end(), pattern.begin.begin());
  std::vector<Index> next(pattern.begin.begin(), pattern.begin.end() - 1);
  pattern.column.resize(elements.size());
  pattern.place.resize(elements.size());
  for (const Element& one : elements) {
    const std::size_t to = at(next[at(one.row)]++);
    pattern.column[to] = one.column;
    pattern.place[to] = one.place;
  }
  return pattern;
}

/// Of a compressed format: `outer` lines, of which `visit(line, index, place)` is told the elements.
template <class Visit>
void for_each_compressed(const Memory& memory, const cusparseSpMatDescr& matrix, Index outer, int batch,
                         Visit&& visit) {
  const auto offsets =
      load_indices(memory, "array of offsets of the sparse matrix",
                   offset_by(matrix.offsets, batch * matrix.offsets_stride, bytes_of(matrix.offset_type)), outer + 1,
                   matrix.offset_type, matrix.base);
  const auto indices =
      load_indices(memory, "array of indices of the sparse matrix",
                   offset_by(matrix.indices, batch * matrix.indices_stride, bytes_of(matrix.index_type)), matrix.nnz,
                   matrix.index_type, matrix.base);
  for (Index line = 0; line < outer; ++line) {
    if (offsets[at(line)] < 0 || offsets[at(line) + 1] > matrix.nnz)
      memory.refuse("an offset of the sparse matrix is not of its elements");
    for (Index i = offsets[at(line)]; i < offsets[at(line) + 1]; ++i) visit(line, indices[at(i)], i);
  }
}

std::vector<Element> elements_of_ell(const Memory& memory, const cusparseSpMatDescr& matrix) {
  std::vector<Element> elements;
  const Index size = matrix.block_rows;
  const Index across = matrix.ell_cols / size;
  const auto blocks = load_indices(memory, "array of indices of the sparse matrix", matrix.indices,
                                   matrix.rows / size * across, matrix.index_type, matrix.base);
  for (Index row = 0; row < matrix.rows; ++row) {
    for (Index i = 0; i < matrix.ell_cols; ++i) {
      const Index block = blocks[at(row / size * across + i / size)];
      if (block >= 0) elements.push_back({row, block * size + i % size, row * matrix.ell_cols + i});
    }
  }
  return elements;
}

std::vector<Element> elements_of_slices(const Memory& memory, const cusparseSpMatDescr& matrix) {
  std::vector<Element> elements;
  const Index size = matrix.block_rows;
  const Index slices = (matrix.rows + size - 1) / size;
  const auto offsets = load_indices(memory, "array of offsets of the sparse matrix", matrix.offsets, slices + 1,
                                    matrix.offset_type, matrix.base);
  const auto columns = load_indices(memory, "array of indices of the sparse matrix", matrix.indices, matrix.ell_cols,
                                    matrix.index_type, matrix.base);
  for (Index slice = 0; slice < slices; ++slice) {
    for (Index i = offsets[at(slice)]; i < offsets[at(slice) + 1] && i < matrix.ell_cols; ++i) {
      const Index row = slice * size + (i - offsets[at(slice)]) % size;
      if (columns[at(i)] >= 0 && row < matrix.rows) elements.push_back({row, columns[at(i)], i});
    }
  }
  return elements;
}

}  // namespace

Pattern load_pattern(const Memory& memory, const cusparseSpMatDescr& matrix, int batch) {
  std::vector<Element> elements;
  elements.reserve(at(matrix.nnz));
  switch (matrix.format) {
    case CUSPARSE_FORMAT_CSR:
      for_each_compressed(memory, matrix, matrix.rows, batch,
                          [&](Index row, Index column, Index place) { elements.push_back({row, column, place}); });
      break;
    case CUSPARSE_FORMAT_CSC:
      for_each_compressed(memory, matrix, matrix.cols, batch,
                          [&](Index column, Index row, Index place) { elements.push_back({row, column, place}); });
      break;
    case CUSPARSE_FORMAT_COO: {
      const auto one_side = [&](const void* from, Index stride, cusparseIndexType_t type) {
        return load_indices(memory, "array of indices of the sparse matrix",
                            offset_by(from, batch * stride, bytes_of(type)), matrix.nnz, type, matrix.base);
      };
      const auto rows = one_side(matrix.offsets, matrix.offsets_stride, matrix.offset_type);
      const auto columns = one_side(matrix.indices, matrix.indices_stride, matrix.index_type);
      for (Index i = 0; i < matrix.nnz; ++i) elements.push_back({rows[at(i)], columns[at(i)], i});
      break;
    }
    case CUSPARSE_FORMAT_BSR: {
      const Index height = matrix.block_rows, width = matrix.block_cols;
      for_each_compressed(memory, matrix, matrix.rows / height, batch, [&](Index row, Index column, Index block) {
        for (Index i = 0; i < height; ++i)
          for (Index j = 0; j < width; ++j)
            elements.push_back(
                {row * height + i, column * width + j,
                 block * height * width + (matrix.order == CUSPARSE_ORDER_ROW ? i * width + j : j * height + i)});
      });
      break;
    }
    case CUSPARSE_FORMAT_BLOCKED_ELL: elements = elements_of_ell(memory, matrix); break;
    case CUSPARSE_FORMAT_SLICED_ELLPACK: elements = elements_of_slices(memory, matrix); break;
  }
  for (const Element& one : elements)
    if (one.row < 0 || one.row >= matrix.rows || one.column < 0 || one.column >= matrix.cols)
      memory.refuse("an index of the sparse matrix is not of it");
  return by_rows(matrix.rows, matrix.cols, elements);
}

Index stored_values(const cusparseSpMatDescr& matrix, const Pattern& pattern) {
  switch (matrix.format) {
    case CUSPARSE_FORMAT_BSR: return matrix.nnz * matrix.block_rows * matrix.block_cols;
    case CUSPARSE_FORMAT_BLOCKED_ELL: return matrix.rows * matrix.ell_cols;
    case CUSPARSE_FORMAT_SLICED_ELLPACK: return matrix.ell_cols;
    case CUSPARSE_FORMAT_CSR:
    case CUSPARSE_FORMAT_CSC:
    case CUSPARSE_FORMAT_COO: break;
  }
  return std::max<Index>(matrix.nnz, static_cast<Index>(pattern.nnz()));
}

Pattern transposed(const Pattern& pattern) {
  std::vector<Element> elements;
  elements.reserve(pattern.nnz());
  for (Index row = 0; row < pattern.rows; ++row)
    for (Index i = pattern.begin[at(row)]; i < pattern.begin[at(row) + 1]; ++i)
      elements.push_back({pattern.column[at(i)], row, pattern.place[at(i)]});
  return by_rows(pattern.cols, pattern.rows, elements);
}

std::vector<Index> load_indices(const Memory& memory, const char* name, const void* from, Index count,
                                cusparseIndexType_t type, cusparseIndexBase_t base) {
  const std::size_t bytes = at(count) * bytes_of(type);
  memory.reach(Use::read, name, {.base = from, .width = bytes, .pitch = bytes});
  std::vector<Index> indices(at(count));
  const auto take = [&](auto one) {
    const auto* const all = static_cast<const decltype(one)*>(from);
    for (std::size_t i = 0; i < indices.size(); ++i) indices[i] = Index{all[i]} - base;
  };
  type == CUSPARSE_INDEX_64I   ? take(std::int64_t())
  : type == CUSPARSE_INDEX_32I ? take(std::int32_t())
                               : take(std::uint16_t());
  return indices;
}

void save_indices(const Memory& memory, const char* name, const std::vector<Index>& indices, void* to,
                  cusparseIndexType_t type, cusparseIndexBase_t base) {
  const std::size_t bytes = indices.size() * bytes_of(type);
  memory.reach(Use::write, name, {.base = to, .width = bytes, .pitch = bytes});
  const auto put = [&](auto one) {
    auto* const all = static_cast<decltype(one)*>(to);
    for (std::size_t i = 0; i < indices.size(); ++i) all[i] = static_cast<decltype(one)>(indices[i] + base);
  };
  type == CUSPARSE_INDEX_64I   ? put(std::int64_t())
  : type == CUSPARSE_INDEX_32I ? put(std::int32_t())
                               : put(std::uint16_t());
}

Scalar::Scalar(bool on_device, const void* pointer, cudaDataType type) : type_(type) {
  if (on_device) {
    device_ = pointer;
  } else if (pointer != nullptr) {
    value_ = widened<Pair>(pointer, 1, type)[0];
  }
}

}  // namespace warpglass::sparse
