"""Conan 2, from the checkout this stands in: conan create src/package/conan --build=missing"""
import os

from conan import ConanFile
from conan.tools.cmake import CMake, CMakeToolchain, cmake_layout
from conan.tools.files import copy
from conan.tools.gnu import PkgConfigDeps


class LibengineConan(ConanFile):
    name = "libengine"
    version = "0.1.0"
    license = "Apache-2.0"
    description = "Embeddable physics engine for robots, animals and machines"
    topics = ("physics", "robotics", "simulation")
    settings = "os", "arch", "compiler", "build_type"
    package_type = "library"
    options = {"shared": [True, False], "ccd": [True, False], "tool": [True, False]}
    default_options = {"shared": True, "ccd": True, "tool": False}

    def export_sources(self):
        tree = os.path.join(self.recipe_folder, "..", "..", "..")
        for part in ("CMakeLists.txt", "LICENSE", "README.md", "src/*", "include/*", "doc/*", "model/*",
                     "sample/*"):
            copy(self, part, tree, self.export_sources_folder)

    def requirements(self):
        for name in ("qhull/8.0.2", "tinyxml2/10.0.0", "libpng/[>=1.6 <2]", "zlib/[>=1.2.11 <2]",
                     "libdeflate/1.22", "libjpeg-turbo/3.0.4"):
            self.requires(name)
        if self.options.ccd:
            self.requires("libccd/2.1")

    def build_requirements(self):
        self.tool_requires("pkgconf/[>=2 <3]")

    def layout(self):
        cmake_layout(self)

    def generate(self):
        PkgConfigDeps(self).generate()
        chain = CMakeToolchain(self)
        chain.cache_variables.update({
            "BUILD_SHARED_LIBS": bool(self.options.shared), "ENGINE_CCD": bool(self.options.ccd),
            "ENGINE_TOOL": bool(self.options.tool), "ENGINE_PNG": "libpng", "ENGINE_HWCAPS": False,
            "ENGINE_TESTS": False, "ENGINE_SAMPLES": False})
        chain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))
        CMake(self).install()

    def package_info(self):
        # the project's own engineConfig.cmake and engine.pc are what others find
        self.cpp_info.libs = ["engine"]
        self.cpp_info.set_property("cmake_find_mode", "none")
        self.cpp_info.builddirs = [os.path.join("lib", "cmake", "engine")]
        if not self.options.shared:
            self.cpp_info.system_libs = ["m", "pthread", "dl", "stdc++"]
