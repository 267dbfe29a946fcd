// ONNX files by ONNX Runtime, as a module of Python.
#include "treewright/verification/consumers/consumer.h"

namespace treewright {

namespace {

constexpr std::string_view onnx_driver = R"py(import numpy, onnxruntime
from treewright_rows import answer_line, columns, job, rank_text

options = onnxruntime.SessionOptions()
options.intra_op_num_threads = 1
options.log_severity_level = 3
session = onnxruntime.InferenceSession("export.onnx", options, providers=["CPUExecutionProvider"])
inputs = session.get_inputs()
if len(inputs) != len(job["features"]):
    raise SystemExit(f"it has {len(inputs)} inputs for {len(job['features'])} features")


def cells_of(feature, cells):
    if feature["type"] == "categorical":
        return numpy.array([text or "" for text in cells], dtype=object)
    if feature["type"] == "ordered":
        return numpy.array([rank_text(feature, rank) or "" for rank in cells], dtype=object)
    return numpy.array(cells, dtype=numpy.float64)


cells = [cells_of(feature, column).reshape(-1, 1) for feature, column in zip(job["features"], columns)]
names = [output.name for output in session.get_outputs()]
with open("answers.txt", "w") as answers:
    for start in range(0, job["rows"], 1000):
        rows = min(1000, job["rows"] - start)
        feed = {each.name: column[start:start + rows] for each, column in zip(inputs, cells)}
        found = dict(zip(names, session.run(names, feed)))
        for row in range(rows):
            leaf = found["leaf"][row]
            if leaf < 0:
                answers.write("refused\n")
            elif job["classes"]:
                answers.write(answer_line(leaf, found["label"][row], found["probabilities"][row]))
            else:
                answers.write(answer_line(leaf, None, [found["value"][row]]))
)py";

std::vector<Tool> find_onnx_runtime(const Workplace& place) {
    const Tool python = place.python();
    return {place.python_module(python, "onnxruntime", "onnxruntime"), python};
}

Answers replay_onnx(const Replay& replay, const std::vector<Tool>& tools, const Workplace& place) {
    hand_over_to_python(replay, place);
    place.folder().write("export.onnx", replay.bytes);
    return read_answers(place.run_python(tools.back(), onnx_driver), replay.model.schema, replay.rows.rows);
}

}  // namespace

Consumer onnx_runtime() { return {"onnx", {}, find_onnx_runtime, replay_onnx}; }

}  // namespace treewright
