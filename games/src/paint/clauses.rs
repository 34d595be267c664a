//! What campaigns of paint count.

use board::paint::{Board, Cell, Outcome, Painted, Player, Refusal, SIDE_MAX, Square};
use harness::{Clause, Observed};

use super::{Vocabulary, neighbours};

type Seen<'a> = Observed<'a, Vocabulary>;

/// What campaigns count.
pub(super) const CLAUSES: &[Clause<Vocabulary>] = &[
    Clause {
        id: "PT-3",
        name: "a move on a board of the largest size",
        reached: |seen| seen.event().is_some() && seen.setup.side() == SIDE_MAX,
    },
    Clause {
        id: "PT-3",
        name: "a 20 is painted",
        reached: |seen| painted(seen, |it| it.number == 20),
    },
    Clause {
        id: "PT-4",
        name: "a start on a board with paint",
        reached: |seen| seen.step.is_none() && has_paint(seen.setup),
    },
    Clause {
        id: "PT-5",
        name: "the second player moves",
        reached: |seen| seen.event().is_some() && seen.now.position.to_move == Player::First,
    },
    Clause {
        id: "PT-6",
        name: "cells named out of their order",
        reached: |seen| {
            seen.event().is_some()
                && seen.step.as_ref().is_some_and(|step| !step.mv.picks().is_sorted())
        },
    },
    Clause {
        id: "PT-7",
        name: "a set that meets paint at a corner",
        reached: |seen| {
            seen.step.as_ref().is_some_and(|step| {
                painted(seen, |it| meets_at_a_corner(&step.before.position.board, it))
            })
        },
    },
    Clause {
        id: "PT-7",
        name: "a set around a cell that is not in it",
        reached: |seen| painted(seen, |it| goes_around(seen.setup.side(), it)),
    },
    Clause {
        id: "PT-8",
        name: "refused: the game is over",
        reached: |seen| refused(seen, Refusal::GameOver),
    },
    Clause {
        id: "PT-9",
        name: "refused: no cells",
        reached: |seen| refused(seen, Refusal::NoCells),
    },
    Clause {
        id: "PT-10",
        name: "refused: a cell off the board",
        reached: |seen| refused(seen, Refusal::OffBoard),
    },
    Clause {
        id: "PT-11",
        name: "refused: a cell repeated",
        reached: |seen| refused(seen, Refusal::Repeated),
    },
    Clause {
        id: "PT-12",
        name: "refused: a painted cell",
        reached: |seen| refused(seen, Refusal::Painted),
    },
    Clause {
        id: "PT-13",
        name: "refused: not connected",
        reached: |seen| refused(seen, Refusal::NotConnected),
    },
    Clause {
        id: "PT-14",
        name: "refused: no number",
        reached: |seen| refused(seen, Refusal::NoNumber),
    },
    Clause {
        id: "PT-15",
        name: "refused: more than one number",
        reached: |seen| refused(seen, Refusal::SeveralNumbers),
    },
    Clause {
        id: "PT-16",
        name: "refused: the number differs",
        reached: |seen| refused(seen, Refusal::WrongCount),
    },
    Clause {
        id: "PT-17",
        name: "refused: touches paint",
        reached: |seen| refused(seen, Refusal::TouchesPaint),
    },
    Clause {
        id: "PT-18",
        name: "a set beside a 0",
        reached: |seen| {
            let board = &seen.now.position.board;
            painted(seen, |it| is_beside(board, it, |square| square == Square::Number(0)))
        },
    },
    Clause {
        id: "PT-19",
        name: "a set that takes the place of a number's cells",
        reached: |seen| {
            let board = &seen.now.position.board;
            painted(seen, |it| is_beside(board, it, |square| matches!(square, Square::Number(1..))))
        },
    },
    Clause {
        id: "PT-20",
        name: "over from the start",
        reached: |seen| seen.step.is_none() && seen.now.outcome != Outcome::Playing,
    },
    Clause {
        id: "PT-21",
        name: "a draw after a move",
        reached: |seen| seen.event().is_some() && seen.now.outcome == Outcome::Drawn,
    },
    Clause {
        id: "PT-21",
        name: "a draw from the start",
        reached: |seen| seen.step.is_none() && seen.now.outcome == Outcome::Drawn,
    },
    Clause {
        id: "PT-21",
        name: "no draw: only zeros are left",
        reached: |seen| {
            let lost = matches!(seen.now.outcome, Outcome::Lost(_));
            lost && seen.now.position.board.numbers().all(|(_, number)| number == 0)
        },
    },
    Clause {
        id: "PT-22",
        name: "the first player loses after a move",
        reached: |seen| lost_after_a_move(seen, Player::First),
    },
    Clause {
        id: "PT-22",
        name: "the second player loses after a move",
        reached: |seen| lost_after_a_move(seen, Player::Second),
    },
];

fn painted(seen: &Seen, is_so: impl Fn(&Painted) -> bool) -> bool {
    seen.event().is_some_and(is_so)
}

fn refused(seen: &Seen, refusal: Refusal) -> bool {
    seen.refusal() == Some(refusal)
}

fn lost_after_a_move(seen: &Seen, player: Player) -> bool {
    seen.event().is_some() && seen.now.outcome == Outcome::Lost(player)
}

fn has_paint(board: &Board) -> bool {
    board.squares().contains(&Square::Painted)
}

fn is_beside(board: &Board, event: &Painted, like: impl Fn(Square) -> bool) -> bool {
    let around = event.cells.cells().iter().flat_map(|&cell| neighbours(board.side(), cell));
    around.into_iter().any(|cell| like(board.get(cell)))
}

fn meets_at_a_corner(before: &Board, event: &Painted) -> bool {
    event.cells.cells().iter().any(|cell| {
        let rows = [cell.row.checked_sub(1), cell.row.checked_add(1)];
        let columns = [cell.column.checked_sub(1), cell.column.checked_add(1)];
        let corners = rows.into_iter().flatten().flat_map(|row| {
            columns.into_iter().flatten().map(move |column| Cell::new(row, column))
        });
        let mut corners = corners.filter(|&corner| before.has(corner));
        corners.any(|corner| before.get(corner) == Square::Painted)
    })
}

/// Whether all neighbours of some other cell, four of them, are in the set.
fn goes_around(side: u8, event: &Painted) -> bool {
    let cells = event.cells.cells();
    cells.iter().flat_map(|&cell| neighbours(side, cell)).any(|middle| {
        !cells.contains(&middle)
            && neighbours(side, middle).count() == 4
            && neighbours(side, middle).all(|cell| cells.contains(&cell))
    })
}
