#!/bin/sh
# coverage.sh LIBRARY: how much of the API is exported; fails when a header declares what the
# library does not export, or the library exports what no header declares.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$here/../..
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

grep -v '^#' "$here/names.txt" | sort -u >"$work/api"
nm -D --defined-only "$1" | awk '$2 ~ /[TBDRV]/ { print $3 }' | sed 's/@.*//' |
  grep -E '^(mj|eng_)' | sort -u >"$work/exported"
# the first name followed by "(" or "[" or ";" of each MJAPI declaration, comments left out
cat "$root"/include/engine/*.h | sed 's,//.*,,' | tr '\n' ' ' | sed 's/MJAPI/\n&/g' | grep '^MJAPI' |
  sed 's/;.*/;/' | grep -oE '\(?\*?(mj[A-Za-z0-9]*_?[A-Za-z0-9_]*|eng_[A-Za-z0-9_]+)(\)?\(|\[|;)' |
  grep -oE '(mj|eng_)[A-Za-z0-9_]+' | sort -u |
  grep -v mjPRINTFLIKE | grep -E '^(mj_|mju_|mjs_|mjv_|mjr_|mjui_|mjd_|mjp_|mjc_|mjcb_|eng_|mj[A-Z]{3,})' >"$work/declared"

comm -12 "$work/api" "$work/exported" >"$work/done"
comm -23 "$work/api" "$work/exported" >"$work/missing"
comm -23 "$work/declared" "$work/exported" >"$work/hollow"
comm -13 "$work/declared" "$work/exported" >"$work/hidden"

echo "API names exported: $(wc -l <"$work/done") of $(wc -l <"$work/api")"
if [ -s "$work/missing" ]; then
  echo "missing:"
  fold -s -w 100 <<LIST | sed 's/^/  /'
$(tr '\n' ' ' <"$work/missing")
LIST
fi
status=0
if [ -s "$work/hollow" ]; then
  echo "declared but not exported:"; sed 's/^/  /' "$work/hollow"; status=1
fi
if [ -s "$work/hidden" ]; then
  echo "exported but not declared:"; sed 's/^/  /' "$work/hidden"; status=1
fi
exit $status
