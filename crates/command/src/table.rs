//! Columns of text tables.

/// A heading and its cells, aligned to the right and padded to the same width.
pub(crate) fn column(name: &str, cells: impl Iterator<Item = String>) -> Vec<String> {
    let cells: Vec<String> = std::iter::once(name.to_owned()).chain(cells).collect();
    let width = cells.iter().map(|cell| cell.chars().count()).max().unwrap_or(0);
    cells.into_iter().map(|cell| format!("{cell:>width$}")).collect()
}
