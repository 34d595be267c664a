//! The clauses of paint that campaigns count.

use std::collections::VecDeque;

use twinboard_harness::{Clause, Observed};
use twinboard_vocabulary::paint::{
    Board, Cell, Outcome, Paint, Painted, Player, Refusal, SIDE_MAX, Square,
};

use super::transform::neighbours;

type Observation<'a> = Observed<'a, Paint>;

/// A clause counts as reached when a step satisfies its predicate.
pub(super) const CLAUSES: &[Clause<Paint>] = &[
    Clause::new("PT-3", "a move on a board of the largest size", |seen| {
        seen.event().is_some() && seen.setup.side() == SIDE_MAX
    }),
    Clause::new("PT-3", "a 20 is painted", |seen| painted(seen, |it| it.number == 20)),
    Clause::new("PT-4", "a start on a board with paint", |seen| {
        seen.step.is_none() && has_paint(seen.setup)
    }),
    Clause::new("PT-5", "the second player moves", |seen| {
        seen.event().is_some() && seen.now.position.to_move == Player::First
    }),
    Clause::new("PT-6", "cells named out of their order", |seen| {
        seen.event().is_some()
            && seen.step.as_ref().is_some_and(|step| !step.mv.picks().is_sorted())
    }),
    Clause::new("PT-7", "a set that meets paint at a corner", |seen| {
        seen.step.as_ref().is_some_and(|step| {
            painted(seen, |it| meets_at_a_corner(&step.before.position.board, it))
        })
    }),
    Clause::new("PT-7", "a set around a cell that is not in it", |seen| {
        painted(seen, |it| goes_around(seen.setup.side(), it))
    }),
    Clause::new("PT-8", "refused: the game is over", |seen| refused(seen, Refusal::GameOver)),
    Clause::new("PT-9", "refused: no cells", |seen| refused(seen, Refusal::NoCells)),
    Clause::new("PT-10", "refused: a cell off the board", |seen| refused(seen, Refusal::OffBoard)),
    Clause::new("PT-11", "refused: a cell repeated", |seen| refused(seen, Refusal::Repeated)),
    Clause::new("PT-12", "refused: a painted cell", |seen| refused(seen, Refusal::Painted)),
    Clause::new("PT-13", "refused: not connected", |seen| refused(seen, Refusal::NotConnected)),
    Clause::new("PT-14", "refused: no number", |seen| refused(seen, Refusal::NoNumber)),
    Clause::new("PT-15", "refused: more than one number", |seen| {
        refused(seen, Refusal::SeveralNumbers)
    }),
    Clause::new("PT-16", "refused: the number differs", |seen| refused(seen, Refusal::WrongCount)),
    Clause::new("PT-17", "refused: touches paint", |seen| refused(seen, Refusal::TouchesPaint)),
    Clause::new(
        "PT-17",
        "a number dies of paint at its greatest distance, ten steps or more",
        |seen| {
            seen.step.as_ref().is_some_and(|step| {
                let [before, now] = [&step.before.position.board, &seen.now.position.board];
                painted(seen, |it| kills_from_afar(before, now, it))
            })
        },
    ),
    Clause::new("PT-18", "a set beside a 0", |seen| {
        let board = &seen.now.position.board;
        painted(seen, |it| is_beside(board, it, |square| square == Square::Number(0)))
    }),
    Clause::new("PT-19", "a set that takes the place of a number's cells", |seen| {
        let board = &seen.now.position.board;
        painted(seen, |it| is_beside(board, it, |square| matches!(square, Square::Number(1..))))
    }),
    Clause::new("PT-20", "over from the start", |seen| {
        seen.step.is_none() && seen.now.outcome != Outcome::Playing
    }),
    Clause::new("PT-21", "a draw after a move", |seen| {
        seen.event().is_some() && seen.now.outcome == Outcome::Drawn
    }),
    Clause::new("PT-21", "a draw from the start", |seen| {
        seen.step.is_none() && seen.now.outcome == Outcome::Drawn
    }),
    Clause::new("PT-21", "no draw: only zeros are left", |seen| {
        let lost = matches!(seen.now.outcome, Outcome::Lost(_));
        lost && seen.now.position.board.numbers().all(|(_, number)| number == 0)
    }),
    Clause::new("PT-22", "the first player loses after a move", |seen| {
        lost_after_a_move(seen, Player::First)
    }),
    Clause::new("PT-22", "the second player loses after a move", |seen| {
        lost_after_a_move(seen, Player::Second)
    }),
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
