// bench_data: writes one of the benchmark's sets as a folder of plain files (raw_table.h).
#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <string>

#include "bench/data/generators.h"

int main(int argc, char** argv) {
    CLI::App app{"Writes a set of the benchmark."};
    std::string set, folder;
    std::size_t rows = 0, test_rows = 0;
    bool csv = false;
    app.add_option("set", set, "two_classes, regression, mixed, ten_classes, integers or shuffled")->required();
    app.add_option("folder", folder, "where its files go")->required();
    app.add_option("--rows", rows, "training rows")->required();
    app.add_option("--test-rows", test_rows, "test rows")->required();
    app.add_flag("--csv", csv, "the training rows as CSV, too");
    CLI11_PARSE(app, argc, argv);
    try {
        const bench::RawTable train = bench::generate(set, bench::Part::train, rows);
        bench::write_cells(folder, bench::Part::train, train);
        if (csv) bench::write_csv(folder + "/train.csv", train);
        bench::write_cells(folder, bench::Part::test, bench::generate(set, bench::Part::test, test_rows));
        bench::write_columns(folder, train, test_rows);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "bench_data: %s\n", error.what());
        return 1;
    }
    return 0;
}
