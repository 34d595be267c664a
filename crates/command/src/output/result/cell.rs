//! Tables of a result, which text shows for people and JSON has as data.

use indicatif::HumanCount;
use serde_json::Value;
use twinboard_harness::ClauseName;

use crate::output::text::{grouped, percent};

#[derive(Clone, Debug, Default)]
pub(crate) struct Table {
    /// Its name in JSON.
    pub(crate) key: &'static str,
    /// The line above it; empty for none.
    pub(crate) title: String,
    pub(crate) columns: Vec<Column>,
    pub(crate) rows: Vec<Vec<Cell>>,
    /// True if text has it only when details are wanted.
    pub(crate) is_detail: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct Column {
    /// Its name in JSON.
    pub(crate) key: &'static str,
    pub(crate) head: String,
    /// True if text aligns it to the left.
    pub(crate) is_text: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Cell {
    Count(u64),
    /// A count that may exceed 2⁵³: a string in JSON, because many readers use floating point.
    Wide(u128),
    /// Seconds, with three decimals in text.
    Seconds(f64),
    /// A share: percent in text, a number from 0 to 1 in JSON.
    Share(u64, u64),
    Text(String),
}

impl Table {
    pub(crate) fn new(key: &'static str) -> Self {
        Self { key, ..Self::default() }
    }

    /// The number of steps that reached each clause.
    pub(crate) fn of_clauses(clauses: impl Iterator<Item = (ClauseName, u64)>) -> Self {
        let row = |(clause, count): (ClauseName, u64)| {
            vec![Cell::from(count), Cell::from(clause.id), Cell::from(clause.name)]
        };
        let columns = vec![
            Column::count("count", "steps"),
            Column::text("id", "clause"),
            Column::text("name", ""),
        ];
        Self { columns, rows: clauses.map(row).collect(), ..Self::new("clauses") }
    }

    /// The cells as text, with the names of the columns first.
    pub(crate) fn texts(&self) -> Vec<Vec<String>> {
        let head = self.columns.iter().map(|column| column.head.clone()).collect();
        let row = |row: &Vec<Cell>| row.iter().map(Cell::text).collect();
        std::iter::once(head).chain(self.rows.iter().map(row)).collect()
    }

    /// The rows as objects, each with its cells by the keys of the columns.
    pub(super) fn json(&self) -> Value {
        let keys = || self.columns.iter().map(|column| column.key.to_owned());
        let row = |row: &Vec<Cell>| keys().zip(row.iter().map(Cell::json)).collect::<Value>();
        self.rows.iter().map(row).collect()
    }
}

impl Column {
    /// A column of texts, on the left.
    pub(crate) fn text(key: &'static str, head: impl Into<String>) -> Self {
        Self { key, head: head.into(), is_text: true }
    }

    /// A column of numbers, on the right.
    pub(crate) fn count(key: &'static str, head: impl Into<String>) -> Self {
        Self { key, head: head.into(), is_text: false }
    }
}

impl Cell {
    fn text(&self) -> String {
        match self {
            Self::Count(count) => HumanCount(*count).to_string(),
            Self::Wide(u128::MAX) => "2^128 or more".to_owned(),
            Self::Wide(count) => grouped(&count.to_string()),
            Self::Seconds(seconds) => format!("{seconds:.3}"),
            Self::Share(part, whole) => percent(*part, *whole),
            Self::Text(text) => text.clone(),
        }
    }

    fn json(&self) -> Value {
        match self {
            Self::Count(count) => (*count).into(),
            Self::Wide(count) => count.to_string().into(),
            Self::Seconds(seconds) => (*seconds).into(),
            Self::Share(part, whole) => (*part as f64 / (*whole).max(1) as f64).into(),
            Self::Text(text) => text.clone().into(),
        }
    }
}

impl From<u64> for Cell {
    fn from(count: u64) -> Self {
        Self::Count(count)
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}
