// Headers in C by the C compiler of this machine.
#include "treewright/verification/consumers/consumer.h"
#include "treewright/verification/consumers/native_driver.h"

namespace treewright {

namespace {

constexpr NativeLanguage c_language{
    .row = "@name@_row row = @name@_missing_row();",
    .level = "@name@_@field@_of(text)",
    .answer = R"c(        @name@_prediction got;
        if (@name@_predict(&row, &got) != 0) {
            fputs("refused\n", driver_out);
            continue;
        }
        fprintf(driver_out, "%d", got.leaf);
        driver_print_label(&classes, got.label, @name@_label(got.label));
        for (int32_t j = 0; j < classes.levels; j++) driver_print_double(got.probabilities[j]);
        fputs("\n", driver_out);
)c",
    .number = R"c(        @name@_prediction got;
        if (@name@_predict(&row, &got) != 0) {
            fputs("refused\n", driver_out);
            continue;
        }
        fprintf(driver_out, "%d .", got.leaf);
        driver_print_double(got.value);
        fputs("\n", driver_out);
)c",
};

std::vector<Tool> find_c_compiler(const Workplace& place) {
    const std::string compiler = place.program("cc", "the Debian package gcc");
    return {{"cc", place.version_of({compiler, "--version"}), compiler}};
}

Answers replay_c(const Replay& replay, const std::vector<Tool>& tools, const Workplace& place) {
    const ProgramNames names = program_names(replay.model, replay.options, "c");
    hand_over_to_native(replay, names, place);
    place.folder().write("export.h", replay.bytes);
    place.folder().write("driver.c", native_driver(replay, names, c_language));
    place.run(place.call({tools.front().path, "-std=c99", "-O1", "-w", "-o", "driver", "driver.c", "-lm"}), "the C compiler");
    place.run(place.call({place.folder().file("driver")}), "the program");
    return read_answers(place.content("answers.txt"), replay.model.schema, replay.rows.rows);
}

}  // namespace

Consumer c_compiler() { return {"c", {}, find_c_compiler, replay_c}; }

}  // namespace treewright
