//! The order of the repository, kept by tests: which crate may use which, what may stand in which
//! sources, and that documents, clauses and files say what is so.
//!
//! Each check is a function on plain text, tried here on small texts too, and then held to the
//! whole repository. A check gives the faults it finds, so that a failing test lists all of them.

mod tidy {
    mod clauses;
    mod corpus;
    mod documents;
    mod faults;
    mod layers;
    mod manifests;
    mod packages;
    mod repository;
    mod rust;
    mod sources;
}
