//! SameGame for the harness: everything of clauses SG-1 to SG-20 except playing.
//!
//! Generation, mutation and shrinking of cases, the counted clauses, the invariants, the
//! enumeration of small grids, and the input of the judge are here; the sides are in the crates
//! `engine` and `oracle`.
//!
//! ```
//! use std::sync::Arc;
//! use std::time::Duration;
//!
//! use twinboard_harness::conclude;
//! use twinboard_games::samegame;
//!
//! // A grid of 2 × 3 cells; the selection of its lower left cell removes four of them.
//! let case = "2 3\n1 1 0\n1 1 2\n1 1\n0 0\n";
//! let divergence = conclude::check(&samegame::subject(), case, Duration::from_secs(30));
//! assert!(divergence.is_none(), "engine and oracle agree, and no invariant is broken");
//! ```

pub mod bench;
mod clauses;
mod generate;
pub(crate) mod input;
mod invariants;
mod judge;
mod shrink;
mod small;

use std::fmt;
use std::io::Read;
use std::sync::Arc;

use arbitrary::Unstructured;
use twinboard_engine::samegame::ListedGame;
use twinboard_engine::samegame::batch::BatchGame;
use twinboard_harness::exhaust::{Bounds, Shape};
use twinboard_harness::{
    Case, CaseText, Clause, Enumerate, Invariant, Judge, Pairing, RuleSet, Shrink, Subject,
    Symmetries, Symmetry,
};
use twinboard_registration::Registration;
use twinboard_vocabulary::samegame::{
    COLOURS, Exact, Grid, Group, Outcome, Position, Selection, text,
};
use twinboard_vocabulary::{CaseReader, ExactText, Game, Limits, Vocabulary as _};

/// The vocabulary of SameGame: its set-up, its moves, its positions.
pub use twinboard_vocabulary::samegame::SameGame as Vocabulary;

type SameGameCase = Case<Vocabulary>;

/// The rule set SameGame.
#[derive(Clone, Copy, Debug, Default)]
pub struct SameGame;

/// A permutation of the colours: colour `c` becomes `0[c]`. It is a symmetry of the rules, because
/// no clause depends on the colour of a cell, only on two colours being equal (SG-4).
#[derive(Clone, Debug)]
pub struct Recolouring([u8; COLOURS as usize]);

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

/// The rule set paired with the engine and the oracle.
#[must_use]
pub fn pairing() -> Pairing<SameGame> {
    Pairing::new(
        SameGame,
        twinboard_engine::samegame::SameGame::set_up,
        twinboard_oracle::SameGame::set_up,
    )
    .accepting_all()
}

/// The rule set with another engine for every grid, paired with the oracle.
fn subject_with<G>(set_up: fn(&Grid) -> Option<G>) -> Arc<dyn Subject>
where
    G: Game<Vocabulary = Vocabulary> + Send + Sync + 'static,
{
    let pairing = Pairing::new(SameGame, set_up, twinboard_oracle::SameGame::set_up);
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
pub fn subject_of(pairing: Pairing<SameGame>) -> Arc<dyn Subject> {
    Arc::new(pairing)
}

/// The record of SameGame: all engines, planted faults, workloads and generator.
#[must_use]
pub fn registration() -> Registration {
    Registration::new(pairing())
        .other_engine("samegame-batch", subject_with(BatchGame::set_up))
        .other_engine("samegame-list", subject_with(ListedGame::set_up))
        .faults(twinboard_engine::planted::CATALOGUE)
        .workloads(bench::suite)
        .generator(input::generator())
}

impl RuleSet for SameGame {
    type Vocabulary = Vocabulary;

    fn text(&self) -> &dyn CaseText<Vocabulary> {
        self
    }

    fn size(&self, setup: &Grid) -> usize {
        setup.colours().len()
    }

    fn generate_setup(&self, u: &mut Unstructured<'_>) -> arbitrary::Result<Grid> {
        generate::grid(u)
    }

    fn mutate_setup(
        &self,
        case: &mut SameGameCase,
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

    fn ask_for(&self, legal: &Group, u: &mut Unstructured<'_>) -> arbitrary::Result<Selection> {
        Ok((*u.choose(legal.cells())?).into())
    }

    fn setup_beside(&self, position: &Position) -> Option<Grid> {
        generate::reshaped(position)
    }

    fn clauses(&self) -> &'static [Clause<Vocabulary>] {
        clauses::CLAUSES
    }

    fn invariants(&self) -> &'static [Invariant<Vocabulary>] {
        invariants::INVARIANTS
    }

    /// No limit: every accepted selection removes two cells or more, so games are short.
    fn moves_max(&self, _setup: &Grid) -> usize {
        usize::MAX
    }

    fn shrink(&self) -> &dyn Shrink<Vocabulary> {
        self
    }

    fn symmetries(&self) -> Option<&dyn Symmetries<Vocabulary>> {
        Some(self)
    }

    fn enumeration(&self) -> Option<&dyn Enumerate<Vocabulary>> {
        Some(self)
    }

    fn judge(&self) -> Option<&dyn Judge<Vocabulary>> {
        Some(self)
    }

    fn exact_text(&self) -> Option<&'static dyn ExactText<Vocabulary>> {
        Some(&Exact)
    }
}

impl CaseText<Vocabulary> for SameGame {
    fn reader<'a>(
        &self,
        input: Box<dyn Read + 'a>,
        limits: Limits,
    ) -> Box<dyn CaseReader<Vocabulary> + 'a> {
        match limits {
            Limits::Judge => Box::new(twinboard_engine::samegame::judge::Reader::new(input)),
            Limits::Case => Box::new(text::Reader::new(input, limits)),
        }
    }

    fn print(&self, case: &SameGameCase) -> String {
        text::print([(&case.setup, &case.moves[..])])
    }

    fn print_all(&self, cases: &[SameGameCase]) -> Option<String> {
        Some(text::print(cases.iter().map(|case| (&case.setup, &case.moves[..]))))
    }

    fn answer(&self, number: usize, position: &Position, outcome: Outcome) -> String {
        text::answer(number, position, outcome)
    }
}

impl Judge<Vocabulary> for SameGame {
    fn for_judge(&self, case: &SameGameCase) -> SameGameCase {
        judge::case(case)
    }

    fn judge_input(&self, cases: &[SameGameCase]) -> Option<String> {
        self.print_all(cases)
    }
}

impl Shrink<Vocabulary> for SameGame {
    fn smaller<'a>(
        &'a self,
        case: &'a SameGameCase,
    ) -> Box<dyn Iterator<Item = SameGameCase> + 'a> {
        shrink::smaller(case)
    }

    fn simpler<'a>(
        &'a self,
        case: &'a SameGameCase,
    ) -> Box<dyn Iterator<Item = SameGameCase> + 'a> {
        shrink::simpler(case)
    }

    fn complexity(&self, case: &SameGameCase) -> u64 {
        shrink::complexity(case)
    }

    fn canonical(&self, case: &SameGameCase) -> SameGameCase {
        shrink::canonical(case)
    }
}

impl Symmetries<Vocabulary> for SameGame {
    fn symmetry(
        &self,
        _setup: &Grid,
        u: &mut Unstructured<'_>,
    ) -> arbitrary::Result<Option<Box<dyn Symmetry<Vocabulary>>>> {
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

impl Symmetry<Vocabulary> for Recolouring {
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

impl Enumerate<Vocabulary> for SameGame {
    fn setups(&self, shape: Shape, symbols: u8) -> Box<dyn Iterator<Item = Grid> + Send> {
        Box::new(small::grids(shape, symbols))
    }

    fn setups_at_least(&self, shape: Shape, symbols: u8) -> u64 {
        small::count(shape, symbols)
    }

    fn usual_bounds(&self) -> Bounds {
        Bounds::new([(3, 4), (4, 3)], 4)
    }

    /// The text of the position with colours renamed in the order in which they appear.
    fn canonical_key(&self, _setup: &Grid, position: &Position) -> String {
        let mut names = [None; COLOURS as usize];
        let mut next = b'0'..;
        let text = Vocabulary::text(position).into_bytes().into_iter().map(|byte| {
            let Some(colour) = char::from(byte).to_digit(10) else { return char::from(byte) };
            let name = &mut names[colour as usize];
            char::from(*name.get_or_insert_with(|| next.next().expect("there are ten")))
        });
        text.collect()
    }

    /// All cells, and the ring of numbers around the grid.
    fn all_moves(&self, setup: &Grid) -> Vec<Selection> {
        let (rows, columns) = (u64::from(setup.rows()), u64::from(setup.columns()));
        let selections = (0..=rows + 1).flat_map(|row| (0..=columns + 1).map(move |c| (row, c)));
        selections.filter_map(|(row, column)| Selection::new(row, column)).collect()
    }
}
