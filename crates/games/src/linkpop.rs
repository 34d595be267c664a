//! Link and Pop for the harness: everything of clauses LP-1 to LP-32 except playing.
//!
//! Generation, mutation and shrinking of cases, the counted clauses, the invariants, the
//! enumeration of small boards, and the input of the judge are here; the sides are in the crates
//! `engine` and `oracle`.
//!
//! ```
//! use twinboard_harness::RuleSet;
//! use twinboard_games::linkpop::{self, LinkPop};
//!
//! // A row of two blocks; the robot pops them, and the board is cleared.
//! let text = "1 2\nAS AS\n0 0\n";
//! let cases = LinkPop::default().text().read_all(text.as_bytes())?;
//! assert_eq!(cases.len(), 1);
//! assert_eq!(linkpop::subject().name(), "linkpop");
//! # Ok::<(), Box<dyn std::error::Error>>(())
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
use twinboard_harness::exhaust::{Bounds, Shape};
use twinboard_harness::{
    Case, CaseText, Clause, Enumerate, Invariant, Judge, Pairing, RuleSet, Setting, Shrink,
    Subject, Symmetries, Symmetry,
};
use twinboard_registration::Registration;
use twinboard_vocabulary::linkpop::{
    Board, Exact, Margin, Outcome, Pick, Pop, Popped, Setup, Step, Symbol, text,
};
use twinboard_vocabulary::{CaseReader, ExactText, Limits};

/// The vocabulary of Link and Pop: its set-up, its moves, its positions.
pub use twinboard_vocabulary::linkpop::LinkPop as Vocabulary;

/// The name of the only setting.
const MARGIN: &str = "margin";

type LinkPopCase = Case<Vocabulary>;

/// The rule set Link and Pop.
#[derive(Clone, Copy, Debug, Default)]
pub struct LinkPop {
    /// The margin of cases that name none, and of all generated cases. If it is `None`, the former
    /// have the margin inside, and cases are generated with both.
    pub margin: Option<Margin>,
}

/// A renaming of the symbols: symbol `s` becomes `0[s]`. It is a symmetry of the rules, because no
/// clause depends on the symbol of a block, only on two symbols being equal (LP-2).
#[derive(Clone, Debug)]
pub struct Renaming([u8; Symbol::COUNT as usize]);

impl Renaming {
    fn of(&self, symbol: Symbol) -> Symbol {
        Symbol::new(self.0[usize::from(symbol.index())])
    }
}

impl fmt::Display for Renaming {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the renaming of A to Z to ")?;
        self.0.iter().try_for_each(|&symbol| write!(f, "{}", Symbol::new(symbol)))
    }
}

/// The rule set paired with the engine and the oracle.
#[must_use]
pub fn pairing() -> Pairing<LinkPop> {
    Pairing::new(
        LinkPop::default(),
        twinboard_engine::linkpop::LinkPop::set_up,
        twinboard_oracle::LinkPop::set_up,
    )
    .accepting_all()
}

/// The pairing as a [`Subject`], ready to be checked.
#[must_use]
pub fn subject() -> Arc<dyn Subject> {
    subject_of(pairing())
}

/// Any two implementations as a [`Subject`]. It is compiled here, once for all programs that check
/// another engine; [`Pairing::subject`] would be compiled in each of them.
#[must_use]
pub fn subject_of(pairing: Pairing<LinkPop>) -> Arc<dyn Subject> {
    Arc::new(pairing)
}

/// The record of Link and Pop: the pairing with its planted faults, workloads and generator.
#[must_use]
pub fn registration() -> Registration {
    Registration::new(pairing())
        .faults(twinboard_engine::planted::CATALOGUE)
        .workloads(bench::suite)
        .generator(input::generator())
}

impl RuleSet for LinkPop {
    type Vocabulary = Vocabulary;

    fn text(&self) -> &dyn CaseText<Vocabulary> {
        self
    }

    fn size(&self, setup: &Setup) -> usize {
        setup.board.cells().len()
    }

    fn settings(&self) -> &'static [Setting] {
        &[Setting {
            name: MARGIN,
            values: &["inside", "outside"],
            about: "Margin of cases that do not state it: links run `inside` the board only, or \
                    also `outside`, through the ring of empty cells around it [default: inside]",
        }]
    }

    fn with_setting(&self, name: &str, value: &str) -> Option<Self> {
        let margin = Margin::by_name(value).filter(|_| name == MARGIN)?;
        Some(Self { margin: Some(margin) })
    }

    fn robot(&self) -> Option<Step> {
        Some(Step::Robot)
    }

    fn generate_setup(&self, u: &mut Unstructured<'_>) -> arbitrary::Result<Setup> {
        generate::setup(self.margin, u)
    }

    fn mutate_setup(
        &self,
        case: &mut LinkPopCase,
        u: &mut Unstructured<'_>,
    ) -> arbitrary::Result<()> {
        generate::change(&mut case.setup, self.margin, u)
    }

    fn propose(
        &self,
        position: &Board,
        legal: Option<&Pop>,
        u: &mut Unstructured<'_>,
    ) -> arbitrary::Result<Step> {
        generate::step(position, legal, u)
    }

    fn ask_for(&self, legal: &Pop, u: &mut Unstructured<'_>) -> arbitrary::Result<Step> {
        let (one, other) = (legal.pair.earlier().into(), legal.pair.other().into());
        // The order of the two cells makes no difference (LP-15).
        Ok(if u.ratio(3, 4_u8)? { Step::Pop(one, other) } else { Step::Pop(other, one) })
    }

    /// A limit that falls with the square of the number of cells, because the oracle walks from
    /// every block over every empty cell in reach: whole games on small boards, about twenty pops
    /// on 16 × 16, five on the largest.
    fn moves_max(&self, setup: &Setup) -> usize {
        let cells = setup.board.cells().len();
        (1_500_000 / (cells * cells)).max(5)
    }

    fn setup_at(&self, setup: &Setup, position: &Board) -> Option<Setup> {
        Some(Setup { board: position.clone(), ..*setup })
    }

    fn setup_beside(&self, position: &Board) -> Option<Setup> {
        let board = generate::reshaped(position)?;
        Some(Setup { board, margin: self.margin.unwrap_or_default() })
    }

    fn clauses(&self) -> &'static [Clause<Vocabulary>] {
        clauses::with(self.margin)
    }

    fn invariants(&self) -> &'static [Invariant<Vocabulary>] {
        invariants::INVARIANTS
    }

    /// Links of the same cost count as equal: which one is reported is free (LP-21), and the
    /// invariants check each.
    fn same_event(&self, engine: &Popped, oracle: &Popped) -> bool {
        let free = |event: &Popped| (event.pair, event.symbol, event.link.cost());
        free(engine) == free(oracle) && engine.turns == oracle.turns
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

impl CaseText<Vocabulary> for LinkPop {
    fn reader<'a>(
        &self,
        input: Box<dyn Read + 'a>,
        limits: Limits,
    ) -> Box<dyn CaseReader<Vocabulary> + 'a> {
        Box::new(text::Reader::new(input, limits, self.margin.unwrap_or_default()))
    }

    fn print(&self, case: &LinkPopCase) -> String {
        text::print(&case.setup, &case.moves, self.margin.unwrap_or_default())
    }

    fn answer(&self, number: usize, position: &Board, _outcome: Outcome) -> String {
        text::answer(number, position)
    }
}

impl Judge<Vocabulary> for LinkPop {
    fn for_judge(&self, case: &LinkPopCase) -> LinkPopCase {
        judge::case(case, self.margin.unwrap_or_default())
    }

    fn judge_input(&self, cases: &[LinkPopCase]) -> Option<String> {
        Some(judge::input(cases))
    }
}

impl Shrink<Vocabulary> for LinkPop {
    fn smaller<'a>(&'a self, case: &'a LinkPopCase) -> Box<dyn Iterator<Item = LinkPopCase> + 'a> {
        shrink::smaller(case)
    }

    fn simpler<'a>(&'a self, case: &'a LinkPopCase) -> Box<dyn Iterator<Item = LinkPopCase> + 'a> {
        shrink::simpler(case)
    }

    fn complexity(&self, case: &LinkPopCase) -> u64 {
        shrink::complexity(case)
    }

    fn canonical(&self, case: &LinkPopCase) -> LinkPopCase {
        shrink::canonical(case)
    }
}

impl Symmetries<Vocabulary> for LinkPop {
    fn symmetry(
        &self,
        _setup: &Setup,
        u: &mut Unstructured<'_>,
    ) -> arbitrary::Result<Option<Box<dyn Symmetry<Vocabulary>>>> {
        let mut names = std::array::from_fn(|symbol| symbol as u8);
        if u.arbitrary()? {
            // A rotation changes few bits of each symbol at a time: it exposes a hash that
            // misses a bit.
            names.rotate_left(u.int_in_range(1..=usize::from(Symbol::COUNT) - 1)?);
        } else {
            for last in (1..names.len()).rev() {
                names.swap(last, u.int_in_range(0..=last)?);
            }
        }
        Ok(Some(Box::new(Renaming(names))))
    }
}

impl Symmetry<Vocabulary> for Renaming {
    fn transform_setup(&self, setup: &Setup) -> Setup {
        Setup { board: setup.board.renamed(|symbol| self.of(symbol)), ..*setup }
    }

    fn transform_move(&self, mv: &Step) -> Step {
        *mv
    }

    fn transform_legal(&self, legal: &Pop) -> Pop {
        *legal
    }

    fn transform_position(&self, position: &Board) -> Board {
        position.renamed(|symbol| self.of(symbol))
    }
}

impl Enumerate<Vocabulary> for LinkPop {
    fn setups(&self, shape: Shape, symbols: u8) -> Box<dyn Iterator<Item = Setup> + Send> {
        Box::new(small::setups(shape, symbols, self.margin))
    }

    fn setups_at_least(&self, shape: Shape, symbols: u8) -> u64 {
        small::count(shape, symbols, self.margin)
    }

    fn usual_bounds(&self) -> Bounds {
        Bounds::new([(2, 2), (1, 4), (4, 1)], 3)
    }

    /// The margin, and the cells with symbols renamed in the order in which they appear.
    fn canonical_key(&self, setup: &Setup, position: &Board) -> String {
        small::canonical_key(setup.margin, position)
    }

    /// The robot's step, and the pops of any two cells of the board or just beyond its last row and
    /// column.
    fn all_moves(&self, setup: &Setup) -> Vec<Step> {
        let (rows, columns) = (u64::from(setup.board.rows()), u64::from(setup.board.columns()));
        let picks =
            (0..=rows).flat_map(|row| (0..=columns).map(move |column| Pick { row, column }));
        let picks: Vec<Pick> = picks.collect();
        let pops = picks.iter().flat_map(|&one| picks.iter().map(move |&two| Step::Pop(one, two)));
        pops.chain([Step::Robot]).collect()
    }
}
