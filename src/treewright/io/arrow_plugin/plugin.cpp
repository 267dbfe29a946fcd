// The plugin's one symbol: C functions around the C++ of the Arrow library. Nothing is thrown out of here.
#include <arrow/c/bridge.h>
#include <arrow/io/file.h>
#include <arrow/io/memory.h>
#include <arrow/status.h>
#include <arrow/util/io_util.h>
#include <arrow/util/thread_pool.h>

#include <cerrno>
#include <cstdio>
#include <exception>
#include <future>
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "treewright/io/arrow_plugin/file_reader.h"
#include "treewright/io/arrow_plugin/parquet_writer.h"

namespace treewright::arrow_plugin {

namespace {

void tell(TreewrightArrowError* error, const char* text, int code) {
    std::snprintf(error->text, sizeof error->text, "%s", text);
    error->code = code;
}

/// Zero if the file is at fault. An `IOError` without a number of the system is how the Parquet library calls a damaged file.
int code_of(const arrow::Status& status) { return status.IsOutOfMemory() ? ENOMEM : arrow::internal::ErrnoFromStatus(status); }

/// What passes through the C interface is only the kind of a status: that of a damaged file must not be the one of a failed read.
arrow::Status classified(const arrow::Status& status) {
    if (!status.IsIOError() || code_of(status) != 0) return status;
    return arrow::Status::Invalid(status.message());
}

class ClassifiedBatches final : public arrow::RecordBatchReader {
public:
    explicit ClassifiedBatches(std::shared_ptr<arrow::RecordBatchReader> below) : below_(std::move(below)) {}

    [[nodiscard]] std::shared_ptr<arrow::Schema> schema() const override { return below_->schema(); }
    arrow::Status ReadNext(std::shared_ptr<arrow::RecordBatch>* batch) override {
        try {
            return classified(below_->ReadNext(batch));
        } catch (const std::bad_alloc&) {
            return arrow::Status::OutOfMemory("no memory");
        } catch (const std::exception& thrown) {
            return arrow::Status::Invalid(thrown.what());
        }
    }

private:
    std::shared_ptr<arrow::RecordBatchReader> below_;
};

/// Runs work, which returns a status.
template <class Work>
int guarded(TreewrightArrowError* error, const Work& work) {
    try {
        const arrow::Status status = work();
        if (status.ok()) return 0;
        tell(error, status.message().c_str(), code_of(status));
    } catch (const std::bad_alloc&) {
        tell(error, "no memory", ENOMEM);
    } catch (const std::exception& thrown) {
        tell(error, thrown.what(), 0);
    } catch (...) {
        tell(error, "unknown failure", 0);
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

/// Starts threads of a pool at once, as far as the system allows, and says how many: one that it refuses later would end the
/// reading.
int start_threads(arrow::internal::Executor& pool, int wanted) {
    std::promise<void> all_started;
    const std::shared_future<void> go = all_started.get_future().share();
    int started = 0;
    try {
        while (started < wanted && pool.Spawn([go] { go.wait(); }).ok()) ++started;
    } catch (const std::exception&) {  // earlier versions of the library throw
        wanted = started;
    }
    all_started.set_value();
    return started;
}

/// Whether the library may use threads of its own for its work.
arrow::Result<bool> prepare_work(int threads) {
    if (threads == 1) return false;
    if (threads == 0) threads = arrow::GetCpuThreadPoolCapacity();
    ARROW_RETURN_NOT_OK(arrow::SetCpuThreadPoolCapacity(threads));
    const int started = start_threads(*arrow::internal::GetCpuThreadPool(), threads);
    if (started > 0 && started < threads) ARROW_RETURN_NOT_OK(arrow::SetCpuThreadPoolCapacity(started));
    return started > 0;
}

/// Arrow's own formats are read by threads for input, even if there is no other. If there cannot be one, the bytes are read at once.
arrow::Result<RandomAccess> prepare_input(RandomAccess file, TreewrightArrowFormat format) {
    if (format == treewright_parquet) return file;
    const int started = start_threads(*arrow::io::default_io_context().executor(), arrow::io::GetIOThreadPoolCapacity());
    if (started > 0) {
        ARROW_RETURN_NOT_OK(arrow::io::SetIOThreadPoolCapacity(started));
        return file;
    }
    ARROW_ASSIGN_OR_RAISE(const std::int64_t size, file->GetSize());
    ARROW_ASSIGN_OR_RAISE(auto bytes, file->ReadAt(0, size));
    return std::make_shared<arrow::io::BufferReader>(std::move(bytes));
}

void* open(int descriptor, TreewrightArrowFormat format, unsigned threads, TreewrightArrowError* error) {
    std::unique_ptr<FileReader> opened;
    guarded(error, [&] {
        ARROW_ASSIGN_OR_RAISE(RandomAccess file, arrow::io::ReadableFile::Open(descriptor));
        ARROW_ASSIGN_OR_RAISE(file, prepare_input(std::move(file), format));
        ARROW_ASSIGN_OR_RAISE(const bool use_threads, prepare_work(static_cast<int>(threads)));
        return open_reader(std::move(file), format, use_threads).Value(&opened);
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
        return arrow::ExportRecordBatchReader(std::make_shared<ClassifiedBatches>(std::move(batches)), out);
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
