//! What the harness has to know of the game. It plays nothing.

use std::fmt;
use std::io::Read;

use arbitrary::{Result, Unstructured};
use board::{CaseReader, Limits};
use harness::exhaust::{Bounds, Shape};
use harness::{Case, Clause, Invariant, RuleSet};

use crate::words::{HOLES_MAX, Jump, Outcome, Pegs, Row};
use crate::{cases, laws, shrink, text};

/// A case of this game.
pub type PegCase = Case<Pegs>;

/// The rule set.
#[derive(Clone, Copy, Debug)]
pub struct PegRules;

/// The only symmetry there is: the row seen from the other side. For its jumps one has to know how
/// many holes there are.
#[derive(Clone, Copy, Debug)]
pub struct Mirror {
    holes: usize,
}

impl fmt::Display for Mirror {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the mirror image")
    }
}

impl RuleSet for PegRules {
    type Words = Pegs;


    fn text(&self) -> &dyn CaseText<Pegs> {
        self
    }

    fn size(&self, row: &Row) -> usize {
        row.pegs().len()
    }

    fn generate_setup(&self, u: &mut Unstructured<'_>) -> Result<Row> {
        cases::row(u)
    }

    fn mutate_setup(&self, case: &mut PegCase, u: &mut Unstructured<'_>) -> Result<()> {
        case.setup = cases::changed(&case.setup, u)?;
        Ok(())
    }

    fn propose(
        &self,
        position: &Row,
        legal: Option<&Jump>,
        u: &mut Unstructured<'_>,
    ) -> Result<Jump> {
        cases::jump(position, legal, u)
    }

    fn clauses(&self) -> &'static [Clause<Pegs>] {
        laws::CLAUSES
    }

    fn invariants(&self) -> &'static [Invariant<Pegs>] {
        laws::INVARIANTS
    }

    fn shrink(&self) -> &dyn Shrink<Pegs> {
        self
    }

    fn symmetries(&self) -> Option<&dyn Symmetries<Pegs>> {
        Some(self)
    }

    fn enumeration(&self) -> Option<&dyn Enumerate<Pegs>> {
        Some(self)
    }
}

impl CaseText<Pegs> for PegRules {
    fn reader<'a>(
        &self,
        input: Box<dyn Read + 'a>,
        _limits: Limits,
    ) -> Box<dyn CaseReader<Pegs> + 'a> {
        Box::new(text::Reader::new(input))
    }

    fn print(&self, case: &PegCase) -> String {
        text::print(&case.setup, &case.moves)
    }

    fn print_all(&self, cases: &[PegCase]) -> Option<String> {
        // Cases just follow one another (PG-10).
        Some(cases.iter().map(|case| self.print(case)).collect())
    }

    fn answer(&self, number: usize, position: &Row, outcome: Outcome) -> String {
        text::answer(number, position, outcome)
    }
}

impl Shrink<Pegs> for PegRules {
    fn smaller<'a>(&'a self, case: &'a PegCase) -> Box<dyn Iterator<Item = PegCase> + 'a> {
        Box::new(shrink::smaller(case))
    }

    fn simpler<'a>(&'a self, case: &'a PegCase) -> Box<dyn Iterator<Item = PegCase> + 'a> {
        Box::new(shrink::simpler(case))
    }

    fn complexity(&self, case: &PegCase) -> u64 {
        shrink::complexity(case)
    }

    fn canonical(&self, case: &PegCase) -> PegCase {
        shrink::canonical(case)
    }
}

impl Symmetries<Pegs> for PegRules {
    fn symmetry(&self, setup: &Row, _u: &mut Unstructured<'_>) -> Result<Option<Box<dyn Symmetry<Pegs>>>> {
        Ok(Some(Box::new(Mirror { holes: setup.pegs().len() })))
    }
}

impl Symmetry<Pegs> for Mirror {
    fn transform_setup(&self, setup: &Row) -> Row {
        setup.mirrored()
    }

    fn transform_move(&self, mv: &Jump) -> Jump {
        mv.mirrored(self.holes)
    }

    fn transform_legal(&self, legal: &Jump) -> Jump {
        legal.mirrored(self.holes)
    }

    fn transform_position(&self, position: &Row) -> Row {
        position.mirrored()
    }
}

impl Enumerate<Pegs> for PegRules {
    /// Every row of so many holes: there are no names that could be exchanged.
    fn setups(&self, shape: Shape, _symbols: u8) -> Box<dyn Iterator<Item = Row> + Send> {
        let holes = usize::from(shape.columns);
        let is_row = shape.rows == 1 && holes <= HOLES_MAX;
        let numbers = is_row.then_some(0..1_u64 << holes).into_iter().flatten();
        let rows = numbers.map(move |number| (0..holes).map(move |hole| number >> hole & 1 == 1));
        Box::new(rows.filter_map(|row| Row::new(row.collect())))
    }

    fn usual_bounds(&self) -> Bounds {
        Bounds::new([(1, 14)], 1)
    }
}
