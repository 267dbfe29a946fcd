#include "cli/flags/help_layout.h"

#include <gtest/gtest.h>

#include <sstream>

#include "cli/console/console.h"
#include "cli/verbs.h"
#include "treewright/export/display.h"

namespace treewright::cli {
namespace {

TEST(HelpLayout, long_names_get_a_line_of_their_own) {
    HelpLayout layout;
    layout.entry("--short", "a sentence");
    layout.entry("--a-name-that-is-far-too-long", "a sentence");
    EXPECT_EQ(layout.text(),
              "  --short                 a sentence\n"
              "  --a-name-that-is-far-too-long\n"
              "                          a sentence\n");
}

TEST(Help, of_every_verb_fits_the_page) {
    for (const Verb& verb : verbs()) {
        Console console;
        testing::internal::CaptureStdout();
        verb.run({"--help"}, console);
        console.flush();
        std::istringstream help(testing::internal::GetCapturedStdout());
        std::size_t lines = 0;
        for (std::string line; std::getline(help, line); ++lines)
            EXPECT_LE(display_width(line), 80U) << verb.name << ": " << line;
        EXPECT_GT(lines, 10U) << verb.name;
    }
}

}  // namespace
}  // namespace treewright::cli
