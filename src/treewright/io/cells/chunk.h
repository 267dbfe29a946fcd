// Some rows of a file as typed cells, and their consumer.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "treewright/io/cells/column_cells.h"

namespace treewright {

struct Chunk {
    std::vector<ColumnCells> columns;  ///< one for each column of the file
    std::size_t rows = 0;
    std::size_t first_line = 0;        ///< in which it begins
    std::vector<std::uint32_t> lines;  ///< in which each row begins, counted from `first_line`; may be longer than `rows`
    double share = 0.0;                ///< of the file that has been read with this chunk; 0: not known
};

/// How to read each column of a file.
using ChunkPlan = std::vector<CellPlan>;

/// Calls parse(plan), which fills the chunk. Where text turned up in place of numbers it is parsed again by what it is; a second time
/// only where a column began with dates and goes on with numbers.
template <typename Parse>
void parse_by_types(const Chunk& chunk, const ChunkPlan& plan, const Parse& parse) {
    const auto is_misjudged = [](const ColumnCells& column) { return column.misjudged(); };
    parse(plan);
    for (ChunkPlan better = plan; std::any_of(chunk.columns.begin(), chunk.columns.end(), is_misjudged);) {
        for (std::size_t i = 0; i < better.size(); ++i) better[i].so_far = chunk.columns[i].type(chunk.rows);
        parse(better);
    }
}

/// Takes the rows of a file, chunk after chunk.
class ChunkSink {
public:
    ChunkSink() = default;
    ChunkSink(const ChunkSink&) = delete;
    ChunkSink& operator=(const ChunkSink&) = delete;
    virtual ~ChunkSink() = default;

    /// How to read by what is known now. Called from any thread.
    [[nodiscard]] virtual std::shared_ptr<const ChunkPlan> plan() const = 0;
    /// Learns from the chunk what its columns are. False if it has to be read again, by the changed plan.
    virtual bool learn(const Chunk& chunk) = 0;
    virtual void append(Chunk& chunk) = 0;
    /// Whether no more chunks are wanted for now; some may still come. Called from any thread.
    [[nodiscard]] virtual bool has_enough() const { return false; }
};

}  // namespace treewright
