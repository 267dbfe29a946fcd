// The rows of a text file that is read in blocks: blocks are read one after the other, parsed in parallel, and handed on in their order.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "treewright/base/error.h"
#include "treewright/base/parallel.h"
#include "treewright/base/run.h"
#include "treewright/io/bytes/block_reader.h"
#include "treewright/io/bytes/source.h"
#include "treewright/io/read_options.h"
#include "treewright/io/rows/row_reader.h"

namespace treewright {

/// A block on its way to a chunk. Used again and again.
struct BlockPiece {
    Block block;
    Chunk chunk;
    std::size_t line_ends = 0;
    std::vector<BadRow> bad_rows;  ///< lines counted from the first one
    bool failed = false;           ///< whether parsing it threw
};

/// `Piece` is a BlockPiece with what its format needs besides.
template <class Piece>
class PieceReader : public RowReader {
public:
    bool read(ChunkSink& sink) final {
        if (at_end_) return false;
        Threads::Stages stages;
        const auto has_enough = [&] { return sink.has_enough() || (is_live_ && !bad_rows_.empty()); };
        stages.produce = [&](std::size_t slot) { return !has_enough() && next_piece(pieces_[slot]); };
        // Here the line is not known yet. An error comes out when the piece is handed on and parsed again.
        stages.work = [&](std::size_t slot) { try_parse(pieces_[slot], sink, 0); };
        stages.consume = [&](std::size_t slot) { deliver(pieces_[slot], sink); };
        threads_.pipeline(pieces_at_once(), stages);
        if (at_end_) check_end();
        return !at_end_;
    }

protected:
    /// `complete` says how many of some bytes are whole records.
    PieceReader(Source& source, const ReadOptions& options, const Run& run,
                std::function<std::size_t(std::span<const char>)> complete)
        : file_(source.name()),
          threads_(run.threads),
          is_live_(source.is_live()),
          blocks_(source, options.block_size, std::move(complete)),
          pieces_(threads_.count() == 1 ? 1 : pieces_per_thread * threads_.count()) {
        cells_.file = file_;
        cells_.bad_rows = options.bad_rows;
        cells_.missing = MissingWords(missing_words(options));
        cells_.rows_are_lines = is_live_;
    }

    /// Fills the piece's block; false at the end of the file.
    virtual bool next_piece(Piece& piece) = 0;
    /// Parses the block into the chunk. Throws an input error for the first row that is wrong.
    virtual void parse(Piece& piece, const ChunkPlan& plan, std::size_t first_line) const = 0;
    /// Called for the pieces in their order; `line_` is the first line of this one.
    virtual void hand_on(const Piece& piece) = 0;
    /// Called when all rows are known to fit.
    virtual void check_end() const {}
    [[nodiscard]] virtual std::size_t pieces_at_once() const { return pieces_.size(); }

    bool next_block(Piece& piece) {
        at_end_ = !blocks_.next(piece.block);
        return !at_end_;
    }
    void rewind_to(std::size_t first_line) {
        blocks_.rewind();
        for (Piece& piece : pieces_) piece.chunk = {};  // its dictionaries hold the codes of another sink
        at_end_ = false;
        line_ = first_line;
        bad_rows_.clear();
    }

    std::string file_;
    Threads threads_;
    bool is_live_;  ///< each line is answered before the next one comes
    BlockReader blocks_;
    std::vector<Piece> pieces_;  ///< as many as may be on their way
    std::size_t line_ = 1;       ///< of what is handed on next

private:
    void try_parse(Piece& piece, const ChunkSink& sink, std::size_t first_line) const {
        piece.failed = false;
        try {
            parse(piece, *sink.plan(), first_line);
        } catch (const Error&) {
            if (first_line > 0) throw;
            piece.failed = true;
        }
    }
    void deliver(Piece& piece, ChunkSink& sink) {
        while (piece.failed || !sink.learn(piece.chunk)) try_parse(piece, sink, line_);
        piece.chunk.first_line = line_;
        piece.chunk.share = piece.block.share();
        sink.append(piece.chunk);
        for (BadRow& row : piece.bad_rows) {
            row.line += line_;
            bad_rows_.push_back(std::move(row));
        }
        hand_on(piece);
        line_ += piece.line_ends;
    }

    bool at_end_ = false;
};

}  // namespace treewright
