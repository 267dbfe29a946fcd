#include "treewright/verification/consumers/native_driver.h"

#include <fmt/format.h>

#include <cstdint>
#include <cstring>

#include "treewright/base/replaced.h"
#include "treewright/verification/probe_rows.h"

namespace treewright {

namespace {

/// Reads bytes, and writes texts and doubles as hexadecimal digits. Valid C99 and C++11. The file of the export is included before it.
constexpr std::string_view beginning = R"c(#include "export.h"
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct driver_texts { int32_t levels; int32_t unseen; const char **texts; int32_t *lengths; } driver_texts;

static FILE *driver_out;

static unsigned char *driver_content(const char *name) {
    FILE *file = fopen(name, "rb");
    if (!file || fseek(file, 0, SEEK_END) != 0) exit(3);
    long size = ftell(file);
    rewind(file);
    unsigned char *bytes = (unsigned char *)malloc((size_t)size + 1);
    if (!bytes || fread(bytes, 1, (size_t)size, file) != (size_t)size) exit(3);
    fclose(file);
    return bytes;
}

static int32_t driver_integer(const unsigned char *at) {
    int32_t integer;
    memcpy(&integer, at, sizeof integer);
    return integer;
}

static double driver_double(const unsigned char *at) {
    double number;
    memcpy(&number, at, sizeof number);
    return number;
}

static driver_texts driver_read_texts(const unsigned char **at) {
    driver_texts all;
    all.levels = driver_integer(*at);
    all.unseen = driver_integer(*at + 4);
    *at += 8;
    int32_t count = all.levels + all.unseen;
    all.texts = (const char **)malloc((size_t)(count + 1) * sizeof *all.texts);
    all.lengths = (int32_t *)malloc((size_t)(count + 1) * sizeof *all.lengths);
    if (!all.texts || !all.lengths) exit(3);
    for (int32_t i = 0; i < count; i++) {
        all.lengths[i] = driver_integer(*at);
        all.texts[i] = (const char *)*at + 4;
        *at += 4 + all.lengths[i] + 1;
    }
    return all;
}

/* The position of a cell's text; -1 if it is missing. */
static int32_t driver_position(const driver_texts *all, int32_t code, long row) {
    return code == -2 ? all->levels + (int32_t)(row % all->unseen) : code;
}

static int32_t driver_rank(double rank) { return isnan(rank) ? -1 : (int32_t)rank; }

static void driver_print_text(const char *text, int32_t length) {
    fputs(" x", driver_out);
    for (int32_t i = 0; i < length; i++) fprintf(driver_out, "%02x", (unsigned char)text[i]);
}

/* The export says a name up to its first NUL; ours is printed where that is what can be said of it. */
static void driver_print_label(const driver_texts *classes, int label, const char *name) {
    int is_ours = label >= 0 && label < classes->levels && (!name || strcmp(name, classes->texts[label]) == 0);
    if (is_ours) driver_print_text(classes->texts[label], classes->lengths[label]);
    else driver_print_text(name ? name : "?", name ? (int32_t)strlen(name) : 1);
}

static void driver_print_double(double number) {
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    fprintf(driver_out, " %016llx", (unsigned long long)bits);
}

)c";

void append_integer(std::string& bytes, std::size_t number) {
    const auto integer = static_cast<std::int32_t>(number);
    std::array<char, sizeof integer> raw{};
    std::memcpy(raw.data(), &integer, sizeof integer);
    bytes.append(raw.data(), raw.size());
}

void append_texts(std::string& bytes, const std::vector<std::string>& levels, const std::vector<std::string>& unseen) {
    append_integer(bytes, levels.size());
    append_integer(bytes, unseen.size());
    for (const auto* list : {&levels, &unseen})
        for (const std::string& text : *list) {
            append_integer(bytes, text.size());
            bytes += text + '\0';
        }
}

std::string with_names(std::string_view text, const std::string& name, const ProgramNames::Feature& feature) {
    return replaced(replaced(replaced(text, "@name@", name), "@field@", feature.field), "@type@", feature.type);
}

/// Puts a cell into its field: numbers as they are, levels by their text.
std::string cell_code(const ProgramNames::Feature& feature, const Column& column, std::size_t offset, std::string_view level) {
    const std::string_view type = column.has_values() ? "double" : "integer";
    const std::string cell = fmt::format("driver_{}(rows + {} + {} * r)", type, offset, column.has_values() ? sizeof(double) : sizeof(LevelCode));
    if (!feature.has_levels) return fmt::format("        row.{} = {};\n", feature.field, cell);
    const std::string position = column.has_values() ? fmt::format("driver_rank({})", cell) : fmt::format("driver_position(&texts_{}, {}, r)", feature.number, cell);
    return fmt::format("        {{\n            const int32_t p = {1};\n            const char *text = p < 0 ? 0 : texts_{0}.texts[p];\n"
                       "            const int32_t length = p < 0 ? 0 : texts_{0}.lengths[p];\n            (void)length;\n"
                       "            row.{2} = {3};\n        }}\n",
                       feature.number, position, feature.field, level);
}

}  // namespace

std::vector<std::size_t> offsets_of(const Table& rows) {
    std::vector<std::size_t> offsets;
    std::size_t offset = 0;
    for (const Column& column : rows.columns) {
        offsets.push_back(offset);
        offset += rows.rows * (column.has_values() ? sizeof(double) : sizeof(LevelCode));
    }
    return offsets;
}

void hand_over_to_native(const Replay& replay, const ProgramNames& names, const Workplace& place) {
    hand_over(replay, place);
    std::string bytes;
    for (const ProgramNames::Feature& feature : names.features) {
        const ColumnSchema& column = replay.model.schema.features[feature.number];
        if (feature.has_levels) append_texts(bytes, column.levels, unseen_texts(column));
    }
    append_texts(bytes, replay.model.schema.classes(), {});
    place.folder().write("texts.bin", bytes);
}

std::string native_driver(const Replay& replay, const ProgramNames& names, const NativeLanguage& language) {
    const std::vector<std::size_t> offsets = offsets_of(replay.rows);
    std::string code(beginning);
    code += "int main(void) {\n    const unsigned char *rows = driver_content(\"rows.bin\");\n"
            "    const unsigned char *at = driver_content(\"texts.bin\");\n";
    for (const ProgramNames::Feature& feature : names.features)
        if (feature.has_levels) code += fmt::format("    const driver_texts texts_{} = driver_read_texts(&at);\n", feature.number);
    code += "    const driver_texts classes = driver_read_texts(&at);\n    driver_out = fopen(\"answers.txt\", \"w\");\n"
            "    if (!driver_out) return 3;\n    (void)rows;\n    (void)classes;\n";
    code += fmt::format("    for (long r = 0; r < {}; r++) {{\n        {}\n", replay.rows.rows, replaced(language.row, "@name@", names.name));
    for (const ProgramNames::Feature& feature : names.features)
        code += cell_code(feature, replay.rows.columns[feature.number], offsets[feature.number], with_names(language.level, names.name, feature));
    const bool is_class = replay.model.schema.task() == Task::classification;
    code += replaced(is_class ? language.answer : language.number, "@name@", names.name);
    return code + "    }\n    return fclose(driver_out) == 0 ? 0 : 3;\n}\n";
}

}  // namespace treewright
