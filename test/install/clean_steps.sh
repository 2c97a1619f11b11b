#!/bin/sh
# clean_steps.sh STEP: one thing that a stranger does, on a clean system whose /libengine is the tree
# (test/install/clean.sh runs it there).
set -eux
cd /libengine
# what is looked at is whether it builds and links, not how fast it is
quick="-G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_FLAGS_RELEASE=-O1 -DCMAKE_CXX_FLAGS_RELEASE=-O1
  -DENGINE_LTO=OFF -DENGINE_HWCAPS=OFF"

# The program of the README, as it stands there.
example() { awk '/^```c$/ { on = 1; next } /^```$/ { on = 0 } on' README.md >/tmp/example.c; }

case $1 in
  sample)
    sample/run.sh
    test -s build/simulation.svg
    test -s build/sequence.png
    ;;
  tests) test/run.sh -LE slow ;;
  install)
    cmake --install build
    engine --version
    ;;
  compile)
    example
    cc /tmp/example.c $(pkg-config --cflags --libs engine) -o /tmp/example
    /tmp/example
    ;;
  find_package)
    cmake -S test/install/by_cmake -B /tmp/by_cmake -G Ninja
    cmake --build /tmp/by_cmake
    /tmp/by_cmake/outside
    /tmp/by_cmake/existing
    ;;
  fetch)
    cmake -S test/install/by_fetch -B /tmp/by_fetch $quick -DENGINE_SOURCE=/libengine
    cmake --build /tmp/by_fetch
    /tmp/by_fetch/outside
    ;;
  static)
    cmake -S . -B /tmp/static $quick -DENGINE_TESTS=OFF -DENGINE_SAMPLES=OFF -DBUILD_SHARED_LIBS=OFF
    cmake --build /tmp/static
    cmake --install /tmp/static --prefix /tmp/static-root
    example
    # a name that the library uses inside is the program's to take
    echo 'int read_model(void) { return 7; }' >>/tmp/example.c
    lib=$(dirname "$(dirname "$(find /tmp/static-root -name engine.pc)")")
    cc /tmp/example.c $(PKG_CONFIG_PATH=$lib/pkgconfig pkg-config --cflags --libs --static engine) \
      -o /tmp/example_static
    ! ldd /tmp/example_static | grep libengine
    /tmp/example_static
    ;;
  packages)
    apt-get install -y --no-install-recommends dpkg-dev file fakeroot gzip
    cmake -S . -B build -DCMAKE_INSTALL_PREFIX=/usr \
      -DCMAKE_INSTALL_LIBDIR="lib/$(dpkg-architecture -qDEB_HOST_MULTIARCH)"
    cmake --build build
    cd build
    rm -f ./*.deb
    cpack -G DEB
    cpack -G TGZ
    ls -l ./*.deb ./*.tar.gz
    ;;
  lintian)
    apt-get install -y --no-install-recommends lintian
    lintian --allow-root --fail-on error,warning build/*.deb
    ;;
  use)
    apt-get update
    apt-get install -y --no-install-recommends /packages/*.deb gcc libc6-dev pkg-config
    cd /tmp
    cp -r /libengine/model .
    awk '/^```c$/ { on = 1; next } /^```$/ { on = 0 } on' /libengine/README.md >example.c
    cc example.c $(pkg-config --cflags --libs engine) -o example
    ./example
    engine check model/cart_pole.xml
    test -s /usr/share/man/man1/engine.1.gz
    test -s /usr/share/bash-completion/completions/engine
    ;;
  *) echo "no step '$1'"; exit 2 ;;
esac
