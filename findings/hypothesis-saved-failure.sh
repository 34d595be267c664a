#!/usr/bin/env bash
# PyPI, 2026-11-28: hypothesis 6.170.17 keeps failing inputs in a database and tries them first in the next run. One
# guesses that they belong to the name of the test. They belong to a digest of its source text: a harmless new line in
# the body forgets them (the first input is 0 again), a new comment does not. The strategies are no part of the digest:
# with another one the saved choices are replayed as a value that the old one could not give.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/v"
"$work/v/bin/pip" --quiet --disable-pip-version-check install hypothesis==6.170.17 || exit 2
cd "$work"
run() {
  cat > test_case.py <<PYTHON
from hypothesis import given, settings, strategies as st
from hypothesis.database import DirectoryBasedExampleDatabase

inputs = []

@settings(database=DirectoryBasedExampleDatabase("database"), max_examples=1000)
@given($2)
def test(value):
    inputs.append(value)
    $3
    assert value < 70000

try:
    test()
except AssertionError:
    print("$1, first input:", inputs[0])
PYTHON
  v/bin/python test_case.py
}
(
  run "first run" "st.integers(0, 10**6)" "pass"
  run "second run" "st.integers(0, 10**6)" "pass"
  run "a comment" "st.integers(0, 10**6)" "pass  # why"
  run "a line" "st.integers(0, 10**6)" "assert True"
  run "another strategy" "st.integers(0, 10**6).map(lambda it: 2 * it)" "pass"
) > seen
cat seen
diff seen - <<'SEEN'
first run, first input: 0
second run, first input: 70000
a comment, first input: 70000
a line, first input: 0
another strategy, first input: 140000
SEEN
