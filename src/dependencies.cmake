# What the library stands on, and what it does without.  Sets
#   engine_libraries   targets and files to link with
#   engine_requires    names of pkg-config modules among them, for static linking
#   engine_defines     what the sources are told about them
#   engine_unused      sources that this choice of libraries leaves out
# Each library is found by pkg-config, by its own CMake package, or by its header and file.

find_package(Threads REQUIRED)
find_package(PkgConfig)
set(engine_libraries Threads::Threads ${CMAKE_DL_LIBS} m)
set(engine_requires "")
set(engine_defines "")
set(engine_unused "")

# What a static build of qhull calls itself.
set(qhull_r_module qhull_r qhullstatic_r)

# Find library `name` (pkg-config module, else CMake package with one of the targets, else header and one of
# the files) as the target engine_<name>; sets <name>_FOUND, and <name>_MODULE: the module, if it is by that.
function(engine_find name targets header files)
  if(TARGET engine_${name})
    set(${name}_FOUND TRUE PARENT_SCOPE)
    return()
  endif()
  set(found FALSE)
  set(module FALSE)
  if(PkgConfig_FOUND)
    if(NOT ${name}_module)
      set(${name}_module ${name})
    endif()
    foreach(candidate ${${name}_module})
      if(NOT found)
        pkg_check_modules(${candidate} QUIET IMPORTED_TARGET ${candidate})
        if(${candidate}_FOUND)
          set(found PkgConfig::${candidate})
          set(module ${candidate})
        endif()
      endif()
    endforeach()
  endif()
  foreach(target ${targets})
    if(NOT found)
      string(REGEX REPLACE "::.*" "" package ${target})
      find_package(${package} QUIET)
      if(TARGET ${target})
        set(found ${target})
      endif()
    endif()
  endforeach()
  if(NOT found)
    find_path(${name}_HEADER ${header})
    find_library(${name}_FILE NAMES ${files})
    mark_as_advanced(${name}_HEADER ${name}_FILE)
    if(${name}_HEADER AND ${name}_FILE)
      set(found ${${name}_FILE})
    endif()
  endif()
  if(found)
    add_library(engine_${name} INTERFACE)
    target_link_libraries(engine_${name} INTERFACE ${found})
    if(${name}_HEADER)
      target_include_directories(engine_${name} SYSTEM INTERFACE ${${name}_HEADER})
    endif()
  endif()
  set(${name}_FOUND ${found} PARENT_SCOPE)
  set(${name}_MODULE ${module} PARENT_SCOPE)
endfunction()

macro(engine_use name)
  list(APPEND engine_libraries $<BUILD_INTERFACE:engine_${name}>)
  if(${name}_MODULE)
    list(APPEND engine_requires ${${name}_MODULE})
  else()
    list(APPEND engine_private_files ${${name}_FOUND})
  endif()
endmacro()

# One that there must be.
macro(engine_need name targets header files packages)
  engine_find(${name} "${targets}" ${header} "${files}")
  if(NOT ${name}_FOUND)
    message(FATAL_ERROR "${name} was not found: install ${packages}, or say where it is with "
                        "CMAKE_PREFIX_PATH (sample/run.sh installs what is missing)")
  endif()
  engine_use(${name})
endmacro()

# One that option `choice` may leave out: sets engine_has_<name>, and counts the source that needs it
# as unused where it is not there.
macro(engine_may_use name targets header files choice sentence source)
  option(${choice} "${sentence}" ON)
  set(engine_has_${name} FALSE)
  if(${choice})
    engine_find(${name} "${targets}" ${header} "${files}")
    if(${name}_FOUND)
      set(engine_has_${name} TRUE)
      engine_use(${name})
    endif()
  endif()
  if(NOT engine_has_${name})
    list(APPEND engine_unused ${source})
  endif()
endmacro()

engine_need(qhull_r "Qhull::qhull_r;Qhull::qhullstatic_r" libqhull_r/libqhull_r.h "qhull_r;qhullstatic_r"
            "libqhull-dev (Debian), qhull-devel (Fedora), qhull (Homebrew)")
engine_need(tinyxml2 tinyxml2::tinyxml2 tinyxml2.h tinyxml2
            "libtinyxml2-dev (Debian), tinyxml2-devel (Fedora), tinyxml2 (Homebrew)")

# PNG files: lodepng, or libpng where a system has no package of it.
set(ENGINE_PNG "" CACHE STRING "Reader of PNG files: lodepng, libpng, or empty for what is there")
set_property(CACHE ENGINE_PNG PROPERTY STRINGS "" lodepng libpng)
set(png_choice "${ENGINE_PNG}")
if(png_choice AND NOT png_choice MATCHES "^(lodepng|libpng)$")
  message(FATAL_ERROR "ENGINE_PNG is '${ENGINE_PNG}'; expected lodepng, libpng, or nothing")
endif()
if(NOT png_choice STREQUAL libpng)
  engine_find(lodepng "" lodepng.h lodepng)
  if(lodepng_FOUND)
    set(png_choice lodepng)
    set(lodepng_MODULE FALSE)
  elseif(png_choice STREQUAL lodepng)
    message(FATAL_ERROR "lodepng was not found: install liblodepng-dev (Debian), or configure with "
                        "-DENGINE_PNG=libpng")
  endif()
endif()
if(png_choice STREQUAL lodepng)
  engine_use(lodepng)
  list(APPEND engine_unused /picture_libpng.c)
  set(deflate_choice lodepng.cc)
else()
  engine_need(libpng "" png.h png
              "liblodepng-dev or libpng-dev (Debian), lodepng-devel or libpng-devel (Fedora), libpng (Homebrew)")
  set(png_choice libpng)
  engine_need(zlib ZLIB::ZLIB zlib.h z "zlib1g-dev (Debian), zlib-devel (Fedora), zlib (Homebrew)")
  list(APPEND engine_unused /picture_lodepng.cc)
  set(deflate_choice zlib.c)
endif()
# Plain ones faster.
engine_may_use(libdeflate "libdeflate::libdeflate_shared;libdeflate::libdeflate_static" libdeflate.h deflate
               ENGINE_DEFLATE "Inflate PNG files by libdeflate if it is there" /picture_plain.c)
if(engine_has_libdeflate)
  set(deflate_choice libdeflate.c)
  set_property(SOURCE ${CMAKE_CURRENT_LIST_DIR}/asset/picture.c APPEND PROPERTY COMPILE_DEFINITIONS ENGINE_LIBDEFLATE)
  message(STATUS "engine: PNG files are read by ${png_choice}, plain ones with libdeflate")
else()
  message(STATUS "engine: PNG files are read by ${png_choice}; with libdeflate (libdeflate-dev on "
                 "Debian) large textures would load faster")
endif()
# Pictures are compressed by one of these.
set(deflate_unused /deflate_libdeflate.c /deflate_lodepng.cc /deflate_zlib.c)
list(REMOVE_ITEM deflate_unused /deflate_${deflate_choice})
list(APPEND engine_unused ${deflate_unused})

# JPEG files, of textures.
engine_may_use(libjpeg JPEG::JPEG jpeglib.h jpeg
               ENGINE_JPEG "Use libjpeg (libjpeg-turbo) to read JPEG files" /picture_jpeg.c)
if(engine_has_libjpeg)
  list(APPEND engine_defines ENGINE_JPEG)
else()
  message(STATUS "engine: libjpeg is not used (libjpeg-dev on Debian): textures in JPEG will be "
                 "refused")
endif()

# glTF and Collada, by assimp: only its headers are needed here, the library is loaded when a file of these is read.
option(ENGINE_ASSIMP "Read glTF and Collada by assimp where it is there at run time" ON)
set(engine_has_assimp FALSE)
if(ENGINE_ASSIMP)
  find_path(assimp_HEADER assimp/cimport.h)
  find_library(assimp_FILE assimp)
  mark_as_advanced(assimp_HEADER assimp_FILE)
  if(assimp_HEADER AND assimp_FILE)
    get_filename_component(assimp_name ${assimp_FILE} REALPATH)
    get_filename_component(assimp_name ${assimp_name} NAME)
    # libassimp.so.5.2.4 is found as libassimp.so.5
    if(assimp_name MATCHES "^(.*[.]so[.])([0-9]+)")
      set(assimp_name ${CMAKE_MATCH_1}${CMAKE_MATCH_2})
    endif()
    string(REGEX MATCH "[0-9]+" assimp_major "${assimp_name}")
    set(engine_has_assimp TRUE)
  endif()
endif()
if(engine_has_assimp)
  set_property(SOURCE ${CMAKE_CURRENT_LIST_DIR}/asset/scene_assimp.c APPEND PROPERTY COMPILE_DEFINITIONS
               ENGINE_ASSIMP="${assimp_name}" ENGINE_ASSIMP_MAJOR=${assimp_major})
  set_property(SOURCE ${CMAKE_CURRENT_LIST_DIR}/asset/scene_assimp.c APPEND PROPERTY INCLUDE_DIRECTORIES
               ${assimp_HEADER})
  list(APPEND engine_defines ENGINE_HAS_ASSIMP)
else()
  list(APPEND engine_unused /scene_assimp.c)
  message(STATUS "engine: assimp is not used (libassimp-dev on Debian): meshes and models in glTF and Collada "
                 "will be refused")
endif()

# The search for contacts of versions before 3.3, which flag nativeccd="disable" asks for.
engine_may_use(ccd ccd::ccd ccd/ccd.h ccd
               ENGINE_CCD "Use libccd where models ask for it (flag nativeccd)" /ccd_legacy.c)
if(engine_has_ccd)
  list(APPEND engine_defines ENGINE_CCD)
else()
  message(STATUS "engine: libccd is not used (libccd-dev on Debian): models with flag "
                 "nativeccd=\"disable\" will be refused")
endif()
