#include "treewright/tree/model_file.h"

#include "treewright/base/error.h"
#include "treewright/tree/check.h"
#include "treewright/tree/model_envelope.h"
#include "treewright/tree/model_text.h"

namespace treewright {

namespace {

void check(const Model& model) {
    const auto flaw = find_flaw(model);
    check_invariant(!flaw, flaw ? flaw->c_str() : "");
}

}  // namespace

std::string to_bytes(const Model& model) {
    check(model);
    return model_file::sealed(model_text::write(model, model_format_version));
}

Model from_bytes(std::string_view bytes, const std::string& name) {
    const std::string_view text = model_file::opened(bytes, name);
    if (model_file::declared_kind(text) == "rules")
        throw input_error(name +
                          ": holds a list of rules, but a tree is needed here: name the model that the rules were made from");
    Model model = model_text::read(text, name);
    if (const auto flaw = find_flaw(model)) throw model_file::malformed(name, *flaw);
    model_file::CanonicalCheck canonical(text, name);
    model_text::write(model, model_text::format_of(text), [&](std::string_view piece) { canonical.take(piece); });
    canonical.finish();
    return model;
}

void save_model(const Model& model, const std::string& path) {
    check(model);
    model_file::write_sealed([&](const auto& take) { model_text::write(model, model_format_version, take); }, path);
}

Model load_model(const std::string& path) { return from_bytes(model_file::read(path), path); }

}  // namespace treewright
