// The parts of a table as JSON.
#include "treewright/base/json_writer.h"
#include "treewright/report/split_report.h"

namespace treewright {

std::string split_json(const SplitResult& result, const std::string& file) {
    std::string text;
    JsonWriter json(text);
    json.begin_object();
    json.member("file", file);
    json.member("rows", result.rows);
    json.member("seed", result.seed);
    json.key("parts");
    json.begin_array();
    for (const SplitPart& part : result.parts) {
        json.line_break();
        json.begin_object();
        json.member("name", part.name);
        json.member("file", part.file);
        json.member("rows", part.rows.size());
        const std::vector<std::size_t>& counts = part.class_counts;
        if (!counts.empty()) {
            json.key("classes");
            json.begin_object();
            for (std::size_t j = 0; j < counts.size(); ++j) json.member(result.classes[j], counts[j]);
            json.end_object();
        }
        json.end_object();
    }
    json.end_array();
    json.end_object();
    return text + "\n";
}

}  // namespace treewright
