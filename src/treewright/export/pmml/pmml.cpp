#include "treewright/export/pmml/pmml.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include "treewright/base/error.h"
#include "treewright/base/number_text.h"
#include "treewright/export/names.h"
#include "treewright/export/pmml/predicates.h"
#include "treewright/export/pmml/xml_writer.h"
#include "treewright/export/programs/program.h"
#include "treewright/export/programs/test_rows.h"
#include "treewright/tree/lowered.h"

namespace treewright {

namespace {

constexpr std::size_t deepest_document = 1000;  // the Java reader takes every level on its stack: 5,000 fit into 8 MB, 10,000 do not

void check_for_xml(std::string_view what, std::string_view text) {
    if (const auto problem = not_for_xml(text))
        throw input_error(fmt::format("{} {} holds {}, which XML, and so PMML, cannot hold: rename it, or export to another target", what,
                                      shown_name(text), *problem));
}

/// Names of outputs that no field has.
class OutputNames {
public:
    explicit OutputNames(const Schema& schema) {
        taken_.insert(schema.target.name);
        for (const ColumnSchema& feature : schema.features) taken_.insert(feature.name);
    }

    std::string unique(const std::string& wished) {
        std::string name = wished;
        for (std::size_t number = 2; !taken_.insert(name).second; ++number) name = fmt::format("{}_{}", wished, number);
        return name;
    }

private:
    std::set<std::string> taken_;
};

bool has_levels(const ColumnSchema& column) {
    return column.type == ColumnType::categorical || column.type == ColumnType::ordered;
}

std::string_view note_about(const ColumnSchema& column) {
    switch (column.type) {
        case ColumnType::date: return "days since 1970-01-01";
        case ColumnType::time: return "seconds since 1970-01-01 00:00:00 UTC";
        default: return {};
    }
}

class PmmlDocument {
public:
    PmmlDocument(const Model& model, const ExportOptions& options)
        : model_(model), options_(options), program_(model, options, Naming()) {
        OutputNames names(model.schema);
        prediction_ = names.unique("prediction");
        for (const std::string& name : classes()) shares_.push_back(names.unique("p:" + name));
        leaf_ = names.unique("leaf");
    }

    std::string write() {
        check();
        xml_.begin("PMML").attribute("version", "4.4").attribute("xmlns", "http://www.dmg.org/PMML-4_4");
        write_header();
        write_dictionary();
        write_model();
        xml_.end();
        return xml_.document();
    }

private:
    [[nodiscard]] bool is_class() const { return model_.schema.task() == Task::classification; }
    [[nodiscard]] const std::vector<std::string>& classes() const { return model_.schema.classes(); }

    void check() const {
        if (program_.has_parts())
            throw input_error(
                fmt::format("rows that lack a value go down several branches of this tree, which readers of PMML do not know: train with "
                            "another {} method, or export to another target",
                            named("missing")));
        if (program_.depth() > deepest_document)
            throw input_error(fmt::format("the tree has {} levels, and readers of PMML fail beyond some {}: prune it, or export to another target",
                                          program_.depth(), deepest_document));
        check_for_xml("the target", model_.schema.target.name);
        for (const std::string& name : classes()) check_for_xml("the class", name);
        for (const ProgramFeature& field : program_.features()) check_field(*field.column);
        check_for_xml("the name", options_.name);
    }

    static void check_field(const ColumnSchema& column) {
        if (column.name.empty())
            throw input_error("a feature of the tree has the empty text as its name, and fields of PMML need a name: rename it, or export to another target");
        check_for_xml("the feature", column.name);
        for (const std::string& level : column.levels) check_for_xml(fmt::format("of {}, the level", shown_name(column.name)), level);
    }

    void write_header() {
        xml_.begin("Header").attribute("description", fmt::format("A decision tree for {}", model_.schema.target.name));
        xml_.begin("Extension").attribute("name", "content_hash").attribute("value", model_.provenance.content_hash).end();
        xml_.begin("Application").attribute("name", "Treewright").attribute("version", TREEWRIGHT_VERSION).end();
        xml_.end();
    }

    // --- fields -------------------------------------------------------------------------------------------------------------------

    void write_dictionary() {
        xml_.begin("DataDictionary").attribute("numberOfFields", program_.features().size() + 1);
        write_field(model_.schema.target);
        for (const ProgramFeature& field : program_.features()) write_field(*field.column);
        xml_.end();
    }

    void write_field(const ColumnSchema& column) {
        const bool is_text = has_levels(column);
        xml_.begin("DataField").attribute("name", column.name);
        if (const std::string_view note = note_about(column); !note.empty())
            xml_.attribute("displayName", fmt::format("{} ({})", column.name, note));
        xml_.attribute("optype", !is_text ? "continuous" : column.type == ColumnType::ordered ? "ordinal" : "categorical");
        xml_.attribute("dataType", is_text ? "string" : "double");
        for (const std::string& level : column.levels) xml_.begin("Value").attribute("value", level).end();
        xml_.end();
    }

    void write_mining_schema() {
        xml_.begin("MiningSchema");
        xml_.begin("MiningField").attribute("name", model_.schema.target.name).attribute("usageType", "target").end();
        for (const ProgramFeature& field : program_.features())
            xml_.begin("MiningField").attribute("name", field.column->name).attribute("invalidValueTreatment", "asMissing").end();
        xml_.end();
    }

    void write_outputs() {
        const std::string_view optype = is_class() ? "categorical" : "continuous";
        const std::string_view type = is_class() ? "string" : "double";
        xml_.begin("Output");
        begin_output(prediction_, optype, type).attribute("feature", "predictedValue").end();
        for (std::size_t c = 0; c < classes().size(); ++c)
            begin_output(shares_[c], "continuous", "double").attribute("feature", "probability").attribute("value", classes()[c]).end();
        begin_output(leaf_, "categorical", "string").attribute("feature", "entityId").end();
        xml_.end();
    }

    XmlWriter& begin_output(const std::string& name, std::string_view optype, std::string_view type) {
        return xml_.begin("OutputField").attribute("name", name).attribute("optype", optype).attribute("dataType", type);
    }

    // --- the tree -----------------------------------------------------------------------------------------------------------------

    void write_model() {
        xml_.begin("TreeModel").attribute("modelName", options_.name.empty() ? model_.schema.target.name : options_.name);
        xml_.attribute("functionName", is_class() ? "classification" : "regression");
        xml_.attribute("missingValueStrategy", program_.refuses() ? "nullPrediction" : "defaultChild");
        xml_.attribute("splitCharacteristic", program_.most_branches() == 2 ? "binarySplit" : "multiSplit");
        write_mining_schema();
        write_outputs();
        write_nodes();
        write_verification();
        xml_.end();
    }

    /// The nodes are in preorder: an element ends before the next node that is not below it.
    void write_nodes() {
        const std::vector<NodeId> parents = parents_of(model_.tree);
        std::vector<NodeId> open;
        for (NodeId number = 0; number < parents.size(); ++number) {
            for (; !open.empty() && open.back() != parents[number]; open.pop_back()) xml_.end();
            write_node(number, parents[number]);
            open.push_back(number);
        }
        for (; !open.empty(); open.pop_back()) xml_.end();
    }

    /// Without the end.
    void write_node(NodeId number, NodeId parent) {
        const LoweredStep step = program_.tree().step(number);
        xml_.begin("Node").attribute("id", std::size_t{number}).attribute("recordCount", step.leaf.weight);
        xml_.attribute("score", is_class() ? classes()[step.leaf.constant.label] : number_text(step.leaf.constant.value));
        if (!step.is_leaf && !step.refuses_missing) xml_.attribute("defaultChild", std::size_t{step.when_missing});
        if (parent == no_parent)
            xml_.empty("True");
        else
            write_predicate(xml_, predicate_of_branch(program_.tree().step(parent), number, model_.schema));
        if (step.is_leaf && is_class()) write_distribution(step.leaf);
    }

    /// Without `probability`: what readers make of the counts are the doubles of `Predictor::probabilities`, while they divide
    /// probabilities by their sum, which is not always 1.
    void write_distribution(const LoweredLeaf& leaf) {
        for (std::size_t c = 0; c < classes().size(); ++c)
            xml_.begin("ScoreDistribution").attribute("value", classes()[c]).attribute("recordCount", leaf.class_weights[c]).end();
    }

    // --- verification -------------------------------------------------------------------------------------------------------------

    /// A level that the model does not know has no name, and a refused row no answer: such rows are left out.
    void write_verification() {
        std::vector<TestRow> rows = test_rows(program_);
        std::erase_if(rows, [&](const TestRow& row) { return row.is_refused || has_unseen_level(row); });
        std::vector<std::string> names;
        for (const ProgramFeature& field : program_.features()) names.push_back(field.column->name);
        names.push_back(prediction_);
        names.insert(names.end(), shares_.begin(), shares_.end());
        names.push_back(leaf_);
        xml_.begin("ModelVerification").attribute("recordCount", rows.size()).attribute("fieldCount", names.size());
        xml_.begin("VerificationFields");
        for (std::size_t i = 0; i < names.size(); ++i)
            xml_.begin("VerificationField").attribute("field", names[i]).attribute("column", fmt::format("c{}", i + 1)).end();
        xml_.end();
        xml_.begin("InlineTable");
        for (const TestRow& row : rows) write_row(row);
        xml_.end();
        xml_.end();
    }

    [[nodiscard]] bool has_unseen_level(const TestRow& row) const {
        for (std::size_t f = 0; f < row.cells.size(); ++f)
            if (!program_.features()[f].is_value() && row.cells[f] == unseen_code) return true;
        return false;
    }

    /// Cells of missing values are left out.
    void write_row(const TestRow& row) {
        std::size_t number = 0;
        const auto add = [&](const std::string& text) { xml_.begin(fmt::format("c{}", ++number)).content(text).end(); };
        xml_.begin("row");
        for (std::size_t f = 0; f < row.cells.size(); ++f) {
            const ProgramFeature& field = program_.features()[f];
            const bool is_missing = std::isnan(row.cells[f]) || (field.has_levels() && row.cells[f] < 0.0);
            if (is_missing)
                ++number;
            else
                add(field.has_levels() ? field.column->levels[static_cast<std::size_t>(row.cells[f])] : number_text(row.cells[f]));
        }
        add(is_class() ? classes()[row.label] : number_text(row.value));
        for (const double share : row.probabilities) add(number_text(share));
        add(std::to_string(row.leaf));
        xml_.end();
    }

    const Model& model_;
    const ExportOptions& options_;
    Program program_;
    std::string prediction_;
    std::vector<std::string> shares_;
    std::string leaf_;
    XmlWriter xml_;
};

}  // namespace

std::string tree_pmml(const Model& model, const ExportOptions& options) { return PmmlDocument(model, options).write(); }

}  // namespace treewright
