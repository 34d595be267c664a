//! SameGame for the harness: everything of clauses SG-1 to SG-20 except playing.
//!
//! Generation, mutation and shrinking of cases, the counted clauses, the invariants, the
//! enumeration of small grids, and the input of the judge are in modules of their own; the sides
//! are in the crates `twinboard-engine` and `twinboard-oracle`.
//!
//! ```
//! use std::sync::Arc;
//! use std::time::Duration;
//!
//! use twinboard_harness::triage;
//! use twinboard_games::samegame;
//!
//! // A grid of 2 × 3 cells; the selection of its lower left cell removes four of them.
//! let case = "2 3\n1 1 0\n1 1 2\n1 1\n0 0\n";
//! let subject = samegame::subject();
//! let case = subject.case(case).expect("a case");
//! let divergence = triage::play(&subject, &case, Duration::from_secs(30)).divergence();
//! assert!(divergence.is_none(), "engine and oracle agree, and no invariant is broken");
//! ```

use std::fmt;
use std::io::Read;
use std::sync::Arc;

use arbitrary::Unstructured;
use twinboard_engine::samegame::ListedGame;
use twinboard_engine::samegame::batch::BatchGame;
use twinboard_harness::{
    Case, CaseText, Clause, Enumerate, Invariant, Judge, Pairing, RuleSet, Shrink, Subject,
    Symmetries, Symmetry,
};
use twinboard_registration::Registration;
use twinboard_vocabulary::random::{digest, mix};
use twinboard_vocabulary::samegame::text::{self, JUDGE_LIMITS};
use twinboard_vocabulary::samegame::{
    COLOURS, Cell, Exact, Grid, Group, Outcome, Position, SameGame, Selection,
};
use twinboard_vocabulary::{CaseReader, ExactText, Game, Limits};

use crate::corpus::with_corpus;

mod clauses;
mod generate;
mod input;
mod invariants;
mod shrink;
mod small;

/// The rule set SameGame.
#[derive(Clone, Copy, Debug, Default)]
pub struct SameGameRules;

/// The rule set paired with the engine and the oracle.
#[must_use]
pub fn pairing() -> Pairing<SameGameRules> {
    Pairing::new(
        SameGameRules,
        twinboard_engine::samegame::SameGame::set_up,
        twinboard_oracle::SameGame::set_up,
    )
    .accepting_all()
}

/// The rule set with another engine for every grid, paired with the oracle.
fn subject_with<G>(set_up: fn(&Grid) -> Option<G>) -> Arc<dyn Subject>
where
    G: Game<Vocabulary = SameGame> + Send + Sync + 'static,
{
    let pairing = Pairing::new(SameGameRules, set_up, twinboard_oracle::SameGame::set_up);
    subject_of(pairing.accepting_all())
}

/// The pairing as a [`Subject`], ready to be checked.
#[must_use]
pub fn subject() -> Arc<dyn Subject> {
    subject_of(pairing())
}

/// Any two implementations as a [`Subject`]. It is compiled here, once for all programs that check
/// another engine; [`Pairing::subject`] would be compiled in each of them.
#[must_use]
pub fn subject_of(pairing: Pairing<SameGameRules>) -> Arc<dyn Subject> {
    Arc::new(pairing)
}

/// The record of SameGame: all engines, corpus, planted faults and generator.
#[must_use]
pub fn registration() -> Registration {
    with_corpus(Registration::new(pairing()))
        .other_engine("samegame-batch", subject_with(BatchGame::set_up))
        .other_engine("samegame-list", subject_with(ListedGame::set_up))
        .faults(twinboard_engine::planted::CATALOGUE)
        .generator(input::generator())
        .engine_template("cpp", include_str!("../engines/samegame.cpp"))
        .engine_template("python", include_str!("../engines/samegame.py"))
        .engine_template("javascript", include_str!("../engines/samegame.js"))
}

impl RuleSet for SameGameRules {
    type Vocabulary = SameGame;

    fn text(&self) -> &dyn CaseText<SameGame> {
        self
    }

    fn unit(&self) -> &'static str {
        "cells"
    }

    fn size(&self, setup: &Grid) -> usize {
        setup.colours().len()
    }

    fn generate_setup(&self, u: &mut Unstructured<'_>) -> arbitrary::Result<Grid> {
        generate::grid(u)
    }

    fn mutate_setup(
        &self,
        case: &mut Case<SameGame>,
        u: &mut Unstructured<'_>,
    ) -> arbitrary::Result<()> {
        case.setup = generate::changed_grid(&case.setup, u)?;
        Ok(())
    }

    fn propose(
        &self,
        position: &Position,
        legal: Option<&Group>,
        u: &mut Unstructured<'_>,
    ) -> arbitrary::Result<Selection> {
        generate::selection(position, legal, u)
    }

    fn request_for(&self, legal: &Group, u: &mut Unstructured<'_>) -> arbitrary::Result<Selection> {
        Ok((*u.choose(legal.cells())?).into())
    }

    fn way_to_position(&self, position: &Position) -> Option<Case<SameGame>> {
        generate::way_to(position)
    }

    fn lookalike_setup(&self, position: &Position) -> Option<Grid> {
        generate::reshaped(position)
    }

    fn clauses(&self) -> &'static [Clause<SameGame>] {
        clauses::CLAUSES
    }

    fn invariants(&self) -> &'static [Invariant<SameGame>] {
        invariants::INVARIANTS
    }

    /// No limit: every accepted selection removes two cells or more, so games are short.
    fn moves_max(&self, _setup: &Grid) -> usize {
        usize::MAX
    }

    fn shrink(&self) -> &dyn Shrink<SameGame> {
        self
    }

    fn symmetries(&self) -> Option<&dyn Symmetries<SameGame>> {
        Some(self)
    }

    fn enumeration(&self) -> Option<&dyn Enumerate<SameGame>> {
        Some(self)
    }

    fn judge(&self) -> Option<&dyn Judge<SameGame>> {
        Some(self)
    }

    fn exact_text(&self) -> Option<&'static dyn ExactText<SameGame>> {
        Some(&Exact)
    }
}

impl CaseText<SameGame> for SameGameRules {
    fn reader<'a>(
        &self,
        input: Box<dyn Read + 'a>,
        limits: Limits,
    ) -> Box<dyn CaseReader<SameGame> + 'a> {
        Box::new(text::Reader::new(input, limits))
    }

    fn print(&self, case: &Case<SameGame>) -> String {
        text::print([(&case.setup, &case.moves[..])])
    }

    fn print_all(&self, cases: &[Case<SameGame>]) -> Option<String> {
        Some(text::print(cases.iter().map(|case| (&case.setup, &case.moves[..]))))
    }

    fn answer(&self, number: usize, position: &Position, outcome: Outcome) -> String {
        text::answer(number, position, outcome)
    }
}

/// The largest number of a selection. The statement names no limit; this one fits every integer
/// type that a program may choose, and is far beyond every grid.
const NUMBER_MAX: u64 = i16::MAX as u64;

/// Inputs of the judge per one in which the selections of a grid stand in one line.
const INPUTS_PER_SAMPLE_LIKE: u64 = 4;
/// Number of cases from which on there are such inputs.
const SAMPLE_LIKE_MIN: usize = 3;

impl Judge<SameGame> for SameGameRules {
    /// The part of the case that lies within the judge's limits (SG-2).
    fn for_judge(&self, case: &Case<SameGame>) -> Case<SameGame> {
        let (rows_max, columns_max) = JUDGE_LIMITS;
        let setup = cropped(&case.setup, rows_max, columns_max);
        let near = |&mv: &Selection| {
            Selection::new(mv.row().min(NUMBER_MAX), mv.column().min(NUMBER_MAX)).unwrap_or(mv)
        };
        Case::new(setup, case.moves.iter().map(near).collect())
    }

    /// One input in four has its lines as the sample of the statement has them:
    /// how numbers are broken into lines means nothing (SG-14). Some of these end with one zero (SG-15).
    /// Inputs of few cases, to which others shrink, have the plain lines.
    fn judge_input(&self, cases: &[Case<SameGame>]) -> Option<String> {
        let input = text::print(cases.iter().map(|case| (&case.setup, &case.moves[..])));
        let chosen = mix(digest(input.as_bytes()));
        if cases.len() < SAMPLE_LIKE_MIN || !chosen.is_multiple_of(INPUTS_PER_SAMPLE_LIKE) {
            return Some(input);
        }
        let end = ["0 0\n", "0 7\n", "5 0\n"][(chosen >> 8) as usize % 3];
        let lines = cases.iter().map(|case| {
            let pairs = case.moves.iter().map(|mv| format!("{} {}   ", mv.row(), mv.column()));
            format!("{}{}0 0\n\n", case.setup, pairs.collect::<String>())
        });
        Some(lines.collect::<String>() + end)
    }
}

/// The lower left part of a grid.
fn cropped(grid: &Grid, rows_max: u8, columns_max: u8) -> Grid {
    let (rows, columns) = (grid.rows().min(rows_max), grid.columns().min(columns_max));
    let cells = (1..=rows).flat_map(|row| (1..=columns).map(move |column| Cell::new(row, column)));
    let colours = cells.map(|cell| grid.colour(cell)).collect();
    Grid::new(rows, columns, colours).expect("a part of a grid is a grid")
}

/// A permutation of the colours: colour `c` becomes `0[c]`. It is a symmetry of the rules, because
/// no clause depends on the colour of a cell, only on two colours being equal (SG-4).
#[derive(Clone, Debug)]
struct Recolouring([u8; COLOURS as usize]);

impl Recolouring {
    fn of(&self, colour: u8) -> u8 {
        self.0[usize::from(colour)]
    }

    fn of_grid(&self, grid: &Grid) -> Grid {
        let colours = grid.colours().iter().map(|&colour| self.of(colour)).collect();
        Grid::new(grid.rows(), grid.columns(), colours).expect("only the colours changed")
    }
}

impl fmt::Display for Recolouring {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the recolouring 0123456789 to ")?;
        self.0.iter().try_for_each(|colour| write!(f, "{colour}"))
    }
}

impl Symmetries<SameGame> for SameGameRules {
    fn symmetry(
        &self,
        _setup: &Grid,
        u: &mut Unstructured<'_>,
    ) -> arbitrary::Result<Option<Box<dyn Symmetry<SameGame>>>> {
        let mut colours = std::array::from_fn(|colour| colour as u8);
        if u.arbitrary()? {
            // A rotation changes few bits of each colour at a time: it exposes a hash that misses a
            // bit.
            colours.rotate_left(u.int_in_range(1..=9)?);
        } else {
            for last in (1..colours.len()).rev() {
                colours.swap(last, u.int_in_range(0..=last)?);
            }
        }
        Ok(Some(Box::new(Recolouring(colours))))
    }
}

impl Symmetry<SameGame> for Recolouring {
    fn transform_setup(&self, setup: &Grid) -> Grid {
        self.of_grid(setup)
    }

    fn transform_move(&self, mv: &Selection) -> Selection {
        *mv
    }

    fn transform_legal(&self, legal: &Group) -> Group {
        legal.recoloured(self.of(legal.colour()))
    }

    fn transform_position(&self, position: &Position) -> Position {
        position.recoloured(|colour| self.of(colour))
    }
}

#[cfg(test)]
mod tests {
    use twinboard_harness::{Case, CaseText as _, Judge as _};
    use twinboard_vocabulary::samegame::{Grid, Selection};
    use twinboard_vocabulary::{Item, Limits};

    use super::SameGameRules;

    fn selection(row: u64, column: u64) -> Selection {
        Selection::new(row, column).unwrap()
    }

    #[test]
    fn a_case_within_the_judges_limits_is_unchanged() {
        let colours = (0..400).map(|index| (index % 10) as u8).collect();
        let moves = vec![selection(0, 5), selection(99, 99), selection(10, 40)];
        let given = Case::new(Grid::new(10, 40, colours).unwrap(), moves);
        assert_eq!(SameGameRules.for_judge(&given), given);
    }

    #[test]
    fn some_inputs_have_the_lines_of_the_sample_and_read_as_the_others() {
        let (mut alike, mut others) = (0, 0);
        for row in 1..40 {
            let grid = Grid::new(1, 2, vec![7, 7]).unwrap();
            let case = Case::new(grid, vec![selection(1, 2), selection(row, 1)]);
            let input = SameGameRules.judge_input(&vec![case; 3]).unwrap();
            let mut reader = SameGameRules.reader(Box::new(input.as_bytes()), Limits::Judge);
            let mut items = Vec::new();
            while let Some(item) = reader.next_item().expect("it is judge input") {
                items.push(item);
            }
            let setups = items.iter().filter(|item| matches!(item, Item::Setup(_))).count();
            let moves = items.iter().filter(|item| matches!(item, Item::Move(_))).count();
            assert_eq!((setups, moves), (3, 6), "{input}");
            if input.contains("\n1 2   ") && input.contains(" 1   0 0\n\n") {
                alike += 1;
            } else {
                others += 1;
            }
        }
        assert!(alike > 0 && others > 0, "{alike} and {others}");
    }

    #[test]
    fn larger_grids_are_cropped_to_the_lower_left_and_larger_numbers_clamped() {
        let colours = (0..11 * 41).map(|index| (index / 41 % 10) as u8).collect();
        let moves = vec![selection(u64::MAX, 0), selection(2, 1 << 32)];
        let cropped =
            SameGameRules.for_judge(&Case::new(Grid::new(11, 41, colours).unwrap(), moves));
        assert_eq!((cropped.setup.rows(), cropped.setup.columns()), (10, 40));
        let rows: Vec<u8> = cropped.setup.colours().chunks(40).map(|row| row[39]).collect();
        assert_eq!(rows, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
        assert_eq!(cropped.moves, [selection(32_767, 0), selection(2, 32_767)]);
    }
}
