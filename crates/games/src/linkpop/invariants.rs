//! Invariants of Link and Pop, which need no second implementation.
//!
//! They check one step at a time and say less than the rules. Each is simple enough to be obviously
//! true, so a mistake that both sides share is still noticed.

use std::collections::BTreeMap;

use twinboard_harness::{Invariant, Observed};
use twinboard_vocabulary::linkpop::{
    Attribute, Block, Board, Cell, Link, LinkPop, Margin, Outcome, Pair, Pick, Point, Pop, Popped,
    Refusal, Step,
};

pub(super) type Observation<'a> = Observed<'a, LinkPop>;

/// The invariants of every step.
pub(super) const INVARIANTS: &[Invariant<LinkPop>] = &[
    Invariant::new("the set-up is shown as it is (LP-1, LP-15)", set_up_is_shown),
    Invariant::new("blocks leave two by two, the others stay (LP-15)", blocks_are_conserved),
    Invariant::new("a standing block never moves (LP-2)", standing_blocks_stand),
    Invariant::new("the turns lead from the pop to the board (LP-16 to LP-18)", turns_lead_there),
    Invariant::new("a settled board is settled (LP-19)", nothing_can_move),
    Invariant::new("a link is a path over empty cells (LP-4 to LP-6)", link_is_a_path),
    Invariant::new("a pop is what was asked for (LP-7)", pop_is_the_requested_one),
    Invariant::new("the robot's pair comes first (LP-20)", robots_pair_is_first),
    Invariant::new("a pop is refused for its first reason (LP-8 to LP-14)", refusals_are_right),
    Invariant::new("listed pairs have one symbol and a cost (LP-5, LP-7)", listed_pairs_match),
    Invariant::new(
        "blocks that see each other, or one side, are linked (LP-4 to LP-6)",
        visible_pairs_are_linked,
    ),
    Invariant::new("cleared exactly when empty (LP-22)", cleared_when_empty),
];

/// The board before an accepted step, and the event of the step.
fn popped<'a>(observed: &'a Observation) -> Option<(&'a Board, &'a Popped)> {
    Some((&observed.step.as_ref()?.before.position, observed.event()?))
}

fn census(board: &Board) -> BTreeMap<Block, usize> {
    let mut counts = BTreeMap::new();
    for (_, block) in board.blocks() {
        *counts.entry(block).or_insert(0) += 1;
    }
    counts
}

/// The board before a pop, without the popped blocks.
fn without(board: &Board, pair: Pair) -> Result<Board, String> {
    let mut board = board.clone();
    for cell in [pair.earlier(), pair.other()] {
        if !board.has(cell) || board.get(cell).is_none() {
            return Err(format!("{cell} was popped, and held no block"));
        }
        board.set(cell, None);
    }
    Ok(board)
}

fn set_up_is_shown(observed: &Observation) -> Result<(), String> {
    if observed.step.is_none() && observed.now.position != observed.setup.board {
        return Err("the position after the set-up is not the board".into());
    }
    Ok(())
}

fn blocks_are_conserved(observed: &Observation) -> Result<(), String> {
    let Some((before, event)) = popped(observed) else { return Ok(()) };
    for cell in [event.pair.earlier(), event.pair.other()] {
        let block = before.has(cell).then(|| before.get(cell)).flatten();
        if block.map(|block| block.symbol) != Some(event.symbol) {
            return Err(format!("{cell} was popped as {}, and held {block:?}", event.symbol));
        }
    }
    let expected = census(&without(before, event.pair)?);
    let left = census(&observed.now.position);
    if left == expected {
        return Ok(());
    }
    let differs = |block: &&Block| left.get(block) != expected.get(block);
    let block = left.keys().chain(expected.keys()).find(differs);
    let block = block.expect("the counts differ");
    let count = |counts: &BTreeMap<_, _>| counts.get(block).copied().unwrap_or(0);
    Err(format!("{block}: {} are left, {} should be", count(&left), count(&expected)))
}

fn standing_blocks_stand(observed: &Observation) -> Result<(), String> {
    let Some((before, event)) = popped(observed) else { return Ok(()) };
    let standing = |board: &Board| -> Vec<(Cell, Block)> {
        board.blocks().filter(|(_, block)| block.attribute == Attribute::Still).collect()
    };
    let mut expected = standing(before);
    expected.retain(|&(cell, _)| cell != event.pair.earlier() && cell != event.pair.other());
    let now = standing(&observed.now.position);
    match expected.iter().find(|stood| !now.contains(stood)) {
        Some((cell, block)) => Err(format!("{block} stood at {cell}, and does not any more")),
        None => Ok(()),
    }
}

/// The cell that a block moves to, if it is on the board.
fn target(board: &Board, cell: Cell, block: Block) -> Option<Cell> {
    let (down, right) = block.attribute.step();
    let row = cell.row.checked_add_signed(down)?;
    let column = cell.column.checked_add_signed(right)?;
    let target = Cell::new(row, column);
    (board.has(target) && target != cell).then_some(target)
}

fn turns_lead_there(observed: &Observation) -> Result<(), String> {
    let Some((before, event)) = popped(observed) else { return Ok(()) };
    let mut board = without(before, event.pair)?;
    for (number, turn) in event.turns.iter().enumerate() {
        let number = number + 1;
        if turn.is_empty() || !turn.is_sorted_by(|one, next| one < next) {
            return Err(format!("turn {number} is empty or out of order: {turn:?}"));
        }
        apply_turn(&mut board, turn).map_err(|reason| format!("turn {number}: {reason}"))?;
    }
    if board == observed.now.position { Ok(()) } else { Err("they lead to another board".into()) }
}

/// Applies the turn in which the blocks of these cells moved, according to the event. Exactly those
/// blocks must move that could when their cell was checked.
fn apply_turn(board: &mut Board, turn: &[Cell]) -> Result<(), String> {
    let start = board.clone();
    let had_block = |cell: &&Cell| start.has(**cell) && start.get(**cell).is_some();
    if let Some(cell) = turn.iter().find(|cell| !had_block(cell)) {
        return Err(format!("nothing stood at {cell}"));
    }
    for (cell, block) in start.blocks() {
        let is_listed = turn.binary_search(&cell).is_ok();
        let to = target(board, cell, block);
        let there = to.and_then(|to| board.get(to));
        match (to, there) {
            (Some(to), None) if is_listed => {
                board.set(cell, None);
                board.set(to, Some(block));
            }
            (Some(_), None) => return Err(format!("{block} at {cell} could move, and did not")),
            (_, Some(there)) if is_listed => {
                return Err(format!("{block} at {cell} moves onto {there}"));
            }
            (None, _) if is_listed => return Err(format!("{block} at {cell} cannot leave it")),
            _ => {}
        }
    }
    Ok(())
}

fn nothing_can_move(observed: &Observation) -> Result<(), String> {
    if observed.event().is_none() {
        return Ok(());
    }
    let board = &observed.now.position;
    let free = |&(cell, block): &(Cell, Block)| {
        target(board, cell, block).is_some_and(|to| board.get(to).is_none())
    };
    match board.blocks().find(free) {
        Some((cell, block)) => Err(format!("{block} at {cell} can still move")),
        None => Ok(()),
    }
}

fn link_is_a_path(observed: &Observation) -> Result<(), String> {
    match popped(observed) {
        Some((before, event)) => check_link(before, observed.setup.margin, event.pair, &event.link),
        None => Ok(()),
    }
}

/// Checks that a link leads from one block of a pair to the other as LP-4 to LP-6 require.
fn check_link(board: &Board, margin: Margin, pair: Pair, link: &Link) -> Result<(), String> {
    let points = link.points();
    let ends = (Point::from(pair.earlier()), Point::from(pair.other()));
    if (points[0], points[points.len() - 1]) != ends {
        return Err(format!("{link} does not lead from {} to {}", ends.0, ends.1));
    }
    let mut direction = None;
    for pair in points.windows(2) {
        let (from, to) = (pair[0], pair[1]);
        let along_row = from.row == to.row;
        if along_row == (from.column == to.column) {
            return Err(format!("{link} is not straight from {from} to {to}"));
        }
        if direction == Some(along_row) {
            return Err(format!("{link} does not turn at {from}"));
        }
        direction = Some(along_row);
        let between = cells_after(from, to).take_while(|&at| at != to);
        let last = (to != ends.1).then_some(to);
        for at in between.chain(last) {
            check_free(board, margin, at).map_err(|reason| format!("{link}: {at} {reason}"))?;
        }
    }
    Ok(())
}

/// The points of a straight line after `from`, up to and including `to`.
fn cells_after(from: Point, to: Point) -> impl Iterator<Item = Point> {
    let step = ((to.row - from.row).signum(), (to.column - from.column).signum());
    let next = move |at: &Point| Some(Point::new(at.row + step.0, at.column + step.1));
    std::iter::successors(Some(from), next).skip(1).take_while(move |&at| at != to).chain([to])
}

fn check_free(board: &Board, margin: Margin, at: Point) -> Result<(), &'static str> {
    let cell = u8::try_from(at.row).ok().zip(u8::try_from(at.column).ok());
    let cell = cell.map(|(row, column)| Cell::new(row, column)).filter(|&cell| board.has(cell));
    let (rows, columns) = (board.rows().cast_signed(), board.columns().cast_signed());
    let in_ring = (-1..=rows).contains(&at.row) && (-1..=columns).contains(&at.column);
    match cell {
        Some(cell) if board.get(cell).is_some() => Err("holds a block"),
        None if margin == Margin::Inside => Err("is off the board"),
        None if !in_ring => Err("is further out than the ring"),
        Some(_) | None => Ok(()),
    }
}

fn on_board(board: &Board, pick: Pick) -> Option<Cell> {
    let row = u8::try_from(pick.row).ok()?;
    let column = u8::try_from(pick.column).ok()?;
    Some(Cell::new(row, column)).filter(|&cell| board.has(cell))
}

fn pop_is_the_requested_one(observed: &Observation) -> Result<(), String> {
    let (Some((before, event)), Some(step)) = (popped(observed), &observed.step) else {
        return Ok(());
    };
    let Step::Pop(first, second) = step.mv else { return Ok(()) };
    let requested = on_board(before, *first).zip(on_board(before, *second));
    match requested {
        Some((one, other)) if one != other && Pair::new(one, other) == event.pair => Ok(()),
        _ => Err(format!("{} was popped", event.pair)),
    }
}

fn robots_pair_is_first(observed: &Observation) -> Result<(), String> {
    let Some(step) = observed.step.as_ref().filter(|step| *step.mv == Step::Robot) else {
        return Ok(());
    };
    let Some(legal) = &step.before.legal else { return Ok(()) };
    let first = legal.iter().min_by_key(|pop| (pop.cost, pop.pair));
    let chosen = observed.event().map(|event| Pop { pair: event.pair, cost: event.link.cost() });
    match (first, chosen) {
        (Some(&first), Some(chosen)) if first != chosen => {
            Err(format!("{chosen} was chosen, and {first} comes first"))
        }
        (Some(first), None) => Err(format!("nothing was chosen, and there is {first}")),
        (None, Some(chosen)) => Err(format!("{chosen} was chosen, and nothing is listed")),
        _ => Ok(()),
    }
}

fn refusals_are_right(observed: &Observation) -> Result<(), String> {
    let Some(step) = &observed.step else { return Ok(()) };
    let board = &step.before.position;
    let Step::Pop(first, second) = *step.mv else { return Ok(()) };
    let expected = match (reason(board, first, second), &step.before.legal) {
        (Ok(refusal), _) => Some(refusal),
        (Err(pair), Some(legal)) => {
            let is_listed = legal.iter().any(|pop| pop.pair == pair);
            (!is_listed).then_some(Refusal::NoLink)
        }
        (Err(_), None) => return Ok(()),
    };
    if expected == observed.refusal() {
        return Ok(());
    }
    let describe =
        |refusal: Option<Refusal>| refusal.map_or("accepted".into(), |r| format!("refused, {r}"));
    Err(format!("it was {}, and should be {}", describe(observed.refusal()), describe(expected)))
}

/// The first reason to refuse a pop that does not depend on links; the pair if there is none.
fn reason(board: &Board, first: Pick, second: Pick) -> Result<Refusal, Pair> {
    let Some(first) = on_board(board, first) else { return Ok(Refusal::FirstOffBoard) };
    let Some(second) = on_board(board, second) else { return Ok(Refusal::SecondOffBoard) };
    if first == second {
        return Ok(Refusal::SameCell);
    }
    let Some(one) = board.get(first) else { return Ok(Refusal::FirstEmpty) };
    let Some(other) = board.get(second) else { return Ok(Refusal::SecondEmpty) };
    if one.symbol != other.symbol {
        return Ok(Refusal::DifferentSymbols);
    }
    Err(Pair::new(first, second))
}

fn listed_pairs_match(observed: &Observation) -> Result<(), String> {
    let board = &observed.now.position;
    for pop in observed.now.legal.iter().flatten() {
        let symbol = |cell: Cell| {
            board.has(cell).then(|| board.get(cell)).flatten().map(|block| block.symbol)
        };
        let one = symbol(pop.pair.earlier());
        if one.is_none() || one != symbol(pop.pair.other()) {
            return Err(format!("{pop}: not two blocks with the same symbol"));
        }
        if !(1..=3).contains(&pop.cost) {
            return Err(format!("{pop}: no link costs that"));
        }
    }
    Ok(())
}

/// Checks the links that are obvious without a search: between neighbours in a row or column, and,
/// with the margin outside, between blocks that see the same side. Other links are left to the
/// comparison with the oracle.
fn visible_pairs_are_linked(observed: &Observation) -> Result<(), String> {
    let (board, Some(legal)) = (&observed.now.position, &observed.now.legal) else { return Ok(()) };
    let cost = |one: Cell, other: Cell| {
        let pair = Pair::new(one, other);
        (1..=3).find(|&cost| legal.binary_search(&Pop { pair, cost }).is_ok())
    };
    let alike = |one: Cell, other: Cell| {
        let symbol = |cell| board.get(cell).map(|block| block.symbol);
        symbol(one) == symbol(other)
    };
    for line in lines(board) {
        for neighbours in line.windows(2) {
            let (one, other) = (neighbours[0], neighbours[1]);
            if alike(one, other) && cost(one, other) != Some(1) {
                return Err(format!("{one} and {other} see each other, and are not listed so"));
            }
        }
    }
    if observed.setup.margin == Margin::Inside {
        return Ok(());
    }
    for side in sides(board) {
        for (index, &one) in side.iter().enumerate() {
            let is_missed = |&&other: &&Cell| alike(one, other) && cost(one, other).is_none();
            if let Some(other) = side[index + 1..].iter().find(is_missed) {
                return Err(format!("{one} and {other} see one side, and are not listed"));
            }
        }
    }
    Ok(())
}

/// The cells with blocks in each row, then those in each column.
fn lines(board: &Board) -> impl Iterator<Item = Vec<Cell>> {
    let rows = (0..board.rows())
        .map(|row| (0..board.columns()).map(|column| Cell::new(row, column)).collect::<Vec<_>>());
    let columns = (0..board.columns())
        .map(|column| (0..board.rows()).map(|row| Cell::new(row, column)).collect::<Vec<_>>());
    rows.chain(columns).map(|mut line| {
        line.retain(|&cell| board.get(cell).is_some());
        line
    })
}

/// The blocks that see the left, the right, the upper and the lower side of the board.
fn sides(board: &Board) -> [Vec<Cell>; 4] {
    let lines: Vec<_> = lines(board).collect();
    let (rows, columns) = lines.split_at(board.rows().into());
    let first =
        |lines: &[Vec<Cell>]| lines.iter().filter_map(|line| line.first().copied()).collect();
    let last = |lines: &[Vec<Cell>]| lines.iter().filter_map(|line| line.last().copied()).collect();
    [first(rows), last(rows), first(columns), last(columns)]
}

fn cleared_when_empty(observed: &Observation) -> Result<(), String> {
    let left = observed.now.position.blocks().count();
    if (observed.now.outcome == Outcome::Cleared) == (left == 0) {
        return Ok(());
    }
    Err(format!("{left} blocks are left, and the outcome is: {}", observed.now.outcome))
}

#[cfg(test)]
mod tests;
