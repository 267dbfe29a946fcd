// A table by the Arrow C stream interface, as pyarrow, polars, DuckDB and Arrow C++ hand it over. Here the stream is made by hand, so that
// the example needs no other library: one batch with the columns x (double) and y (double).
#include <treewright/treewright.h>
#include <array>
#include <iostream>

namespace {

struct Batch {
    std::array<double, 8> x = {1, 2, 3, 4, 5, 6, 7, 8};
    std::array<double, 8> y = {10, 10.5, 11, 10.2, 20, 20.4, 19.8, 20.1};
    std::array<std::array<const void*, 2>, 2> buffers = {{{nullptr, nullptr}, {nullptr, nullptr}}};
    std::array<const void*, 1> no_validity = {nullptr};
    std::array<ArrowArray, 2> columns = {};
    std::array<ArrowArray*, 2> children = {};
    std::array<ArrowSchema, 2> fields = {};
    std::array<ArrowSchema*, 2> field_pointers = {};
    bool is_sent = false;
};

Batch batch;

void keep_array(ArrowArray* array) { array->release = nullptr; }
void keep_schema(ArrowSchema* schema) { schema->release = nullptr; }

ArrowArray column_of(const double* values, std::array<const void*, 2>& buffers) {
    buffers = {nullptr, values};
    return {8, 0, 0, 2, 0, buffers.data(), nullptr, nullptr, keep_array, nullptr};
}

int get_schema(ArrowArrayStream*, ArrowSchema* out) {
    batch.fields = {ArrowSchema{"g", "x", nullptr, 0, 0, nullptr, nullptr, keep_schema, nullptr},
                    ArrowSchema{"g", "y", nullptr, 0, 0, nullptr, nullptr, keep_schema, nullptr}};
    batch.field_pointers = {&batch.fields[0], &batch.fields[1]};
    *out = {"+s", "", nullptr, 0, 2, batch.field_pointers.data(), nullptr, keep_schema, nullptr};
    return 0;
}

int get_next(ArrowArrayStream*, ArrowArray* out) {
    *out = {};
    if (batch.is_sent) return 0;  // an array without release ends the stream
    batch.is_sent = true;
    batch.columns = {column_of(batch.x.data(), batch.buffers[0]), column_of(batch.y.data(), batch.buffers[1])};
    batch.children = {&batch.columns[0], &batch.columns[1]};
    *out = {8, 0, 0, 1, 2, batch.no_validity.data(), batch.children.data(), nullptr, keep_array, nullptr};
    return 0;
}

const char* last_error(ArrowArrayStream*) { return nullptr; }
void release_stream(ArrowArrayStream* stream) { stream->release = nullptr; }

}  // namespace

int main() try {
    ArrowArrayStream stream = {get_schema, get_next, last_error, release_stream, nullptr};
    const auto data = treewright::Dataset::from(treewright::table_from_arrow(stream), {.target = "y"});
    const auto model = treewright::fit(data, treewright::options({{"max-depth", "1"}, {"prune", "none"}}));
    std::cout << model.text();
    const std::array<double, 2> matrix = {1.5, 7.5};  // two rows of one feature
    const auto rows = model.predict(matrix);
    std::cout << "x = 1.5: " << rows.values[0] << ", x = 7.5: " << rows.values[1] << "\n";
} catch (const treewright::Error& error) {
    std::cerr << error.what() << "\n";
    return 1;
}
