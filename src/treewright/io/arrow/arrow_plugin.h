// All that passes between the program and the plugin that holds the Arrow library: a table of C functions, and the structs of the
// Arrow C interface. The plugin is loaded only when a Parquet or Arrow file is opened (docs/decisions/0009-arrow-as-a-plugin.md).
//
// A function that can fail returns null or a number other than 0 and writes why into `error`, with a final zero. None throws.
#pragma once

#include <cstddef>
#include <cstdint>

#include "treewright/data/arrow_c.h"

extern "C" {

/// Which of the formats a file has, by its first bytes.
enum TreewrightArrowFormat { treewright_parquet = 0, treewright_arrow_file = 1, treewright_arrow_stream = 2 };

struct TreewrightArrowError {
    char text[512];
    int code;  ///< of the system (errno), ENOMEM also for the library's own lack of memory; 0: the file is at fault
};

/// Positions of columns in a file, ascending.
struct TreewrightArrowColumns {
    const int* positions;
    int count;
};

/// Takes bytes that the plugin has made; 0 if all is well.
using TreewrightArrowSink = int (*)(void* context, const char* bytes, std::int64_t count);

struct TreewrightArrowPlugin {
    int version;  ///< `treewright_arrow_version` of the plugin

    /// Opens a file that can be read at any place. The descriptor is the plugin's from now on, even if this fails.
    void* (*open)(int descriptor, TreewrightArrowFormat format, unsigned threads, TreewrightArrowError* error);
    int (*schema)(void* file, ArrowSchema* out, TreewrightArrowError* error);
    /// The number of rows, or -1 where the format does not have it.
    std::int64_t (*rows)(void* file);
    /// These columns in batches of about that many rows. `file` must outlive the stream, whose functions return EIO only if the
    /// system could not read, ENOMEM for lack of memory, and another code if the file is at fault.
    int (*read)(void* file, TreewrightArrowColumns columns, std::int64_t rows_per_batch, ArrowArrayStream* out,
                TreewrightArrowError* error);
    void (*close)(void* file);

    /// Begins a Parquet file. The schema and the batches are moved in.
    void* (*create)(ArrowSchema* schema, TreewrightArrowSink sink, void* context, TreewrightArrowError* error);
    int (*write)(void* writer, ArrowArray* batch, TreewrightArrowError* error);
    int (*finish)(void* writer, TreewrightArrowError* error);
    /// Frees the writer, finished or not.
    void (*discard)(void* writer);
};

constexpr int treewright_arrow_version = 2;

/// The one symbol of the plugin.
const TreewrightArrowPlugin* treewright_arrow_plugin();
}
