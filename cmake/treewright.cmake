# How every part of Treewright is compiled, and the two functions that its folders use.

add_library(treewright_settings INTERFACE)
target_include_directories(treewright_settings INTERFACE ${CMAKE_SOURCE_DIR}/src)
# No contraction: a score must be the same function of its integers on every machine and on every path.
target_compile_options(treewright_settings INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror -ffp-contract=off)
# g++ 12 sees an overlap in "literal" + string where there is none (its bug 105651).
target_compile_options(treewright_settings INTERFACE -Wno-restrict)
# What the optimiser believes to see hangs on what it inlined, so on precompiled headers, sanitizers and the compiler's version: such
# warnings are shown and stop no build. On a bare Debian they did, in libstdc++'s own string.
target_compile_options(treewright_settings INTERFACE -Wno-error=stringop-overflow -Wno-error=stringop-overread
                                                     -Wno-error=array-bounds -Wno-error=maybe-uninitialized)
target_compile_definitions(treewright_settings INTERFACE TREEWRIGHT_VERSION="${PROJECT_VERSION}")
if(TREEWRIGHT_SANITIZE)
    set(sanitizers -fsanitize=${TREEWRIGHT_SANITIZE} -fno-sanitize-recover=undefined -fno-omit-frame-pointer)
    target_compile_options(treewright_settings INTERFACE ${sanitizers})
    target_link_options(treewright_settings INTERFACE ${sanitizers})
endif()

# A bare machine compiles everything once, and half of that is reading the same headers: they are read once. With a compiler
# cache this would only be in its way, and would hide an include that is missing.
if(NOT CMAKE_CXX_COMPILER_LAUNCHER)
    set(TREEWRIGHT_HEADERS <algorithm> <array> <atomic> <charconv> <cmath> <functional> <limits> <map> <memory> <mutex> <optional> <span>
                           <string> <string_view> <utility> <variant> <vector> <fmt/format.h>)
endif()

# treewright_part(base LINKS fmt::fmt): the sources of this folder as the library treewright_base. COLD: see treewright_cold.
function(treewright_part name)
    cmake_parse_arguments(PART "COLD" "" "LINKS" ${ARGN})
    file(GLOB sources CONFIGURE_DEPENDS *.cpp)
    add_library(treewright_${name} STATIC ${sources})
    target_link_libraries(treewright_${name} PUBLIC treewright_settings ${PART_LINKS})
    treewright_precompile(treewright_${name})
    if(PART_COLD)
        treewright_cold(treewright_${name})
    endif()
endfunction()

# treewright_cold(target): none of its loops runs over rows. Half of the compiler's time is spared, which is what a bare machine waits for.
function(treewright_cold target)
    target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
endfunction()

# The first target makes the precompiled headers, the others use them: g++ takes them at another level of optimisation, too.
function(treewright_precompile target)
    if(NOT TREEWRIGHT_HEADERS)
        return()
    endif()
    get_property(first GLOBAL PROPERTY TREEWRIGHT_PRECOMPILED)
    if(first)
        target_precompile_headers(${target} REUSE_FROM ${first})
    else()
        target_precompile_headers(${target} PRIVATE ${TREEWRIGHT_HEADERS})
        set_property(GLOBAL PROPERTY TREEWRIGHT_PRECOMPILED ${target})
    endif()
endfunction()

# treewright_tests(base LINKS treewright_base): the tests of this folder as one GoogleTest program, test_base.
function(treewright_tests name)
    cmake_parse_arguments(TESTS "" "" "LINKS" ${ARGN})
    file(GLOB sources CONFIGURE_DEPENDS *_test.cpp)
    add_executable(test_${name} ${sources})
    target_link_libraries(test_${name} PRIVATE treewright_settings ${TESTS_LINKS} GTest::gtest_main)
    target_include_directories(test_${name} PRIVATE ${CMAKE_SOURCE_DIR}/tests)
endfunction()
