// The plugin's one symbol: C functions around the C++ of the Arrow library. Nothing is thrown out of here.
#include <arrow/c/bridge.h>
#include <arrow/io/file.h>
#include <arrow/status.h>
#include <arrow/util/thread_pool.h>

#include <cstdio>
#include <exception>
#include <string>
#include <utility>
#include <vector>

#include "treewright/io/arrow_plugin/file_reader.h"
#include "treewright/io/arrow_plugin/parquet_writer.h"

namespace treewright::arrow_plugin {

namespace {

void tell(TreewrightArrowError* error, const std::string& text) {
    std::snprintf(error->text, sizeof error->text, "%s", text.c_str());
}

/// Runs work, which returns a status.
template <class Work>
int guarded(TreewrightArrowError* error, const Work& work) {
    try {
        const arrow::Status status = work();
        if (status.ok()) return 0;
        tell(error, status.message());
    } catch (const std::exception& thrown) {
        tell(error, thrown.what());
    } catch (...) {
        tell(error, "unknown failure");
    }
    return 1;
}

FileReader& reader(void* file) { return *static_cast<FileReader*>(file); }
ParquetWriter& writer(void* file) { return *static_cast<ParquetWriter*>(file); }

arrow::Result<std::unique_ptr<FileReader>> open_reader(RandomAccess file, TreewrightArrowFormat format, bool use_threads) {
    switch (format) {
        case treewright_parquet: return open_parquet(std::move(file), use_threads);
        case treewright_arrow_file: return open_arrow_file(std::move(file), use_threads);
        case treewright_arrow_stream: break;
    }
    return open_arrow_stream(std::move(file), use_threads);
}

void* open(int descriptor, TreewrightArrowFormat format, unsigned threads, TreewrightArrowError* error) {
    std::unique_ptr<FileReader> opened;
    guarded(error, [&] {
        ARROW_ASSIGN_OR_RAISE(const auto file, arrow::io::ReadableFile::Open(descriptor));
        if (threads > 1) ARROW_RETURN_NOT_OK(arrow::SetCpuThreadPoolCapacity(static_cast<int>(threads)));
        return open_reader(file, format, threads != 1).Value(&opened);
    });
    return opened.release();
}

int schema(void* file, ArrowSchema* out, TreewrightArrowError* error) {
    return guarded(error, [&] {
        ARROW_ASSIGN_OR_RAISE(const auto found, reader(file).schema());
        return arrow::ExportSchema(*found, out);
    });
}

std::int64_t rows(void* file) {
    try {
        return reader(file).rows();
    } catch (...) {
        return -1;
    }
}

int read(void* file, TreewrightArrowColumns columns, std::int64_t rows_per_batch, ArrowArrayStream* out,
         TreewrightArrowError* error) {
    return guarded(error, [&] {
        const std::vector<int> positions(columns.positions, columns.positions + columns.count);
        ARROW_ASSIGN_OR_RAISE(auto batches, reader(file).read(positions, rows_per_batch));
        return arrow::ExportRecordBatchReader(std::move(batches), out);
    });
}

void close(void* file) { delete &reader(file); }

void* create(ArrowSchema* columns, TreewrightArrowSink sink, void* context, TreewrightArrowError* error) {
    std::unique_ptr<ParquetWriter> made;
    guarded(error, [&] { return ParquetWriter::create(columns, sink, context).Value(&made); });
    return made.release();
}

int write(void* file, ArrowArray* batch, TreewrightArrowError* error) {
    return guarded(error, [&] { return writer(file).write(batch); });
}

int finish(void* file, TreewrightArrowError* error) {
    return guarded(error, [&] { return writer(file).finish(); });
}

/// An unfinished Parquet writer finishes itself when it is destroyed, into a sink that may be gone: it gets a last word of no.
void discard(void* file) {
    try {
        delete &writer(file);
    } catch (...) {  // nothing more can be done for it
        return;
    }
}

}  // namespace

}  // namespace treewright::arrow_plugin

extern "C" __attribute__((visibility("default"))) const TreewrightArrowPlugin* treewright_arrow_plugin() {
    namespace plugin = treewright::arrow_plugin;
    static const TreewrightArrowPlugin table = {
        treewright_arrow_version, plugin::open,  plugin::schema, plugin::rows,   plugin::read, plugin::close,
        plugin::create,           plugin::write, plugin::finish, plugin::discard};
    return &table;
}
