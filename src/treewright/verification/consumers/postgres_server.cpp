#include "treewright/verification/consumers/postgres_server.h"

#include <fmt/format.h>
#include <pwd.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>
#include <utility>

#include "treewright/base/error.h"

namespace treewright {

namespace {

using std::chrono::milliseconds;

constexpr std::string_view package = "the Debian package postgresql";

int version_in(const std::filesystem::path& folder) {
    const std::string name = folder.filename().string();
    int version = 0;
    std::from_chars(name.data(), name.data() + name.size(), version);
    return version;
}

/// Debian and Ubuntu keep the programs of each version in a folder of its own, off PATH. Newest first.
std::vector<std::string> folders_of_packages() {
    std::error_code none;
    std::vector<std::filesystem::path> versions;
    for (const auto& entry : std::filesystem::directory_iterator("/usr/lib/postgresql", none)) versions.push_back(entry.path());
    std::sort(versions.begin(), versions.end(), [](const auto& a, const auto& b) { return version_in(a) > version_in(b); });
    std::vector<std::string> folders;
    for (const auto& version : versions) folders.push_back((version / "bin").string());
    folders.emplace_back("/usr/local/pgsql/bin");
    return folders;
}

struct Account {
    std::string name;
    uid_t user = 0;
    gid_t group = 0;
};

std::optional<Account> account_of(const passwd* entry) {
    if (entry == nullptr || entry->pw_uid == 0) return std::nullopt;
    return Account{entry->pw_name, entry->pw_uid, entry->pw_gid};
}

Account account_for_server() {
    if (::geteuid() != 0) {
        if (const auto own = account_of(::getpwuid(::geteuid()))) return *own;
        throw system_error(fmt::format("PostgreSQL needs a user with a name, and user {} has none here: run this as another user", ::geteuid()));
    }
    for (const char* name : {"postgres", "nobody"})
        if (const auto account = account_of(::getpwnam(name))) return *account;
    throw system_error("PostgreSQL does not run as root, and there is no user 'postgres' to run it as: run this as another user");
}

std::string content_of_file(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

PostgresPrograms postgres_programs(const Workplace& place) {
    for (const std::string& folder : folders_of_packages()) {
        const auto server = find_program(folder + "/postgres");
        const auto initdb = find_program(folder + "/initdb");
        const auto client = find_program(folder + "/psql");
        if (server && initdb && client) return {*server, *initdb, *client};
    }
    return {place.program("postgres", package), place.program("initdb", package), place.program("psql", package)};
}

PostgresServer::PostgresServer(PostgresPrograms programs, const Workplace& place) : programs_(std::move(programs)), place_(place) {
    const Account account = account_for_server();
    user_ = account.name;
    if (const auto setpriv = find_program("setpriv")) as_user_ = {*setpriv, "--pdeathsig=QUIT"};
    if (::geteuid() == 0) {
        as_user_ = {place.program("setpriv", "the Debian package util-linux"), fmt::format("--reuid={}", account.user),
                    fmt::format("--regid={}", account.group), "--clear-groups", "--pdeathsig=QUIT"};
        if (::chown(folder_.path().c_str(), account.user, account.group) != 0)
            throw system_error(fmt::format("{}: cannot be given to the user {}, as whom PostgreSQL must run", folder_.path(), user_));
    }
    make_database();
    server_.emplace(call({programs_.server, "-D", folder_.file("data"), "-k", folder_.path(), "-c", "listen_addresses=", "-p", "5432", "-c",
                          "fsync=off", "-c", "unix_socket_permissions=0700", "-c", "autovacuum=off", "-c", "shared_buffers=32MB"}));
    wait_until_ready();
}

/// By SIGQUIT it ends at once and takes its processes and shared memory with it.
PostgresServer::~PostgresServer() {
    if (server_) server_->ask_to_end(SIGQUIT, std::chrono::seconds(4));
}

ProgramCall PostgresServer::call(std::vector<std::string> arguments) const {
    ProgramCall call;
    call.arguments = as_user_;
    call.arguments.insert(call.arguments.end(), std::make_move_iterator(arguments.begin()), std::make_move_iterator(arguments.end()));
    call.folder = folder_.path();
    call.environment = {{"PGCLIENTENCODING", "UTF8"}, {"PGOPTIONS", ""}, {"PGTZ", "UTC"}};
    call.limit = place_.time_left();
    return call;
}

void PostgresServer::make_database() const {
    const ProgramEnd end = run_program(call({programs_.initdb, "-D", folder_.file("data"), "--auth-local=peer", "--auth-host=reject", "--encoding=UTF8",
                                             "--locale=C", "--no-sync"}),
                                       place_.progress());
    if (!end.succeeded())
        throw system_error(fmt::format("initdb cannot make a database in {} as the user {}: {}", folder_.path(), user_,
                                       end.timed_out ? "it takes too long" : end.errors.substr(0, end.errors.find('\n'))));
}

void PostgresServer::wait_until_ready() {
    while (server_->runs_after(milliseconds(10), place_.progress())) {
        if (content_of_file(folder_.file("data/postmaster.pid")).find("\nready") != std::string::npos) return;
        if (place_.time_left() == milliseconds(0)) break;
    }
    throw system_error(fmt::format("a PostgreSQL server cannot be started in {}: {}", folder_.path(), server_->errors()));
}

ProgramCall PostgresServer::client_call(std::vector<std::string> arguments, std::string_view input) const {
    std::vector<std::string> all = {programs_.client, "-X", "-q", "-v", "ON_ERROR_STOP=1", "-h", folder_.path(), "-p", "5432", "-U", user_, "-d",
                                    "postgres"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    ProgramCall client = call(std::move(all));
    client.input = place_.folder().write("psql.input", input);
    return client;
}

std::string PostgresServer::run(std::string_view script) const { return place_.run(client_call({"-f", "-"}, script), "PostgreSQL"); }

std::string PostgresServer::run(const std::string& command, std::string_view input) const {
    return place_.run(client_call({"-c", command}, input), "PostgreSQL");
}

}  // namespace treewright
