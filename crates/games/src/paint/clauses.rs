//! The clauses of paint that campaigns count.

use std::collections::VecDeque;

use twinboard_harness::{Clause, Observed};
use twinboard_vocabulary::paint::{
    Board, Cell, Outcome, Paint, Painted, Player, Refusal, SIDE_MAX, Square,
};

use super::neighbours::neighbours;

type Observation<'a> = Observed<'a, Paint>;

/// A clause counts as reached when a step satisfies its predicate.
pub(super) const CLAUSES: &[Clause<Paint>] = &[
    Clause {
        id: "PT-3",
        name: "a move on a board of the largest size",
        reached: |observed| observed.event().is_some() && observed.setup.side() == SIDE_MAX,
    },
    Clause {
        id: "PT-3",
        name: "a 20 is painted",
        reached: |observed| painted(observed, |it| it.number == 20),
    },
    Clause {
        id: "PT-4",
        name: "a start on a board with paint",
        reached: |observed| observed.step.is_none() && has_paint(observed.setup),
    },
    Clause {
        id: "PT-5",
        name: "the second player moves",
        reached: |observed| {
            observed.event().is_some() && observed.now.position.to_move == Player::First
        },
    },
    Clause {
        id: "PT-6",
        name: "cells named out of their order",
        reached: |observed| {
            observed.event().is_some()
                && observed.step.as_ref().is_some_and(|step| !step.mv.picks().is_sorted())
        },
    },
    Clause {
        id: "PT-7",
        name: "a set that meets paint at a corner",
        reached: |observed| {
            observed.step.as_ref().is_some_and(|step| {
                painted(observed, |it| meets_at_a_corner(&step.before.position.board, it))
            })
        },
    },
    Clause {
        id: "PT-7",
        name: "a set around a cell that is not in it",
        reached: |observed| painted(observed, |it| goes_around(observed.setup.side(), it)),
    },
    Clause {
        id: "PT-8",
        name: "refused: the game is over",
        reached: |observed| refused(observed, Refusal::GameOver),
    },
    Clause {
        id: "PT-9",
        name: "refused: no cells",
        reached: |observed| refused(observed, Refusal::NoCells),
    },
    Clause {
        id: "PT-10",
        name: "refused: a cell off the board",
        reached: |observed| refused(observed, Refusal::OffBoard),
    },
    Clause {
        id: "PT-11",
        name: "refused: a cell repeated",
        reached: |observed| refused(observed, Refusal::Repeated),
    },
    Clause {
        id: "PT-12",
        name: "refused: a painted cell",
        reached: |observed| refused(observed, Refusal::Painted),
    },
    Clause {
        id: "PT-13",
        name: "refused: not connected",
        reached: |observed| refused(observed, Refusal::NotConnected),
    },
    Clause {
        id: "PT-14",
        name: "refused: no number",
        reached: |observed| refused(observed, Refusal::NoNumber),
    },
    Clause {
        id: "PT-15",
        name: "refused: more than one number",
        reached: |observed| refused(observed, Refusal::SeveralNumbers),
    },
    Clause {
        id: "PT-16",
        name: "refused: the number differs",
        reached: |observed| refused(observed, Refusal::WrongCount),
    },
    Clause {
        id: "PT-17",
        name: "refused: touches paint",
        reached: |observed| refused(observed, Refusal::TouchesPaint),
    },
    Clause {
        id: "PT-17",
        name: "a number dies of paint at its greatest distance, ten steps or more",
        reached: |observed| {
            observed.step.as_ref().is_some_and(|step| {
                let [before, now] = [&step.before.position.board, &observed.now.position.board];
                painted(observed, |it| kills_from_afar(before, now, it))
            })
        },
    },
    Clause {
        id: "PT-18",
        name: "a set beside a 0",
        reached: |observed| {
            let board = &observed.now.position.board;
            painted(observed, |it| is_beside(board, it, |square| square == Square::Number(0)))
        },
    },
    Clause {
        id: "PT-19",
        name: "a set that takes the place of a number's cells",
        reached: |observed| {
            let board = &observed.now.position.board;
            painted(observed, |it| {
                is_beside(board, it, |square| matches!(square, Square::Number(1..)))
            })
        },
    },
    Clause {
        id: "PT-20",
        name: "over from the start",
        reached: |observed| observed.step.is_none() && observed.now.outcome != Outcome::Playing,
    },
    Clause {
        id: "PT-21",
        name: "a draw after a move",
        reached: |observed| observed.event().is_some() && observed.now.outcome == Outcome::Drawn,
    },
    Clause {
        id: "PT-21",
        name: "a draw from the start",
        reached: |observed| observed.step.is_none() && observed.now.outcome == Outcome::Drawn,
    },
    Clause {
        id: "PT-21",
        name: "no draw: only zeros are left",
        reached: |observed| {
            let lost = matches!(observed.now.outcome, Outcome::Lost(_));
            lost && observed.now.position.board.numbers().all(|(_, number)| number == 0)
        },
    },
    Clause {
        id: "PT-22",
        name: "the first player loses after a move",
        reached: |observed| lost_after_a_move(observed, Player::First),
    },
    Clause {
        id: "PT-22",
        name: "the second player loses after a move",
        reached: |observed| lost_after_a_move(observed, Player::Second),
    },
];

fn painted(observed: &Observation, is_so: impl Fn(&Painted) -> bool) -> bool {
    observed.event().is_some_and(is_so)
}

fn refused(observed: &Observation, refusal: Refusal) -> bool {
    observed.refusal() == Some(refusal)
}

fn lost_after_a_move(observed: &Observation, player: Player) -> bool {
    observed.event().is_some() && observed.now.outcome == Outcome::Lost(player)
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

/// Steps between two numbers from which they count as far apart.
const FAR: usize = 10;

/// True if a move kills a number from as far away as it can: the set is a path away from its own
/// number, and from its end on the number `b` is `b` steps away and loses its last cells to the
/// paint. So `a + b − 1` steps are between the two.
fn kills_from_afar(before: &Board, now: &Board, event: &Painted) -> bool {
    let side = before.side();
    let cells = event.cells.cells();
    let own = Steps::over(side, event.at, |cell| cells.contains(&cell));
    let Some(end) = cells.iter().copied().find(|&cell| own.to(cell) == Some(cells.len() - 1))
    else {
        return false;
    };
    let beyond = Steps::over(side, end, |cell| now.get(cell) == Square::Empty);
    now.numbers().any(|(at, number)| {
        let needed = usize::from(number);
        let steps = neighbours(side, at).filter_map(|near| beyond.to(near)).min();
        cells.len() - 1 + needed >= FAR
            && steps.is_some_and(|steps| steps + 1 == needed)
            && has_room(before, at, needed)
            && !has_room(now, at, needed)
    })
}

/// True if a number has as many cells as it needs: its own, and empty ones that touch no paint.
fn has_room(board: &Board, at: Cell, needed: usize) -> bool {
    let touches_paint =
        |cell: Cell| neighbours(board.side(), cell).any(|near| board.get(near) == Square::Painted);
    let is_usable = |cell| board.get(cell) == Square::Empty && !touches_paint(cell);
    !touches_paint(at) && Steps::over(board.side(), at, is_usable).reached >= needed
}

/// The least numbers of steps from a cell to others.
struct Steps {
    by_cell: [[Option<usize>; SIDE_MAX as usize]; SIDE_MAX as usize],
    /// Number of cells that are reached, the first included.
    reached: usize,
}

impl Steps {
    /// The steps from a cell over others that `may_pass` accepts.
    fn over(side: u8, from: Cell, may_pass: impl Fn(Cell) -> bool) -> Self {
        const NONE: [Option<usize>; SIDE_MAX as usize] = [None; SIDE_MAX as usize];
        let mut steps = Self { by_cell: [NONE; SIDE_MAX as usize], reached: 0 };
        let mut queue = VecDeque::from([(from, 0)]);
        while let Some((cell, count)) = queue.pop_front() {
            let known = &mut steps.by_cell[usize::from(cell.row)][usize::from(cell.column)];
            if known.is_none() {
                *known = Some(count);
                steps.reached += 1;
                let near = neighbours(side, cell).filter(|&near| may_pass(near));
                queue.extend(near.map(|near| (near, count + 1)));
            }
        }
        steps
    }

    /// The steps to a cell; `None` if none lead there.
    fn to(&self, cell: Cell) -> Option<usize> {
        self.by_cell[usize::from(cell.row)][usize::from(cell.column)]
    }
}

/// True if the set surrounds a cell: it holds all four neighbours of a cell, but not the cell.
fn goes_around(side: u8, event: &Painted) -> bool {
    let cells = event.cells.cells();
    cells.iter().flat_map(|&cell| neighbours(side, cell)).any(|middle| {
        !cells.contains(&middle)
            && neighbours(side, middle).count() == 4
            && neighbours(side, middle).all(|cell| cells.contains(&cell))
    })
}
