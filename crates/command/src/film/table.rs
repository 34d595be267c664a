//! Tables of texts. The script of the page builds them.

use serde::Serialize;

/// A table with its heading.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(crate) struct Table {
    /// Heading; none if it is empty.
    pub(crate) title: String,
    /// Names of the columns; none if it is empty.
    pub(crate) head: Vec<String>,
    /// Texts of the cells, row by row. The first one names its row.
    pub(crate) rows: Vec<Vec<String>>,
}

impl Table {
    /// A table from its lines, of which the first one has the names of the columns.
    pub(crate) fn of(title: impl Into<String>, lines: Vec<Vec<String>>) -> Self {
        let mut lines = lines.into_iter();
        let head = lines.next().unwrap_or_default();
        Self { title: title.into(), head, rows: lines.collect() }
    }
}
