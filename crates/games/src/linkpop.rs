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

mod clauses;
mod generate;
mod input;
mod invariants;
mod judge;
mod renaming;
mod shrink;
mod small;
mod text;

use std::sync::Arc;

use arbitrary::Unstructured;
use twinboard_harness::{
    Case, CaseText, Clause, Enumerate, Invariant, Judge, Pairing, RuleSet, Shrink, Subject,
    Symmetries,
};
use twinboard_registration::Registration;
use twinboard_vocabulary::linkpop::{Board, Exact, LinkPop, Margin, Pop, Popped, Setup, Step};
use twinboard_vocabulary::{ExactText, Vocabulary as _};

use crate::corpus::{ASSERT_CASE, corpus, with_corpus};

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
