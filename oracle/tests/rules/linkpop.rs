//! The oracle of Link and Pop, compared with boards worked out by hand from the rules.
//! `crates/games/tests/linkpop` compares it with another implementation, on all small boards.
//!
//! Boards are written as in case files: the top row first, `..` an empty cell. Cells and points are
//! `(row, column)`, both from 0.

use twinboard_oracle::LinkPop;
use twinboard_vocabulary::Game as _;
use twinboard_vocabulary::linkpop::{
    Block, Board, Cell, Link, Margin, Outcome, Pair, Pick, Point, Popped, Refusal, Setup, Step,
};

use super::{assert_refused, listed};

/// Row and column of a cell.
type Place = (u8, u8);

fn start(margin: Margin, rows: &[&str]) -> LinkPop {
    let columns = rows[0].split_whitespace().count();
    let text = format!("{} {columns}\n{}\n0 0\n", rows.len(), rows.join("\n"));
    let setup = text.parse::<Setup>().expect("the rows are a board");
    LinkPop::set_up(&Setup { margin, ..setup }).expect("every board can be set up")
}

fn cell((row, column): Place) -> Cell {
    Cell::new(row, column)
}

fn pop(game: &mut LinkPop, first: Place, second: Place) -> Result<Popped, Refusal> {
    game.play(&Step::Pop(cell(first).into(), cell(second).into()))
}

fn robot(game: &mut LinkPop) -> Result<Popped, Refusal> {
    game.play(&Step::Robot)
}

fn pair(popped: &Popped) -> (Place, Place) {
    places(popped.pair)
}

fn places(pair: Pair) -> (Place, Place) {
    let (earlier, other) = (pair.earlier(), pair.other());
    ((earlier.row, earlier.column), (other.row, other.column))
}

fn link(points: &[(i8, i8)]) -> Link {
    let points: Vec<_> = points.iter().map(|&(row, column)| Point::new(row, column)).collect();
    Link::new(&points)
}

/// Cells that blocks left, turn by turn.
fn turns(popped: &Popped) -> Vec<Vec<Place>> {
    let place = |cell: &Cell| (cell.row, cell.column);
    popped.turns.iter().map(|turn| turn.iter().map(place).collect()).collect()
}

/// All listed pairs with their costs, in the order of the listing.
fn legal_pops(game: &LinkPop) -> Vec<(Place, Place, u8)> {
    let pops = listed(game).into_iter().map(|pop| (places(pop.pair), pop.cost));
    pops.map(|((earlier, other), cost)| (earlier, other, cost)).collect()
}

fn drawn(board: &Board) -> Vec<String> {
    let token =
        |content: &Option<Block>| content.map_or("..".to_owned(), |block| block.to_string());
    let rows = board.cells().chunks(board.columns().into());
    rows.map(|row| row.iter().map(token).collect::<Vec<_>>().join(" ")).collect()
}

#[track_caller]
fn assert_shows(game: &LinkPop, rows: &[&str]) {
    assert_eq!(drawn(&game.position()), rows);
}

/// Asserts that the pop of two cells, which may be off the board, is refused for this reason.
#[track_caller]
fn assert_refuses(game: &LinkPop, first: (u64, u64), second: (u64, u64), refusal: Refusal) {
    let pick = |(row, column)| Pick { row, column };
    assert_refused(game, &Step::Pop(pick(first), pick(second)), refusal);
}

// Existence and cost of links, and the link that is reported (LP-4 to LP-6, LP-21).

/// Pops this pair and returns the reported link.
fn reported(margin: Margin, rows: &[&str], first: Place, second: Place) -> Result<Link, Refusal> {
    pop(&mut start(margin, rows), first, second).map(|popped| popped.link)
}

#[test]
fn the_links_drawn_in_the_rules_cost_what_is_written_there() {
    for margin in Margin::ALL {
        let one = ["AS .. .. AS", ".. .. BS .."];
        assert_eq!(reported(margin, &one, (0, 0), (0, 3)), Ok(link(&[(0, 0), (0, 3)])));
        let two = ["AS .. ..", "BS CS ..", ".. .. AS"];
        assert_eq!(reported(margin, &two, (0, 0), (2, 2)), Ok(link(&[(0, 0), (0, 2), (2, 2)])));
        let three = ["AS BS AS", ".. BS ..", ".. .. .."];
        assert_eq!(legal_pops(&start(margin, &three))[0], ((0, 0), (0, 2), 3));
    }
    // Inside only the way below exists; outside the way above has the same cost.
    let below = link(&[(0, 0), (2, 0), (2, 2), (0, 2)]);
    let three = ["AS BS AS", ".. BS ..", ".. .. .."];
    assert_eq!(reported(Margin::Inside, &three, (0, 0), (0, 2)), Ok(below));
    let row = ["AS BS AS"];
    assert_eq!(reported(Margin::Inside, &row, (0, 0), (0, 2)), Err(Refusal::NoLink));
    let around = reported(Margin::Outside, &row, (0, 0), (0, 2)).unwrap();
    let above = link(&[(0, 0), (-1, 0), (-1, 2), (0, 2)]);
    let below = link(&[(0, 0), (1, 0), (1, 2), (0, 2)]);
    assert!([above, below].contains(&around), "{around}");
}

#[test]
fn with_the_margin_outside_a_link_may_run_around_each_side() {
    let full = ["AS BS AS", "CS DS ES", "AS FS GS"];
    let game = |margin| start(margin, &full);
    assert_eq!(legal_pops(&game(Margin::Inside)), []);
    let around = [((0, 0), (0, 2), 3), ((0, 0), (2, 0), 3)];
    assert_eq!(legal_pops(&game(Margin::Outside)), around);
    let full = ["AS BS CS", "DS ES FS", "BS GS CS"];
    let around = [((0, 2), (2, 2), 3)];
    assert_eq!(legal_pops(&start(Margin::Outside, &full)), around);
    let full = ["AS BS CS", "DS ES FS", "GS HS GS"];
    let around = [((2, 0), (2, 2), 3)];
    assert_eq!(legal_pops(&start(Margin::Outside, &full)), around);
}

// Refusals of pops and their order (LP-8 to LP-14).

/// Two rows and three columns: the two As have no link, and one cell is empty.
const BOARD: [&str; 2] = ["AS BS ..", "CS AS DS"];

#[test]
fn each_refusal_is_given_and_the_first_in_the_order_of_the_rules() {
    for margin in Margin::ALL {
        let game = start(margin, &BOARD);
        assert_refuses(&game, (2, 0), (0, 0), Refusal::FirstOffBoard);
        assert_refuses(&game, (0, 0), (0, 3), Refusal::SecondOffBoard);
        assert_refuses(&game, (0, 0), (0, 0), Refusal::SameCell);
        assert_refuses(&game, (0, 2), (0, 0), Refusal::FirstEmpty);
        assert_refuses(&game, (0, 0), (0, 2), Refusal::SecondEmpty);
        assert_refuses(&game, (0, 0), (0, 1), Refusal::DifferentSymbols);
        assert_refuses(&game, (0, 0), (1, 1), Refusal::NoLink);
    }
    let game = start(Margin::Inside, &[".. .. AS", "BS .. CS"]);
    // Both off the board, the same cell or not.
    assert_refuses(&game, (2, 0), (2, 0), Refusal::FirstOffBoard);
    assert_refuses(&game, (2, 0), (0, 3), Refusal::FirstOffBoard);
    // A cell off the board and an empty cell.
    assert_refuses(&game, (0, 3), (0, 0), Refusal::FirstOffBoard);
    assert_refuses(&game, (0, 0), (0, 3), Refusal::SecondOffBoard);
    // An empty cell twice.
    assert_refuses(&game, (0, 0), (0, 0), Refusal::SameCell);
    // Both empty.
    assert_refuses(&game, (0, 0), (0, 1), Refusal::FirstEmpty);
    assert_refuses(&game, (0, 1), (0, 0), Refusal::FirstEmpty);
    // Different symbols, and no link.
    let game = start(Margin::Inside, &["AS BS", "CS DS"]);
    assert_refuses(&game, (0, 0), (1, 1), Refusal::DifferentSymbols);
}

#[test]
fn attributes_need_not_match() {
    for first in ["AU", "AD", "AL", "AR", "AS"] {
        let mut game = start(Margin::Inside, &[&format!("{first} AR")]);
        assert!(pop(&mut game, (0, 0), (0, 1)).is_ok());
        let game = start(Margin::Inside, &[&format!("{first} B{}", &first[1..])]);
        assert_refuses(&game, (0, 0), (0, 1), Refusal::DifferentSymbols);
    }
}

// Movement of blocks after a pop (LP-15 to LP-19).

/// Pops two cells, and compares the cells that blocks left, such as `01 12` and turn by turn, and
/// the board after them. Bars separate rows and turns.
#[track_caller]
fn assert_turns(rows: &str, first: Place, second: Place, moved: &str, after: &str) {
    let [rows, after] = [rows, after].map(|rows| rows.split(" | ").collect::<Vec<_>>());
    let mut game = start(Margin::Inside, &rows);
    let popped = pop(&mut game, first, second).expect("the pop is allowed");
    let turn = |turn: &Vec<Place>| {
        turn.iter().map(|(row, column)| format!("{row}{column}")).collect::<Vec<_>>().join(" ")
    };
    let turns: Vec<_> = turns(&popped).iter().map(turn).collect();
    assert_eq!(turns.join(" | "), moved, "{rows:?}");
    assert_shows(&game, &after);
}

#[test]
fn a_chain_closes_up_at_once_against_the_order_of_checks_and_else_block_by_block() {
    // After turn 1: AR .. BR CL DL ..
    assert_turns("AR BR XS XS CL DL", (0, 2), (0, 3), "01 04 05 | 00", ".. AR BR CL DL ..");
    let (rows, after) = ("AD | BD | XS | XS | CU | DU", ".. | AD | BD | CU | DU | ..");
    assert_turns(rows, (2, 0), (3, 0), "10 40 50 | 00", after);
}

#[test]
fn a_block_moves_one_cell_a_turn_and_is_not_checked_again_in_it() {
    assert_turns("AR XS .. XS", (0, 1), (0, 3), "00 | 01 | 02", ".. .. .. AR");
    assert_turns("AD CS | XS ES | XS BL", (1, 0), (2, 0), "00 21", ".. CS | AD ES | BL ..");
    // Checked twice, A would take the corner before D is checked.
    assert_turns("AR XS XS | BS CS DU", (0, 1), (0, 2), "00 12", ".. AR DU | BS CS ..");
}

#[test]
fn cells_are_checked_in_row_major_order_and_must_be_empty_at_that_moment() {
    assert_turns("AS XS BS | CR XS DL", (0, 1), (1, 1), "10", "AS .. BS | .. CR DL");
    assert_turns("AD BS | XS XS | CU DS", (1, 0), (1, 1), "00", ".. BS | AD .. | CU DS");
    // D still blocks R when R is checked, though D leaves in the same turn.
    assert_turns("AR BD | CS XS | DS XS", (1, 1), (2, 1), "01 | 00 11", ".. AR | CS .. | DS BD");
    // The first L has already moved when the second is checked.
    assert_turns("XS AL BL | XS CS DS", (0, 0), (1, 0), "01 02", "AL BL .. | .. CS DS");
}

#[test]
fn a_still_block_stays_and_no_block_leaves_the_board() {
    for margin in Margin::ALL {
        for block in ["BS", "BU", "BL"] {
            let mut game = start(margin, &[&format!("{block} XS XS")]);
            assert_eq!(turns(&robot(&mut game).unwrap()), [[]; 0]);
            assert_shows(&game, &[&format!("{block} .. ..")]);
        }
        let mut game = start(margin, &["XS BR", "XS BD"]);
        assert_eq!(turns(&robot(&mut game).unwrap()), [[]; 0]);
        assert_shows(&game, &[".. BR", ".. BD"]);
    }
}

#[test]
fn nothing_moves_before_the_first_pop_and_free_blocks_move_after_it() {
    let rows = ["AD .. XS", ".. BR XS", "CU .. .."];
    let mut game = start(Margin::Inside, &rows);
    assert_shows(&game, &rows);
    legal_pops(&game);
    assert_shows(&game, &rows);
    let popped = pop(&mut game, (1, 2), (0, 2)).unwrap();
    assert_eq!(turns(&popped), [[(0, 0), (1, 1)]]);
    assert_shows(&game, &[".. .. ..", "AD .. BR", "CU .. .."]);
}

// The robot's choice (LP-20) and the end of a game (LP-22).

/// The pair that the robot pops first, and its cost.
fn choice(margin: Margin, rows: &str) -> (Place, Place, u8) {
    let rows: Vec<_> = rows.split(" | ").collect();
    let popped = robot(&mut start(margin, &rows)).expect("there is a pair");
    let (earlier, other) = pair(&popped);
    (earlier, other, popped.link.cost())
}

#[test]
fn a_lower_cost_comes_before_an_earlier_block() {
    let rows = ["AS ..", "CS AS", "BS BS"];
    assert_eq!(legal_pops(&start(Margin::Inside, &rows))[0], ((0, 0), (1, 1), 2));
    assert_eq!(choice(Margin::Inside, &rows.join(" | ")), ((2, 0), (2, 1), 1));
    let rows = ["AS CS AS", ".. .. ..", "BS DS ES", ".. BS FS"];
    assert_eq!(legal_pops(&start(Margin::Inside, &rows))[0], ((0, 0), (0, 2), 3));
    assert_eq!(choice(Margin::Inside, &rows.join(" | ")), ((2, 0), (3, 1), 2));
    let rows = "AS CS AS | .. .. .. | DS ES FS | GS BS BS";
    assert_eq!(choice(Margin::Inside, rows), ((3, 1), (3, 2), 1));
}

#[test]
fn of_equal_costs_the_pair_with_the_earliest_blocks_is_chosen() {
    // By row first: B stands further left, but lower.
    assert_eq!(choice(Margin::Inside, "CS DS AS | BS BS AS"), ((0, 2), (1, 2), 1));
    // Within a row by column, though its other block comes later than the whole other pair.
    assert_eq!(choice(Margin::Inside, "AS BS BS | AS CS DS"), ((0, 0), (1, 0), 1));
    // At cost 2.
    assert_eq!(choice(Margin::Inside, "BS .. | CS BS | AS .. | DS AS"), ((0, 0), (1, 1), 2));
    // At cost 3, only outside.
    let rows = "CS DS AS | BS ES FS | GS HS AS | BS IS JS";
    assert_eq!(choice(Margin::Outside, rows), ((0, 2), (2, 2), 3));
    // At cost 1 the block to the right comes before the block below, whatever the length.
    assert_eq!(choice(Margin::Inside, "AS .. .. AS | AS BS CS DS"), ((0, 0), (0, 3), 1));
    // At cost 2 the block in the higher row comes first, and within a row the one further left.
    let rows = "AS .. .. .. | BS CS .. AS | DS .. .. .. | ES AS FS GS";
    assert_eq!(choice(Margin::Inside, rows), ((0, 0), (1, 3), 2));
    assert_eq!(choice(Margin::Inside, ".. .. .. AS | AS BS AS CS"), ((0, 3), (1, 0), 2));
    // At cost 3.
    assert_eq!(choice(Margin::Outside, "AS BS AS CS AS"), ((0, 0), (0, 2), 3));
    assert_eq!(choice(Margin::Outside, "AS BS AS | CS DS ES | AS FS AS"), ((0, 0), (0, 2), 3));
}

#[test]
fn the_robot_is_refused_when_no_pair_can_be_popped_and_nothing_moves() {
    for margin in Margin::ALL {
        // B would be free to move, but there is no pop.
        let game = start(margin, &["AS .. BL"]);
        assert_eq!(game.outcome(), Outcome::Stuck);
        assert_refused(&game, &Step::Robot, Refusal::NothingToPop);
        let game = start(margin, &[".. .."]);
        assert_eq!(game.outcome(), Outcome::Cleared);
        assert_refused(&game, &Step::Robot, Refusal::NothingToPop);
    }
}
