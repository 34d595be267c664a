//! Refusals of moves and their order (PT-8 to PT-17).

use twinboard_vocabulary::paint::{Cell, Painted, Player, Refusal};

use super::{assert_refuses, assert_shows, cells, play, start};

/// Board of the example in the rules, with five painted cells.
const BOARD: [&str; 5] = ["# # # # #", "# # 3 1 #", "# # # # #", "2 1 # B B", "# # B B B"];

#[test]
fn the_valid_moves_of_the_table_of_the_rules_are_played() {
    let mut game = start(&BOARD);
    let painted = play(&mut game, &[(1, 2), (0, 2), (0, 1)]).unwrap();
    let expected =
        Painted { cells: cells(&[(0, 1), (0, 2), (1, 2)]), number: 3, at: Cell::new(1, 2) };
    assert_eq!(painted, expected);
    let after = ["# B B # #", "# # B 1 #", "# # # # #", "2 1 # B B", "# # B B B"];
    assert_shows(&game, &after, Player::Second);

    let mut game = start(&BOARD);
    let painted = play(&mut game, &[(3, 1)]).unwrap();
    assert_eq!((painted.number, painted.at), (1, Cell::new(3, 1)), "(4,2) is at a corner only");
}

#[test]
fn the_refused_moves_of_the_table_of_the_rules_are_refused() {
    use Refusal::{
        NoCells, NoNumber, NotConnected, OffBoard, Painted, Repeated, SeveralNumbers, TouchesPaint,
        WrongCount,
    };
    let game = start(&BOARD);
    for (picks, refusal) in [
        (&[][..], NoCells),
        (&[(5, 0)], OffBoard),
        (&[(1, 3), (1, 3)], Repeated),
        (&[(3, 3), (1, 3)], Painted),
        (&[(1, 2), (0, 1), (0, 0)], NotConnected),
        (&[(0, 0), (0, 1)], NoNumber),
        (&[(1, 2), (1, 3), (0, 2)], SeveralNumbers),
        (&[(1, 2), (0, 2)], WrongCount),
        (&[(1, 2), (2, 2), (2, 3)], TouchesPaint),
    ] {
        assert_refuses(&game, picks, refusal);
    }
}

#[test]
fn of_two_reasons_the_first_in_the_order_of_the_rules_is_given() {
    use Refusal::{
        GameOver, NoNumber, NotConnected, OffBoard, Painted, Repeated, SeveralNumbers, WrongCount,
    };
    // PT-8 before PT-9, before PT-10, before what any other clause says of the cells.
    let over = start(&["B 1", "0 #"]);
    for picks in [&[][..], &[(2, 0)], &[(0, 1), (0, 1)], &[(0, 0)], &[(0, 1)], &[(1, 1)]] {
        assert_refuses(&over, picks, GameOver);
    }
    let game = start(&BOARD);
    for (picks, refusal) in [
        // PT-10 and PT-11: the same cell off the board, or another one, twice.
        (&[(5, 0), (5, 0)][..], OffBoard),
        (&[(1, 3), (1, 3), (0, 5)], OffBoard),
        // PT-10 and PT-12.
        (&[(3, 3), (0, 5)], OffBoard),
        // PT-11 and PT-12.
        (&[(3, 3), (3, 3)], Repeated),
        // PT-11 and PT-13.
        (&[(0, 0), (0, 0), (1, 2)], Repeated),
        // PT-12 and PT-13; PT-12 and PT-14.
        (&[(0, 0), (4, 4)], Painted),
        (&[(3, 3), (3, 4)], Painted),
        // PT-13 and PT-14.
        (&[(0, 0), (2, 2)], NotConnected),
        // PT-13 and PT-15.
        (&[(3, 0), (1, 2)], NotConnected),
        // PT-13 and PT-17: (2,4) touches the painted (3,4).
        (&[(1, 2), (0, 2), (2, 4)], NotConnected),
        // PT-14 and PT-17.
        (&[(2, 3)], NoNumber),
        // PT-15 and PT-16: neither number is 2.
        (&[(1, 2), (1, 3)], SeveralNumbers),
        // PT-15 and PT-17.
        (&[(1, 2), (1, 3), (2, 3)], SeveralNumbers),
        // PT-16 and PT-17.
        (&[(1, 2), (2, 2), (2, 3), (2, 4)], WrongCount),
    ] {
        assert_refuses(&game, picks, refusal);
    }
}
