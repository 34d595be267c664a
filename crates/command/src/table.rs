//! Tables of text.

use comfy_table::{CellAlignment, Table, presets};

/// Rows in columns that are two blanks apart: texts aligned to the left, figures to the right.
pub(crate) fn aligned(
    rows: impl IntoIterator<Item = Vec<String>>,
    is_text: impl Fn(usize) -> bool,
) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).add_rows(rows);
    for (index, column) in table.column_iter_mut().enumerate() {
        let side = if is_text(index) { CellAlignment::Left } else { CellAlignment::Right };
        column.set_padding((0, 2)).set_cell_alignment(side);
    }
    table.lines().map(|line| line.trim_end().to_owned() + "\n").collect()
}

#[cfg(test)]
mod tests {
    use super::aligned;

    #[test]
    fn columns_are_as_wide_as_their_widest_cell() {
        let rows = [vec!["name", "n"], vec!["a – b", "100", "more"], vec![]];
        let rows = rows.map(|row| row.into_iter().map(str::to_owned).collect());
        assert_eq!(aligned(rows, |column| column != 1), "name     n\na – b  100  more\n\n");
        assert_eq!(aligned([], |_| true), "");
    }
}
