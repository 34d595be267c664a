//! The clauses of Link and Pop that campaigns count.

use twinboard_harness::Clause;
use twinboard_vocabulary::linkpop::{
    Attribute, Block, Cell, LinkPop, Margin, Outcome, Pop, Popped, Refusal, Step,
};

use super::invariants::Observation;

/// The clauses that cases with this margin can reach; all of them if cases are generated with both.
pub(super) fn with(margin: Option<Margin>) -> &'static [Clause<LinkPop>] {
    match margin {
        None => CLAUSES,
        Some(Margin::Inside) => &CLAUSES[1..],
        Some(Margin::Outside) => &CLAUSES[..CLAUSES.len() - 1],
    }
}

/// The first needs the margin outside, the last needs the margin inside: `with` cuts one off.
const CLAUSES: &[Clause<LinkPop>] = &[
    Clause::new("LP-6", "a link that leaves the board", |seen| {
        seen.event().is_some_and(|event| {
            let (rows, columns) = (seen.setup.board.rows(), seen.setup.board.columns());
            event.link.points().iter().any(|point| {
                point.row < 0
                    || point.column < 0
                    || point.row >= rows.cast_signed()
                    || point.column >= columns.cast_signed()
            })
        })
    }),
    Clause::new("LP-3", "a pop on 31 or 32 rows", |seen| {
        seen.event().is_some() && seen.setup.board.rows() > 30
    }),
    Clause::new("LP-3", "a pop on 31 or 32 columns", |seen| {
        seen.event().is_some() && seen.setup.board.columns() > 30
    }),
    Clause::new("LP-3", "a pop on a whole board of the judge's largest size", |seen| {
        seen.event().is_some() && (seen.setup.board.rows(), seen.setup.board.columns()) == (30, 30)
    }),
    Clause::new("LP-5", "a link of one segment", |seen| costs(seen, 1)),
    Clause::new("LP-5", "a link of two segments", |seen| costs(seen, 2)),
    Clause::new("LP-5", "a link of three segments", |seen| costs(seen, 3)),
    Clause::new("LP-8", "refused: the first cell off the board", |seen| {
        refused(seen, Refusal::FirstOffBoard)
    }),
    Clause::new("LP-9", "refused: the second cell off the board", |seen| {
        refused(seen, Refusal::SecondOffBoard)
    }),
    Clause::new("LP-10", "refused: the same cell twice", |seen| refused(seen, Refusal::SameCell)),
    Clause::new("LP-11", "refused: the first cell empty", |seen| {
        refused(seen, Refusal::FirstEmpty)
    }),
    Clause::new("LP-12", "refused: the second cell empty", |seen| {
        refused(seen, Refusal::SecondEmpty)
    }),
    Clause::new("LP-13", "refused: different symbols", |seen| {
        refused(seen, Refusal::DifferentSymbols)
    }),
    Clause::new("LP-14", "refused: no link", |seen| refused(seen, Refusal::NoLink)),
    Clause::new("LP-15", "a pop after which nothing moves", |seen| {
        seen.event().is_some_and(|event| event.turns.is_empty())
    }),
    Clause::new("LP-15", "a first pop on a board that was not settled", |seen| {
        seen.event().is_some() && starts_unsettled(seen)
    }),
    Clause::new("LP-17", "a block moves up", |seen| moved(seen, Attribute::Up)),
    Clause::new("LP-17", "a block moves down", |seen| moved(seen, Attribute::Down)),
    Clause::new("LP-17", "a block moves left", |seen| moved(seen, Attribute::Left)),
    Clause::new("LP-17", "a block moves right", |seen| moved(seen, Attribute::Right)),
    Clause::new("LP-17", "a chain of three goes left in one turn", |seen| {
        turns(seen, |turn, block| chain_left(turn, block))
    }),
    Clause::new("LP-18", "a block moves down into a row that is still to be checked", |seen| {
        turns(seen, |turn, block| {
            let moved_down =
                |cell: &Cell| block(*cell).is_some_and(|b| b.attribute == Attribute::Down);
            turn.iter()
                .any(|cell| moved_down(cell) && turn.iter().any(|other| other.row > cell.row))
        })
    }),
    Clause::new("LP-19", "five turns or more", |seen| {
        seen.event().is_some_and(|event| event.turns.len() >= 5)
    }),
    Clause::new("LP-20", "the robot pops over one segment", |seen| {
        robot(seen).is_some_and(|event| event.link.cost() == 1)
    }),
    Clause::new("LP-20", "the robot pops over two segments", |seen| {
        robot(seen).is_some_and(|event| event.link.cost() == 2)
    }),
    Clause::new("LP-20", "the robot pops over three segments", |seen| {
        robot(seen).is_some_and(|event| event.link.cost() == 3)
    }),
    Clause::new("LP-20", "the least cost decides against an earlier pair", |seen| {
        robot_had_a_rival(seen, |rival, event| {
            rival.cost > event.link.cost() && rival.pair < event.pair
        })
    }),
    Clause::new("LP-20", "the earlier block decides between pairs of one cost", |seen| {
        robot_had_a_rival(seen, |rival, event| {
            rival.cost == event.link.cost() && rival.pair.earlier() != event.pair.earlier()
        })
    }),
    Clause::new("LP-20", "the other block decides between pairs of one cost", other_block_decided),
    Clause::new("LP-20", "the other block decides among the last four blocks", |seen| {
        other_block_decided(seen) && seen.now.position.blocks().count() <= 2
    }),
    Clause::new("LP-22", "cleared", |seen| {
        seen.event().is_some() && seen.now.outcome == Outcome::Cleared
    }),
    Clause::new("LP-22", "stuck", |seen| {
        seen.event().is_some() && seen.now.outcome == Outcome::Stuck
    }),
    Clause::new("LP-22", "stuck from the start", |seen| {
        seen.step.is_none() && seen.now.outcome == Outcome::Stuck
    }),
    Clause::new("LP-30", "the robot finds no pair", |seen| refused(seen, Refusal::NothingToPop)),
    Clause::new("LP-6", "no link, with the margin inside", |seen| {
        seen.refusal() == Some(Refusal::NoLink) && seen.setup.margin == Margin::Inside
    }),
];

fn costs(observed: &Observation, cost: u8) -> bool {
    observed.event().is_some_and(|event| event.link.cost() == cost)
}

fn refused(observed: &Observation, reason: Refusal) -> bool {
    observed.refusal() == Some(reason)
}

fn robot<'a>(observed: &'a Observation) -> Option<&'a Popped> {
    observed.event().filter(|_| observed.step.as_ref().is_some_and(|step| *step.mv == Step::Robot))
}

/// True if the robot popped a pair while another one with this property might have been popped.
fn robot_had_a_rival(observed: &Observation, is_rival: impl Fn(&Pop, &Popped) -> bool) -> bool {
    robot(observed).is_some_and(|event| {
        let legal = observed.step.as_ref().and_then(|step| step.before.legal.as_ref());
        legal.into_iter().flatten().any(|pop| is_rival(pop, event))
    })
}

/// True if the robot might have linked the earlier block to another one at the same cost.
fn other_block_decided(observed: &Observation) -> bool {
    robot_had_a_rival(observed, |rival, event| {
        rival.cost == event.link.cost()
            && rival.pair.earlier() == event.pair.earlier()
            && rival.pair != event.pair
    })
}

/// True if some block could have moved before the step. Only the board of a case may be unsettled
/// (LP-15).
fn starts_unsettled(observed: &Observation) -> bool {
    let Some(before) = observed.step.as_ref().map(|step| &step.before.position) else {
        return false;
    };
    before.blocks().any(|(cell, block)| {
        let (down, right) = block.attribute.step();
        let row = cell.row.checked_add_signed(down);
        let to = row.zip(cell.column.checked_add_signed(right));
        let to = to.map(|(row, column)| Cell::new(row, column)).filter(|&to| before.has(to));
        to.is_some_and(|to| before.get(to).is_none())
    })
}

/// True if a block with this attribute moved in the first turn. Later turns are left out: the cells
/// of their blocks before the turn are not in the event.
fn moved(observed: &Observation, attribute: Attribute) -> bool {
    turns(observed, |turn, block| {
        turn.iter().any(|&cell| block(cell).is_some_and(|block| block.attribute == attribute))
    })
}

/// Evaluates a predicate on the first turn and on the blocks as they stood before the pop.
fn turns(
    observed: &Observation,
    what: impl Fn(&[Cell], &dyn Fn(Cell) -> Option<Block>) -> bool,
) -> bool {
    let (Some(event), Some(step)) = (observed.event(), &observed.step) else { return false };
    let before = &step.before.position;
    let block = |cell: Cell| before.has(cell).then(|| before.get(cell)).flatten();
    event.turns.first().is_some_and(|turn| what(turn, &block))
}

fn chain_left(turn: &[Cell], block: &dyn Fn(Cell) -> Option<Block>) -> bool {
    let goes_left =
        |cell: Cell| block(cell).is_some_and(|block| block.attribute == Attribute::Left);
    turn.windows(3).any(|cells| {
        cells.iter().all(|&cell| goes_left(cell))
            && cells
                .windows(2)
                .all(|pair| pair[0].row == pair[1].row && pair[0].column + 1 == pair[1].column)
    })
}
