//! Conventions of the repository: dependencies between crates and modules, constructs that sources
//! may contain, language and names, and documents that agree with the code.
//!
//! Each check is a function on plain text with unit tests of its own, applied to the whole
//! repository. A check returns all faults that it finds, and a failing test lists them.

mod clauses;
mod comments;
mod corpus;
mod documents;
mod examples;
mod faults;
mod history;
mod language;
mod layers;
mod layout;
mod manifests;
mod names;
mod openers;
mod packages;
mod repository;
mod rust;
mod sources;
