//! Everything that the engine's boards offer, also what no game asks for, compared with the
//! positions and the moves of the oracle: on boards of all sizes and colours, and of many types.

use std::array;
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{BuildHasher, RandomState};

use twinboard_engine::samegame::batch::{BOARDS, Batch, Level};
use twinboard_engine::samegame::{Board, CellSet, Group, ListedBoard};
use twinboard_harness::random::SplitMix;
use twinboard_vocabulary::Game;
use twinboard_vocabulary::samegame::{self as vocabulary, Cell, Grid, Outcome, Position};

use super::Oracle;
use super::support::play::legal_moves;
use super::support::samegame::cells;

fn below(random: &mut SplitMix, bound: usize) -> usize {
    (random.next_u64() % bound as u64) as usize
}

/// A grid for a board of this type, of any size; colours of any number of binary digits come in
/// runs, so that there are groups of all sizes.
fn grid<const W: usize, const P: usize>(random: &mut SplitMix) -> Grid {
    let columns = 1 + below(random, usize::from(Board::<W, P>::COLUMNS_MAX));
    let rows = 1 + below(random, usize::from(Board::<W, P>::ROWS_MAX));
    let colours = usize::from(Board::<W, P>::COLOURS);
    let (first, run) = (below(random, colours), 1 + below(random, 4) as u64);
    let some = 1 + below(random, colours - first);
    let mut drawn = (0..rows * columns).scan(0, |last, _| {
        if random.next_u64().is_multiple_of(run) {
            *last = below(random, some);
        }
        Some((first + *last) as u8)
    });
    Grid::new(rows as u8, columns as u8, drawn.by_ref().collect()).expect("within the limits")
}

fn start<const W: usize, const P: usize>(grid: &Grid) -> (Board<W, P>, Oracle) {
    let board = Board::from_grid(grid).expect("the grid is made for this type");
    (board, Oracle::set_up(grid).expect("the oracle accepts every grid"))
}

/// Calls a function for boards of several types: from the narrowest to the widest, with colours of
/// one to four binary digits.
macro_rules! for_types {
    ($check:ident, $random:expr, $(($w:literal, $p:literal)),+) => {
        $($check::<$w, $p>($random);)+
    };
}

fn group_of<const W: usize>(group: &Group<W>) -> vocabulary::Group {
    assert_eq!((group.size(), Some(group.first())), (group.cells().len(), group.cells().first()));
    vocabulary::Group::new(group.colour(), group.cells().iter())
}

/// Plays random games on both sides and compares all positions; keys of different positions differ.
fn plays_like_the_oracle<const W: usize, const P: usize>(random: &mut SplitMix) {
    let mut keys = BTreeMap::new();
    for _ in 0..12 {
        let grid = grid::<W, P>(random);
        let (mut board, mut oracle) = start::<W, P>(&grid);
        let mut other_type = Board::<16, 4>::from_grid(&grid).expect("it has room for everything");
        let mut listed = ListedBoard::new(board);
        loop {
            let (position, moves) = (oracle.position(), legal_moves(&oracle));
            compare(&board, &position);
            assert_eq!(board.hash(), other_type.hash());
            compare_moves(&board, &oracle, &moves);
            compare_list(&listed, &board, &moves);
            let seen = keys.entry(board.hash()).or_insert(board);
            assert_eq!(*seen, board, "two positions have the same key");
            let Some(mv) = (!moves.is_empty()).then(|| &moves[below(random, moves.len())]) else {
                break;
            };
            let drawn = board.sample_group(|| random.next_u64()).expect("there are moves");
            assert!(moves.binary_search(&group_of(&drawn)).is_ok(), "{drawn:?} is no move");
            let selected = mv.cells()[below(random, mv.size())];
            let group = board.group_at(selected).expect("it was listed");
            let mut removed = board;
            removed.remove(group.cells());
            let index = listed.groups().iter().position(|it| *it == group).expect("it is listed");
            listed.play(index);
            board.play(&group);
            other_type.play(&other_type.group_at(selected).expect("it was listed"));
            assert_eq!(removed, board);
            oracle.play(&selected.into()).expect("it was listed");
        }
    }
}

fn compare<const W: usize, const P: usize>(board: &Board<W, P>, position: &Position) {
    assert_eq!(board.validate(), Ok(()));
    let state = RandomState::new();
    assert_eq!(state.hash_one(board), state.hash_one(board.hash()));
    compare_cells(board, position, "");
    let occupied: BTreeSet<Cell> =
        cells(position).filter(|&cell| position.get(cell).is_some()).collect();
    compare_set("the occupied cells", &board.occupied(), &occupied);
    let names: Vec<String> = occupied.iter().map(ToString::to_string).collect();
    assert_eq!(format!("{:?}", board.occupied()), format!("{{{}}}", names.join(", ")));
    let filled: BTreeSet<u8> = occupied.iter().map(|cell| cell.column()).collect();
    assert_eq!(board.cells_left(), occupied.len());
    assert_eq!(usize::from(board.columns_left()), filled.len());
    assert_eq!(board.is_won(), occupied.is_empty());
}

fn compare_cells<const W: usize, const P: usize>(
    board: &Board<W, P>,
    position: &Position,
    whose: &str,
) {
    let (rows, columns) = (position.rows(), position.columns());
    let at = |cell: Cell| (cell.row() <= rows && cell.column() <= columns).then_some(cell);
    let all = (1..=17).flat_map(|row| (1..=65).map(move |column| Cell::new(row, column)));
    for cell in all {
        let held = at(cell).and_then(|cell| position.get(cell));
        assert_eq!(board.get(cell), held, "{cell}{whose}");
    }
}

fn compare_set<const W: usize>(what: &str, set: &CellSet<W>, expected: &BTreeSet<Cell>) {
    assert!(set.iter().eq(expected.iter().copied()), "{what}: {set:?} in place of {expected:?}");
    assert_eq!((set.len(), set.is_empty()), (expected.len(), expected.is_empty()));
    assert_eq!(set.first(), expected.first().copied());
    // Ranks: each has its cell, the first and the last included, and no rank has one beyond.
    let ranked = (0..).map_while(|rank| set.nth(rank));
    assert!(ranked.eq(expected.iter().copied()), "the ranks of {what}");
    assert!(expected.iter().all(|&cell| set.contains(cell)));
    assert!(![Cell::new(1, 4 * W as u8 + 1), Cell::new(17, 1)].iter().any(|&it| set.contains(it)));
}

fn compare_moves<const W: usize, const P: usize>(
    board: &Board<W, P>,
    oracle: &Oracle,
    moves: &[vocabulary::Group],
) {
    let mut groups: Vec<_> = board.groups().map(|group| group_of(&group)).collect();
    groups.sort_unstable();
    assert_eq!(groups, moves);
    assert_eq!(board.has_moves(), oracle.outcome() == Outcome::Playing);
    let by_cell: BTreeMap<Cell, &vocabulary::Group> =
        moves.iter().flat_map(|mv| mv.cells().iter().map(move |&cell| (cell, mv))).collect();
    let all = (1..=17).flat_map(|row| (1..=65).map(move |column| Cell::new(row, column)));
    for cell in all {
        let found = board.group_at(cell).map(|group| group_of(&group));
        assert_eq!(found.as_ref(), by_cell.get(&cell).copied(), "{cell}");
    }
}

fn compare_list<const W: usize, const P: usize>(
    listed: &ListedBoard<W, P>,
    board: &Board<W, P>,
    moves: &[vocabulary::Group],
) {
    let mut groups: Vec<_> = listed.groups().iter().map(group_of).collect();
    groups.sort_unstable();
    assert_eq!((listed.board(), &*groups), (board, moves));
}

#[test]
fn a_board_of_any_type_answers_as_the_oracle() {
    let random = &mut SplitMix::new(1);
    for_types!(plays_like_the_oracle, random, (1, 1), (1, 4), (2, 2), (3, 3), (4, 3), (5, 4));
    for_types!(plays_like_the_oracle, random, (10, 4), (16, 2), (16, 4));
}

/// Plays 32 games of all sizes side by side. Lanes get new boards all the time, wider or narrower
/// than those before.
fn plays_a_batch_like_the_oracle<const W: usize, const P: usize>(random: &mut SplitMix) {
    for level in Level::ALL.into_iter().filter(|level| level.is_available()) {
        let games: Vec<_> = (0..BOARDS).map(|_| start::<W, P>(&grid::<W, P>(random))).collect();
        let (boards, mut oracles): (Vec<_>, Vec<_>) = games.into_iter().unzip();
        let mut batch = Batch::at(level, &boards);
        for step in 0..30 {
            for _ in 0..3 {
                let lane = below(random, BOARDS);
                let (board, oracle) = start(&grid::<W, P>(random));
                batch.set(lane, &board);
                oracles[lane] = oracle;
            }
            let moves: Vec<_> = oracles.iter().map(legal_moves).collect();
            let has_moves = batch.has_moves();
            let cells: [_; BOARDS] = array::from_fn(|lane| {
                // A cell of a move, any cell of the board or beyond it, or none.
                let index = below(random, moves[lane].len() + 2);
                let any = Cell::new(1 + below(random, 17) as u8, 1 + below(random, 66) as u8);
                let of = |mv: &vocabulary::Group| mv.cells()[below(random, mv.size())];
                let of_move = moves[lane].get(index).map(of);
                of_move.or((index > moves[lane].len()).then_some(any))
            });
            let groups = if step % 2 == 0 {
                batch.groups_at(&cells)
            } else {
                batch.sample_groups(|| random.next_u64())
            };
            batch.play(&groups);
            for (lane, oracle) in oracles.iter_mut().enumerate() {
                assert_eq!(has_moves[lane], !moves[lane].is_empty(), "{level}, board {lane}");
                let found = groups.cells(lane).map(|cells| cells.iter().collect::<Vec<_>>());
                let is_move = |mv: &&vocabulary::Group| Some(mv.cells()) == found.as_deref();
                let mv = moves[lane].iter().find(is_move);
                assert_eq!(mv.is_some(), found.is_some(), "{level}, board {lane}: {found:?}");
                if step % 2 == 0 {
                    let holds = |mv: &&vocabulary::Group| {
                        cells[lane].is_some_and(|cell| mv.cells().contains(&cell))
                    };
                    let expected = moves[lane].iter().find(holds);
                    assert_eq!(mv, expected, "{level}, board {lane}: {:?}", cells[lane]);
                } else {
                    assert_eq!(mv.is_some(), has_moves[lane], "{level}, board {lane}");
                }
                if let Some(mv) = mv {
                    oracle.play(&mv.first().into()).expect("it was listed");
                }
                let whose = format!(" of {level}, board {lane}");
                compare_cells(&batch.board(lane), &oracle.position(), &whose);
            }
        }
    }
}

#[test]
fn the_lanes_of_a_batch_answer_as_the_oracle() {
    let random = &mut SplitMix::new(2);
    for_types!(plays_a_batch_like_the_oracle, random, (1, 4), (3, 2), (4, 3), (16, 4));
    assert!(Level::best().is_available());
    let board: Board<1, 1> = Board::EMPTY;
    assert_eq!(Batch::new(&[board]).board(31), board);
}

/// A board of this many pairs, each with a single candidate for its first cell, and of cells without
/// an equal neighbour.
fn pairs(count: usize) -> Board<16, 4> {
    let columns = count.div_ceil(8);
    let colour = |(row, column): (usize, usize)| {
        let is_pair = column * 8 + row / 2 < count;
        (if is_pair { column % 3 * 2 + row / 2 % 2 } else { 6 + row % 2 }) as u8
    };
    let cells = (0..16).flat_map(|row| (0..columns).map(move |column| (row, column)));
    let grid =
        Grid::new(16, columns as u8, cells.map(colour).collect()).expect("within the limits");
    Board::from_grid(&grid).expect("it has room for everything")
}

/// A draw multiplies 16 random bits by the number of candidates, and repeats those that would make
/// some groups more probable. So of all 65,536 values the same number leads to each group. Those
/// repeated go to the last group here.
#[test]
fn of_all_random_numbers_as_many_lead_to_each_group_of_a_batch() {
    const VALUES: u64 = 1 << 16;
    for count in [1, 2, 3, 5, 7, 100, 255, 256, 257, 511, 512] {
        let board = pairs(count);
        let firsts: Vec<_> = board.groups().map(|group| group.first()).collect();
        assert_eq!(firsts.len(), count);
        let batch = Batch::new(&[board; BOARDS]);
        let mut drawn: BTreeMap<Cell, u64> = BTreeMap::new();
        for first in (0..VALUES).step_by(BOARDS) {
            let again = std::iter::repeat(VALUES - 1);
            let mut values = (first..first + BOARDS as u64).chain(again);
            let groups = batch.sample_groups(|| values.next().expect("without end") << 48);
            for lane in 0..BOARDS {
                let group = groups.cells(lane).and_then(|cells| cells.first());
                *drawn.entry(group.expect("the board has groups")).or_default() += 1;
            }
        }
        let share = VALUES / count as u64;
        let rest = share + VALUES % count as u64;
        for (index, first) in firsts.iter().enumerate() {
            let expected = if index + 1 == count { rest } else { share };
            assert_eq!(drawn.get(first), Some(&expected), "group {index} of {count}");
        }
    }
}

/// The same for single boards, whose draws multiply 64 bits: 0 is repeated unless the number of
/// groups is a power of two, and the smallest multiple of the share that is not refused is the
/// first value of its group.
#[test]
fn a_draw_of_a_group_refuses_what_would_be_unfair() {
    for count in [1_usize, 2, 3, 5, 7, 100, 255, 256, 257, 511, 512] {
        let board = pairs(count);
        let firsts: Vec<_> = board.groups().map(|group| group.first()).collect();
        let draw = |value: u64| {
            let mut values = [value, u64::MAX].into_iter();
            let group = board.sample_group(|| values.next().expect("at most one is refused"));
            (group.expect("the board has groups").first(), values.len() == 0)
        };
        let last = count - 1;
        let is_even = count.is_power_of_two();
        assert_eq!(draw(0), (firsts[if is_even { 0 } else { last }], !is_even), "{count} groups");
        for (rank, &first) in firsts.iter().enumerate() {
            // The smallest value whose product with the number of groups reaches this rank, and
            // the one after it, of which the share is not refused.
            let from = ((rank as u128) << 64).div_ceil(count as u128) as u64;
            assert_eq!(draw(from + 1), (first, false), "group {rank} of {count}");
            if rank > 0 {
                assert_eq!(draw(from - 1).0, firsts[rank - 1], "group {} of {count}", rank - 1);
            }
        }
        assert_eq!(draw(u64::MAX), (firsts[last], false), "{count} groups");
    }
}
