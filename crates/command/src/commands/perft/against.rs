//! `twinboard perft --against`: the counts of a program, divided by move down to the first position
//! whose legal moves it gets wrong.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::PathBuf;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use serde::Serialize;
use serde_json::json;
use twinboard_bridges::CountRequest;
use twinboard_harness::AnyCase;
use twinboard_harness::report::{self, Marked, as_argument};
use twinboard_vocabulary::Picture;

use super::counts::{Counts, Difference};
use super::program::{CountReply, Program, SHALLOW, said};
use super::walk::{Counted, Walk};
use crate::output::result::{Test, TestFinding};
use crate::output::tally::Tally;
use crate::output::text::{grouped, head, indented, table};
use crate::output::{self, Failure};

const DOES_NOT_COUNT: &str = "the program does not count";
const CONTRADICTS: &str = "the counts of the program contradict each other";

/// Time limit for shrinking the case on which the program counts differently.
const SHRINKING: Duration = Duration::from_mins(1);

/// Positions one move further that an engine is asked about.
const FURTHER_MAX: usize = 24;

pub(super) fn run(
    walk: &Walk<'_>,
    program: &Program<'_>,
    counted: Counted,
) -> Result<Test, Failure> {
    let comparison = Comparison { walk, program };
    let found = comparison.bisect(counted)?;
    Ok(comparison.test(found))
}

struct Comparison<'a> {
    walk: &'a Walk<'a>,
    program: &'a Program<'a>,
}

/// A difference on the way to the position where it comes from.
#[derive(Clone, Debug, Serialize)]
struct Step {
    /// The depth that was counted, from before the move.
    depth: u32,
    /// The move; none for the case itself.
    #[serde(rename = "move")]
    title: Option<String>,
    /// The count of engine and oracle.
    nodes: String,
    /// The count of the program; none if it gave none.
    program: Option<String>,
}

enum BisectionResult {
    Same,
    Interrupted,
    /// There is no verdict on the program; the reason in lines, and whether it was compared before.
    Undecided(String, bool),
    Fails(FailingCase),
}

/// A case that the program counts wrongly.
struct FailingCase {
    path: Vec<Step>,
    fault: &'static str,
    about: String,
    /// The case, and the depth at which to count from its end.
    case: AnyCase,
    depth: u32,
    /// Bytes of the case before it was shrunk.
    unshrunk: usize,
}

impl FailingCase {
    fn new(path: Vec<Step>, fault: &'static str, about: String, case: AnyCase, depth: u32) -> Self {
        Self { path, fault, about, unshrunk: case.text().len(), case, depth }
    }
}

enum CountVerdict {
    Same,
    Differs(Difference, u128),
    Unreadable(String),
    /// A crash, a timeout, and so on.
    Failed(String),
    /// No answer that could be compared.
    Unanswered(String),
}

struct Evidence {
    is_taken: bool,
    /// The words of the engine besides its counts, and the reason if it may not have taken the
    /// position, in lines.
    about: String,
}

impl Comparison<'_> {
    /// Follows the first wrong count from move to move.
    fn bisect(&self, mut counted: Counted) -> Result<BisectionResult, Failure> {
        let (mut case, mut depth) = (self.walk.file.cases[0].clone(), self.walk.plan.depth);
        let mut path: Vec<Step> = Vec::new();
        let mut above = None;
        loop {
            let total = counted.total;
            self.walk.bar.set_message(format!("the program counts to depth {depth}"));
            let verdict = match self.compare(&case, depth, &counted) {
                Err(Failure::Interrupted) => return Ok(self.cut_short(path, case, depth)),
                verdict => verdict?,
            };
            if path.is_empty() {
                let program = match &verdict {
                    CountVerdict::Same => return self.end(case, depth, total),
                    CountVerdict::Differs(_, program) => Some(program.to_string()),
                    _ => None,
                };
                path.push(Step { depth, title: None, nodes: total.to_string(), program });
            }
            let is_compared = path.len() > 1;
            let is_crash = matches!(verdict, CountVerdict::Failed(_));
            let (fault, mut about) = match verdict {
                CountVerdict::Differs(Difference::Branch(index, program), _) if depth > 1 => {
                    let branch = &counted.branches[index];
                    let (title, nodes) = (Some(branch.title.clone()), branch.row.nodes.to_string());
                    path.push(Step { depth, title, nodes, program: Some(program.to_string()) });
                    let deeper = (branch.case.clone(), depth - 1);
                    above = Some((case, depth));
                    (case, depth) = deeper;
                    counted = match self.walk.count(&case, depth) {
                        Some(counted) => counted,
                        None => return Ok(self.cut_short(path, case, depth)),
                    };
                    continue;
                }
                CountVerdict::Same => (
                    CONTRADICTS,
                    "counted by itself, the position after this move has as many nodes as engine and \
                     oracle count\n"
                        .to_owned(),
                ),
                CountVerdict::Differs(difference, _) => {
                    (difference.title(), difference.explain(total, &counted.branches))
                }
                CountVerdict::Unanswered(about) => {
                    return Ok(BisectionResult::Undecided(about, is_compared));
                }
                CountVerdict::Failed(about) | CountVerdict::Unreadable(about) => {
                    (DOES_NOT_COUNT, about)
                }
            };
            if !is_crash {
                let evidence = match self.evidence(&case) {
                    Err(Failure::Interrupted) => return Ok(BisectionResult::Interrupted),
                    evidence => evidence?,
                };
                if !evidence.is_taken {
                    let about = format!("{}{about}", evidence.about);
                    return Ok(BisectionResult::Undecided(about, is_compared));
                }
                about += &evidence.about;
            }
            // What contradicts shows only in the count above.
            let shown = above.filter(|_| fault == CONTRADICTS);
            let (case, depth) = shown.unwrap_or((case, depth));
            let failing = FailingCase::new(path, fault, about, case, depth);
            return Ok(BisectionResult::Fails(self.shrink(failing)));
        }
    }

    /// The result of a program that counts the same, and has to end well.
    fn end(&self, case: AnyCase, depth: u32, total: u128) -> Result<BisectionResult, Failure> {
        let Some(about) = self.program.quit()? else { return Ok(BisectionResult::Same) };
        let nodes = total.to_string();
        let path = vec![Step { depth, title: None, nodes: nodes.clone(), program: Some(nodes) }];
        let fault = "the program fails after its count";
        Ok(BisectionResult::Fails(FailingCase::new(path, fault, about, case, depth)))
    }

    /// The result after Ctrl-C, or if the time is over: a count that is known to differ
    /// is reported, although the position that it comes from is not found.
    fn cut_short(&self, path: Vec<Step>, case: AnyCase, depth: u32) -> BisectionResult {
        if path.is_empty() {
            return BisectionResult::Interrupted;
        }
        let why = if self.walk.is_interrupted() { "interrupted" } else { "the time is over" };
        let fault = "the program counts a different number of nodes";
        let about = format!("{why} before the position that it comes from was found\n");
        BisectionResult::Fails(FailingCase::new(path, fault, about, case, depth))
    }

    fn compare(
        &self,
        case: &AnyCase,
        depth: u32,
        counted: &Counted,
    ) -> Result<CountVerdict, Failure> {
        let subject = &self.walk.file.subject;
        let is_of_less = |count| {
            let of_depth = |depth| self.walk.count(case, depth);
            (1..depth).any(|depth| of_depth(depth).is_some_and(|it| it.total == count))
        };
        let request =
            CountRequest { depth, expected: Some(counted.total), is_of_less: &is_of_less };
        let output = match self.program.count(subject.as_ref(), case, request)? {
            CountReply::Printed(output) => output,
            CountReply::Failed(about) => return Ok(CountVerdict::Failed(about)),
            CountReply::Unanswered(about) => return Ok(CountVerdict::Unanswered(about)),
        };
        let canonical = |mv: &str| subject.canonical_move(case, mv);
        let counts = match Counts::read(&output, |mv| canonical(mv).is_ok()) {
            Ok(counts) => counts,
            Err(reason) => {
                let about =
                    format!("the program printed no valid counts\n  invalid output: {reason}\n");
                return Ok(CountVerdict::Unreadable(about));
            }
        };
        let difference = self.difference(case, counted, &counts);
        Ok(difference.map_or(CountVerdict::Same, |it| CountVerdict::Differs(it, counts.total)))
    }

    /// The first difference between the counts of the program and ours at the end of a case.
    fn difference(&self, case: &AnyCase, counted: &Counted, counts: &Counts) -> Option<Difference> {
        let canonical = |mv: &str| self.walk.file.subject.canonical_move(case, mv);
        Difference::first(counted.total, &counted.branches, counts, canonical)
    }

    /// Asks an engine, in a new process, what it counts around the position at the end of a case.
    ///
    /// An engine that refuses a position, or that asks for more than it was told, keeps its old one and
    /// counts that. UCI has no answer to `position`, so the counts have to show it: an engine is at fault
    /// only if it counts otherwise than where it came from and complains of nothing, or if it lists the
    /// right moves one move further.
    fn evidence(&self, case: &AnyCase) -> Result<Evidence, Failure> {
        let taken = |said: &[String]| Evidence { is_taken: true, about: self::said(said) };
        let subject = self.walk.file.subject.as_ref();
        let Some(start) = self.program.count_at_start(subject, case)? else {
            return Ok(taken(&[]));
        };
        let start = self.read(case, start);
        // Words that come without a position are no complaint about one.
        let usual = without_numbers(&self.program.said());
        let here = self.program.count(subject, case, SHALLOW)?;
        let here = self.read(case, here);
        let words = self.program.said();
        let plain_words = without_numbers(&words);
        let before = match self.program.count_before(subject, case)? {
            Some(answer) => self.read(case, answer),
            None => None,
        };
        let stale = match &here {
            Some(here) if start.as_ref() == Some(here) => "without any",
            Some(here) if before.as_ref() == Some(here) => "before the last move",
            _ => "",
        };
        let is_plain = plain_words.is_subset(&usual);
        if here.is_some() && stale.is_empty() && is_plain {
            return Ok(taken(&words));
        }
        let counted = self.walk.count(case, 1);
        let branches = counted.map(|counted| counted.branches).unwrap_or_default();
        for branch in branches.iter().take(FURTHER_MAX) {
            let Some(counted) = self.walk.count(&branch.case, SHALLOW.depth) else { continue };
            let request = CountRequest { expected: Some(counted.total), ..SHALLOW };
            let further = self.program.count(subject, &branch.case, request)?;
            let further = self.read(&branch.case, further).filter(|it| it.total > 0);
            let is_right = further.as_ref().is_some_and(|further| {
                let difference = self.difference(&branch.case, &counted, further);
                matches!(difference, None | Some(Difference::Branch(..)))
            });
            let is_right = is_right && further != here && further != start;
            // Words that come with a right count are no complaint.
            if is_right && plain_words.is_subset(&without_numbers(&self.program.said())) {
                return Ok(taken(&words));
            }
        }
        let why = match (stale, is_plain) {
            ("", true) => "its counts cannot be read".to_owned(),
            ("", false) => "it says more than counts".to_owned(),
            (stale, _) => format!("it counts as {stale}"),
        };
        let about = format!(
            "the program may not have taken the position, so its counts show no fault of it: {why}, \
             and lists the right moves in no position one move further\n"
        );
        Ok(Evidence { is_taken: false, about: about + &said(&words) })
    }

    /// The counts of an answer, in an order that is always the same.
    fn read(&self, case: &AnyCase, answer: CountReply) -> Option<Counts> {
        let CountReply::Printed(output) = answer else { return None };
        let is_move = |mv: &str| self.walk.file.subject.canonical_move(case, mv).is_ok();
        let mut counts = Counts::read(&output, is_move).ok()?;
        counts.moves.sort_unstable();
        Some(counts)
    }

    /// Makes a case with wrong legal moves smaller: they show at depth 1 already.
    fn shrink(&self, failing: FailingCase) -> FailingCase {
        self.walk.bar.set_message("shrinking the case that was found");
        let started = Instant::now();
        let (kind, mut best) = (failing.fault, None);
        let mut fails = |case: &AnyCase| {
            if self.walk.plan.stop.load(Relaxed) || started.elapsed() > SHRINKING {
                return false;
            }
            let counted = self.walk.count(case, 1);
            let verdict =
                counted.and_then(|counted| Some((self.compare(case, 1, &counted).ok()?, counted)));
            let Some((CountVerdict::Differs(difference, _), counted)) = verdict else {
                return false;
            };
            // Another kind of fault is another fault: a case that the program cannot read, perhaps.
            if difference.title() != kind {
                return false;
            }
            // An engine may refuse a smaller position, and count its old one.
            let Ok(evidence) = self.evidence(case) else { return false };
            let about = difference.explain(counted.total, &counted.branches) + &evidence.about;
            if evidence.is_taken {
                best = Some(about);
            }
            evidence.is_taken
        };
        let mut failing = failing;
        // Shrinking keeps the last case that still fails.
        if fails(&failing.case) {
            failing.case = self.walk.file.subject.shrink(&failing.case, &mut fails);
            failing.depth = 1;
            failing.about = best.expect("the case fails");
        }
        failing
    }

    fn test(&self, found: BisectionResult) -> Test {
        let rule_set = self.walk.file.subject.name();
        let count = Tally::new("count", "compared");
        let test = |tally, verdict: &str| Test::new(rule_set, self.program.name(), tally, verdict);
        let test = match found {
            BisectionResult::Same => {
                let verdict =
                    format!("the program counts the same to depth {}", self.walk.plan.depth);
                test(count.with(1), &verdict)
            }
            BisectionResult::Interrupted => test(count.interrupted_if(true), ""),
            BisectionResult::Undecided(about, is_compared) => {
                let first = about.lines().next().unwrap_or_default().to_owned();
                let tally = if is_compared {
                    output::print_error_line(&first);
                    count.with(1).undecided_if(true)
                } else {
                    count.hint(first)
                };
                Test { notes: vec![about], ..test(tally, "no verdict on the program") }
            }
            BisectionResult::Fails(failing) => {
                test(count.with(1), "").with_findings(vec![self.finding(&failing)], "divergence")
            }
        };
        Test { scope: self.walk.file.name_of(0), ..test }
    }

    fn finding(&self, failing: &FailingCase) -> TestFinding {
        let FailingCase { path, about, case, depth, .. } = failing;
        let saved = self.walk.save(case);
        let details = json!({ "path": path, "about": about, "case": case.text(), "depth": depth });
        TestFinding {
            headline: failing.fault.to_owned(),
            report: self.render(failing, saved.as_deref()),
            replay: saved.as_ref().map(|saved| self.again(saved, *depth)),
            file: saved.map(PathBuf::from),
            details,
            ..TestFinding::default()
        }
    }

    fn again(&self, saved: &str, depth: u32) -> String {
        let (program, file) = (self.walk.session.program(), as_argument(saved));
        format!("{program} perft {file} --depth {depth} --divide {}", self.program.line())
    }

    fn render(&self, failing: &FailingCase, saved: Option<&str>) -> String {
        let rule_set = self.walk.file.subject.name();
        let mut out = report::title(rule_set, failing.fault);
        out.push_str("\n\n");
        let _ = writeln!(out, "{}", path_rows(&failing.path));
        if let Some(picture) = self.last_picture(&failing.case) {
            let position = Marked { title: "the position", picture: &picture, marks: &[] };
            let _ = writeln!(out, "{}", report::render_marked(&[position]));
        }
        out.push_str(&failing.about);
        let case = failing.case.text();
        let shrunk = if failing.unshrunk > case.len() {
            format!(", shrunk from {} bytes to {}", failing.unshrunk, case.len())
        } else {
            String::new()
        };
        let _ = writeln!(out, "\nthe case, to be counted to depth {}{shrunk}", failing.depth);
        out += &indented(case);
        if let Some(saved) = saved {
            let (program, file) = (self.walk.session.program(), as_argument(saved));
            let again = self.again(saved, failing.depth);
            let _ = write!(
                out,
                "\nsaved as {saved}\nsee it step by step    {program} show {file}\n\
                 count again            {again}\n"
            );
        }
        out
    }

    fn last_picture(&self, case: &AnyCase) -> Option<Picture> {
        let frames = self.walk.file.subject.frames(case);
        frames.into_iter().next_back().map(|frame| frame.picture)
    }
}

/// The table of the counts on the way to a wrong position.
fn path_rows(path: &[Step]) -> String {
    let row = |step: &Step| {
        let program = step.program.as_deref().map_or_else(|| "-".into(), grouped);
        let title = step.title.clone().unwrap_or_default();
        vec![step.depth.to_string(), grouped(&step.nodes), program, title]
    };
    let mut rows = vec![head(["depth", "nodes", "program", "move"])];
    rows.extend(path.iter().map(row));
    table(&rows, |column| column == 3)
}

/// Lines without their numbers, which differ from count to count.
fn without_numbers(lines: &[String]) -> BTreeSet<String> {
    lines.iter().map(|line| line.chars().filter(|c| !c.is_ascii_digit()).collect()).collect()
}
