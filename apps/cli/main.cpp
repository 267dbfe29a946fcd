// The program: runs a verb and turns an exception into one error message and an exit code.
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "cli/console/console.h"
#include "cli/console/interrupt.h"
#include "cli/verbs.h"
#include "treewright/base/error.h"

namespace {

using namespace treewright;

constexpr int system_failed = cli::system_failed_exit_code;
constexpr int wrong_command = 2;
constexpr int wrong_input = 3;
constexpr int failed_check = 4;

int exit_code_of(ErrorKind kind) {
    switch (kind) {
        case ErrorKind::system: return system_failed;
        case ErrorKind::usage: return wrong_command;
        case ErrorKind::input: return wrong_input;
    }
    return system_failed;
}

int fail(cli::Console& console, std::string_view sentence, int exit_code) {
    console.print_messages();  // earlier notes and warnings help to understand the error
    console.print_error(sentence);
    return exit_code;
}

int run(const std::vector<std::string>& arguments, cli::Console& console) {
    try {
        cli::run_program(arguments, console);
        console.print_messages();
        console.flush();
        return 0;
    } catch (const cli::ClosedPipe&) {
        return 0;
    } catch (const cli::FailedCheck&) {
        console.print_messages();
        console.flush();
        return failed_check;
    } catch (const Cancelled&) {
        if (cli::has_last_word()) console.print_error(cli::interrupted_sentence);
        return cli::interrupted_exit_code;
    } catch (const Error& error) {
        return fail(console, error.sentence(), exit_code_of(error.kind()));
    } catch (const std::bad_alloc&) {
        cli::say_out_of_memory();
        return system_failed;
    } catch (const std::exception& error) {
        return fail(console, error.what(), system_failed);
    }
}

}  // namespace

int main(int argument_count, char** arguments) {
    cli::occupy_standard_descriptors();
    cli::turn_write_signals_into_errors();
    cli::clean_up_if_lost();
    cli::Console console;
    cli::end_on_interrupt(console.progress());
    return run({arguments + 1, arguments + argument_count}, console);
}
