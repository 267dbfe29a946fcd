// Headers in C++ by the C++ compiler of this machine.
#include "treewright/verification/consumers/consumer.h"
#include "treewright/verification/consumers/native_driver.h"

namespace treewright {

namespace {

constexpr NativeLanguage cpp_language{
    .row = "@name@::Row row;",
    .level = "text == 0 ? @name@::@type@::missing : @name@::@type@::of(std::string(text, static_cast<std::size_t>(length)))",
    .answer = R"c(        try {
            const @name@::Prediction got = @name@::predict(row);
            fprintf(driver_out, "%d", got.leaf);
            driver_print_label(&classes, got.label, got.name());
            for (const double share : got.probabilities) driver_print_double(share);
            fputs("\n", driver_out);
        } catch (const std::invalid_argument&) {
            fputs("refused\n", driver_out);
        }
)c",
    .number = R"c(        try {
            const @name@::Prediction got = @name@::predict(row);
            fprintf(driver_out, "%d .", got.leaf);
            driver_print_double(got.value);
            fputs("\n", driver_out);
        } catch (const std::invalid_argument&) {
            fputs("refused\n", driver_out);
        }
)c",
};

std::vector<Tool> find_cpp_compiler(const Workplace& place) {
    const std::string compiler = place.program("c++", "the Debian package g++");
    return {{"c++", place.version_of({compiler, "--version"}), compiler}};
}

Answers replay_cpp(const Replay& replay, const std::vector<Tool>& tools, const Workplace& place) {
    const ProgramNames names = program_names(replay.model, replay.options, "cpp");
    hand_over_to_native(replay, names, place);
    place.folder().write("export.h", replay.bytes);
    place.folder().write("driver.cpp", native_driver(replay, names, cpp_language));
    place.run(place.call({tools.front().path, "-std=c++11", "-O1", "-w", "-o", "driver", "driver.cpp"}), "the C++ compiler");
    place.run(place.call({place.folder().file("driver")}), "the program");
    return read_answers(place.content("answers.txt"), replay.model.schema, replay.rows.rows);
}

}  // namespace

Consumer cpp_compiler() { return {"cpp", {}, find_cpp_compiler, replay_cpp}; }

}  // namespace treewright
