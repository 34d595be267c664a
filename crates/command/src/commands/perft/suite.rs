//! `twinboard perft --suite`: positions with expected counts.
//!
//! ```text
//! ; the usual form has a set-up and its counts on one line
//! 4 3 1 ;D1 3 ;D2 6
//! ```
//!
//! Lines without a semicolon belong to the case that the next line of counts ends, so cases of
//! several lines, with or without moves, are possible too.

use std::borrow::Cow;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use indicatif::HumanCount;
use serde_json::json;
use twinboard_harness::perft::{PerftEnd, PerftPlan, PerftResult, Work};
use twinboard_harness::report::{self, as_argument};
use twinboard_harness::{AnyCase, Side};
use twinboard_vocabulary::text::error_at;
use twinboard_vocabulary::{InputError, TextError};

use super::program::{Program, with_clocks};
use super::walk::{Walk, add, nodes, work_table};
use super::{Perft, against};
use crate::cases::case_file::CaseFile;
use crate::output::result::{Figures, Test, TestFinding};
use crate::output::tally::{Conclusion, StopReason, Tally};
use crate::output::text::{counted, grouped, head, indented, table};
use crate::output::{Failure, ci, files};
use crate::session::{AnySubject, Session};

const UNEXPECTED: &str = "a count is not the expected one";

/// What a line of counts consists of, for messages.
const FIELD: &str = "a depth and its count, such as `;D2 400`";

#[derive(Debug, PartialEq, Eq)]
struct Entry {
    line: usize,
    text: String,
    /// Line, depth and count, in ascending order of the depths.
    counts: Vec<Expected>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Expected {
    line: usize,
    depth: u32,
    nodes: u128,
}

struct Suite<'a> {
    options: &'a Perft,
    name: String,
    /// Number of all cases, and of those of which all counts are as expected.
    cases: (usize, usize),
    /// Number of counts that are as expected, and of those that are left out: they are deeper than
    /// `--depth`.
    counts: (u64, u64),
    engine: Work,
    oracle: Work,
    only: Option<Side>,
    /// The count that is not the expected one.
    finding: Option<TestFinding>,
    ending: StopReason,
    /// The error of a count that cannot be made.
    whole: Result<(), Failure>,
}

pub(super) fn run(options: &Perft, path: &Path, session: &Session) -> Result<Conclusion, Failure> {
    let (name, text) = files::read(path)?;
    let input = |error: TextError| Failure::Input { name: name.clone(), error: error.into() };
    let entries = entries(&text).map_err(input)?;
    let first = entries
        .first()
        .ok_or_else(|| usage!("{name} has no position; expected lines such as `SETUP ;D1 20`"))?;
    let subject = options.rules.detect(session, path, first.text.as_bytes())?;
    let only = super::counting_side(options, session, &subject)?;
    let cases = entries.iter().map(|entry| case(entry, &subject, &name));
    let cases = cases.collect::<Result<Vec<_>, _>>()?;
    let stop = session.catch_signals();
    let asked = (subject.name(), 1);
    let program = options.against.program(asked, &options.engine.programs, session, &stop)?;
    let mut suite = Suite {
        options,
        name: name.clone(),
        cases: (entries.len(), 0),
        counts: (0, 0),
        engine: Work::default(),
        oracle: Work::default(),
        only,
        finding: None,
        ending: StopReason::Whole,
        whole: Ok(()),
    };
    let mut asked: Vec<Test> = Vec::new();
    let plan = PerftPlan { only, positions_max: None, ..options.plan(&stop) };
    let empty = CaseFile::of_cases(name.clone(), subject, Vec::new());
    let all = options.walk(session, empty, plan);
    for (entry, case) in entries.iter().zip(cases) {
        let name = format!("{name}, line {}", entry.line);
        let file = CaseFile::of_cases(name, Arc::clone(&all.file.subject), vec![case]);
        let walk = Walk { file, ..all.clone() };
        let is_right = suite.check(entry, &walk)?;
        // A program that could not count once is not asked again.
        let is_asked = is_right && asked.last().is_none_or(|test| !test.tally.is_nothing());
        if let (Some(program), true) = (&program, is_asked) {
            asked.extend(ask(entry, options, &walk, program)?);
        }
        if !is_right {
            break;
        }
        suite.cases.1 += 1;
    }
    all.bar.finish_and_clear();
    let tests = [suite.test(session, all.file.subject.name())].into_iter().chain(asked).collect();
    session.finish(tests, suite.whole)
}

fn case(entry: &Entry, subject: &AnySubject, name: &str) -> Result<AnyCase, Failure> {
    // A set-up is followed by an empty line in the default format, and by nothing in others.
    let read = |text: &str| subject.read(format!("{text}\n").as_bytes());
    let read = read(&entry.text).or_else(|error| match with_clocks(&entry.text) {
        // EPD has the four fields without the clocks.
        Cow::Owned(whole) => read(&whole).map_err(|_| error),
        Cow::Borrowed(_) => Err(error),
    });
    let moved = |error| moved(error, entry.line - 1);
    let read = read.map_err(|error| Failure::Input { name: name.into(), error: moved(error) })?;
    <[AnyCase; 1]>::try_from(read).map(|[case]| case).map_err(|read| {
        let (line, found) = (entry.line, read.len());
        usage!("{name}, line {line}: expected one case before the counts, found {found}")
    })
}

/// The result of the program at the greatest depth of a case; `None` if it has none, or was
/// interrupted.
fn ask(
    entry: &Entry,
    options: &Perft,
    walk: &Walk<'_>,
    program: &Program<'_>,
) -> Result<Option<Test>, Failure> {
    let depth_max = options.depth.unwrap_or(u32::MAX);
    let depths = entry.counts.iter().map(|expected| expected.depth);
    let Some(depth) = depths.filter(|depth| (1..=depth_max).contains(depth)).max() else {
        return Ok(None);
    };
    let plan = PerftPlan { depth, divide: true, ..walk.plan.clone() };
    let walk = Walk { plan, ..walk.clone() };
    let Some(counted) = walk.count(walk.case()?, depth) else { return Ok(None) };
    against::run(&walk, program, counted).map(Some)
}

impl Suite<'_> {
    /// Compares the counts of a case; returns true if they are as expected.
    fn check(&mut self, entry: &Entry, walk: &Walk<'_>) -> Result<bool, Failure> {
        let depth_max = self.options.depth.unwrap_or(u32::MAX);
        let wanted = entry.counts.partition_point(|expected| expected.depth <= depth_max);
        let (wanted, deeper) = entry.counts.split_at(wanted);
        for expected in wanted {
            let walked = walk.walk(walk.case()?, expected.depth);
            add(&mut self.engine, walked.engine);
            add(&mut self.oracle, walked.oracle);
            let unfinished = match &walked.end {
                PerftEnd::Done if nodes(&walked) == Some(expected.nodes) => {
                    self.counts.0 += 1;
                    continue;
                }
                PerftEnd::Stopped if walk.is_interrupted() => {
                    self.ending = StopReason::Interrupted;
                    return Ok(false);
                }
                PerftEnd::Stopped => {
                    self.ending = StopReason::Undecided;
                    return Ok(false);
                }
                PerftEnd::Unsupported(side) => format!("the {side} does not support the board"),
                PerftEnd::Full => "a position has more moves than can be followed".to_owned(),
                PerftEnd::Done | PerftEnd::Differs(_) => {
                    self.finding = Some(self.unexpected(walk, *expected, &walked)?);
                    return Ok(false);
                }
            };
            let (name, line) = (&self.name, entry.line);
            self.whole = Err(usage!("{name}, line {line}: {unfinished}"));
            return Ok(false);
        }
        self.counts.1 += deeper.len() as u64;
        Ok(true)
    }

    fn tally(&self) -> Tally {
        let deeper = self.options.depth.map_or_else(String::new, |it| format!("deeper than {it}"));
        let is_late = self.ending == StopReason::Undecided;
        let tally = Tally::new("count", "compared")
            .with(self.counts.0 + u64::from(self.finding.is_some()))
            .without(self.counts.1, deeper)
            .undecided_if(is_late)
            .interrupted_if(self.ending == StopReason::Interrupted);
        if is_late { tally.hint("the time is over before the first count") } else { tally }
    }

    fn test(&self, session: &Session, rule_set: &str) -> Test {
        let is_done = self.ending == StopReason::Whole && self.whole.is_ok();
        let is_complete = is_done && self.finding.is_none();
        let findings = self.finding.iter().cloned().collect();
        let verdict = self.verdict(is_complete);
        let test = Test::new(rule_set, ci::pairing(session, rule_set), self.tally(), &verdict);
        let verdict = test.verdict.clone();
        Test {
            verdict,
            scope: format!("the suite {}", self.name),
            figures: Figures::default()
                .with("suite", &self.name)
                .with_some("only", self.only)
                .with("cases", self.cases.0)
                .with("cases_as_expected", self.cases.1)
                .with("complete", is_complete),
            tables: vec![work_table(&self.engine, &self.oracle, "nodes")],
            ..test.with_findings(findings, "finding")
        }
    }

    /// The counts that are as expected, and the reason for an early end.
    fn verdict(&self, is_complete: bool) -> String {
        let ((all, done), (right, _)) = (self.cases, self.counts);
        let counts = counted(right, "count");
        let verb = if right == 1 { "is" } else { "are" };
        let (all, done) = (counted(all as u64, "case"), HumanCount(done as u64));
        if is_complete {
            return format!("{counts} of {all} {verb} as expected");
        }
        let why = match self.ending {
            _ if self.finding.is_some() => "; 1 is not",
            _ if self.whole.is_err() => "; not finished",
            StopReason::Undecided => "; the time is over",
            StopReason::Whole | StopReason::Interrupted => "",
        };
        format!("{counts} {verb} as expected, in {done} of {all} and in the next{why}")
    }

    /// The finding of a count that is not the expected one: the sides differ, or agree on another.
    fn unexpected(
        &self,
        walk: &Walk<'_>,
        Expected { line, depth, nodes }: Expected,
        walked: &PerftResult,
    ) -> Result<TestFinding, Failure> {
        let (rule_set, session, found) =
            (walk.file.subject.name(), walk.session, self::nodes(walked));
        let who = match self.only {
            None => "engine and oracle".to_owned(),
            Some(side) => format!("the {side}"),
        };
        let counted = match found {
            Some(found) => format!("{who}: {}", grouped(&found.to_string())),
            None => "engine and oracle differ".to_owned(),
        };
        let cells = [
            head(["line", "depth", "expected", "counted"]),
            vec![line.to_string(), depth.to_string(), grouped(&nodes.to_string()), counted],
        ];
        let counts = table(&cells, |column| column == 3);
        if let PerftEnd::Differs(difference) = &walked.end {
            let report = walk.report(difference);
            let text = format!("{}\n{counts}\n", session.render(&report));
            return Ok(TestFinding { report: text, ..TestFinding::of(session, &report) });
        }
        let saved = walk.save(walk.case()?);
        let case = walk.case()?.text();
        let title = report::title(rule_set, UNEXPECTED);
        let mut report = format!("{title}\n\n{counts}\nthe case\n{}", indented(case));
        if let Some(saved) = &saved {
            let (program, file) = (session.program(), as_argument(saved));
            let _ = writeln!(
                report,
                "\nsaved as {saved}\ncount again            {program} perft {file} --depth {depth} \
                 --count --divide"
            );
        }
        let details = json!({
            "line": line,
            "depth": depth,
            "expected": nodes.to_string(),
            "counted": found.map(|nodes| nodes.to_string()),
            "case": case,
        });
        let file = saved.map(PathBuf::from);
        let report = report + "\n";
        Ok(TestFinding { report, file, details, ..TestFinding::of_message(UNEXPECTED) })
    }
}

/// Moves an error of a part of the file down by so many lines.
fn moved(error: InputError, lines: usize) -> InputError {
    match error {
        InputError::Text(mut error) => {
            error.place.line += lines as u64;
            InputError::Text(error)
        }
        error @ InputError::Io(_) => error,
    }
}

fn entries(text: &[u8]) -> Result<Vec<Entry>, TextError> {
    let text = String::from_utf8_lossy(text);
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let error = |at: &str, expected: &str| {
        error_at(text.as_bytes(), at.as_ptr() as usize - text.as_ptr() as usize, expected)
    };
    let (mut entries, mut pending) = (Vec::new(), None::<(usize, String)>);
    for (number, line) in (1..).zip(text.split('\n')) {
        let (before, fields) = line.split_at(line.find(';').unwrap_or(line.len()));
        let before = before.trim_end();
        let fields = fields.strip_prefix(';');
        if before.is_empty() && fields.is_some_and(|fields| !begins_count(fields)) {
            // A comment.
            continue;
        }
        if !before.is_empty() {
            let (_, text) = pending.get_or_insert_with(|| (number, String::new()));
            text.push_str(before);
            text.push('\n');
        }
        let Some(fields) = fields else {
            // An empty line ends a case that has no counts.
            if before.is_empty() && pending.is_some() {
                return Err(error(line, FIELD));
            }
            continue;
        };
        // A semicolon may end the line.
        let fields = fields.trim_end();
        let fields = fields.strip_suffix(';').unwrap_or(fields);
        let mut counts: Vec<Expected> = Vec::new();
        for field in fields.split(';').map(str::trim_start) {
            let (depth, nodes) = read_count(field).ok_or_else(|| error(field, FIELD))?;
            if counts.iter().any(|known| known.depth == depth) {
                return Err(error(field, "each depth once"));
            }
            counts.push(Expected { line: number, depth, nodes });
        }
        counts.sort_by_key(|expected| expected.depth);
        let Some((line, case)) = pending.take() else {
            return Err(error(line, "a set-up before its counts"));
        };
        entries.push(Entry { line, text: case.trim_end().to_owned(), counts });
    }
    if pending.is_some() { Err(error(&text[text.len()..], FIELD)) } else { Ok(entries) }
}

/// True if a field begins as a depth does: with a `D` before a digit.
fn begins_count(field: &str) -> bool {
    let digits = field.trim_start().strip_prefix(['D', 'd']);
    digits.is_some_and(|digits| digits.starts_with(|c: char| c.is_ascii_digit()))
}

/// The depth and the count of a field.
fn read_count(field: &str) -> Option<(u32, u128)> {
    let (depth, nodes) = field.strip_prefix(['D', 'd'])?.trim_end().split_once([' ', '\t'])?;
    let nodes = nodes.trim_start();
    // `parse` permits a sign.
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    Some((depth.parse().ok()?, nodes.parse().ok()?))
        .filter(|_| is_number(depth) && is_number(nodes))
}

#[cfg(test)]
mod tests {
    use super::{Entry, Expected, entries};

    fn expected(line: usize, counts: &[(u32, u128)]) -> Vec<Expected> {
        counts.iter().map(|&(depth, nodes)| Expected { line, depth, nodes }).collect()
    }

    fn entry(line: usize, text: &str, counts_at: usize, counts: &[(u32, u128)]) -> Entry {
        Entry { line, text: text.to_owned(), counts: expected(counts_at, counts) }
    }

    #[test]
    fn cases_have_one_line_or_several() {
        let suite =
            "; the first\n\n4 w - - ;D1 20 ;D2 400\n a\n> b\n;D3 7;\n;note\nx;d2 9; D1 3\r\n";
        assert_eq!(
            entries(suite.as_bytes()).unwrap(),
            [
                entry(3, "4 w - -", 3, &[(1, 20), (2, 400)]),
                entry(4, " a\n> b", 6, &[(3, 7)]),
                entry(8, "x", 8, &[(1, 3), (2, 9)]),
            ]
        );
        assert_eq!(entries(b"\xef\xbb\xbfx ;D0 1").unwrap(), [entry(1, "x", 1, &[(0, 1)])]);
        assert_eq!(entries(b"\n\n; nothing").unwrap(), []);
    }

    #[test]
    fn malformed_lines_are_refused_with_line_and_column() {
        for (suite, place) in [
            ("x ;D1 20 ;D2", "line 1, column 11"),
            ("x ;D1 20\ny ;D1 4O0", "line 2, column 4"),
            ("x ;D1 20 ;acd 3", "line 1, column 11"),
            ("x ;D1 20 ; ;D2 3", "line 1, column 12"),
            ("x ;D1 +20", "line 1, column 4"),
            ("x ;D4294967296 20", "line 1, column 4"),
            ("x ;", "line 1, column 4"),
            ("x ;D1 1 ;D1 2", "line 1, column 10"),
            ("x\n\ny ;D1 2", "line 2, column 1"),
            ("x", "line 1, column 2"),
            ("x\n", "line 2, column 1"),
            (";D1 20", "line 1, column 1"),
        ] {
            let error = entries(suite.as_bytes()).unwrap_err().to_string();
            assert!(error.starts_with(place), "{suite:?}: {error}");
        }
    }
}
