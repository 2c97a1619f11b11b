"""What `conan create` does with the recipe of this project, where there is no Conan: exports its sources, and
nothing else, builds and packages them by what the recipe says.  Libraries are those of the system.

  recipe_conan.py RECIPE FOLDER [OPTION=VALUE...]     packages into FOLDER/package
"""
import fnmatch
import os
import shutil
import subprocess
import sys
import types


def module(name, **contents):
    made = types.ModuleType(name)
    made.__dict__.update(contents)
    sys.modules[name] = made


def copy(recipe, pattern, source, target):
    found = 0
    for folder, folders, files in os.walk(source):
        folders[:] = [f for f in folders if f != ".git" and not f.startswith("build")]
        for file in files:
            path = os.path.join(folder, file)
            part = os.path.relpath(path, source)
            if fnmatch.fnmatch(part, pattern):
                os.makedirs(os.path.dirname(os.path.join(target, part)), exist_ok=True)
                shutil.copy2(path, os.path.join(target, part))
                found += 1
    if not found:
        sys.exit(f"the recipe copies '{pattern}', of which there is nothing")


class Options(dict):
    def __getattr__(self, name):
        return self[name]


class ConanFile:
    def requires(self, reference):
        self.libraries.append(reference)

    tool_requires = requires


class CMakeToolchain:
    def __init__(self, recipe):
        self.recipe, self.cache_variables = recipe, {}

    def generate(self):
        word = {True: "ON", False: "OFF"}
        self.recipe.variables = [f"-D{name}={word.get(value, value)}" for name, value in self.cache_variables.items()]


class CMake:
    def __init__(self, recipe):
        self.recipe = recipe

    def run(self, *words):
        subprocess.run(["cmake", *words], check=True)

    def configure(self):
        self.run("-S", self.recipe.source_folder, "-B", self.recipe.build_folder, "-G", "Ninja",
                 "-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_INSTALL_PREFIX=" + self.recipe.package_folder,
                 "-DCMAKE_INSTALL_LIBDIR=lib", *self.recipe.variables)

    def build(self):
        self.run("--build", self.recipe.build_folder)

    def install(self):
        self.run("--install", self.recipe.build_folder)


class Nothing:
    def __init__(self, *anything):
        pass

    def generate(self):
        pass


class Info:
    libs, builddirs, system_libs = [], [], []

    def set_property(self, name, value):
        pass


def layout(recipe):
    recipe.source_folder = recipe.export_sources_folder
    recipe.build_folder = os.path.join(recipe.folder, "build")


def main(path, folder, *chosen):
    module("conan", ConanFile=ConanFile)
    module("conan.tools")
    module("conan.tools.cmake", CMake=CMake, CMakeToolchain=CMakeToolchain, cmake_layout=layout)
    module("conan.tools.files", copy=copy)
    module("conan.tools.gnu", PkgConfigDeps=Nothing)
    recipe_module = types.ModuleType("conanfile")
    with open(path) as file:
        exec(compile(file.read(), path, "exec"), recipe_module.__dict__)
    recipe = next(c for c in vars(recipe_module).values()
                  if isinstance(c, type) and issubclass(c, ConanFile) and c is not ConanFile)()
    recipe.recipe_folder, recipe.folder = os.path.dirname(os.path.abspath(path)), folder
    recipe.export_sources_folder, recipe.package_folder = os.path.join(folder, "source"), os.path.join(folder, "package")
    recipe.options, recipe.libraries, recipe.cpp_info = Options(recipe.default_options), [], Info()
    for choice in chosen:
        name, value = choice.split("=")
        if name not in recipe.options:
            sys.exit(f"the recipe has no option '{name}'")
        recipe.options[name] = value == "True"
    for step in ("export_sources", "requirements", "build_requirements", "layout", "generate", "build", "package",
                 "package_info"):
        getattr(recipe, step)()
    for part in recipe.cpp_info.builddirs + [os.path.join("licenses", "LICENSE"), "include"]:
        if not os.path.exists(os.path.join(recipe.package_folder, part)):
            sys.exit(f"the package has no {part}")
    if not recipe.libraries or any("/" not in reference for reference in recipe.libraries):
        sys.exit("a library of the recipe has no version")


main(*sys.argv[1:])
