//! What campaigns of Link and Pop count.

use board::linkpop::{Attribute, Block, Cell, Margin, Outcome, Popped, Refusal, Step};
use harness::Clause;

use super::Vocabulary;
use super::laws::Seen;

/// What campaigns count when all cases have this margin, or some have one and some the other.
pub(super) fn with(margin: Option<Margin>) -> &'static [Clause<Vocabulary>] {
    match margin {
        None => CLAUSES,
        Some(Margin::Inside) => &CLAUSES[1..],
        Some(Margin::Outside) => &CLAUSES[..CLAUSES.len() - 1],
    }
}

/// First what only the margin outside can show, last what only the margin inside can.
const CLAUSES: &[Clause<Vocabulary>] = &[
    Clause {
        id: "LP-6",
        name: "a link that leaves the board",
        reached: |seen| {
            seen.event().is_some_and(|event| {
                let (rows, columns) = (seen.setup.board.rows(), seen.setup.board.columns());
                event.link.points().iter().any(|point| {
                    point.row < 0
                        || point.column < 0
                        || point.row >= rows.cast_signed()
                        || point.column >= columns.cast_signed()
                })
            })
        },
    },
    Clause {
        id: "LP-3",
        name: "a pop on 31 or 32 rows",
        reached: |seen| seen.event().is_some() && seen.setup.board.rows() > 30,
    },
    Clause {
        id: "LP-3",
        name: "a pop on 31 or 32 columns",
        reached: |seen| seen.event().is_some() && seen.setup.board.columns() > 30,
    },
    Clause {
        id: "LP-3",
        name: "a pop on a whole board of the judge's largest size",
        reached: |seen| {
            seen.event().is_some()
                && (seen.setup.board.rows(), seen.setup.board.columns()) == (30, 30)
        },
    },
    Clause { id: "LP-5", name: "a link of one segment", reached: |seen| costs(seen, 1) },
    Clause { id: "LP-5", name: "a link of two segments", reached: |seen| costs(seen, 2) },
    Clause { id: "LP-5", name: "a link of three segments", reached: |seen| costs(seen, 3) },
    Clause {
        id: "LP-8",
        name: "refused: the first cell off the board",
        reached: |seen| refused(seen, Refusal::FirstOffBoard),
    },
    Clause {
        id: "LP-9",
        name: "refused: the second cell off the board",
        reached: |seen| refused(seen, Refusal::SecondOffBoard),
    },
    Clause {
        id: "LP-10",
        name: "refused: the same cell twice",
        reached: |seen| refused(seen, Refusal::SameCell),
    },
    Clause {
        id: "LP-11",
        name: "refused: the first cell empty",
        reached: |seen| refused(seen, Refusal::FirstEmpty),
    },
    Clause {
        id: "LP-12",
        name: "refused: the second cell empty",
        reached: |seen| refused(seen, Refusal::SecondEmpty),
    },
    Clause {
        id: "LP-13",
        name: "refused: different symbols",
        reached: |seen| refused(seen, Refusal::DifferentSymbols),
    },
    Clause {
        id: "LP-14",
        name: "refused: no link",
        reached: |seen| refused(seen, Refusal::NoLink),
    },
    Clause {
        id: "LP-15",
        name: "a pop after which nothing moves",
        reached: |seen| seen.event().is_some_and(|event| event.turns.is_empty()),
    },
    Clause {
        id: "LP-15",
        name: "a first pop on a board that was not settled",
        reached: |seen| seen.event().is_some() && starts_unsettled(seen),
    },
    Clause { id: "LP-17", name: "a block moves up", reached: |seen| moved(seen, Attribute::Up) },
    Clause {
        id: "LP-17",
        name: "a block moves down",
        reached: |seen| moved(seen, Attribute::Down),
    },
    Clause {
        id: "LP-17",
        name: "a block moves left",
        reached: |seen| moved(seen, Attribute::Left),
    },
    Clause {
        id: "LP-17",
        name: "a block moves right",
        reached: |seen| moved(seen, Attribute::Right),
    },
    Clause {
        id: "LP-17",
        name: "a chain of three goes left in one turn",
        reached: |seen| turns(seen, |turn, block| chain_left(turn, block)),
    },
    Clause {
        id: "LP-18",
        name: "a block moves down into a row that is still to be checked",
        reached: |seen| {
            turns(seen, |turn, block| {
                let moved_down =
                    |cell: &Cell| block(*cell).is_some_and(|b| b.attribute == Attribute::Down);
                turn.iter()
                    .any(|cell| moved_down(cell) && turn.iter().any(|other| other.row > cell.row))
            })
        },
    },
    Clause {
        id: "LP-19",
        name: "five turns or more",
        reached: |seen| seen.event().is_some_and(|event| event.turns.len() >= 5),
    },
    Clause {
        id: "LP-20",
        name: "the robot pops over one segment",
        reached: |seen| robot(seen).is_some_and(|event| event.link.cost() == 1),
    },
    Clause {
        id: "LP-20",
        name: "the robot pops over two segments",
        reached: |seen| robot(seen).is_some_and(|event| event.link.cost() == 2),
    },
    Clause {
        id: "LP-20",
        name: "the robot pops over three segments",
        reached: |seen| robot(seen).is_some_and(|event| event.link.cost() == 3),
    },
    Clause {
        id: "LP-20",
        name: "the robot has several partners to choose from",
        reached: |seen| {
            robot(seen).is_some_and(|event| {
                let legal = seen.step.as_ref().and_then(|step| step.before.legal.as_ref());
                let rivals = legal.into_iter().flatten().filter(|pop| {
                    pop.cost == event.link.cost() && pop.pair.earlier() == event.pair.earlier()
                });
                rivals.count() > 1
            })
        },
    },
    Clause {
        id: "LP-22",
        name: "cleared",
        reached: |seen| seen.event().is_some() && seen.now.outcome == Outcome::Cleared,
    },
    Clause {
        id: "LP-22",
        name: "stuck",
        reached: |seen| seen.event().is_some() && seen.now.outcome == Outcome::Stuck,
    },
    Clause {
        id: "LP-22",
        name: "stuck from the start",
        reached: |seen| seen.step.is_none() && seen.now.outcome == Outcome::Stuck,
    },
    Clause {
        id: "LP-30",
        name: "the robot finds no pair",
        reached: |seen| refused(seen, Refusal::NothingToPop),
    },
    Clause {
        id: "LP-6",
        name: "no link, with the margin inside",
        reached: |seen| {
            seen.refusal() == Some(Refusal::NoLink) && seen.setup.margin == Margin::Inside
        },
    },
];

fn costs(seen: &Seen, cost: u8) -> bool {
    seen.event().is_some_and(|event| event.link.cost() == cost)
}

fn refused(seen: &Seen, why: Refusal) -> bool {
    seen.refusal() == Some(why)
}

fn robot<'a>(seen: &'a Seen) -> Option<&'a Popped> {
    seen.event().filter(|_| seen.step.as_ref().is_some_and(|step| *step.mv == Step::Robot))
}

/// Whether blocks could have moved before the step, as only on a board of a case (LP-15).
fn starts_unsettled(seen: &Seen) -> bool {
    let Some(before) = seen.step.as_ref().map(|step| &step.before.position) else { return false };
    before.blocks().any(|(cell, block)| {
        let (down, right) = block.attribute.step();
        let row = cell.row.checked_add_signed(down);
        let to = row.zip(cell.column.checked_add_signed(right));
        let to = to.map(|(row, column)| Cell::new(row, column)).filter(|&to| before.has(to));
        to.is_some_and(|to| before.get(to).is_none())
    })
}

/// Whether a block of the first turn has this attribute: where it stood is known then.
fn moved(seen: &Seen, attribute: Attribute) -> bool {
    turns(seen, |turn, block| {
        turn.iter().any(|&cell| block(cell).is_some_and(|block| block.attribute == attribute))
    })
}

/// Whether something is true of the first turn, whose blocks stood where they stood before the pop.
fn turns(seen: &Seen, what: impl Fn(&[Cell], &dyn Fn(Cell) -> Option<Block>) -> bool) -> bool {
    let (Some(event), Some(step)) = (seen.event(), &seen.step) else { return false };
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
