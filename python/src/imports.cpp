#include "imports.h"

#include <nanobind/ndarray.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "calls.h"
#include "treewright/face/plain_tree.h"

namespace nb = nanobind;

namespace treewright::python {

namespace {

template <class Number>
using Cells = nb::ndarray<const Number, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Matrix = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

/// Arrays of one cell per node, by the names of the members of `PlainNode`. One that is not there leaves the default.
class NodeArrays {
public:
    NodeArrays(const nb::dict& arrays, std::vector<PlainNode>& nodes) : arrays_(arrays), nodes_(nodes) {}

    template <class Number, class Member>
    void copy_to(Member PlainNode::* member, const char* name) const {
        if (!arrays_.contains(name)) return;
        const auto cells = nb::cast<Cells<Number>>(arrays_[name]);
        if (cells.shape(0) != nodes_.size())
            throw input_error("the arrays of a tree have one cell per node, but '" + std::string(name) +
                              "' has another length");
        for (std::size_t i = 0; i < nodes_.size(); ++i) nodes_[i].*member = static_cast<Member>(cells.data()[i]);
    }

private:
    const nb::dict& arrays_;
    std::vector<PlainNode>& nodes_;
};

std::vector<PlainNode> nodes_of(const nb::dict& arrays) {
    std::vector<PlainNode> nodes(nb::cast<Cells<std::int64_t>>(arrays["left"]).shape(0));
    const NodeArrays from(arrays, nodes);
    from.copy_to<std::int64_t>(&PlainNode::left, "left");
    from.copy_to<std::int64_t>(&PlainNode::right, "right");
    from.copy_to<std::int64_t>(&PlainNode::feature, "feature");
    from.copy_to<double>(&PlainNode::threshold, "threshold");
    from.copy_to<bool>(&PlainNode::missing_goes_left, "missing_goes_left");
    from.copy_to<std::int64_t>(&PlainNode::label, "label");
    from.copy_to<double>(&PlainNode::mean, "mean");
    from.copy_to<double>(&PlainNode::weight, "weight");
    from.copy_to<double>(&PlainNode::impurity, "impurity");
    return nodes;
}

std::vector<double> class_weights_of(const nb::dict& arrays) {
    if (!arrays.contains("class_weights")) return {};
    const auto cells = nb::cast<Matrix>(arrays["class_weights"]);
    return {cells.data(), cells.data() + cells.size()};
}

struct Names {
    std::vector<std::string> features;
    std::string target;
    std::vector<std::string> classes;
};

FittedModel model_of_arrays(const Names& names, const nb::dict& arrays, const std::map<std::string, std::string>& options,
                            std::string program) {
    PlainTree plain{names.features,           names.target, names.classes,     nodes_of(arrays),
                    class_weights_of(arrays), {},           std::move(program)};
    for (const auto& [name, value] : options) plain.options.push_back({name, value});
    return called(1, [&](const Session&) { return model_of_plain_tree(plain); });
}

}  // namespace

void bind_imports(nb::module_& module) {
    nb::class_<Names>(module, "Names", "What the columns and the classes of an imported tree are called.")
        .def(
            "__init__",
            [](Names* names, std::vector<std::string> features, std::string target, std::vector<std::string> classes) {
                new (names) Names{std::move(features), std::move(target), std::move(classes)};
            },
            nb::arg("features"), nb::arg("target"), nb::arg("classes"));
    module.def(
        "model_of_arrays", &model_of_arrays, nb::arg("names"), nb::arg("arrays"), nb::arg("options"), nb::arg("program"),
        "A model of the arrays of another program's tree: left, right, feature, threshold, missing_goes_left, label, mean, "
        "weight, impurity by node, class_weights by node and class.");
}

}  // namespace treewright::python
