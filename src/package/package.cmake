# Packages: `cpack -G DEB` makes libengine0, libengine-dev, libengine-tools and libengine-doc, `cpack -G TGZ`
# one archive.

install(FILES LICENSE README.md DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/doc/libengine
        COMPONENT documents)
install(DIRECTORY doc/ DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/doc/libengine/doc
        COMPONENT documents FILES_MATCHING PATTERN "*.md" PATTERN "*.png" PATTERN "*.svg")
install(FILES sample/show.h DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/doc/libengine/sample
        COMPONENT documents)
install(DIRECTORY sample/cookbook DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/doc/libengine/sample
        COMPONENT documents)
install(DIRECTORY model/ DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/engine/model
        COMPONENT documents)

set(CPACK_PACKAGE_NAME libengine)
set(CPACK_PACKAGE_VENDOR "libengine")
set(CPACK_PACKAGE_CONTACT "libengine maintainers <maintainers@libengine.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL library development tools documents)
set(CPACK_ARCHIVE_COMPONENT_INSTALL OFF)

# --- Debian --------------------------------------------------------------------------------------
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
if(CMAKE_CROSSCOMPILING AND CMAKE_SYSTEM_PROCESSOR STREQUAL aarch64)
  set(CPACK_DEBIAN_PACKAGE_ARCHITECTURE arm64)
endif()
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${PROJECT_BINARY_DIR})  # the tool's own library
set(library_package libengine${PROJECT_VERSION_MAJOR})
set(common "It reads models in MJCF and URDF and computes forward and inverse\n\
dynamics, contacts, sensors and derivatives in a control loop, with the\n\
names, structs and semantics of the MuJoCo 3.3.7 API.")

# Package NAME of section SECTION for component COMPONENT; what it holds, and what it needs.
function(engine_package component name section sentence)
  string(TOUPPER ${component} C)
  set(CPACK_DEBIAN_${C}_PACKAGE_NAME ${name} PARENT_SCOPE)
  set(CPACK_DEBIAN_${C}_PACKAGE_SECTION ${section} PARENT_SCOPE)
  set(CPACK_DEBIAN_${C}_DESCRIPTION "${common}\n\n${sentence}" PARENT_SCOPE)
  if(ARGN)
    set(CPACK_DEBIAN_${C}_PACKAGE_DEPENDS "${ARGN}" PARENT_SCOPE)
  endif()
  # what Debian wants of every package; not for other ways of installing
  set(folder ${CMAKE_INSTALL_DATAROOTDIR}/doc/${name})
  install(FILES ${PROJECT_BINARY_DIR}/debian/copyright DESTINATION ${folder} COMPONENT ${component}
          EXCLUDE_FROM_ALL)
  install(FILES ${PROJECT_BINARY_DIR}/debian/changelog.gz DESTINATION ${folder}
          COMPONENT ${component} EXCLUDE_FROM_ALL)
endfunction()

set(same_version "${library_package} (= ${PROJECT_VERSION})")
engine_package(library ${library_package} libs "This package has the library and its plugins.")
engine_package(development libengine-dev libdevel
               "This package has the headers and what CMake and pkg-config need." "${same_version}")
engine_package(tools libengine-tools science
               "This package has the program engine, which shows, checks, converts,\nsimulates and draws models."
               "${same_version}")
engine_package(documents libengine-doc doc
               "This package has the documents, the cookbook and models.")
set(CPACK_DEBIAN_DOCUMENTS_PACKAGE_ARCHITECTURE all)

string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
string(TIMESTAMP year "%Y" UTC)
file(WRITE ${PROJECT_BINARY_DIR}/debian/changelog
"libengine (${PROJECT_VERSION}) unstable; urgency=medium

  * What is new stands in doc/changelog.md of libengine-doc.

 -- ${CPACK_PACKAGE_CONTACT}  ${date}
")
file(WRITE ${PROJECT_BINARY_DIR}/debian/copyright
"Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: libengine

Files: *
Copyright: ${year} the authors of libengine
License: Apache-2.0
 On Debian systems the full text of the licence is in /usr/share/common-licenses/Apache-2.0.
")
find_program(GZIP gzip)
if(GZIP)
  execute_process(COMMAND ${GZIP} -9nkf ${PROJECT_BINARY_DIR}/debian/changelog)
endif()

# The dynamic loader learns of the library by a trigger, not by scripts: these say nothing.
file(WRITE ${PROJECT_BINARY_DIR}/debian/triggers "activate-noawait ldconfig\n")
# Both builds of the library have one name: CPack would say it twice.
file(WRITE ${PROJECT_BINARY_DIR}/debian/shlibs
     "libengine ${PROJECT_VERSION_MAJOR} ${library_package} (>= ${PROJECT_VERSION})\n")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_CONTROL_EXTRA ${PROJECT_BINARY_DIR}/debian/triggers
    ${PROJECT_BINARY_DIR}/debian/shlibs)
set(CPACK_POST_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/debian.cmake)
include(CPack)
