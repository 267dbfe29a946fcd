#include "treewright/base/program_call.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>
#include <system_error>
#include <thread>

#include "treewright/base/error.h"

extern char** environ;  // NOLINT(readability-redundant-declaration): not every system declares it

namespace treewright {

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr milliseconds longest_pause{5};  // Ctrl-C is met within 20 ms

bool is_program(const std::string& path) {
    struct stat status{};
    return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) && ::access(path.c_str(), X_OK) == 0;
}

/// Variables of ours that the call does not name, and those of the call.
std::vector<std::string> environment_for(const ProgramCall& call) {
    std::vector<std::pair<std::string, std::string>> own = {
        {"HOME", call.folder}, {"TMPDIR", call.folder}, {"LC_ALL", "C.UTF-8"}, {"TZ", "UTC"}};
    own.insert(own.end(), call.environment.begin(), call.environment.end());
    std::vector<std::string> all;
    for (char** variable = environ; *variable != nullptr; ++variable) {
        const std::string_view text = *variable;
        const std::string_view name = text.substr(0, text.find('='));
        const auto is_same = [name](const auto& each) { return each.first == name; };
        if (std::find_if(own.begin(), own.end(), is_same) == own.end()) all.emplace_back(text);
    }
    for (const auto& [name, value] : own) all.push_back(name + "=" + value);
    return all;
}

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
    std::vector<char*> pointers;
    for (std::string& text : texts) pointers.push_back(text.data());
    pointers.push_back(nullptr);
    return pointers;
}

/// Where standard input, output and errors lead, and the folder.
class FileActions {
public:
    FileActions(const ProgramCall& call, const std::string& output, const std::string& errors) {
        posix_spawn_file_actions_init(&actions_);
        const char* const input = call.input.empty() ? "/dev/null" : call.input.c_str();
        posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, input, O_RDONLY, 0);
        posix_spawn_file_actions_addopen(&actions_, STDOUT_FILENO, output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
        posix_spawn_file_actions_addopen(&actions_, STDERR_FILENO, errors.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
        posix_spawn_file_actions_addchdir_np(&actions_, call.folder.c_str());
        posix_spawn_file_actions_addclosefrom_np(&actions_, STDERR_FILENO + 1);
    }
    ~FileActions() { posix_spawn_file_actions_destroy(&actions_); }
    FileActions(const FileActions&) = delete;
    FileActions& operator=(const FileActions&) = delete;
    [[nodiscard]] const posix_spawn_file_actions_t* get() const { return &actions_; }

private:
    posix_spawn_file_actions_t actions_{};
};

/// A process group of its own, and the signals as they are by default: ours may be ignored or blocked.
class Attributes {
public:
    Attributes() {
        posix_spawnattr_init(&attributes_);
        posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
        posix_spawnattr_setpgroup(&attributes_, 0);
        sigset_t signals{};
        sigemptyset(&signals);
        posix_spawnattr_setsigmask(&attributes_, &signals);
        for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGXFSZ, SIGALRM}) sigaddset(&signals, signal);
        posix_spawnattr_setsigdefault(&attributes_, &signals);
    }
    ~Attributes() { posix_spawnattr_destroy(&attributes_); }
    Attributes(const Attributes&) = delete;
    Attributes& operator=(const Attributes&) = delete;
    [[nodiscard]] const posix_spawnattr_t* get() const { return &attributes_; }

private:
    posix_spawnattr_t attributes_{};
};

std::string content_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::string tail_of(const std::string& path) {
    constexpr std::size_t enough = std::size_t{1} << 16;
    std::string text = content_of(path);
    return text.size() <= enough ? text : text.substr(text.size() - enough);
}

}  // namespace

std::optional<std::string> find_program(std::string_view name) {
    if (name.find('/') != std::string_view::npos)
        return is_program(std::string(name)) ? std::optional<std::string>(name) : std::nullopt;
    const char* const path = std::getenv("PATH");
    std::istringstream folders(path == nullptr ? "/usr/local/bin:/usr/bin:/bin" : path);
    for (std::string folder; std::getline(folders, folder, ':');)
        if (!folder.empty() && folder.front() == '/' && is_program(folder + "/" + std::string(name)))
            return folder + "/" + std::string(name);
    return std::nullopt;
}

RunningProgram::RunningProgram(ProgramCall call) : call_(std::move(call)), started_(Clock::now()) {
    static std::atomic<unsigned> counter{0};
    const std::string number = std::to_string(counter++);
    output_file_ = call_.folder + "/output-" + number;
    error_file_ = call_.folder + "/errors-" + number;
    const FileActions actions(call_, output_file_, error_file_);
    const Attributes attributes;
    std::vector<std::string> environment = environment_for(call_);
    const int failure = ::posix_spawn(&process_, call_.arguments.front().c_str(), actions.get(), attributes.get(),
                                      pointers_to(call_.arguments).data(), pointers_to(environment).data());
    if (failure != 0)
        throw system_error(call_.arguments.front() + ": cannot be started: " + std::generic_category().message(failure));
}

RunningProgram::~RunningProgram() { kill_all(); }

/// Without reaping it: its number must not become another's before its group has ended.
bool RunningProgram::has_ended() {
    siginfo_t information{};
    if (status_) return true;
    const int asked = ::waitid(P_PID, static_cast<id_t>(process_), &information, WEXITED | WNOHANG | WNOWAIT);
    return asked != 0 ? errno == ECHILD : information.si_pid == process_;
}

/// Also what the program started and left running.
void RunningProgram::kill_all() noexcept {
    if (status_) return;
    ::kill(-process_, SIGKILL);
    int status = 0;
    pid_t waited = -1;
    do {
        waited = ::waitpid(process_, &status, 0);
    } while (waited < 0 && errno == EINTR);
    constexpr int unknown_end = 0xff00;  // the host program does not keep the ends of its children
    status_ = waited == process_ ? status : unknown_end;
}

bool RunningProgram::runs_after(milliseconds wait, const Progress& progress) {
    const auto until = Clock::now() + wait;
    for (milliseconds pause{1}; !has_ended(); pause = std::min(pause * 2, longest_pause)) {
        progress.stop_if_cancelled();
        if (Clock::now() >= until) return true;
        std::this_thread::sleep_for(pause);
    }
    return false;
}

void RunningProgram::ask_to_end(int signal, milliseconds wait) {
    if (!has_ended()) ::kill(process_, signal);
    const Progress nobody_cancels;
    (void)runs_after(wait, nobody_cancels);
}

ProgramEnd RunningProgram::end(const Progress& progress) {
    ProgramEnd result;
    const auto used = std::chrono::duration_cast<milliseconds>(Clock::now() - started_);
    result.timed_out = runs_after(std::max(call_.limit - used, milliseconds{0}), progress);
    kill_all();
    result.exit_code = WIFEXITED(*status_) ? WEXITSTATUS(*status_) : 128 + WTERMSIG(*status_);
    result.output = content_of(output_file_);
    result.errors = errors();
    return result;
}

std::string RunningProgram::errors() const { return tail_of(error_file_); }

ProgramEnd run_program(ProgramCall call, const Progress& progress) { return RunningProgram(std::move(call)).end(progress); }

}  // namespace treewright
