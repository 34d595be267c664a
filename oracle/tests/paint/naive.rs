//! Brute-force implementation of the rules: tries all sets of cells.

use std::collections::BTreeSet;

use twinboard_vocabulary::paint::{Board, Cell, LegalMove, Move, Refusal, Square, Value};

/// All boards of this side with squares of these kinds.
pub(crate) fn all_boards(side: u8, kinds: &[&str]) -> impl Iterator<Item = Board> + use<> {
    let kinds: Vec<_> = kinds.iter().map(|kind| super::square(kind)).collect();
    let count = kinds.len();
    let squares = u32::from(side) * u32::from(side);
    (0..count.pow(squares)).map(move |number| {
        let kind = |place: u32| kinds[number / count.pow(place) % count];
        Board::new(side, (0..squares).map(kind).collect()).expect("the board is within the limits")
    })
}

fn are_neighbours(one: Cell, other: Cell) -> bool {
    one.row.abs_diff(other.row) + one.column.abs_diff(other.column) == 1
}

/// True if the cells are connected: parts with neighbours in each other are joined until nothing
/// changes.
fn is_connected(cells: &[Cell]) -> bool {
    let mut parts: Vec<Vec<Cell>> = cells.iter().map(|&cell| vec![cell]).collect();
    let touch = |one: &[Cell], other: &[Cell]| {
        one.iter().any(|&a| other.iter().any(|&b| are_neighbours(a, b)))
    };
    'again: loop {
        for i in 1..parts.len() {
            for j in 0..i {
                if touch(&parts[i], &parts[j]) {
                    let part = parts.remove(i);
                    parts[j].extend(part);
                    continue 'again;
                }
            }
        }
        return parts.len() <= 1;
    }
}

/// All non-empty connected sets of cells of a board of this side.
pub(crate) fn connected_sets(side: u8) -> Vec<Vec<Cell>> {
    let all: Vec<Cell> =
        (0..side).flat_map(|row| (0..side).map(move |column| Cell::new(row, column))).collect();
    let sets = (1..1_u32 << all.len()).map(|set| {
        let is_in = |&(place, _): &(usize, &Cell)| set >> place & 1 == 1;
        all.iter().enumerate().filter(is_in).map(|(_, &cell)| cell).collect::<Vec<_>>()
    });
    sets.filter(|set| is_connected(set)).collect()
}

fn numbers(board: &Board, cells: &[Cell]) -> Vec<u8> {
    let squares = cells.iter().map(|&cell| board.get(cell));
    squares
        .filter_map(|it| if let Square::Number(number) = it { Some(number) } else { None })
        .collect()
}

fn touches_paint(board: &Board, cell: Cell) -> bool {
    let mut painted = board.cells().filter(|&(_, square)| square == Square::Painted);
    painted.any(|(other, _)| are_neighbours(cell, other))
}

/// PT-7 for cells that are connected, different and on the board.
fn is_valid(board: &Board, cells: &[Cell]) -> bool {
    numbers(board, cells).iter().map(|&number| usize::from(number)).eq([cells.len()])
        && cells
            .iter()
            .all(|&cell| board.get(cell) != Square::Painted && !touches_paint(board, cell))
}

/// All valid moves, sorted.
pub(crate) fn legal_moves(board: &Board, connected: &[Vec<Cell>]) -> Vec<LegalMove> {
    let valid = connected.iter().filter(|set| is_valid(board, set));
    let mut moves: Vec<_> = valid.map(|set| LegalMove::new(set.iter().copied())).collect();
    moves.sort_unstable();
    moves
}

/// First refusal that applies; each is checked independently. `is_over` decides PT-8.
pub(crate) fn refusal(board: &Board, is_over: bool, mv: &Move) -> Option<Refusal> {
    let cell = |row: u64, column: u64| {
        let cell = Cell::new(u8::try_from(row).ok()?, u8::try_from(column).ok()?);
        board.has(cell).then_some(cell)
    };
    let on_board: Vec<Cell> =
        mv.picks().iter().filter_map(|pick| cell(pick.row, pick.column)).collect();
    let different: BTreeSet<_> = mv.picks().iter().collect();
    let numbers = numbers(board, &on_board);
    let applies = |refusal: &Refusal| match refusal {
        Refusal::GameOver => is_over,
        Refusal::NoCells => mv.picks().is_empty(),
        Refusal::OffBoard => on_board.len() < mv.picks().len(),
        Refusal::Repeated => different.len() < mv.picks().len(),
        Refusal::Painted => on_board.iter().any(|&cell| board.get(cell) == Square::Painted),
        Refusal::NotConnected => !is_connected(&on_board),
        Refusal::NoNumber => numbers.is_empty(),
        Refusal::SeveralNumbers => numbers.len() > 1,
        Refusal::WrongCount => numbers.iter().any(|&number| usize::from(number) != on_board.len()),
        Refusal::TouchesPaint => on_board.iter().any(|&cell| touches_paint(board, cell)),
    };
    Refusal::ALL.into_iter().find(applies)
}

/// Value of a board to the player to move, by playing all games to their ends.
pub(crate) fn value(board: &Board, connected: &[Vec<Cell>]) -> Value {
    let after = |mv: &LegalMove| {
        let mut after = board.clone();
        for &cell in mv.cells() {
            after.set(cell, Square::Painted);
        }
        after
    };
    let moves = legal_moves(board, connected);
    let theirs: Vec<_> = moves.iter().map(|mv| value(&after(mv), connected)).collect();
    if theirs.is_empty() {
        return if board.numbers().next().is_none() { Value::Draw } else { Value::Loss };
    }
    if theirs.contains(&Value::Loss) {
        Value::Win
    } else if theirs.contains(&Value::Draw) {
        Value::Draw
    } else {
        Value::Loss
    }
}
