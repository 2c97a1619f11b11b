#!/bin/sh
# What there is has a place in the documents: samples, plugins, options of the build, commands of the tool,
# pages.  What the documents name is there: files of the tree by their paths.
set -u
cd "$(dirname "$0")/../.." || exit 1
failed=0
count=0
# named WORD FILE: FILE speaks of WORD
named() {
  count=$((count + 1))
  grep -qF -e "$1" "$2" || { echo "$2 does not speak of $1"; failed=1; }
}
for sample in sample/*.c; do named "$(basename "$sample")" doc/getting_started.md; done
for model in model/*.xml model/*.urdf; do named "$(basename "$model")" doc/getting_started.md; done
for plugin in $(grep -rhoE '"mujoco\.[a-z_.]*[a-z_]"' src/plugin/first_party | tr -d '"' | sort -u); do
  named "$plugin" doc/plugins.md
done
for shape in $(sed -n 's/^SHAPE(\([a-z]*\),.*/\1/p' src/plugin/first_party/sdf_shapes.c); do
  named "mujoco.sdf.$shape" doc/plugins.md
done
for option in $(grep -rhoE '(option|set)\(ENGINE_[A-Z]+ [^)]*|engine_may_use\([^)]*' CMakeLists.txt src/*.cmake \
  src/tool/CMakeLists.txt sample/*/CMakeLists.txt | grep -oE 'ENGINE_[A-Z]+' | sort -u); do
  case $option in ENGINE_TOP) continue ;; esac
  named "$option" README.md
done
for command in $(sed -n 's/^ *\.name = "\([a-z]*\)",$/\1/p' src/tool/*.c); do named "\`$command\`" doc/tool.md; done
for page in doc/*.md; do
  case $page in doc/changelog.md) continue ;; esac
  named "$page" README.md
done
for page in *.md doc/*.md .github/*.md; do
  for path in $(grep -ohE '`[a-z.][A-Za-z_0-9/.]*/[A-Za-z_0-9.]+\.(c|h|cc|cmake|sh|py)`' "$page" | tr -d '`' | sort -u); do
    count=$((count + 1))
    for place in . src include include/mujoco; do [ -e "$place/$path" ] && continue 2; done
    echo "$page names $path, which is not there"
    failed=1
  done
done
echo "$count things are where one looks for them"
[ "$count" -gt 80 ] && exit $failed
