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
    Clause {
        id: "LP-6",
        name: "a link that leaves the board",
        reached: |observed| {
            observed.event().is_some_and(|event| {
                let (rows, columns) = (observed.setup.board.rows(), observed.setup.board.columns());
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
        reached: |observed| observed.event().is_some() && observed.setup.board.rows() > 30,
    },
    Clause {
        id: "LP-3",
        name: "a pop on 31 or 32 columns",
        reached: |observed| observed.event().is_some() && observed.setup.board.columns() > 30,
    },
    Clause {
        id: "LP-3",
        name: "a pop on a whole board of the judge's largest size",
        reached: |observed| {
            observed.event().is_some()
                && (observed.setup.board.rows(), observed.setup.board.columns()) == (30, 30)
        },
    },
    Clause { id: "LP-5", name: "a link of one segment", reached: |observed| costs(observed, 1) },
    Clause { id: "LP-5", name: "a link of two segments", reached: |observed| costs(observed, 2) },
    Clause { id: "LP-5", name: "a link of three segments", reached: |observed| costs(observed, 3) },
    Clause {
        id: "LP-8",
        name: "refused: the first cell off the board",
        reached: |observed| refused(observed, Refusal::FirstOffBoard),
    },
    Clause {
        id: "LP-9",
        name: "refused: the second cell off the board",
        reached: |observed| refused(observed, Refusal::SecondOffBoard),
    },
    Clause {
        id: "LP-10",
        name: "refused: the same cell twice",
        reached: |observed| refused(observed, Refusal::SameCell),
    },
    Clause {
        id: "LP-11",
        name: "refused: the first cell empty",
        reached: |observed| refused(observed, Refusal::FirstEmpty),
    },
    Clause {
        id: "LP-12",
        name: "refused: the second cell empty",
        reached: |observed| refused(observed, Refusal::SecondEmpty),
    },
    Clause {
        id: "LP-13",
        name: "refused: different symbols",
        reached: |observed| refused(observed, Refusal::DifferentSymbols),
    },
    Clause {
        id: "LP-14",
        name: "refused: no link",
        reached: |observed| refused(observed, Refusal::NoLink),
    },
    Clause {
        id: "LP-15",
        name: "a pop after which nothing moves",
        reached: |observed| observed.event().is_some_and(|event| event.turns.is_empty()),
    },
    Clause {
        id: "LP-15",
        name: "a first pop on a board that was not settled",
        reached: |observed| observed.event().is_some() && starts_unsettled(observed),
    },
    Clause {
        id: "LP-17",
        name: "a block moves up",
        reached: |observed| moved(observed, Attribute::Up),
    },
    Clause {
        id: "LP-17",
        name: "a block moves down",
        reached: |observed| moved(observed, Attribute::Down),
    },
    Clause {
        id: "LP-17",
        name: "a block moves left",
        reached: |observed| moved(observed, Attribute::Left),
    },
    Clause {
        id: "LP-17",
        name: "a block moves right",
        reached: |observed| moved(observed, Attribute::Right),
    },
    Clause {
        id: "LP-17",
        name: "a chain of three goes left in one turn",
        reached: |observed| turns(observed, |turn, block| chain_left(turn, block)),
    },
    Clause {
        id: "LP-18",
        name: "a block moves down into a row that is still to be checked",
        reached: |observed| {
            turns(observed, |turn, block| {
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
        reached: |observed| observed.event().is_some_and(|event| event.turns.len() >= 5),
    },
    Clause {
        id: "LP-20",
        name: "the robot pops over one segment",
        reached: |observed| robot(observed).is_some_and(|event| event.link.cost() == 1),
    },
    Clause {
        id: "LP-20",
        name: "the robot pops over two segments",
        reached: |observed| robot(observed).is_some_and(|event| event.link.cost() == 2),
    },
    Clause {
        id: "LP-20",
        name: "the robot pops over three segments",
        reached: |observed| robot(observed).is_some_and(|event| event.link.cost() == 3),
    },
    Clause {
        id: "LP-20",
        name: "the least cost decides against an earlier pair",
        reached: |observed| {
            robot_had_a_rival(observed, |rival, event| {
                rival.cost > event.link.cost() && rival.pair < event.pair
            })
        },
    },
    Clause {
        id: "LP-20",
        name: "the earlier block decides between pairs of one cost",
        reached: |observed| {
            robot_had_a_rival(observed, |rival, event| {
                rival.cost == event.link.cost() && rival.pair.earlier() != event.pair.earlier()
            })
        },
    },
    Clause {
        id: "LP-20",
        name: "the other block decides between pairs of one cost",
        reached: other_block_decided,
    },
    Clause {
        id: "LP-20",
        name: "the other block decides among the last four blocks",
        reached: |observed| {
            other_block_decided(observed) && observed.now.position.blocks().count() <= 2
        },
    },
    Clause {
        id: "LP-22",
        name: "cleared",
        reached: |observed| observed.event().is_some() && observed.now.outcome == Outcome::Cleared,
    },
    Clause {
        id: "LP-22",
        name: "stuck",
        reached: |observed| observed.event().is_some() && observed.now.outcome == Outcome::Stuck,
    },
    Clause {
        id: "LP-22",
        name: "stuck from the start",
        reached: |observed| observed.step.is_none() && observed.now.outcome == Outcome::Stuck,
    },
    Clause {
        id: "LP-30",
        name: "the robot finds no pair",
        reached: |observed| refused(observed, Refusal::NothingToPop),
    },
    Clause {
        id: "LP-6",
        name: "no link, with the margin inside",
        reached: |observed| {
            observed.refusal() == Some(Refusal::NoLink) && observed.setup.margin == Margin::Inside
        },
    },
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
