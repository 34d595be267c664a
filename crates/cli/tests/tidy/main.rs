//! The repository as a whole: dependencies between crates and modules, constructs that a side must
//! not use, and paths and clauses that documents name.
//!
//! A test holds here what a machine can decide and a reader does not see; style is for reviews.
//! Each check is a function on plain data, applied to the whole repository. It returns all
//! violations, and a failing test lists them.

mod clauses;
mod documents;
mod manifests;
mod modules;
mod repository;
mod sources;
