//! The result of an enumeration.

use std::path::Path;
use std::time::Duration;

use twinboard_harness::exhaust::{
    ExhaustEnd, ExhaustPlan, ExhaustResult, Figures, FinishedShape, Shape, UnfinishedShape,
};

use super::name_of;
use crate::output::Failure;
use crate::output::result::{Cell, Column, Figures as Values, Status, Table, Test, TestFinding};
use crate::output::tally::Tally;
use crate::output::text::{counted, of_shard, shown};

pub(super) struct Finished<'a> {
    pub(super) rule_set: &'static str,
    /// Name of the size, if set-ups are no boards.
    pub(super) size: Option<&'static str>,
    pub(super) plan: ExhaustPlan,
    pub(super) result: ExhaustResult,
    pub(super) finding: Option<TestFinding>,
    pub(super) kept_in: Option<&'a Path>,
    /// `None` for the sum of shards.
    pub(super) elapsed: Option<Duration>,
}

impl Finished<'_> {
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
        // One that was compared in part is not nothing.
        let in_part = u64::from(is_over && figures.setups == 0 && self.result.positions > 0);
        let tally = Tally::new("set-up", "compared")
            .with(figures.setups + in_part)
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

    pub(super) fn test(&self, name: String) -> Test {
        let bounds = self.within();
        let verdict = match self.result.end {
            ExhaustEnd::Stopped | ExhaustEnd::OutOfTime | ExhaustEnd::EnoughPositions => {
                self.part()
            }
            _ => {
                let Figures { setups, positions, moves, .. } = self.total();
                let setups = counted(setups, "set-up");
                let positions = counted(positions, "position");
                let moves = counted(moves, "legal move");
                format!("no divergence in {setups}, {positions} reached and {moves}")
            }
        };
        let findings = self.finding.iter().cloned().collect();
        let mut test = Test::new(self.rule_set, name, self.tally(), &verdict)
            .with_findings(findings, "divergence");
        if let Err(failure) = self.is_whole() {
            (test.status, test.verdict) = (Status::Error, failure.message());
        }
        Test {
            scope: bounds,
            elapsed: self.elapsed,
            figures: self.figures(),
            tables: vec![self.table()],
            notes: self.notes(),
            ..test
        }
    }

    fn figures(&self) -> Values {
        let legal = if self.plan.all_moves { "all" } else { "legal" };
        Values::default()
            .with("shapes", &self.plan.bounds.shapes)
            .with_some("size", self.size)
            .with("symbols", self.plan.bounds.symbols)
            .with("moves_played", legal)
            .with_some("shard", Some(self.plan.shard).filter(|shard| !shard.is_whole()))
            .with("complete", self.result.end == ExhaustEnd::Done && self.finding.is_none())
            // The unfinished shape, with the counts of its finished set-ups.
            .with("begun", self.result.begun.as_ref().map(|begun| &begun.so_far))
            .with_fields(self.total())
    }

    fn notes(&self) -> Vec<String> {
        let total = self.total();
        let is_legal_only = self.plan.all_moves && total.moves > 0 && total.refused == 0;
        let note = "note: no refused move was played; the rule set lists legal moves only, without \
                    an `all_moves` in its `Enumerate`";
        let note = Some(note).filter(|_| is_legal_only && self.finding.is_none());
        note.into_iter().map(str::to_owned).collect()
    }

    /// The part of the bounds that was played, in an enumeration that ended early.
    fn part(&self) -> String {
        let why = match &self.result.end {
            ExhaustEnd::OutOfTime => "the time is over; ".to_owned(),
            ExhaustEnd::EnoughPositions => {
                let limit = self.plan.positions_max.unwrap_or_default();
                format!("{} were reached; ", counted(limit, "position"))
            }
            _ => String::new(),
        };
        let begun = match &self.result.begun {
            Some(UnfinishedShape { so_far: FinishedShape { shape, figures }, .. }) => format!(
                ", with {} of {}",
                counted(figures.setups, "set-up"),
                name_of(*shape, self.size)
            ),
            None => String::new(),
        };
        let kept = match self.kept_in {
            Some(path) => format!("; checkpoint in {}", shown(path)),
            None => String::new(),
        };
        let reached = counted(self.result.positions, "position");
        format!("{why}no divergence in the finished part, {reached} reached{begun}{kept}")
    }

    fn within(&self) -> String {
        let bounds = &self.plan.bounds;
        let shapes = bounds.shapes.iter();
        let shapes: Vec<String> = shapes.map(|&shape| name_of(shape, self.size)).collect();
        let legal = if self.plan.all_moves { "" } else { ", --legal-only" };
        let shard = of_shard(self.plan.shard);
        format!(
            "all {} up to {}, --symbols {}{legal}{shard}",
            if self.size.is_some() { "set-ups" } else { "boards" },
            shapes.join(", "),
            bounds.symbols
        )
    }

    fn table(&self) -> Table {
        let finished = &self.result.finished;
        let has_claims = finished.iter().any(|one| one.figures.claims > 0);
        let mut columns = vec![
            Column::count("board", self.size.unwrap_or("board")),
            Column::count("setups", "set-ups"),
            Column::count("positions", "positions"),
            Column::count("moves", "legal moves"),
        ];
        columns.extend(self.plan.all_moves.then(|| Column::count("refused", "refused")));
        columns.extend(has_claims.then(|| Column::count("claims", "claims")));
        columns.push(Column::count("digest", "digest"));
        let row = |board: String, figures: &Figures| {
            let Figures { setups, positions, moves, refused, claims, digest, .. } = *figures;
            let mut row = vec![Cell::from(board)];
            row.extend([setups, positions, moves].map(Cell::from));
            row.extend(self.plan.all_moves.then_some(Cell::from(refused)));
            row.extend(has_claims.then_some(Cell::from(claims)));
            row.push(Cell::from(format!("{digest:016x}")));
            row
        };
        let mut rows: Vec<_> = finished
            .iter()
            .map(|FinishedShape { shape, figures }| match self.size {
                Some(_) => row(shape.columns.to_string(), figures),
                None => row(name_of(*shape, None), figures),
            })
            .collect();
        if !rows.is_empty() {
            rows.push(row("all".to_owned(), &self.total()));
        }
        Table { columns, rows, ..Table::new("boards") }
    }

    /// Fails if the enumeration could not be completed for a reason other than Ctrl-C or a
    /// divergence.
    pub(super) fn is_whole(&self) -> Result<(), Failure> {
        let name = |shape: &Shape| name_of(*shape, self.size);
        match &self.result.end {
            _ if self.finding.is_some() => Ok(()),
            ExhaustEnd::NoBoard(shape, largest) => {
                let option = |shape: &Shape| match self.size {
                    Some(_) => shape.columns.to_string(),
                    None => format!("{}x{}", shape.rows, shape.columns),
                };
                let largest = largest.iter().map(option).collect::<Vec<_>>().join(",");
                let (rule_set, shape) = (self.rule_set, name(shape));
                let (thing, cells) =
                    if self.size.is_some() { ("set-up", "") } else { ("board", " cells") };
                Err(usage!(
                    "no {thing} of {rule_set} has {shape}{cells}; choose --shapes {largest}"
                ))
            }
            ExhaustEnd::TooManyMoves(shape) => Err(usage!(
                "a position of {} has more moves than can be listed; choose smaller boards",
                name(shape)
            )),
            ExhaustEnd::TooLong(shape) => Err(usage!(
                "a game on {} goes on for more than 1000 moves; choose smaller boards, or a limit \
                 on the moves in the set-up",
                name(shape)
            )),
            ExhaustEnd::TooMany(shape) => Err(usage!(
                "up to {} there are more than {}; raise the limit with --setups-max",
                name(shape),
                counted(self.plan.setups_max, "set-up")
            )),
            ExhaustEnd::Done if self.result.finished.is_empty() => {
                Err(usage!("{} has no board within these bounds", self.rule_set))
            }
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use twinboard_harness::exhaust::{
        Bounds, ExhaustEnd, ExhaustPlan, ExhaustResult, Figures, FinishedShape, Shape,
    };

    use super::Finished;

    /// The notes on an enumeration of one board, with or without illegal moves.
    fn notes(all_moves: bool, refused: u64) -> Vec<String> {
        let plan = ExhaustPlan { all_moves, ..ExhaustPlan::new(Bounds::new([(1, 2)], 1)) };
        let shape = Shape { rows: 1, columns: 2 };
        let figures = Figures { setups: 1, positions: 1, moves: 1, refused, ..Figures::default() };
        let finished = vec![FinishedShape { shape, figures }];
        let (begun, positions, end) = (None, 1, ExhaustEnd::Done);
        let result = ExhaustResult { finished, begun, positions, end };
        let (size, finding, kept_in, elapsed) = (None, None, None, None);
        Finished { rule_set: "game", size, plan, result, finding, kept_in, elapsed }.notes()
    }

    #[test]
    fn an_enumeration_without_a_refused_move_says_so_unless_none_was_wanted() {
        assert!(notes(true, 0)[0].starts_with("note: no refused move was played; the rule set"));
        assert_eq!([notes(true, 1), notes(false, 0)], [[""; 0], [""; 0]]);
    }
}
