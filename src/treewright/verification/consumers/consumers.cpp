#include <algorithm>

#include "treewright/verification/consumers/consumer.h"

namespace treewright {

const Consumer* consumer_of(std::string_view target, const ExportOptions& options) {
    static const std::vector<Consumer> all = {
        c_compiler(),    cpp_compiler(),  java_compiler(), node_js(),       python_interpreter(), onnx_runtime(),
        sqlite_module(), duckdb_module(), spark_session(), postgres_server(), pmml_evaluator(),
    };
    const auto found = std::find_if(all.begin(), all.end(), [&](const Consumer& consumer) {
        return consumer.target == target && (!consumer.dialect || *consumer.dialect == options.dialect);
    });
    return found == all.end() ? nullptr : &*found;
}

}  // namespace treewright
