//! Link and Pop for the harness: everything of clauses LP-1 to LP-32 except playing.
//!
//! Generation, mutation and shrinking of cases, the counted clauses, the invariants, the
//! enumeration of small boards, and the input of the judge are in modules of their own; the
//! sides are in the crates `twinboard-engine` and `twinboard-oracle`.
//!
//! ```
//! use twinboard_harness::RuleSet;
//! use twinboard_games::linkpop::{self, LinkPopRules};
//!
//! // A row of two blocks; the robot pops them, and the board is cleared.
//! let text = "1 2\nAS AS\n0 0\n";
//! let cases = LinkPopRules::default().text().read_all(text.as_bytes())?;
//! assert_eq!(cases.len(), 1);
//! assert_eq!(linkpop::subject().name(), "linkpop");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fmt;
use std::io::Read;
use std::sync::Arc;

use arbitrary::Unstructured;
use twinboard_harness::{
    Case, CaseText, Clause, Enumerate, Invariant, Judge, Pairing, RuleSet, Shrink, Subject,
    Symmetries, Symmetry,
};
use twinboard_registration::Registration;
use twinboard_vocabulary::linkpop::text::{self, JUDGE_SIDE_MAX};
use twinboard_vocabulary::linkpop::{
    Attribute, Block, Board, Cell, Exact, LinkPop, Margin, Outcome, Pop, Popped, Setup, Step,
    Symbol,
};
use twinboard_vocabulary::{CaseReader, ExactText, Limits, Rest, Vocabulary as _};

use crate::corpus::{ASSERT_CASE, corpus, with_corpus};

mod clauses;
mod generate;
mod input;
mod invariants;
mod shrink;
mod small;

/// The rule set Link and Pop.
#[derive(Clone, Copy, Debug, Default)]
pub struct LinkPopRules {
    /// The margin of cases that name none, and of all generated cases. If it is `None`, the former
    /// have the margin inside, and cases are generated with both.
    ///
    /// With the margin outside, this is the rule set `linkpop-outside`.
    pub margin: Option<Margin>,
}

/// The rule set paired with the engine and the oracle.
#[must_use]
pub fn pairing() -> Pairing<LinkPopRules> {
    pairing_of(LinkPopRules::default())
}

fn pairing_of(rules: LinkPopRules) -> Pairing<LinkPopRules> {
    Pairing::new(
        rules,
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
pub fn subject_of(pairing: Pairing<LinkPopRules>) -> Arc<dyn Subject> {
    Arc::new(pairing)
}

/// The record of Link and Pop: the pairing with its corpus, planted faults and generator.
#[must_use]
pub fn registration() -> Registration {
    with_corpus(Registration::new(pairing()))
        .faults(twinboard_engine::planted::CATALOGUE)
        .generator(input::generator())
        .engine_template("cpp", include_str!("../engines/linkpop.cpp"))
        .engine_template("python", include_str!("../engines/linkpop.py"))
        .engine_template("javascript", include_str!("../engines/linkpop.js"))
}

/// The record of `linkpop-outside`: links may leave the board in all cases that do not name the
/// margin (LP-31), as programs may read the statement (LP-6). Its corpus is that of Link and Pop.
#[must_use]
pub fn outside_registration() -> Registration {
    let rules = LinkPopRules { margin: Some(Margin::Outside) };
    Registration::new(pairing_of(rules))
        .corpus(corpus(LinkPop::NAME))
        .assert_with(ASSERT_CASE)
        .generator(input::generator())
}

impl RuleSet for LinkPopRules {
    type Vocabulary = LinkPop;

    fn name(&self) -> &'static str {
        match self.margin {
            Some(Margin::Outside) => "linkpop-outside",
            Some(Margin::Inside) | None => LinkPop::NAME,
        }
    }

    fn variant_of(&self) -> Option<&'static str> {
        (self.margin == Some(Margin::Outside)).then_some(LinkPop::NAME)
    }

    fn text(&self) -> &dyn CaseText<LinkPop> {
        self
    }

    fn unit(&self) -> &'static str {
        "cells"
    }

    fn size(&self, setup: &Setup) -> usize {
        setup.board.cells().len()
    }

    /// A share of the moves, drawn for each case, is the robot's: none, an eighth, half or all.
    fn own_move(
        &self,
        robots: &mut Option<u8>,
        u: &mut Unstructured<'_>,
    ) -> arbitrary::Result<Option<Step>> {
        let of_eight = match *robots {
            Some(of_eight) => of_eight,
            None => *robots.insert(*u.choose(&[0, 1, 4, 8])?),
        };
        Ok((u.int_in_range(0..=7_u8)? < of_eight).then_some(Step::Robot))
    }

    fn generate_setup(&self, u: &mut Unstructured<'_>) -> arbitrary::Result<Setup> {
        generate::setup(self.margin, u)
    }

    fn mutate_setup(
        &self,
        case: &mut Case<LinkPop>,
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

    fn request_for(&self, legal: &Pop, u: &mut Unstructured<'_>) -> arbitrary::Result<Step> {
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

    fn setup_of_position(&self, setup: &Setup, position: &Board) -> Option<Setup> {
        Some(Setup { board: position.clone(), ..*setup })
    }

    fn lookalike_setup(&self, position: &Board) -> Option<Setup> {
        let board = generate::reshaped(position)?;
        Some(Setup { board, margin: self.margin.unwrap_or_default() })
    }

    fn clauses(&self) -> &'static [Clause<LinkPop>] {
        clauses::with(self.margin)
    }

    fn invariants(&self) -> &'static [Invariant<LinkPop>] {
        invariants::INVARIANTS
    }

    /// Links of the same cost count as equal: which one is reported is free (LP-21), and the
    /// invariants check each.
    fn same_event(&self, engine: &Popped, oracle: &Popped) -> bool {
        let free = |event: &Popped| (event.pair, event.symbol, event.link.cost());
        free(engine) == free(oracle) && engine.turns == oracle.turns
    }

    fn shrink(&self) -> &dyn Shrink<LinkPop> {
        self
    }

    fn symmetries(&self) -> Option<&dyn Symmetries<LinkPop>> {
        Some(self)
    }

    fn enumeration(&self) -> Option<&dyn Enumerate<LinkPop>> {
        Some(self)
    }

    fn judge(&self) -> Option<&dyn Judge<LinkPop>> {
        Some(self)
    }

    fn exact_text(&self) -> Option<&'static dyn ExactText<LinkPop>> {
        Some(&Exact)
    }
}

impl CaseText<LinkPop> for LinkPopRules {
    fn reader<'a>(
        &self,
        input: Box<dyn Read + 'a>,
        limits: Limits,
    ) -> Box<dyn CaseReader<LinkPop> + 'a> {
        Box::new(text::Reader::new(input, limits, self.margin.unwrap_or_default()))
    }

    fn print(&self, case: &Case<LinkPop>) -> String {
        text::print(&case.setup, &case.moves, self.margin.unwrap_or_default())
    }

    fn answer(&self, number: usize, position: &Board, _outcome: Outcome) -> String {
        text::answer(number, position)
    }
}

impl Judge<LinkPop> for LinkPopRules {
    /// The case as the judge could send it: the part of the board within the judge's limits (LP-3),
    /// with empty cells filled (LP-29), with the margin of the rule set and without a script
    /// (LP-32). A case that is already like this stays as it is.
    fn for_judge(&self, case: &Case<LinkPop>) -> Case<LinkPop> {
        let board = &case.setup.board;
        let blocks: Vec<Block> = board.blocks().map(|(_, block)| block).collect();
        let alone = Block { symbol: Symbol::new(0), attribute: Attribute::Still };
        let filled = |cell: Cell| {
            let index =
                usize::from(cell.row) * usize::from(board.columns()) + usize::from(cell.column);
            let other = blocks.get(index % blocks.len().max(1)).copied();
            Some(board.get(cell).or(other).unwrap_or(alone))
        };
        let (rows, columns) =
            (board.rows().min(JUDGE_SIDE_MAX), board.columns().min(JUDGE_SIDE_MAX));
        let board = Board::from_fn(rows, columns, filled);
        Case {
            setup: Setup { board, margin: self.margin.unwrap_or_default() },
            moves: Vec::new(),
            rest: Rest::Repeat(Step::Robot),
        }
    }

    /// The judge promises no more (LP-3).
    fn cases_max(&self) -> usize {
        30
    }

    /// The boards of the cases and the zeros that end the input. The margin is not written: the
    /// format of the judge has none.
    fn judge_input(&self, cases: &[Case<LinkPop>]) -> Option<String> {
        let mut input = String::new();
        for case in cases {
            input += &text::print_board(&case.setup.board);
        }
        Some(input + "0 0\n")
    }
}

/// A renaming of the symbols: symbol `s` becomes `0[s]`. It is a symmetry of the rules, because no
/// clause depends on the symbol of a block, only on two symbols being equal (LP-2).
#[derive(Clone, Debug)]
struct Renaming([u8; Symbol::COUNT as usize]);

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

impl Symmetries<LinkPop> for LinkPopRules {
    fn symmetry(
        &self,
        _setup: &Setup,
        u: &mut Unstructured<'_>,
    ) -> arbitrary::Result<Option<Box<dyn Symmetry<LinkPop>>>> {
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

impl Symmetry<LinkPop> for Renaming {
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

#[cfg(test)]
mod tests {
    use twinboard_harness::{Case, Judge, RuleSet};
    use twinboard_vocabulary::linkpop::{Board, Cell, LinkPop, Margin, Setup, Step};

    use super::LinkPopRules;

    fn judged(case: &Case<LinkPop>, margin: Margin) -> Case<LinkPop> {
        LinkPopRules { margin: Some(margin) }.for_judge(case)
    }

    fn read(text: &str) -> Case<LinkPop> {
        LinkPopRules::default().text().read_all(text.as_bytes()).unwrap().remove(0)
    }

    #[test]
    fn boards_of_the_judge_are_whole_or_a_part_of_larger_ones() {
        let given = read("2 2\nAS BL\nBU AR\n0 0\n");
        assert_eq!(judged(&given, Margin::Inside), given);
        let input = LinkPopRules::default().judge_input(&[given.clone(), given]);
        assert_eq!(input.unwrap(), "2 2\nAS BL\nBU AR\n2 2\nAS BL\nBU AR\n0 0\n");
        let one = read("1 1\nAS\n0 0\n").setup.board.get(Cell::new(0, 0));
        let setup = Setup { board: Board::from_fn(32, 31, |_| one), margin: Margin::Inside };
        let board = judged(&Case::new(setup, Vec::new()), Margin::Inside).setup.board;
        assert_eq!((board.rows(), board.columns()), (30, 30));
    }

    #[test]
    fn empty_cells_are_filled_and_scripts_and_other_margins_are_left_out() {
        let given = read("1 4\n.. AS .. BL\n0 0\nmargin outside\nrobot\npop 0 1 0 3\n");
        assert_eq!(given.moves.len(), 2);
        assert!(given.moves.contains(&Step::Robot));
        assert_eq!(judged(&given, Margin::Inside), read("1 4\nAS AS AS BL\n0 0\n"));
        let empty = judged(&read("1 2\n.. ..\n0 0\n"), Margin::Outside);
        let expected = read("1 2\nAS AS\n0 0\nmargin outside\n");
        assert_eq!(empty, Case { rest: empty.rest.clone(), ..expected });
    }
}
