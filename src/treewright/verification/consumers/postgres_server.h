// A PostgreSQL server of our own: in a temporary folder, for nobody but the user that it runs as, and without a port. It ends with this object.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "treewright/base/program_call.h"
#include "treewright/base/temporary_folder.h"
#include "treewright/verification/replay/workplace.h"

namespace treewright {

/// Full paths.
struct PostgresPrograms {
    std::string server;
    std::string initdb;
    std::string client;  ///< psql
};
/// On PATH, or where packages put them. A system `Error` if they are not installed.
[[nodiscard]] PostgresPrograms postgres_programs(const Workplace& place);

class PostgresServer {
public:
    /// A system `Error` if it cannot be started. As root it runs as the user postgres or nobody.
    PostgresServer(PostgresPrograms programs, const Workplace& place);
    ~PostgresServer();
    PostgresServer(const PostgresServer&) = delete;
    PostgresServer& operator=(const PostgresServer&) = delete;

    /// What psql prints for a script. A `ReplayFailure` with what it complains about.
    std::string run(std::string_view script) const;
    /// The same for one command that reads `input`.
    std::string run(const std::string& command, std::string_view input) const;

private:
    [[nodiscard]] ProgramCall call(std::vector<std::string> arguments) const;
    [[nodiscard]] ProgramCall client_call(std::vector<std::string> arguments, std::string_view input) const;
    void make_database() const;
    void wait_until_ready();

    PostgresPrograms programs_;
    const Workplace& place_;
    TemporaryFolder folder_;
    std::string user_;
    std::vector<std::string> as_user_;  ///< what stands before a program so that it runs as that user, and ends with us
    std::optional<RunningProgram> server_;
};

}  // namespace treewright
