#!/usr/bin/env bash
# npm, 2026-11-29: morris 0.1.4, a library of nine men's morris. Requiring it replaces Array.prototype.fill for the
# whole program: fill takes a function of the index then, and `new Array(3).fill(0)`, which was right one line
# before, throws. A property of Object.prototype turns up in every `for … in`.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --ignore-scripts morris@0.1.4 > /dev/null || exit 2
cat > seen.js <<'JS'
console.log('before:', JSON.stringify(new Array(3).fill(0)))
require('morris')
try {
  console.log('after:', JSON.stringify(new Array(3).fill(0)))
} catch (error) {
  console.log('after:', String(error))
}
console.log('without an argument:', JSON.stringify(new Array(3).fill()))
for (const key in {}) console.log('in an empty object:', key)
JS
node seen.js | tee seen
diff seen - <<'SEEN'
before: [0,0,0]
after: TypeError: callback is not a function
without an argument: [true,true,true]
in an empty object: fillDefaults
SEEN
