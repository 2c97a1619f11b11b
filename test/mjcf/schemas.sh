#!/bin/sh
# schemas.sh TOOL SCRATCH [FOLDER...]: the XSD and the RELAX NG schema take every MJCF file of the
# folders that the library loads, and refuse broken ones.  Skipped (77) without xmllint.
set -eu
tool=$1
scratch=$2
shift 2
command -v xmllint >/dev/null || { echo "skipped: xmllint (Debian: libxml2-utils) is not there"; exit 77; }
root=$(cd "$(dirname "$0")/../.." && pwd)
mkdir -p "$scratch"
"$tool" schema --format xsd >"$scratch/mjcf.xsd"
"$tool" schema --format rng >"$scratch/mjcf.rng"
[ $# -gt 0 ] || set -- "$root/model" "$root/../shared/conformance/models" "$root/../shared/robots" \
  "$root/../shared/newer"
cd "$scratch"
: >wrong

# xmllint needs minutes for some large models and RELAX NG; jing (Debian: jing) does not.
relaxng() {
  if command -v jing >/dev/null; then jing mjcf.rng "$@"; else
    for file in "$@"; do timeout 20 xmllint --noout --relaxng mjcf.rng "$file"; done
  fi
}

files=0 failed=0
for folder in "$@"; do
  [ -d "$folder" ] || { echo "without $folder, which is not there"; continue; }
  find "$folder" -name '*.xml' -exec grep -l '<mujoco' {} + >list
  [ -s list ] || continue
  xargs xmllint --noout --schema mjcf.xsd <list >said 2>&1 || true
  grep ' validates$' said | sed 's/ validates$//' | sort >by_xsd
  case $folder in
    "$root"/model) part=list ;;
    *) command -v jing >/dev/null && part=list || part=/dev/null ;;  # all, or none of the large ones
  esac
  # shellcheck disable=SC2046
  [ $part = /dev/null ] || relaxng $(cat $part) >>said 2>&1 || true
  sort list | while read -r file; do
    if grep -qxF "$file" by_xsd && ! grep -qE "^$file:.*error" said; then
      echo "$file"
      continue
    fi
    # text between elements: the reader passes over it, editors had better point at it
    grep -q "^$file:.*Character content" said && continue
    # what the library refuses too is no fault of the schema
    "$tool" info --short "$file" >loaded 2>&1 || continue
    echo "$file: loads and is refused:" >&2
    grep -E "^$file:.*error" said | head -3 >&2
    echo "$file" >>wrong
  done >right
  files=$((files + $(wc -l <right)))
done
[ ! -s wrong ] || failed=1

refused() {
  printf '%s' "$1" >broken.xml
  xmllint --noout --schema mjcf.xsd broken.xml 2>/dev/null && { echo "XSD takes $1"; failed=1; }
  xmllint --noout --relaxng mjcf.rng broken.xml 2>/dev/null && { echo "RELAX NG takes $1"; failed=1; }
  return 0
}
refused '<mujoco><worldbody><geom sizes="1"/></worldbody></mujoco>'
refused '<mujoco><worldbody><geom size="1 2 3 4"/></worldbody></mujoco>'
refused '<mujoco><worldbody><geom size="one"/></worldbody></mujoco>'
refused '<mujoco><worldbody><geom type="cone"/></worldbody></mujoco>'
refused '<mujoco><worldbody><gem/></worldbody></mujoco>'
refused '<mujoco><actuator><motor kp="1"/></actuator></mujoco>'
refused '<mujoco><default><geom name="a"/></default></mujoco>'
refused '<robot/>'
cat >header.xml <<'END'
<mujoco xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="mjcf.xsd">
  <worldbody><geom size="1"/></worldbody>
</mujoco>
END
{ xmllint --noout --schema mjcf.xsd header.xml && relaxng header.xml; } 2>/dev/null || { echo "the header of editors is refused"; failed=1; }
"$tool" info --short header.xml >/dev/null || { echo "the header of editors does not load"; failed=1; }
echo "$files files are what both schemas say"
[ $files -gt 10 ] || failed=1
exit $failed
