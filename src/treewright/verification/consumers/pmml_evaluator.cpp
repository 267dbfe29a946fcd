// PMML by the evaluator of the JPMML project, as a module of Python that brings the Java classes.
#include "treewright/verification/consumers/consumer.h"

namespace treewright {

namespace {

constexpr std::string_view pmml_driver = R"py(from treewright_rows import answer_line, columns, job, rank_text
from jpmml_evaluator import make_evaluator
from jpmml_evaluator.jpype import JPypeBackend

evaluator = make_evaluator("export.pmml", backend=JPypeBackend())
evaluator.verify()
inputs = {field.getName() for field in evaluator.getInputFields()}
outputs = [field.getName() for field in evaluator.getOutputFields()]


def cell(feature, value):
    if feature["type"] == "categorical":
        return value
    return rank_text(feature, value) if feature["type"] == "ordered" else None if value != value else value


table = [(feature, values) for feature, values in zip(job["features"], columns) if feature["name"] in inputs]
with open("answers.txt", "w") as answers:
    for row in range(job["rows"]):
        found = evaluator.evaluate({feature["name"]: cell(feature, values[row]) for feature, values in table})
        prediction, *shares, leaf = [found.get(name) for name in outputs]
        if leaf is None:
            answers.write("refused\n")
        elif job["classes"]:
            answers.write(answer_line(leaf, prediction, shares))
        else:
            answers.write(answer_line(leaf, None, [prediction]))
)py";

std::vector<Tool> find_pmml_evaluator(const Workplace& place) {
    Tool python = place.python();
    Tool module = place.python_module(python, "jpmml_evaluator", "jpmml_evaluator");
    Tool bridge = place.python_module(python, "jpype", "jpype1");
    return {std::move(module), std::move(bridge), place.java(), std::move(python)};
}

Answers replay_pmml(const Replay& replay, const std::vector<Tool>& tools, const Workplace& place) {
    hand_over_to_python(replay, place);
    place.folder().write("export.pmml", replay.bytes);
    return read_answers(place.run_python(tools.back(), pmml_driver), replay.model.schema, replay.rows.rows);
}

}  // namespace

Consumer pmml_evaluator() { return {"pmml", {}, find_pmml_evaluator, replay_pmml}; }

}  // namespace treewright
