#!/usr/bin/env bash
# npm, PyPI and crates.io, 2026-11-28: the property "no odd number is above 1000", for numbers up to a million. One guesses
# that all tools shrink the failure to 1001, or close to it. hypothesis 6.170.17 does. fast-check 4.11.0 and proptest 1.12.0
# halve the distance to zero; as soon as the candidates happen to be even they stop. The five seeds of fast-check end at
# numbers of six digits, proptest mostly at several thousand. So the size of a "smallest" case says little, and cases of
# one fault look different.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip --quiet --disable-pip-version-check install hypothesis==6.170.17 || exit 2
(npm init --yes > /dev/null && npm install --silent fast-check@4.11.0 > /dev/null) || exit 2
cat > property.mjs <<'NODE'
import fc from "fast-check";
const property = fc.property(fc.integer({ min: 0, max: 1000000 }), (it) => it <= 1000 || it % 2 === 0);
console.log("fast-check", ...[1, 2, 3, 4, 5].map((seed) => fc.check(property, { seed }).counterexample[0]));
NODE
