//! What a rule set has that says nothing but what it must.

use std::convert::Infallible;
use std::io::Read;

use arbitrary::Unstructured;
use board::{CaseReader, Glyph, Limits, Picture, Vocabulary};

use super::{Clause, Invariant, Listing, RuleSet, weight};
use crate::exhaust::{Bounds, Shape};
use crate::{Case, CaseOf};

/// A game of which nothing is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Bare;

impl Vocabulary for Bare {
    const NAME: &'static str = "bare";
    type Setup = u8;
    type Move = u8;
    type LegalMove = u8;
    type Event = u8;
    type Refusal = Infallible;
    type Position = u8;
    type Outcome = bool;

    fn to_move(legal: &u8) -> u8 {
        *legal
    }

    fn played(event: &u8) -> u8 {
        *event
    }

    fn is_over(outcome: bool) -> bool {
        outcome
    }

    fn picture(position: &u8) -> Picture {
        let cells = vec![Glyph::new(position.to_string(), *position)];
        Picture { rows: vec![("1".into(), cells)], columns: vec!["1".into()], caption: None }
    }
}

impl RuleSet for Bare {
    type Words = Self;
    type Symmetry = String;

    fn reader<'a>(&self, _: Box<dyn Read + 'a>, _: Limits) -> Box<dyn CaseReader<Self> + 'a> {
        unreachable!("nothing is read")
    }

    fn print(&self, case: &CaseOf<Self>) -> String {
        case.setup.to_string()
    }

    fn answer(&self, _: usize, position: &u8, _: bool) -> String {
        position.to_string()
    }

    /// Rows and columns are the digits.
    fn dimensions(&self, setup: &u8) -> (usize, usize) {
        (usize::from(setup / 10), usize::from(setup % 10))
    }

    fn generate_setup(&self, u: &mut Unstructured<'_>) -> arbitrary::Result<u8> {
        u.arbitrary()
    }

    fn mutate_setup(
        &self,
        case: &mut CaseOf<Self>,
        u: &mut Unstructured<'_>,
    ) -> arbitrary::Result<()> {
        case.setup = u.arbitrary()?;
        Ok(())
    }

    fn propose(&self, _: &u8, _: Option<&u8>, u: &mut Unstructured<'_>) -> arbitrary::Result<u8> {
        u.arbitrary()
    }

    fn smaller<'a>(&'a self, _: &'a CaseOf<Self>) -> Box<dyn Iterator<Item = CaseOf<Self>> + 'a> {
        Box::new(std::iter::empty())
    }

    fn simpler<'a>(&'a self, _: &'a CaseOf<Self>) -> Box<dyn Iterator<Item = CaseOf<Self>> + 'a> {
        Box::new(std::iter::empty())
    }

    fn complexity(&self, _: &CaseOf<Self>) -> u64 {
        0
    }

    fn canonical(&self, case: &CaseOf<Self>) -> CaseOf<Self> {
        case.clone()
    }

    fn symmetry(&self, _: &u8, _: &mut Unstructured<'_>) -> arbitrary::Result<Option<String>> {
        Ok(None)
    }

    fn turn_setup(&self, _: &String, setup: &u8) -> u8 {
        *setup
    }

    fn turn_move(&self, _: &String, mv: &u8) -> u8 {
        *mv
    }

    fn turn_legal(&self, _: &String, legal: &u8) -> u8 {
        *legal
    }

    fn turn_position(&self, _: &String, position: &u8) -> u8 {
        *position
    }

    fn setups(&self, _: Shape, _: u8) -> Box<dyn Iterator<Item = u8> + Send> {
        Box::new(std::iter::empty())
    }

    fn clauses(&self) -> &'static [Clause<Self>] {
        &[]
    }

    fn invariants(&self) -> &'static [Invariant<Self>] {
        &[]
    }
}

#[test]
fn nothing_is_offered_that_a_rule_set_does_not_know_of() {
    let case = Case::<Bare>::new(7, vec![1, 2]);
    assert!(Bare.settings().is_empty());
    assert_eq!(Bare.with_setting("margin", "wide"), None);
    assert_eq!(Bare.print_all(std::slice::from_ref(&case)), None);
    assert_eq!(Bare.for_judge(&case), None);
    assert_eq!(Bare.judge_input(&[case]), None);
    assert_eq!(Bare.robot(), None);
    assert_eq!((Bare.setup_at(&7, &7), Bare.setup_beside(&7)), (None, None));
    assert!(Bare.all_moves(&7).is_empty());
    assert_eq!(Bare.check_claims(&7), Ok(0));
    assert_eq!(Bare.claims()(&7), Ok(0));
}

#[test]
fn everything_counts_that_a_rule_set_does_not_except() {
    assert_eq!(Bare.ask_for(&3, &mut Unstructured::new(&[])), Ok(3));
    assert_eq!(Bare.moves_max(&7), usize::MAX);
    assert_eq!(Bare.listing(), Listing { most: 4096, most_of_kind: 4096 });
    assert_eq!(Bare.usual_bounds(), Bounds::new([(3, 3)], 3));
    assert_eq!(Bare.essence(&7, &5), "5\n");
    assert!(Bare.same_event(&3, &3) && !Bare.same_event(&3, &4));
}

#[test]
fn cases_are_weighed_by_their_cells_first() {
    let weights = [26, 34, 43].map(|setup| weight(&Bare, &Case::new(setup, vec![1; 9])));
    assert_eq!(weights, [(12, 9, 0); 3]);
    assert!(weight(&Bare, &Case::new(25, vec![1; 99])) < weights[0]);
}
