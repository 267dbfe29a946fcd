// Modules in Python by the Python of this machine.
#include "treewright/base/replaced.h"
#include "treewright/export/program_names.h"
#include "treewright/verification/consumers/consumer.h"
#include "treewright/verification/consumers/native_driver.h"

namespace treewright {

namespace {

/// Missing values are said in each of the ways that there are.
constexpr std::string_view python_driver = R"py(from export import @name@ as tree
from treewright_rows import answer_line, columns, job, rank_text

NAN = float("nan")


def cell(feature, value):
    """None if it is missing."""
    if value is None or value != value:
        return None
    return rank_text(feature, value) if feature["type"] == "ordered" else value


def row_at(r):
    row = {}
    for feature, column in zip(job["features"], columns):
        value = cell(feature, column[r])
        if value is not None or r % 3 > 0:
            row[feature["name"]] = NAN if value is None and r % 3 == 2 else value
    return row


def answer(row):
    try:
        got = tree.predict(row)
    except ValueError as error:
        if "the tree refuses such rows" not in str(error):
            raise
        return "refused\n"
    if job["classes"]:
        return answer_line(got["leaf"], got["label"], got["probabilities"])
    return answer_line(got["leaf"], None, [got["value"]])


with open("answers.txt", "w") as answers:
    for r in range(job["rows"]):
        answers.write(answer(row_at(r)))
)py";

std::vector<Tool> find_python(const Workplace& place) { return {place.python()}; }

Answers replay_python(const Replay& replay, const std::vector<Tool>& tools, const Workplace& place) {
    hand_over_to_python(replay, place);
    place.folder().write("export.py", replay.bytes);
    const std::string name = program_names(replay.model, replay.options, "python").name;
    return read_answers(place.run_python(tools.front(), replaced(python_driver, "@name@", name)), replay.model.schema, replay.rows.rows);
}

}  // namespace

Consumer python_interpreter() { return {"python", {}, find_python, replay_python}; }

}  // namespace treewright
