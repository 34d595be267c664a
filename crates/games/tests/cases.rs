//! Cases: those of the corpus, generated ones, all small boards, and inputs of a judge.
//!
//! A single test binary, because each one takes seconds to build. `cargo mutants` runs these tests of
//! the games and no others (`.cargo/mutants.toml`).

mod corpus;
#[cfg(feature = "long-tests")]
mod exhaust;
mod generator;
mod inputs;
mod limits;
mod regressions;
