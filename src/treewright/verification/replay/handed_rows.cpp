#include "treewright/verification/replay/handed_rows.h"

#include <cstring>

#include "treewright/base/json_writer.h"
#include "treewright/verification/probe_rows.h"

namespace treewright {

namespace {

std::string_view word_for(ColumnType type) {
    switch (type) {
        case ColumnType::numeric: return "numeric";
        case ColumnType::date: return "date";
        case ColumnType::time: return "time";
        case ColumnType::ordered: return "ordered";
        case ColumnType::categorical: return "categorical";
    }
    return {};
}

template <class Cell>
void append_cells(std::string& bytes, const std::vector<Cell>& cells) {
    const std::size_t start = bytes.size();
    bytes.resize(start + cells.size() * sizeof(Cell));
    if (!cells.empty()) std::memcpy(bytes.data() + start, cells.data(), cells.size() * sizeof(Cell));
}

void write_texts(JsonWriter& json, std::string_view name, const std::vector<std::string>& texts) {
    json.key(name);
    json.begin_array();
    for (const std::string& text : texts) json.string(text);
    json.end_array();
}

std::string job_of(const Table& rows, const std::vector<std::string>& classes) {
    std::string text;
    JsonWriter json(text);
    json.begin_object();
    json.member("rows", rows.rows);
    write_texts(json, "classes", classes);
    json.key("features");
    json.begin_array();
    for (const Column& column : rows.columns) {
        const ColumnSchema& feature = column.schema;
        json.begin_object();
        json.member("name", feature.name);
        json.member("type", word_for(feature.type));
        write_texts(json, "levels", feature.levels);
        write_texts(json, "unseen", feature.type == ColumnType::categorical ? unseen_texts(feature) : std::vector<std::string>());
        json.end_object();
    }
    json.end_array();
    json.end_object();
    return text;
}

constexpr std::string_view python_module = R"py(import array, json, struct, sys

sys.excepthook = lambda kind, error, trace: print(f"{kind.__name__}: {error}", file=sys.stderr)

with open("job.json", encoding="utf-8") as file:
    job = json.load(file)


def column(feature, file):
    """Floats, NaN if missing; of categories texts, None if missing."""
    cells = array.array("i" if feature["type"] == "categorical" else "d")
    cells.fromfile(file, job["rows"])
    if feature["type"] != "categorical":
        return list(cells)
    levels, unseen = feature["levels"], feature["unseen"]
    return [levels[c] if c >= 0 else None if c == -1 else unseen[r % len(unseen)] for r, c in enumerate(cells)]


with open("rows.bin", "rb") as file:
    columns = [column(feature, file) for feature in job["features"]]


def rank_text(feature, rank):
    """The level of an ordered category; None if missing."""
    return None if rank != rank else feature["levels"][int(rank)]


def answer_line(leaf, label, numbers):
    """What verify reads: see answers.h."""
    text = "." if label is None else "x" + label.encode("utf-8", "surrogatepass").hex()
    return " ".join(["-" if leaf is None else str(int(leaf)), text] + [struct.pack(">d", float(n)).hex() for n in numbers]) + "\n"
)py";

}  // namespace

void hand_over(const Table& rows, const std::vector<std::string>& classes, const Workplace& place) {
    std::string bytes;
    for (const Column& column : rows.columns) {
        place.progress().stop_if_cancelled();
        if (column.has_values())
            append_cells(bytes, std::vector<double>(column.values.copy()));
        else
            append_cells(bytes, column.codes);
    }
    place.folder().write("rows.bin", bytes);
    place.folder().write("job.json", job_of(rows, classes));
}

void hand_over(const Replay& replay, const Workplace& place) { hand_over(replay.rows, replay.model.schema.classes(), place); }

void hand_over_to_python(const Table& rows, const std::vector<std::string>& classes, const Workplace& place) {
    hand_over(rows, classes, place);
    place.folder().write("treewright_rows.py", python_module);
}

void hand_over_to_python(const Replay& replay, const Workplace& place) {
    hand_over_to_python(replay.rows, replay.model.schema.classes(), place);
}

const std::string* text_of_cell(const Column& column, std::size_t row, const std::vector<std::string>& unseen) {
    const LevelCode code = column.codes[row];
    if (code == missing_code) return nullptr;
    return code == unseen_code ? &unseen[row % unseen.size()] : &column.schema.level(code);
}

}  // namespace treewright
