//! Facts about single games that do not follow from the agreement of two sides.

use std::ops::ControlFlow;

use more_games::go;
use more_games::pig::{Move, Pig, State, Weighed, oracle};
use twinboard::Registration;
use twinboard::harness::assert_case;
use twinboard::vocabulary::{Game, Vocabulary};

fn game(name: &str) -> Registration {
    more_games::registrations().into_iter().find(|it| it.name() == name).expect("a known game")
}

/// The only legal move of X leads to a board that was there before, though not right before: this is
/// superko, where ko would permit it.
#[test]
fn a_board_must_not_come_again_even_after_several_moves() {
    assert_case(
        game("go").subject(),
        "board ././.\nturn X\npasses 0\n> 2 1\n> pass\n> 3 1\n> 1 1\n> 2 1\n",
        "board O/./.\nturn X\npasses 0\npast ././.\npast ./X/.\npast ./X/X\n\
         the game goes on\n",
    );
}

/// The number of games of this many moves, counted one by one.
fn games(game: &go::oracle::Naive, moves: u32) -> u64 {
    let mut count = 0;
    let _ = game.visit_legal_moves(&mut |mv| {
        let mut after = game.clone();
        after.play(mv).expect("a listed move");
        count += if moves == 1 { 1 } else { games(&after, moves - 1) };
        ControlFlow::Continue(())
    });
    count
}

/// Where equal boards are taken for equal positions, there
/// are 2,472.
#[test]
fn go_has_2184_games_of_eight_moves_on_four_cells() {
    let empty = "board ../..\nturn X\npasses 0\n".parse().unwrap();
    assert_eq!(games(&go::oracle::Naive::set_up(&empty).unwrap(), 8), 2_184);
}

#[test]
fn texts_of_every_kind_are_read_or_refused() {
    for game in more_games::registrations() {
        for text in [
            "",
            "goal 1\nscores 0 0\nturn 1\nstake 0\nrolling true\n> dice 99999999999999999999\n",
            "goal 9\ngoal 9\nscores\nturn 0\nstake 1000\nrolling maybe\n",
            "board X/O\nturn O\npasses 2\npast ./.\npast ./X\n> pass\n> 0 18446744073709551615\n",
            "board X/OO\nturn Z\npasses 3\npast X\n",
            "prizes 9 9\nfirst 6\nsecond 1\n> 1 1\n> 7 0\n",
            "prizes 0\nfirst 1 1\n",
            ".\n.X\n> 2 1\n> 9 9\n",
            ".\n..\nXOX.\n",
        ] {
            assert_eq!(game.subject().check_text(text.as_bytes()), Ok(()), "{text:?}");
        }
    }
}

#[test]
fn two_dice_have_36_ways() {
    let text = "goal 9\nscores 0 0 0\nturn 3\nstake 0\nrolling true\n";
    let state: State = text.parse().unwrap();
    let mut weights = 0;
    let mut legal = Vec::new();
    let _ = oracle::Naive::set_up(&state).unwrap().visit_legal_moves(&mut |it| {
        weights += Pig::weight(it);
        legal.push(*it);
        ControlFlow::Continue(())
    });
    assert_eq!((weights, legal.len(), legal[5]), (36, 11, Weighed(Move::Dice(7), 6)));
    // PG-4 and PG-5: after the third player the first.
    let after = "goal 9\nscores 0 0 0\nturn 1\nstake 0\nrolling false\n0\n";
    assert_case(game("pig").subject(), &format!("{text}> dice 7\n"), after);
}
