//! SameGame for the harness: everything of clauses SG-1 to SG-20 that is not playing.

pub mod bench;
mod clauses;
mod generate;
pub(crate) mod input;
mod judge;
mod laws;
mod shrink;
mod small;

use std::fmt;
use std::io::Read;

use arbitrary::Unstructured;
use board::samegame::{COLOURS, Grid, Group, Outcome, Position, Selection, text};
use board::{CaseReader, Limits, Vocabulary};
use harness::exhaust::{Bounds, Shape};
use harness::{Case, Clause, Invariant, RuleSet};

/// The words of SameGame.
pub use board::samegame::SameGame as Words;

type SameGameCase = Case<Words>;

/// The rule set SameGame.
#[derive(Clone, Copy, Debug, Default)]
pub struct SameGame;

/// An exchange of colours: colour `c` becomes `0[c]`. It commutes with play, because no rule asks
/// which colour a cell has, only whether two have the same (SG-4).
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

impl RuleSet for SameGame {
    type Words = Words;
    type Symmetry = Recolouring;

    fn reader<'a>(
        &self,
        input: Box<dyn Read + 'a>,
        limits: Limits,
    ) -> Box<dyn CaseReader<Words> + 'a> {
        Box::new(text::Reader::new(input, limits))
    }

    fn print(&self, case: &SameGameCase) -> String {
        text::print([(&case.setup, &case.moves[..])])
    }

    fn print_all(&self, cases: &[SameGameCase]) -> Option<String> {
        Some(text::print(cases.iter().map(|case| (&case.setup, &case.moves[..]))))
    }

    fn for_judge(&self, case: &SameGameCase) -> Option<SameGameCase> {
        Some(judge::case(case))
    }

    fn judge_input(&self, cases: &[SameGameCase]) -> Option<String> {
        self.print_all(cases)
    }

    fn answer(&self, number: usize, position: &Position, outcome: Outcome) -> String {
        text::answer(number, position, outcome)
    }

    fn dimensions(&self, setup: &Grid) -> (usize, usize) {
        (setup.rows().into(), setup.columns().into())
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

    fn symmetry(
        &self,
        _setup: &Grid,
        u: &mut Unstructured<'_>,
    ) -> arbitrary::Result<Option<Recolouring>> {
        let mut colours = std::array::from_fn(|colour| colour as u8);
        if u.arbitrary()? {
            // Turning all colours by the same number changes few bits of each at a time: that is
            // what a hash which misses a part of the colour would overlook.
            colours.rotate_left(u.int_in_range(1..=9)?);
        } else {
            for last in (1..colours.len()).rev() {
                colours.swap(last, u.int_in_range(0..=last)?);
            }
        }
        Ok(Some(Recolouring(colours)))
    }

    fn turn_setup(&self, symmetry: &Recolouring, setup: &Grid) -> Grid {
        symmetry.of_grid(setup)
    }

    fn turn_move(&self, _symmetry: &Recolouring, mv: &Selection) -> Selection {
        *mv
    }

    fn turn_legal(&self, symmetry: &Recolouring, legal: &Group) -> Group {
        legal.recoloured(symmetry.of(legal.colour()))
    }

    fn turn_position(&self, symmetry: &Recolouring, position: &Position) -> Position {
        position.recoloured(|colour| symmetry.of(colour))
    }

    fn setups(&self, shape: Shape, symbols: u8) -> Box<dyn Iterator<Item = Grid> + Send> {
        Box::new(small::grids(shape, symbols))
    }

    fn usual_bounds(&self) -> Bounds {
        Bounds::new([(3, 4), (4, 3)], 4)
    }

    /// The colours in the order in which they appear.
    fn essence(&self, _setup: &Grid, position: &Position) -> String {
        let mut names = [None; COLOURS as usize];
        let mut next = b'0'..;
        let text = Words::text(position).into_bytes().into_iter().map(|byte| {
            let Some(colour) = char::from(byte).to_digit(10) else { return char::from(byte) };
            let name = &mut names[colour as usize];
            char::from(*name.get_or_insert_with(|| next.next().expect("there are ten")))
        });
        text.collect()
    }

    /// Every cell, and those around the grid.
    fn all_moves(&self, setup: &Grid) -> Vec<Selection> {
        let (rows, columns) = (u64::from(setup.rows()), u64::from(setup.columns()));
        let selections = (0..=rows + 1).flat_map(|row| (0..=columns + 1).map(move |c| (row, c)));
        selections.filter_map(|(row, column)| Selection::new(row, column)).collect()
    }

    fn clauses(&self) -> &'static [Clause<Words>] {
        clauses::CLAUSES
    }

    fn invariants(&self) -> &'static [Invariant<Words>] {
        laws::INVARIANTS
    }
}
