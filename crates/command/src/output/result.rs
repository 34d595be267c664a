//! The result of a command: one value, which every output is made from.
//!
//! A command judges pairings, files, targets or programs. Each of them is a [`Test`]: what was
//! compared and left out, the verdict, findings, figures, tables and notes. The renderers know this
//! value and nothing of the command: text ([`Test::text`]), JSON ([`json`]), `JUnit` XML and Markdown
//! (`ci/`), and pages (`film.rs`).

use std::borrow::Cow;
use std::path::PathBuf;
use std::time::Duration;

use indexmap::IndexMap;
use indicatif::HumanCount;
use serde::Serialize;
use serde_json::{Map, Value, json};
use twinboard_harness::ClauseName;
use twinboard_harness::report::plain;

use crate::film::Film;
use crate::output::tally::{StopReason, Tally};
use crate::output::text::{self, counted, grouped, percent};

#[derive(Debug)]
pub(crate) struct CommandResult {
    pub(crate) command: String,
    pub(crate) tests: Vec<Test>,
}

/// The result of one pairing, target, file or program.
#[derive(Debug, Default)]
pub(crate) struct Test {
    pub(crate) rule_set: String,
    /// A name that is the same in every run with the same arguments.
    pub(crate) name: String,
    /// What the last line of the text begins with, such as the name of the engine.
    pub(crate) title: String,
    pub(crate) status: Status,
    pub(crate) verdict: String,
    /// What the verdict depends on, such as `seed 7`, in parentheses behind it; empty if nothing.
    pub(crate) scope: String,
    /// Amount of work in a sentence, above the verdict; empty for none.
    pub(crate) work: String,
    /// What was compared, what was left out and why, and whether the work ended early.
    pub(crate) tally: Tally,
    /// `None` if it was not measured.
    pub(crate) elapsed: Option<Duration>,
    /// Named values for programs: options, counts, seconds.
    pub(crate) figures: Figures,
    pub(crate) tables: Vec<Table>,
    /// Warnings and remarks, a line each.
    pub(crate) notes: Vec<String>,
    pub(crate) findings: Vec<TestFinding>,
    /// The findings step by step, for a page; empty if none is wanted.
    pub(crate) films: Vec<Film>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Status {
    Passed,
    Failed,
    /// Ended by a limit or a signal before its answer.
    Undecided,
    /// Not run: left out, or the command ended before.
    #[default]
    NotBegun,
    /// Nothing was compared, or the input cannot be read.
    Error,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct TestFinding {
    pub(crate) headline: String,
    /// The whole report, which may have colours.
    pub(crate) report: String,
    /// The file that a reader should look at.
    pub(crate) file: Option<PathBuf>,
    /// The command that repeats the finding from a file of this machine.
    pub(crate) replay: Option<String>,
    /// The command that repeats it anywhere, with its input.
    pub(crate) anywhere: Option<String>,
    /// The finding as data, for JSON.
    pub(crate) details: Value,
}

/// Named values in the order in which they were added.
#[derive(Clone, Debug, Default)]
pub(crate) struct Figures(IndexMap<Cow<'static, str>, Value>);

impl Figures {
    pub(crate) fn with(mut self, name: &'static str, value: impl Serialize) -> Self {
        self.0.insert(name.into(), as_value(value));
        self
    }

    /// With a value, if there is one.
    pub(crate) fn with_some(self, name: &'static str, value: Option<impl Serialize>) -> Self {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }

    /// With the fields of a record, each under its own name.
    pub(crate) fn with_fields(mut self, record: impl Serialize) -> Self {
        if let Value::Object(fields) = as_value(record) {
            self.0.extend(fields.into_iter().map(|(name, value)| (name.into(), value)));
        }
        self
    }

    /// A whole number by its name; 0 if there is none.
    pub(crate) fn count(&self, name: &str) -> u64 {
        self.0.get(name).and_then(Value::as_u64).unwrap_or_default()
    }
}

/// Plain data as JSON.
fn as_value(data: impl Serialize) -> Value {
    serde_json::to_value(data).expect("plain data serializes")
}

impl CommandResult {
    /// True if a test failed, so that the command ends with exit code 1.
    pub(crate) fn has_failed(&self) -> bool {
        self.tests.iter().any(Test::has_failed)
    }

    /// The result of all tests in a few words, such as `1 failed, 2 passed`.
    pub(crate) fn verdict(&self) -> String {
        let all = [
            (Status::Failed, "failed"),
            (Status::Error, "with an error"),
            (Status::Undecided, "undecided"),
            (Status::NotBegun, "not begun"),
            (Status::Passed, "passed"),
        ];
        let count = |status| self.tests.iter().filter(|test| test.status == status).count();
        let all = all.map(|(status, word)| (count(status), word));
        let parts = all.iter().filter(|(count, _)| *count > 0);
        let parts: Vec<String> = parts.map(|(count, word)| format!("{count} {word}")).collect();
        if parts.is_empty() { "nothing was run".into() } else { parts.join(", ") }
    }
}

impl Test {
    /// A result without a finding: the test has passed, unless its tally says that the work ended
    /// early or that nothing was compared.
    pub(crate) fn new(
        rule_set: impl Into<String>,
        name: impl Into<String>,
        tally: Tally,
        verdict: &str,
    ) -> Self {
        let rule_set = rule_set.into();
        Self {
            title: rule_set.clone(),
            rule_set,
            name: name.into(),
            status: Status::of(&tally, false),
            verdict: tally.verdict(verdict),
            tally,
            ..Self::default()
        }
    }

    /// A test without a comparison of its own; `verdict` says why.
    pub(crate) fn without_run(
        rule_set: impl Into<String>,
        name: impl Into<String>,
        status: Status,
        verdict: String,
    ) -> Self {
        let tally = Tally::new("case", "compared");
        Self { status, verdict, ..Self::new(rule_set, name, tally, "") }
    }

    /// A test that was not begun.
    pub(crate) fn not_run(rule_set: &str, name: String) -> Self {
        let verdict = "not run: the command ended before".to_owned();
        Self::without_run(rule_set, name, Status::NotBegun, verdict)
    }

    /// With findings, which the verdict counts by this noun.
    pub(crate) fn with_findings(self, findings: Vec<TestFinding>, noun: &str) -> Self {
        if findings.is_empty() {
            return self;
        }
        let verdict = counted(findings.len() as u64, noun);
        Self { status: Status::Failed, verdict, findings, ..self }
    }

    /// Failed for a reason that is no finding, if there is one; it is a note as well.
    pub(crate) fn failed_by(mut self, reasons: Vec<String>) -> Self {
        if !reasons.is_empty() {
            self.status = Status::Failed;
        }
        self.notes.extend(reasons.into_iter().map(|reason| format!("failed: {reason}")));
        self
    }

    pub(crate) fn has_failed(&self) -> bool {
        self.status == Status::Failed
    }

    /// The verdict in a line, with what it depends on, how the work ended and what was left out.
    pub(crate) fn result(&self) -> String {
        let Self { verdict, scope, tally, elapsed, .. } = self;
        let scope = if scope.is_empty() { String::new() } else { format!(" ({scope})") };
        let time = elapsed.map(|elapsed| format!(" in {:.1} s", elapsed.as_secs_f64()));
        let time = time.unwrap_or_default();
        let end = if tally.ending == StopReason::Interrupted { ", interrupted" } else { "" };
        format!("{verdict}{scope}{time}{end}{}", tally.rest())
    }

    /// The notes that are warnings, with the title of the test.
    pub(crate) fn warnings(&self) -> impl Iterator<Item = String> + '_ {
        let warnings = self.notes.iter().filter_map(|note| note.strip_prefix("warning: "));
        warnings.map(|warning| format!("warning: {}: {warning}", self.title))
    }

    /// True if there is nothing to say but that all was compared and agrees.
    pub(crate) fn is_plain(&self) -> bool {
        self.status == Status::Passed
            && self.notes.is_empty()
            && self.tally.rest().is_empty()
            && self.tables.iter().all(|table| table.is_detail)
    }

    /// The result as text: reports, tables, notes, and the verdict as the last line. Without
    /// `is_verbose`, tables of details are left out.
    pub(crate) fn text(&self, is_verbose: bool) -> String {
        let mut out: String = self.findings.iter().map(|it| format!("{}\n", it.report)).collect();
        let tables = self.tables.iter().filter(|table| is_verbose || !table.is_detail);
        tables.for_each(|table| out += &table.text());
        let work = Some(&self.work).filter(|work| !work.is_empty());
        for line in self.notes.iter().chain(work) {
            out.push_str(line.trim_end());
            out.push('\n');
        }
        format!("{out}{}: {}\n", self.title, self.result())
    }
}

impl Status {
    /// The status that follows from a tally and from whether something was found.
    pub(crate) fn of(tally: &Tally, failed: bool) -> Self {
        match tally.ending {
            _ if failed => Self::Failed,
            _ if tally.is_nothing() => Self::Error,
            StopReason::Whole => Self::Passed,
            StopReason::Undecided | StopReason::Interrupted => Self::Undecided,
        }
    }
}

impl TestFinding {
    /// A finding without a file or a command.
    pub(crate) fn of_message(headline: impl Into<String>) -> Self {
        let headline = headline.into();
        Self { report: headline.clone(), headline, ..Self::default() }
    }
}

impl Table {
    /// Tests, a row for each.
    pub(crate) fn of_tests(tests: &[Test]) -> Self {
        let columns = vec![
            Column::text("test", ""),
            Column::count("compared", "compared"),
            Column::text("result", ""),
        ];
        let row = |test: &Test| {
            let failed = test.has_failed() && test.findings.is_empty();
            let failed = if failed { ", FAILED" } else { "" };
            let result = format!("{}{failed}{}", test.verdict, test.tally.rest());
            vec![Cell::from(&*test.title), Cell::from(test.tally.done), Cell::from(result)]
        };
        Self { columns, rows: tests.iter().map(row).collect(), ..Self::new("tests") }
    }

    /// The table with its title, and an empty line below; empty if it has no row.
    pub(crate) fn text(&self) -> String {
        if self.rows.is_empty() {
            return String::new();
        }
        let title = if self.title.is_empty() { String::new() } else { format!("{}\n", self.title) };
        let table = text::table(&self.texts(), |column| self.columns[column].is_text);
        format!("{title}{table}\n")
    }
}

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
    fn json(&self) -> Value {
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

/// Version of the JSON: raised by each change that a reader notices, other than a new field.
const VERSION: u32 = 2;

impl Serialize for Figures {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl CommandResult {
    /// The result as a document. Its status is that of the test which decides the exit code.
    pub(crate) fn json(&self) -> String {
        let order = [Status::Failed, Status::Error, Status::Undecided, Status::NotBegun];
        let is_there = |status: &Status| self.tests.iter().any(|test| test.status == *status);
        let document = json!({
            "version": VERSION,
            "document": self.command,
            "status": order.into_iter().find(is_there).unwrap_or(Status::Passed),
            "tests": self.tests.iter().map(Test::json).collect::<Vec<_>>(),
        });
        format!("{document:#}\n")
    }
}

impl Test {
    fn json(&self) -> Value {
        let tables = self.tables.iter().map(|table| (table.key.to_owned(), table.json()));
        json!({
            "rule_set": self.rule_set,
            "name": self.name,
            "status": self.status,
            "result": self.result(),
            "seconds": self.elapsed.map(|elapsed| elapsed.as_secs_f64()),
            "unit": self.tally.unit,
            "compared": self.tally.done,
            "left_out": self.tally.left_out,
            "interrupted": self.tally.ending == StopReason::Interrupted,
            "figures": self.figures,
            "tables": tables.collect::<Map<_, _>>(),
            "notes": self.notes,
            "findings": self.findings.iter().map(TestFinding::json).collect::<Vec<_>>(),
        })
    }
}

impl TestFinding {
    fn json(&self) -> Value {
        json!({
            "headline": self.headline,
            "report": plain(&self.report),
            "file": self.file.as_ref().map(|path| path.display().to_string()),
            "replay": self.replay,
            "anywhere": self.anywhere,
            "details": self.details,
        })
    }
}
