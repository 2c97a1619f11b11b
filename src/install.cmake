# What is installed, and how others find it: CMake package, pkg-config.

set_target_properties(engine PROPERTIES EXPORT_NAME engine)
install(TARGETS engine EXPORT engineTargets
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library NAMELINK_COMPONENT development
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)
if(ENGINE_HWCAPS)
  install(TARGETS engine_v3
          LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/glibc-hwcaps/x86-64-v3 COMPONENT library
                  NAMELINK_SKIP)
endif()
if(TARGET engine_mpi)
  # in a component and an export of its own: the library itself needs no MPI
  install(TARGETS engine_mpi EXPORT engineMpiTargets
          LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT mpi)
  install(EXPORT engineMpiTargets NAMESPACE engine:: FILE engineMpiTargets.cmake
          DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/engine COMPONENT mpi)
endif()
install(TARGETS engine_plugins LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/engine COMPONENT library)

# Headers of the API.  Those with the names existing programs include stand in a folder of their
# own, which is searched only when asked for: an installed reference is never shadowed.
install(DIRECTORY include/engine DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development)
install(DIRECTORY include/mujoco COMPONENT development
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/engine/mujoco3)
add_library(engine_mujoco3 INTERFACE)
add_library(engine::mujoco3 ALIAS engine_mujoco3)
set_target_properties(engine_mujoco3 PROPERTIES EXPORT_NAME mujoco3)
target_link_libraries(engine_mujoco3 INTERFACE engine)
target_include_directories(engine_mujoco3 INTERFACE
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
  $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/engine/mujoco3>)
install(TARGETS engine_mujoco3 EXPORT engineTargets)

# --- for programs that were linked with the reference ---------------------------------------------
# `cmake --install BUILD --component dropin`, never by default: the reference's file names for this
# library, in a folder of their own, which a program sees when LD_LIBRARY_PATH names it.
if(BUILD_SHARED_LIBS AND UNIX AND NOT APPLE)
  set(dropin ${CMAKE_INSTALL_LIBDIR}/engine/mujoco3)
  set(dropin_links "${dropin}=../../libengine.so.${PROJECT_VERSION_MAJOR}")
  if(ENGINE_HWCAPS)
    list(APPEND dropin_links "${dropin}/glibc-hwcaps/x86-64-v3=\
../../../../glibc-hwcaps/x86-64-v3/libengine.so.${PROJECT_VERSION_MAJOR}")
  endif()
  install(CODE "
    foreach(link ${dropin_links})
      string(REGEX MATCH \"^(.*)=(.*)$\" all \${link})
      set(folder \$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/\${CMAKE_MATCH_1})
      file(MAKE_DIRECTORY \${folder})
      foreach(name libmujoco.so libmujoco.so.3.3.7)
        message(STATUS \"Installing: \${folder}/\${name}\")
        file(CREATE_LINK \${CMAKE_MATCH_2} \${folder}/\${name} SYMBOLIC)
      endforeach()
    endforeach()" COMPONENT dropin EXCLUDE_FROM_ALL)
endif()

# --- CMake: find_package(engine) ----------------------------------------------------------------
set(config_dir ${CMAKE_INSTALL_LIBDIR}/cmake/engine)
install(EXPORT engineTargets NAMESPACE engine:: FILE engineTargets.cmake
        DESTINATION ${config_dir} COMPONENT development)
include(CMakePackageConfigHelpers)
# a static library brings what it is made of; a shared one has it inside
set(config_finds "")
if(NOT BUILD_SHARED_LIBS)
  string(APPEND config_finds "include(CMakeFindDependencyMacro)\nfind_dependency(Threads)\n")
  if(engine_requires)
    string(REPLACE ";" " " modules "${engine_requires}")
    string(APPEND config_finds "find_dependency(PkgConfig)\n"
           "pkg_check_modules(engine_static REQUIRED IMPORTED_TARGET ${modules})\n"
           "set(engine_uses PkgConfig::engine_static)\n")
  endif()
  string(APPEND config_finds "list(APPEND engine_uses ${engine_private_files})\n")
endif()
file(WRITE ${PROJECT_BINARY_DIR}/engineConfig.cmake
     "${config_finds}include(\${CMAKE_CURRENT_LIST_DIR}/engineTargets.cmake)\n"
     "include(\${CMAKE_CURRENT_LIST_DIR}/engineMpiTargets.cmake OPTIONAL)\n")
if(NOT BUILD_SHARED_LIBS)
  file(APPEND ${PROJECT_BINARY_DIR}/engineConfig.cmake
       "set_property(TARGET engine::engine APPEND PROPERTY INTERFACE_LINK_LIBRARIES \${engine_uses})\n")
endif()
write_basic_package_version_file(engineConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/engineConfig.cmake ${PROJECT_BINARY_DIR}/engineConfigVersion.cmake
        DESTINATION ${config_dir} COMPONENT development)

# --- pkg-config: engine, engine-mujoco3 -----------------------------------------------------------
# Paths are relative to the file, so that the installation may be moved.
string(REGEX REPLACE "[^/]+" ".." up "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
set(pc_private "-pthread -lm -lstdc++")
foreach(file ${engine_private_files})
  string(APPEND pc_private " ${file}")
endforeach()
string(REPLACE ";" " " pc_requires "${engine_requires}")
if(BUILD_SHARED_LIBS)
  set(pc_static "")
else()
  set(pc_static "Requires: ${pc_requires}\n")
endif()
set(pc_libs "-L\${libdir} -lengine")
if(NOT BUILD_SHARED_LIBS)
  string(APPEND pc_libs " ${pc_private}")
endif()
file(WRITE ${PROJECT_BINARY_DIR}/engine.pc
"prefix=\${pcfiledir}/${up}
libdir=\${prefix}/${CMAKE_INSTALL_LIBDIR}
includedir=\${prefix}/${CMAKE_INSTALL_INCLUDEDIR}

Name: engine
Description: ${PROJECT_DESCRIPTION}
Version: ${PROJECT_VERSION}
${pc_static}Libs: ${pc_libs}
Cflags: -I\${includedir}
")
file(WRITE ${PROJECT_BINARY_DIR}/engine-mujoco3.pc
"prefix=\${pcfiledir}/${up}
includedir=\${prefix}/${CMAKE_INSTALL_INCLUDEDIR}

Name: engine-mujoco3
Description: ${PROJECT_DESCRIPTION}, by the headers <mujoco/...>
Version: ${PROJECT_VERSION}
Requires: engine
Cflags: -I\${includedir}/engine/mujoco3
")
install(FILES ${PROJECT_BINARY_DIR}/engine.pc ${PROJECT_BINARY_DIR}/engine-mujoco3.pc
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)

# The dynamic loader learns of a new library in a folder it knows, so that programs start at once.
if(BUILD_SHARED_LIBS AND CMAKE_SYSTEM_NAME STREQUAL Linux)
  install(CODE "
    if(\"\$ENV{DESTDIR}\" STREQUAL \"\")
      find_program(LDCONFIG ldconfig PATHS /sbin /usr/sbin)
      if(LDCONFIG)
        execute_process(COMMAND \${LDCONFIG} OUTPUT_QUIET ERROR_QUIET)
      endif()
    endif()" COMPONENT library)
endif()
