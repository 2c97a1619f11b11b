# From the checkout this stands in: vcpkg install libengine --overlay-ports=src/package/vcpkg
get_filename_component(SOURCE_PATH "${CURRENT_PORT_DIR}/../../../.." ABSOLUTE)
vcpkg_check_features(OUT_FEATURE_OPTIONS features FEATURES ccd ENGINE_CCD tools ENGINE_TOOL)
vcpkg_find_acquire_program(PKGCONFIG)
vcpkg_cmake_configure(
  SOURCE_PATH "${SOURCE_PATH}"
  OPTIONS -DENGINE_PNG=libpng -DENGINE_HWCAPS=OFF -DENGINE_TESTS=OFF -DENGINE_SAMPLES=OFF ${features}
          -DCMAKE_DISABLE_FIND_PACKAGE_MPI=ON "-DPKG_CONFIG_EXECUTABLE=${PKGCONFIG}"
          # the tool moves to tools/libengine
          "-DCMAKE_INSTALL_RPATH=$ORIGIN:$ORIGIN/../lib:$ORIGIN/../../lib"
)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(PACKAGE_NAME engine CONFIG_PATH lib/cmake/engine)
vcpkg_fixup_pkgconfig()
vcpkg_copy_pdbs()
if("tools" IN_LIST FEATURES)
  vcpkg_copy_tools(TOOL_NAMES engine AUTO_CLEAN)
endif()
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include" "${CURRENT_PACKAGES_DIR}/debug/share")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
