# The Arrow library for the plugin that reads and writes Parquet and Arrow files: the system's, else that of the wheel pyarrow in
# .venv (`make build` puts it there), which carries headers and shared libraries. Sets TREEWRIGHT_ARROW_LIBRARIES, empty if there
# is none, and for the wheel TREEWRIGHT_ARROW_FOLDER.

option(TREEWRIGHT_ARROW "Build the plugin for Parquet and Arrow files if the Arrow library is there" ON)

# treewright_wheel_library(arrow): the target treewright_wheel_arrow. The wheel has no link libarrow.so, only libarrow.so.2600.
function(treewright_wheel_library name)
    file(GLOB versions ${TREEWRIGHT_ARROW_FOLDER}/lib${name}.so.[0-9]*)
    list(GET versions 0 library)
    add_library(treewright_wheel_${name} SHARED IMPORTED GLOBAL)
    set_target_properties(treewright_wheel_${name} PROPERTIES IMPORTED_LOCATION ${library})
    target_include_directories(treewright_wheel_${name} SYSTEM INTERFACE ${TREEWRIGHT_ARROW_FOLDER}/include)
endfunction()

set(TREEWRIGHT_ARROW_LIBRARIES "")
if(TREEWRIGHT_ARROW)
    find_package(Arrow QUIET)
    find_package(Parquet QUIET)
    file(GLOB TREEWRIGHT_ARROW_FOLDER ${CMAKE_SOURCE_DIR}/.venv/lib/python3*/site-packages/pyarrow)
    if(Arrow_FOUND AND Parquet_FOUND)
        set(TREEWRIGHT_ARROW_FOLDER "")
        set(TREEWRIGHT_ARROW_LIBRARIES Arrow::arrow_shared Parquet::parquet_shared)
    elseif(TREEWRIGHT_ARROW_FOLDER)
        treewright_wheel_library(arrow)
        treewright_wheel_library(parquet)
        set(TREEWRIGHT_ARROW_LIBRARIES treewright_wheel_arrow treewright_wheel_parquet)
    endif()
endif()
