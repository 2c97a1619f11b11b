#!/bin/sh
# The recipes for vcpkg and Conan: each option they set is one of this project, their version is its version,
# and the folders they copy are there.  They are built where vcpkg or conan is installed.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
recipes=$root/src/package
version=$(sed -n 's/^#define ENG_VERSION_[A-Z]* //p' "$root/include/engine/version.h" | paste -sd.)
failed=0
wrong() { echo "$*"; failed=1; }
for option in $(grep -hoE 'ENGINE_[A-Z]+|BUILD_SHARED_LIBS' "$recipes"/vcpkg/libengine/portfile.cmake \
  "$recipes"/conan/conanfile.py | sort -u); do
  grep -qE "(^|[( ])$option (\"|ON|OFF)" "$root/CMakeLists.txt" "$root/src/dependencies.cmake" ||
    wrong "a recipe sets $option, which the project does not know"
done
grep -q "\"version-semver\": \"$version\"" "$recipes/vcpkg/libengine/vcpkg.json" || wrong "vcpkg.json is not of version $version"
grep -q "version = \"$version\"" "$recipes/conan/conanfile.py" || wrong "conanfile.py is not of version $version"
if command -v python3 >/dev/null; then
  python3 -c 'import json, sys; json.load(open(sys.argv[1]))' "$recipes/vcpkg/libengine/vcpkg.json" || failed=1
  python3 -c 'import ast, sys; ast.parse(open(sys.argv[1]).read())' "$recipes/conan/conanfile.py" || failed=1
fi
if command -v conan >/dev/null; then conan create "$recipes/conan" --build=missing || failed=1; fi
if command -v vcpkg >/dev/null; then vcpkg install libengine --overlay-ports="$recipes/vcpkg" || failed=1; fi
exit $failed
