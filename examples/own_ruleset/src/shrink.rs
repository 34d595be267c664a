//! Smaller and simpler cases, and the one form of equal ones.

use std::ops::Range;

use board::Game;
use harness::Case;

use crate::oracle::Naive;
use crate::rules::PegCase;
use crate::text;
use crate::words::{Direction, Jump, Row};

/// Smaller cases to try, the boldest first: later starts, then fewer holes.
pub(crate) fn smaller(case: &PegCase) -> impl Iterator<Item = PegCase> + '_ {
    later_starts(case).chain(fewer_holes(case))
}

/// Simpler cases to try: fewer pegs, pegs further to the left, jumps from lower holes.
pub(crate) fn simpler(case: &PegCase) -> impl Iterator<Item = PegCase> + '_ {
    fewer_pegs(case).chain(nearer_pegs(case)).chain(nearer_jumps(case))
}

/// How many pegs there are, and how far to the right pegs and jumps are.
pub(crate) fn complexity(case: &PegCase) -> u64 {
    let row = &case.setup;
    let places = (1..).zip(row.pegs()).map(|(place, &peg)| if peg { place } else { 0 });
    let jumps = case.moves.iter().map(|jump| jump.from.min(1000));
    row.count() as u64 * 1_000_000 + places.chain(jumps).sum::<u64>()
}

/// A case and its mirror image are equal: of the two, the one whose text comes first.
pub(crate) fn canonical(case: &PegCase) -> PegCase {
    let holes = case.setup.pegs().len();
    let jumps = case.moves.iter().map(|jump| jump.mirrored(holes)).collect();
    let mirrored = Case::new(case.setup.mirrored(), jumps);
    let text = |case: &PegCase| text::print(&case.setup, &case.moves);
    if text(&mirrored) < text(case) { mirrored } else { case.clone() }
}

/// The row after the first jumps, with the others. Which rows those are the oracle says.
fn later_starts(case: &PegCase) -> impl Iterator<Item = PegCase> + '_ {
    let mut game = Naive::set_up(&case.setup);
    let starts = case.moves.iter().enumerate().filter_map(move |(index, jump)| {
        let game = game.as_mut()?;
        game.play(jump).ok()?;
        Some(Case::new(game.position(), case.moves[index + 1..].to_vec()))
    });
    let starts: Vec<PegCase> = starts.collect();
    starts.into_iter().rev()
}

/// Without some of the holes: half of them, a quarter, down to each alone.
fn fewer_holes(case: &PegCase) -> impl Iterator<Item = PegCase> + '_ {
    let holes = case.setup.pegs().len();
    let lengths = std::iter::successors(Some(holes / 2), |length| Some(length / 2));
    let cuts = lengths.take_while(|&length| length > 0).flat_map(move |length| {
        (0..holes).step_by(length).map(move |start| start..(start + length).min(holes))
    });
    cuts.flat_map(|cut| {
        let mut pegs = case.setup.pegs().to_vec();
        pegs.drain(cut.clone());
        // Once with the jumps following the pegs that they name, once as they are.
        let follow = case.moves.iter().map(|&jump| followed(jump, &cut)).collect();
        let moves = [follow, case.moves.clone()];
        moves.into_iter().filter_map(move |moves| Some(Case::new(Row::new(pegs.clone())?, moves)))
    })
}

fn followed(jump: Jump, cut: &Range<usize>) -> Jump {
    if jump.from > cut.end as u64 {
        Jump { from: jump.from - cut.len() as u64, ..jump }
    } else {
        jump
    }
}

fn fewer_pegs(case: &PegCase) -> impl Iterator<Item = PegCase> + '_ {
    let pegs = case.setup.pegs();
    let taken = (0..pegs.len()).filter(|&place| pegs[place]);
    taken.filter_map(move |place| with(case, |pegs| pegs[place] = false))
}

fn nearer_pegs(case: &PegCase) -> impl Iterator<Item = PegCase> + '_ {
    let pegs = case.setup.pegs();
    let movable = (1..pegs.len()).filter(|&place| pegs[place] && !pegs[place - 1]);
    movable.filter_map(move |place| with(case, |pegs| pegs.swap(place, place - 1)))
}

/// The same jumps on a row that is changed.
fn with(case: &PegCase, change: impl FnOnce(&mut Vec<bool>)) -> Option<PegCase> {
    let mut pegs = case.setup.pegs().to_vec();
    change(&mut pegs);
    Some(Case::new(Row::new(pegs)?, case.moves.clone()))
}

fn nearer_jumps(case: &PegCase) -> impl Iterator<Item = PegCase> + '_ {
    let end = case.setup.pegs().len() as u64 + 1;
    case.moves.iter().enumerate().flat_map(move |(index, &jump)| {
        let lower = [1, end, jump.from - 1].into_iter();
        let lower = lower.filter(move |&from| (1..jump.from).contains(&from));
        lower.flat_map(move |from| {
            [Direction::Left, Direction::Right].map(|to| {
                let mut simpler = case.clone();
                simpler.moves[index] = Jump { from, to };
                simpler
            })
        })
    })
}
