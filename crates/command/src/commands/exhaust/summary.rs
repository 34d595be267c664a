//! The results of an enumeration, as text and as JSON.

use std::fmt::Write;

use std::path::Path;
use std::time::Duration;

use indicatif::HumanCount;
use serde::Serialize;
use serde_json::Value;
use twinboard_harness::exhaust::{
    ExhaustEnd, ExhaustPlan, ExhaustResult, Figures, FinishedShape, Shape, UnfinishedShape,
};
use twinboard_harness::report::Report;
use twinboard_harness::shard::Shard;

use super::name_of;
use crate::output::Failure;
use crate::output::ci::{Status, Test, TestFinding};
use crate::output::tally::Tally;
use crate::output::text::{counted, head, if_any, shown, table};

/// The results of an enumeration.
pub(super) struct Summary<'a> {
    pub(super) rule_set: &'static str,
    /// Name of the size, if set-ups are no boards.
    pub(super) size: Option<&'static str>,
    pub(super) plan: ExhaustPlan,
    pub(super) result: ExhaustResult,
    /// Report of the divergence that ended the enumeration.
    pub(super) report: Option<SummaryReport>,
    /// The checkpoint file, if it has something to resume from.
    pub(super) kept_in: Option<&'a Path>,
    /// True if a process of the engine did not exit with code 0 (EP-9).
    pub(super) has_late_breach: bool,
}

/// Report of a divergence as text and as JSON.
pub(super) struct SummaryReport {
    pub(super) text: String,
    pub(super) json: ReportJson,
}

/// Report of a divergence, found by this process or read from the file of a shard.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum ReportJson {
    Found(Box<Report>),
    Read(Value),
}

#[derive(Serialize)]
struct Json<'a> {
    rule_set: &'a str,
    shapes: &'a [Shape],
    #[serde(skip_serializing_if = "Option::is_none")]
    size: Option<&'a str>,
    symbols: u8,
    /// `all` or `legal`.
    moves: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    shard: Option<Shard>,
    complete: bool,
    interrupted: bool,
    failed: bool,
    finished: &'a [FinishedShape],
    /// The unfinished shape, with the counts of its finished set-ups.
    begun: Option<&'a FinishedShape>,
    total: Figures,
    divergence: Option<&'a ReportJson>,
}

impl Summary<'_> {
    /// The sum over all finished shapes.
    fn total(&self) -> Figures {
        let mut total = Figures::default();
        for finished in &self.result.finished {
            total += finished.figures;
        }
        total
    }

    /// The set-ups that were compared, with those of the unfinished shape, and the others.
    pub(super) fn tally(&self) -> Tally {
        let mut figures = self.total();
        figures += self.result.begun.as_ref().map_or_else(Figures::default, |it| it.so_far.figures);
        let end = &self.result.end;
        let is_over = matches!(end, ExhaustEnd::OutOfTime | ExhaustEnd::EnoughPositions);
        let tally = Tally::new("set-up", "compared")
            .with(figures.setups)
            .without(figures.skipped, "a side does not support them")
            .undecided_if(is_over)
            .interrupted_if(*end == ExhaustEnd::Stopped);
        // A small shard may have no set-up at all, and its file is a part of a whole.
        let is_empty = figures.setups + figures.skipped == 0;
        let is_empty_shard = is_empty && *end == ExhaustEnd::Done && !self.plan.shard.is_whole();
        match is_empty_shard {
            true => tally.with(1),
            false if is_over => tally.hint("its limit ended it before a set-up was finished"),
            false => tally.hint("choose other --shapes"),
        }
    }

    pub(super) fn to_json(&self) -> impl Serialize + '_ {
        Json {
            rule_set: self.rule_set,
            shapes: &self.plan.bounds.shapes,
            size: self.size,
            symbols: self.plan.bounds.symbols,
            moves: if self.plan.all_moves { "all" } else { "legal" },
            shard: Some(self.plan.shard).filter(|shard| !shard.is_whole()),
            complete: self.result.end == ExhaustEnd::Done && self.report.is_none(),
            interrupted: self.result.end == ExhaustEnd::Stopped,
            failed: self.report.is_some() || self.has_late_breach,
            finished: &self.result.finished,
            begun: self.result.begun.as_ref().map(|begun| &begun.so_far),
            total: self.total(),
            divergence: self.report.as_ref().map(|report| &report.json),
        }
    }

    /// The result as a test for a CI service.
    pub(super) fn as_test(
        &self,
        name: String,
        elapsed: Duration,
        finding: Option<TestFinding>,
    ) -> Test {
        let error = self.is_whole().err().map(|failure| failure.message());
        let status = match &error {
            Some(_) => Status::Error,
            None => Test::status(&self.tally(), self.report.is_some()),
        };
        let text = self.render();
        let last = text.trim_end().lines().next_back().unwrap_or_default();
        let prefix = format!("{}: ", self.rule_set);
        let result =
            error.unwrap_or_else(|| last.strip_prefix(&*prefix).unwrap_or(last).to_owned());
        let (rule_set, elapsed) = (self.rule_set.to_owned(), Some(elapsed));
        Test { rule_set, name, status, result, elapsed, findings: finding.into_iter().collect() }
    }

    /// The results as text: a divergence, if any, and the table of the finished shapes.
    pub(super) fn render(&self) -> String {
        let mut out = match &self.report {
            Some(report) => format!("{}\n", report.text),
            None => String::new(),
        };
        if !self.result.finished.is_empty() {
            out += &self.rows();
            out.push('\n');
        }
        let total = self.total();
        if self.plan.all_moves && total.moves > 0 && total.refused == 0 && self.report.is_none() {
            let _ = writeln!(
                out,
                "note: no refused move was played; the rule set lists legal moves only, without an \
                 `all_moves` in its `Enumerate`"
            );
        }
        let within = format!("{}{}", self.within(), self.skipped());
        let Figures { setups, positions, moves, .. } = self.total();
        let setups = counted(setups, "set-up");
        let positions = counted(positions, "position");
        let moves = counted(moves, "legal move");
        let rule_set = self.rule_set;
        let _ = match &self.result.end {
            _ if self.report.is_some() => {
                writeln!(out, "{rule_set}: 1 divergence within {within}")
            }
            ExhaustEnd::Done if self.total().setups == 0 => {
                writeln!(out, "{rule_set}: nothing was compared: {within}")
            }
            ExhaustEnd::Done => writeln!(
                out,
                "{rule_set}: no divergence in {setups}, {positions} reached and {moves}: {within}"
            ),
            ExhaustEnd::Stopped | ExhaustEnd::OutOfTime | ExhaustEnd::EnoughPositions => {
                writeln!(out, "{rule_set}: {}", self.part(&within))
            }
            ExhaustEnd::Crowded(_)
            | ExhaustEnd::TooMany(_)
            | ExhaustEnd::NoBoard(..)
            | ExhaustEnd::Differs(..) => {
                writeln!(out, "{rule_set}: not finished")
            }
        };
        out
    }

    /// The part of the bounds that was played, in an enumeration that ended early.
    fn part(&self, within: &str) -> String {
        let why = match &self.result.end {
            ExhaustEnd::OutOfTime => "the time is over".to_owned(),
            ExhaustEnd::EnoughPositions => {
                let limit = self.plan.positions_max.unwrap_or_default();
                format!("{} were reached", counted(limit, "position"))
            }
            _ => "interrupted".to_owned(),
        };
        let begun = match &self.result.begun {
            Some(UnfinishedShape { so_far: FinishedShape { shape, figures }, .. }) => format!(
                ", nor in {} of {}",
                counted(figures.setups, "set-up"),
                name_of(*shape, self.size)
            ),
            None => String::new(),
        };
        let kept = match self.kept_in {
            Some(path) => format!("; checkpoint in {}", shown(path)),
            None => String::new(),
        };
        let is_nothing = self.result.finished.is_empty() && self.result.begun.is_none();
        let played = if is_nothing {
            "no set-up was finished of"
        } else {
            "no divergence in the finished part of"
        };
        format!("{why}; {played} {within}{begun}{kept}")
    }

    /// The bounds as text.
    fn within(&self) -> String {
        let bounds = &self.plan.bounds;
        let shapes = bounds.shapes.iter();
        let shapes: Vec<String> = shapes.map(|&shape| name_of(shape, self.size)).collect();
        let legal = if self.plan.all_moves { "" } else { ", --legal-only" };
        let shard = match self.plan.shard {
            Shard::WHOLE => String::new(),
            shard => format!(", shard {} of {}", shard.number(), shard.count()),
        };
        format!(
            "all {} up to {}, --symbols {}{legal}{shard}",
            if self.size.is_some() { "set-ups" } else { "boards" },
            shapes.join(", "),
            bounds.symbols
        )
    }

    /// The exception of skipped set-ups, if there are any.
    fn skipped(&self) -> String {
        let except = |setups| format!(", except {setups} that a side does not support");
        if_any(self.total().skipped, "set-up", except)
    }

    fn rows(&self) -> String {
        let mut head = head([self.size.unwrap_or("board"), "set-ups", "positions", "legal moves"]);
        let finished = self.result.finished.iter();
        let has_claims = finished.clone().any(|one| one.figures.claims > 0);
        head.extend(self.plan.all_moves.then(|| "refused".to_owned()));
        head.extend(has_claims.then(|| "claims".to_owned()));
        head.push("digest".to_owned());
        let row = |board: String, figures: &Figures| {
            let Figures { setups, positions, moves, refused, claims, digest, .. } = *figures;
            let mut row = vec![board];
            row.extend([setups, positions, moves].map(|count| HumanCount(count).to_string()));
            row.extend(self.plan.all_moves.then(|| HumanCount(refused).to_string()));
            row.extend(has_claims.then(|| HumanCount(claims).to_string()));
            row.push(format!("{digest:016x}"));
            row
        };
        let mut rows = vec![head];
        rows.extend(finished.map(|FinishedShape { shape, figures }| {
            let name = match self.size {
                Some(_) => shape.columns.to_string(),
                None => name_of(*shape, None),
            };
            row(name, figures)
        }));
        rows.push(row("all".to_owned(), &self.total()));
        table(&rows, |_| false)
    }

    /// Fails if the enumeration could not be completed for a reason other than Ctrl-C or a
    /// divergence.
    pub(super) fn is_whole(&self) -> Result<(), Failure> {
        match &self.result.end {
            _ if self.report.is_some() => Ok(()),
            ExhaustEnd::NoBoard(shape, largest) => {
                let option = |shape: &Shape| match self.size {
                    Some(_) => shape.columns.to_string(),
                    None => format!("{}x{}", shape.rows, shape.columns),
                };
                let largest = largest.iter().map(option).collect::<Vec<_>>().join(",");
                let (rule_set, shape) = (self.rule_set, name_of(*shape, self.size));
                Err(Failure::Usage(match self.size {
                    Some(_) => {
                        format!("no set-up of {rule_set} has {shape}; choose --shapes {largest}")
                    }
                    None => format!(
                        "no board of {rule_set} has {shape} cells; choose --shapes {largest}"
                    ),
                }))
            }
            ExhaustEnd::Crowded(shape) => Err(Failure::Usage(format!(
                "a position of {} has more moves than can be listed; choose smaller boards",
                name_of(*shape, self.size)
            ))),
            ExhaustEnd::TooMany(shape) => Err(Failure::Usage(format!(
                "up to {} there are more than {}; raise the limit with --setups-max",
                name_of(*shape, self.size),
                counted(self.plan.setups_max, "set-up")
            ))),
            ExhaustEnd::Done if self.result.finished.is_empty() => {
                Err(Failure::Usage(format!("{} has no board within these bounds", self.rule_set)))
            }
            ExhaustEnd::Done
            | ExhaustEnd::Stopped
            | ExhaustEnd::OutOfTime
            | ExhaustEnd::EnoughPositions
            | ExhaustEnd::Differs(..) => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use twinboard_harness::exhaust::{
        Bounds, ExhaustEnd, ExhaustPlan, ExhaustResult, Figures, FinishedShape, Shape,
    };

    use super::Summary;

    /// The text of an enumeration of one board, with or without illegal moves.
    fn text(all_moves: bool, refused: u64) -> String {
        let plan = ExhaustPlan { all_moves, ..ExhaustPlan::new(Bounds::new([(1, 2)], 1)) };
        let shape = Shape { rows: 1, columns: 2 };
        let figures = Figures { setups: 1, positions: 1, moves: 1, refused, ..Figures::default() };
        let finished = vec![FinishedShape { shape, figures }];
        let result = ExhaustResult { finished, begun: None, end: ExhaustEnd::Done };
        let (rule_set, size) = ("game", None);
        Summary {
            rule_set,
            size,
            plan,
            result,
            report: None,
            kept_in: None,
            has_late_breach: false,
        }
        .render()
    }

    #[test]
    fn an_enumeration_without_a_refused_move_says_so_unless_none_was_wanted() {
        assert!(text(true, 0).contains("\nnote: no refused move was played; the rule set lists"));
        assert!(!text(true, 1).contains("note:"));
        assert!(!text(false, 0).contains("note:"));
    }
}
