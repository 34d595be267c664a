//! The repository as a whole: dependencies between crates and modules, constructs that a side must
//! not use, and documents and settings that agree with the code.
//!
//! A test holds here what a machine can decide and a reader does not see; style is for reviews.
//! Each check is a function on plain data with unit tests of its own, applied to the whole
//! repository. It returns all violations, and a failing test lists them.

mod clauses;
mod documents;
mod figures;
mod manifests;
mod modules;
mod mutants;
mod public;
mod repository;
mod sources;
