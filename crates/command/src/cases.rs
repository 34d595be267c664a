//! Cases: their files, the corpus, and what is done with one that fails.

pub(crate) mod case_file;
pub(crate) mod corpus;
pub(crate) mod finding;
pub(crate) mod verdict;
