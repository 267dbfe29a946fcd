// Classes in Java by the Java compiler and the virtual machine of this machine.
#include <fmt/format.h>

#include <algorithm>

#include "treewright/base/replaced.h"
#include "treewright/verification/consumers/consumer.h"
#include "treewright/verification/consumers/native_driver.h"

namespace treewright {

namespace {

/// Every class by its full name: the export may be called like one.
constexpr std::string_view java_driver_beginning = R"java(public final class TreewrightReplayDriver {
    static java.nio.channels.FileChannel cells;
    static java.nio.ByteBuffer texts;

    // What the cells of a feature may say: the levels, then unseen texts.
    static final class Words {
        final int levels = texts.getInt();
        final int unseen = texts.getInt();
        final String[] all = new String[levels + unseen];

        Words() {
            for (int i = 0; i < all.length; i++) {
                byte[] bytes = new byte[texts.getInt()];
                texts.get(bytes);
                texts.get();
                all[i] = new String(bytes, java.nio.charset.StandardCharsets.UTF_8);
            }
        }

        String of(int code, int row) {
            return code == -1 ? null : all[code == -2 ? levels + row % unseen : code];
        }

        String of(double rank) {
            return rank != rank ? null : all[(int) rank];
        }
    }

    static java.nio.ByteBuffer column(long offset, long bytes) throws java.io.IOException {
        return cells.map(java.nio.channels.FileChannel.MapMode.READ_ONLY, offset, bytes).order(java.nio.ByteOrder.nativeOrder());
    }

    static void open() throws java.io.IOException {
        cells = java.nio.channels.FileChannel.open(java.nio.file.Paths.get("rows.bin"));
        texts = java.nio.ByteBuffer.wrap(java.nio.file.Files.readAllBytes(java.nio.file.Paths.get("texts.bin")));
        texts.order(java.nio.ByteOrder.nativeOrder());
    }

    static void addText(java.lang.StringBuilder line, String text) {
        line.append(" x");
        for (byte each : text.getBytes(java.nio.charset.StandardCharsets.UTF_8))
            line.append("0123456789abcdef".charAt(each >> 4 & 15)).append("0123456789abcdef".charAt(each & 15));
    }

    static void addDouble(java.lang.StringBuilder line, double number) {
        String digits = Long.toHexString(Double.doubleToRawLongBits(number));
        line.append(' ').append("0000000000000000", 0, 16 - digits.length()).append(digits);
    }

)java";

constexpr std::string_view java_driver_end = R"java(
    public static void main(String[] arguments) throws java.io.IOException {
        open();
        prepare();
        try (java.io.Writer out = java.nio.file.Files.newBufferedWriter(java.nio.file.Paths.get("answers.txt"))) {
            for (int r = 0; r < @rows@; r++) {
                @name@.Row row = new @name@.Row();
                fill(row, r);
                java.lang.StringBuilder line = new java.lang.StringBuilder();
                try {
                    @name@.Prediction got = @name@.predict(row);
@answer@                } catch (java.lang.IllegalArgumentException refused) {
                    line.append("refused");
                }
                out.append(line.append('\n'));
            }
        }
    }
}
)java";

constexpr std::string_view java_class_answer = R"java(                    line.append(got.leaf);
                    addText(line, got.name());
                    for (double share : got.probabilities) addDouble(line, share);
)java";

constexpr std::string_view java_number_answer = R"java(                    line.append(got.leaf).append(" .");
                    addDouble(line, got.value);
)java";

/// What reads the column of a feature, and what puts a cell of it into its field.
struct JavaCell {
    std::string field;
    std::string prepared;
    std::string filled;
};

JavaCell java_cell(const ProgramNames& names, const ProgramNames::Feature& feature, const Table& rows, std::size_t offset) {
    const bool is_value = rows.columns[feature.number].has_values();
    const std::size_t width = is_value ? sizeof(double) : sizeof(LevelCode);
    JavaCell cell;
    cell.field = fmt::format("    static java.nio.ByteBuffer column{};\n", feature.number);
    cell.prepared = fmt::format("        column{0} = column({1}L, {2}L);\n", feature.number, offset, width * rows.rows);
    const std::string value = fmt::format("column{}.get{}({} * r)", feature.number, is_value ? "Double" : "Int", width);
    if (!feature.has_levels) {
        cell.filled = fmt::format("        row.{} = {};\n", feature.field, value);
        return cell;
    }
    cell.field += fmt::format("    static Words words{};\n", feature.number);
    cell.prepared += fmt::format("        words{} = new Words();\n", feature.number);
    cell.filled = fmt::format("        row.{1} = {0}.{1}Of(words{2}.of({3}{4}));\n", names.name, feature.field, feature.number, value,
                              is_value ? "" : ", r");
    return cell;
}

/// Methods of a few cells each: one has at most 64 KB of code.
std::string java_methods(std::string_view name, std::string_view declared, std::string_view called, const std::vector<std::string>& lines) {
    constexpr std::size_t lines_per_method = 200;
    std::string code;
    std::string calls;
    for (std::size_t first = 0; first < lines.size(); first += lines_per_method) {
        code += fmt::format("    static void {}{}({}) throws java.io.IOException {{\n", name, first, declared);
        for (std::size_t i = first; i < std::min(lines.size(), first + lines_per_method); ++i) code += lines[i];
        code += "    }\n\n";
        calls += fmt::format("        {}{}({});\n", name, first, called);
    }
    return code + fmt::format("    static void {}({}) throws java.io.IOException {{\n{}    }}\n", name, declared, calls);
}

std::string java_driver(const Replay& replay, const ProgramNames& names) {
    const std::vector<std::size_t> offsets = offsets_of(replay.rows);
    std::string code(java_driver_beginning);
    std::vector<std::string> prepared;
    std::vector<std::string> filled;
    for (const ProgramNames::Feature& feature : names.features) {
        JavaCell cell = java_cell(names, feature, replay.rows, offsets[feature.number]);
        code += cell.field;
        prepared.push_back(std::move(cell.prepared));
        filled.push_back(std::move(cell.filled));
    }
    code += "\n" + java_methods("prepare", "", "", prepared) + "\n" + java_methods("fill", names.name + ".Row row, int r", "row, r", filled);
    const bool is_class = replay.model.schema.task() == Task::classification;
    std::string end = replaced(java_driver_end, "@answer@", is_class ? java_class_answer : java_number_answer);
    return code + replaced(replaced(end, "@rows@", std::to_string(replay.rows.rows)), "@name@", names.name);
}

std::vector<Tool> find_java(const Workplace& place) {
    constexpr std::string_view package = "the Debian package default-jdk-headless";
    const std::string compiler = place.program("javac", package);
    return {{"javac", place.version_of({compiler, "-version"}), compiler}, {"java", {}, place.program("java", package)}};
}

Answers replay_java(const Replay& replay, const std::vector<Tool>& tools, const Workplace& place) {
    const ProgramNames names = program_names(replay.model, replay.options, "java");
    hand_over_to_native(replay, names, place);
    const std::string file = names.name + ".java";
    place.folder().write(file, replay.bytes);
    place.folder().write("TreewrightReplayDriver.java", java_driver(replay, names));
    place.run(place.call({tools.front().path, "-J-XX:-UsePerfData", "-J-XX:TieredStopAtLevel=1", "-proc:none", "-nowarn", "-d", ".", file,
                          "TreewrightReplayDriver.java"}),
              "javac");
    place.run(place.call({tools.back().path, "-XX:-UsePerfData", "-XX:+UseSerialGC", "-cp", ".", "TreewrightReplayDriver"}), "java");
    return read_answers(place.content("answers.txt"), replay.model.schema, replay.rows.rows);
}

}  // namespace

Consumer java_compiler() { return {"java", {}, find_java, replay_java}; }

}  // namespace treewright
