// An ONNX graph under construction: operators are added one after the other, each names its results. A graph can be a whole model or the
// body of a loop.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "treewright/export/onnx/protobuf.h"
#include "treewright/export/onnx/tensor.h"

namespace treewright {

/// The name of a tensor in its graph.
using OnnxValue = std::string;

/// ai.onnx, the domain of general operators, is the empty text.
inline constexpr std::string_view onnx_ml = "ai.onnx.ml";

class OnnxAttribute {
public:
    using Value = std::variant<std::int64_t, float, std::vector<std::int64_t>, std::vector<float>, std::vector<std::string>, OnnxTensor,
                               ProtoMessage>;  // a ProtoMessage is a graph

    OnnxAttribute(std::string_view name, Value value) : name_(name), value_(std::move(value)) {}
    [[nodiscard]] ProtoMessage proto() const;

private:
    std::string name_;
    Value value_;
};

/// A shape has numbers and names of sizes, such as {"N", "2"}; all digits: a number.
struct OnnxPort {
    OnnxValue name;
    OnnxType type = OnnxType::real;
    std::vector<std::string> shape;
    std::string doc = {};
};

class OnnxGraph {
public:
    /// `reserved`: names that inputs and outputs will get.
    OnnxGraph(std::string name, const std::vector<std::string>& reserved)
        : name_(std::move(name)), names_(std::make_shared<Names>()) {
        names_->taken.insert(reserved.begin(), reserved.end());
    }
    /// A graph within this one: all names are distinct from those of this one.
    [[nodiscard]] OnnxGraph body(std::string name) const { return OnnxGraph(std::move(name), names_); }

    /// A name that no tensor has.
    OnnxValue fresh_name();
    OnnxValue input(OnnxPort port);
    /// `value` under the name of the port.
    void output(const OnnxValue& value, const OnnxPort& port);
    OnnxValue constant(const OnnxTensor& tensor);

    struct Call {
        std::string_view operation;
        std::vector<OnnxValue> inputs;
        std::vector<OnnxAttribute> attributes = {};
        std::string_view domain = {};
    };
    OnnxValue add(const Call& call) { return add(call, 1).front(); }
    std::vector<OnnxValue> add(const Call& call, std::size_t results);

    // Operators that are used all over.
    OnnxValue gather(const OnnxValue& from, const OnnxValue& positions, std::int64_t axis = 0);
    OnnxValue cast(const OnnxValue& value, OnnxType type);
    OnnxValue where(const OnnxValue& condition, const OnnxValue& yes, const OnnxValue& no);
    /// Next to each other along the columns; a single one stays what it is.
    OnnxValue concatenated(const std::vector<OnnxValue>& blocks);
    OnnxValue as_list(const OnnxValue& column);  ///< [N, 1] or [1, N] as [N]
    OnnxValue as_column(const OnnxValue& list);  ///< [N] as [N, 1]

    [[nodiscard]] ProtoMessage proto() const;

private:
    struct Names {
        std::set<std::string> taken;
        std::size_t made = 0;
    };
    OnnxGraph(std::string name, std::shared_ptr<Names> names) : name_(std::move(name)), names_(std::move(names)) {}
    void add_node(const Call& call, const std::vector<OnnxValue>& results);

    std::string name_;
    std::shared_ptr<Names> names_;  ///< shared by a graph and its bodies
    std::vector<ProtoMessage> nodes_;
    std::vector<ProtoMessage> constants_;
    std::map<std::string, OnnxValue> small_constants_;  ///< by their bytes, to use them again
    std::vector<ProtoMessage> inputs_;
    std::vector<ProtoMessage> outputs_;
};

}  // namespace treewright
