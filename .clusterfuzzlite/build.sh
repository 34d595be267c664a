#!/usr/bin/env bash
# Builds the fuzz targets for ClusterFuzzLite and OSS-Fuzz, whose builder calls this with the folders
# SRC (the source is in SRC/twinboard), OUT and WORK. For each target, OUT gets
#
#   target                  the program
#   target_seed_corpus.zip  the corpus of its rule set, flat
#   target.options          options of libFuzzer
#   target.engine           an engine that the target starts, in place of the registered one
#
# TWINBOARD_FEATURES names cargo features of the targets. With `planted` the planted faults are
# compiled in, and the variable TWINBOARD_PLANTED activates one when a target runs: a test of the
# whole installation.
set -euo pipefail
cd "$SRC/twinboard"

features=()
if [[ -n "${TWINBOARD_FEATURES:-}" ]]; then features=(--features "$TWINBOARD_FEATURES"); fi
# Several codegen units use all CPUs; comparisons are not traced.
cargo fuzz build -O --debug-assertions --codegen-units 8 --no-trace-compares "${features[@]}"

built="$PWD/fuzz/target/x86_64-unknown-linux-gnu/release"
while read -r target program; do
  cp "$built/$program" "$OUT/$target"
  cp fuzz/libfuzzer.options "$OUT/$target.options"
  # Files of the corpus have the same names in several folders; the archive has no folders.
  seeds="$WORK/$target-seeds"
  rm -rf "$seeds" "$OUT/${target}_seed_corpus.zip"
  mkdir -p "$seeds"
  for file in corpus/"${target%%_*}"/*/*.txt; do
    cp "$file" "$seeds/$(basename "$(dirname "$file")")-$(basename "$file")"
  done
  zip --quiet --junk-paths -r "$OUT/${target}_seed_corpus.zip" "$seeds"
done < <(cargo fuzz list | awk '{ print $1, $1 }'; echo samegame_cpp samegame)

# The builder's flags, and the one that reports the code that ran.
read -ra flags <<< "${CXXFLAGS:-}"
"${CXX:-clang++}" "${flags[@]}" -std=c++17 -fsanitize-coverage=trace-pc,trace-cmp \
  -I crates/command/engine-kits/cpp examples/engines/samegame.cpp -o "$OUT/samegame_cpp.engine"
