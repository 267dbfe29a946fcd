# How every part of Treewright is compiled, and the two functions that its folders use.

# A unity build reads the same headers once per batch of sources instead of once per source: half of the processor time of a build from
# nothing. The developer preset (dev) compiles file by file, for incremental work; `make test-nonunity` finds a missing include.
option(TREEWRIGHT_UNITY "Compile the sources of a folder in batches, with precompiled headers" ON)

add_library(treewright_settings INTERFACE)
target_include_directories(treewright_settings INTERFACE ${CMAKE_SOURCE_DIR}/src)
# No contraction: a score must be the same function of its integers on every machine and on every path.
# In a batch a parameter may share its name with a function of another file; builds file by file warn of that, too.
target_compile_options(treewright_settings INTERFACE -Wall -Wextra -Wpedantic $<IF:$<BOOL:${TREEWRIGHT_UNITY}>,-Wshadow=local,-Wshadow> -Wconversion -Werror -ffp-contract=off)
# g++ 12 sees an overlap, and copies of 2^63 bytes, in "literal" + string where there are none (its bug 105651 and kin), in its own
# header of strings; the sanitizers see those that there are.
target_compile_options(treewright_settings INTERFACE -Wno-restrict -Wno-stringop-overflow -Wno-stringop-overread -Wno-array-bounds)
# Which problems the optimiser reports depends on what it inlined, so on precompiled headers, sanitizers and the compiler's version: such
# warnings are shown and stop no build.
target_compile_options(treewright_settings INTERFACE -Wno-error=maybe-uninitialized)
# The archive can become part of a shared library, such as a module of another language; nobody replaces its functions at run time.
# As an option of the compiler for all targets, since programs share the precompiled headers with the parts.
target_compile_options(treewright_settings INTERFACE -fPIC -fno-semantic-interposition)
target_compile_definitions(treewright_settings INTERFACE TREEWRIGHT_VERSION="${PROJECT_VERSION}")
if(TREEWRIGHT_SANITIZE)
    set(sanitizers -fsanitize=${TREEWRIGHT_SANITIZE} -fno-sanitize-recover=undefined -fno-omit-frame-pointer)
    target_compile_options(treewright_settings INTERFACE ${sanitizers})
    target_link_options(treewright_settings INTERFACE ${sanitizers})
endif()

set(TREEWRIGHT_BATCH 24)
set(TREEWRIGHT_TEST_BATCH 8)
set(TREEWRIGHT_HEADERS <algorithm> <array> <atomic> <charconv> <cmath> <functional> <limits> <map> <memory> <mutex> <optional> <span>
                       <string> <string_view> <utility> <variant> <vector> <fmt/format.h>)
set(TREEWRIGHT_TEST_HEADERS ${TREEWRIGHT_HEADERS} <gtest/gtest.h> <rapidcheck.h>)

# treewright_part(base LINKS fmt::fmt): the sources of this folder and its subfolders as the library treewright_base, at -O3. WARM: -O2, for
# loops over rows that no fit spends its time in; COLD, HOT: see below.
function(treewright_part name)
    cmake_parse_arguments(PART "COLD;WARM" "" "LINKS;HOT" ${ARGN})
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS *.cpp)
    list(FILTER sources EXCLUDE REGEX "/arrow_plugin/")
    add_library(treewright_${name} STATIC ${sources})
    target_link_libraries(treewright_${name} PUBLIC treewright_settings ${PART_LINKS})
    treewright_batch(treewright_${name})
    if(PART_COLD)
        treewright_cold(treewright_${name})
    endif()
    if(PART_WARM)
        target_compile_options(treewright_${name} PRIVATE $<$<CONFIG:Release>:-O2>)
    endif()
    treewright_hot(${PART_HOT})
endfunction()

# treewright_cold(target): none of its loops runs over rows.
function(treewright_cold target)
    target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
endfunction()

# treewright_hot(file...): sources of a cold target whose loops do run over rows. CMake compiles them outside the batches.
function(treewright_hot)
    if(ARGN)
        set_source_files_properties(${ARGN} PROPERTIES COMPILE_OPTIONS $<$<CONFIG:Release>:-O3>)
    endif()
endfunction()

# Unity batches, and the precompiled headers: g++ accepts them at another level of optimisation, too.
function(treewright_batch target)
    if(TREEWRIGHT_UNITY)
        set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${TREEWRIGHT_BATCH})
        target_precompile_headers(${target} REUSE_FROM treewright_headers)
    endif()
endfunction()

# treewright_precompile(name LINKS ... HEADERS ...): a target that compiles the headers once, for all others.
function(treewright_precompile name)
    cmake_parse_arguments(PRECOMPILE "" "" "LINKS;HEADERS" ${ARGN})
    if(TREEWRIGHT_UNITY)
        file(WRITE ${CMAKE_BINARY_DIR}/${name}.cpp "// The precompiled headers belong to this empty source.\n")
        add_library(${name} OBJECT ${CMAKE_BINARY_DIR}/${name}.cpp)
        target_link_libraries(${name} PRIVATE treewright_settings fmt::fmt ${PRECOMPILE_LINKS})
        target_precompile_headers(${name} PRIVATE ${PRECOMPILE_HEADERS})
    endif()
endfunction()

# treewright_tests(base LINKS treewright_base): the tests of this folder as one GoogleTest program, test_base.
function(treewright_tests name)
    cmake_parse_arguments(TESTS "" "" "LINKS" ${ARGN})
    file(GLOB sources CONFIGURE_DEPENDS *_test.cpp)
    add_executable(test_${name} ${sources})
    target_link_libraries(test_${name} PRIVATE treewright_settings ${TESTS_LINKS} GTest::gtest_main)
    target_include_directories(test_${name} PRIVATE ${CMAKE_SOURCE_DIR}/tests)
    if(TREEWRIGHT_UNITY)
        set_target_properties(test_${name} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${TREEWRIGHT_TEST_BATCH})
        target_precompile_headers(test_${name} REUSE_FROM treewright_test_headers)
    endif()
    treewright_cold(test_${name})
endfunction()
