#!/usr/bin/env bash
# crates.io, PyPI and npm, 2026-11-28: a property whose assumption holds for no input at all, such as one about
# positions that the generator never makes. One guesses that each tool for property tests reports that it tested
# nothing. fast-check 4.11.0 and hypothesis 6.170.17 raise an error; quickcheck 1.1.0 gives up after 10000 inputs
# and passes, for the least number of tests (QUICKCHECK_MIN_TESTS_PASSED) is 0 unless it is set.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip --quiet --disable-pip-version-check install hypothesis==6.170.17 || exit 2
(npm init --yes > /dev/null && npm install --silent fast-check@4.11.0 > /dev/null) || exit 2
mkdir src
cat > Cargo.toml <<'TOML'
[package]
name = "seen"
version = "0.0.0"
edition = "2021"
[dependencies]
quickcheck = { version = "=1.1.0", default-features = false }
TOML
cat > src/main.rs <<'RUST'
use quickcheck::{QuickCheck, TestResult};
use std::sync::atomic::{AtomicUsize, Ordering};

static INPUTS: AtomicUsize = AtomicUsize::new(0);

fn property(_: u8) -> TestResult {
    INPUTS.fetch_add(1, Ordering::Relaxed);
    TestResult::discard()
}

fn main() {
    QuickCheck::new().quickcheck(property as fn(u8) -> TestResult);
    println!("quickcheck passes, inputs: {INPUTS:?}");
}
RUST
cat > property.mjs <<'NODE'
import fc from "fast-check";
try {
  fc.assert(fc.property(fc.integer(), () => fc.pre(false)));
  console.log("fast-check passes");
} catch (error) { console.log("fast-check:", error.message.split(",")[0]); }
NODE
cargo fetch --quiet || exit 2
(
  cargo run --quiet
  node property.mjs
  v/bin/python - <<'PYTHON' | grep '^hypothesis'
from hypothesis import assume, errors, given, settings, strategies as st

@settings(database=None)
@given(st.integers())
def test(_):
    assume(False)

try:
    test()
    print("hypothesis passes")
except errors.HypothesisException as error:
    print("hypothesis:", type(error).__name__)
PYTHON
) > seen
cat seen
diff seen - <<'SEEN'
quickcheck passes, inputs: 10000
fast-check: Failed to run property
hypothesis: FailedHealthCheck
SEEN
