#!/bin/sh
# examples.sh ENGINE: every whole model in the documents (```xml, <mujoco ...) loads and is simulated.
set -u
cd "$(dirname "$0")/../.." || exit 1
models=$(mktemp -d)
trap 'rm -rf "$models"' EXIT
awk -v out="$models" '
  /^```xml$/ { inside = 1; text = ""; first = FNR; next }
  /^```$/ && inside {
    inside = 0
    name = FILENAME; gsub("[/.]", "_", name)
    if (text ~ /^<mujoco/ && text ~ /<\/mujoco>/) printf "%s", text > (out "/" name "_" first ".xml")
  }
  inside { text = text $0 "\n" }' doc/*.md
count=0
for model in "$models"/*.xml; do
  "$1" simulate "$model" --seconds 0.1 >"$models/said" 2>&1 || { cat "$models/said"; exit 1; }
  count=$((count + 1))
done
echo "$count models of the documents are simulated"
[ "$count" -gt 5 ]
