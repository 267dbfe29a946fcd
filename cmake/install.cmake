# The library as one archive, its public headers, a CMake package and a pkg-config file: what `make install` adds to the program.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

option(TREEWRIGHT_SHARED "Install the library as a shared one" OFF)
set(parts base data tree criteria statistics prediction rules growing engine pruning evaluation export training resampling verification report io face)

foreach(part ${parts})
    list(APPEND objects $<TARGET_OBJECTS:treewright_${part}>)
endforeach()
if(TREEWRIGHT_SHARED)
    add_library(treewright_library SHARED ${objects})
else()
    add_library(treewright_library STATIC ${objects})
endif()
set_target_properties(treewright_library PROPERTIES OUTPUT_NAME treewright EXPORT_NAME treewright LINKER_LANGUAGE CXX
                      VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR})
target_compile_features(treewright_library PUBLIC cxx_std_20)
target_include_directories(treewright_library INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
target_link_libraries(treewright_library PUBLIC fmt::fmt Threads::Threads ZLIB::ZLIB zstd ${CMAKE_DL_LIBS})
add_library(treewright::treewright ALIAS treewright_library)

install(TARGETS treewright_library EXPORT treewright ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})

# A header directly in a part is public, and no public header includes a private one (tools/check_layers.py).
install(FILES ${CMAKE_SOURCE_DIR}/src/treewright/treewright.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/treewright)
foreach(part ${parts})
    file(GLOB headers CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/treewright/${part}/*.h)
    list(FILTER headers EXCLUDE REGEX "_internal\\.h$")
    install(FILES ${headers} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/treewright/${part})
endforeach()

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/treewright)
install(EXPORT treewright NAMESPACE treewright:: FILE treewright-targets.cmake DESTINATION ${package})
configure_package_config_file(${CMAKE_SOURCE_DIR}/cmake/treewright-config.cmake.in ${CMAKE_BINARY_DIR}/treewright-config.cmake
                              INSTALL_DESTINATION ${package})
write_basic_package_version_file(${CMAKE_BINARY_DIR}/treewright-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/treewright-config.cmake ${CMAKE_BINARY_DIR}/treewright-config-version.cmake DESTINATION ${package})
string(REGEX REPLACE "[^/]+" ".." TREEWRIGHT_PC_UP "${CMAKE_INSTALL_LIBDIR}/pkgconfig")  # the way up to the prefix
configure_file(${CMAKE_SOURCE_DIR}/cmake/treewright.pc.in ${CMAKE_BINARY_DIR}/treewright.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/treewright.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
