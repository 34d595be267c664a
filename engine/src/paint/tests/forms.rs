//! Boards of up to 8 × 8 in both forms: as a word, as they are chosen, and as rows.

use std::ops::ControlFlow;

use twinboard_vocabulary::paint::Square;

use super::{position_and_key, random, random_board};
use crate::paint::{Area, Board, Cells};

/// Plays the same random games on boards of both forms and compares everything that they offer.
#[test]
fn both_forms_play_the_same_games() {
    let mut draw = random(10);
    let mut moves = 0;
    for round in 0..400_u32 {
        let side = 1 + (round % 8) as u8;
        let mut contents = vec![Square::Empty; 10 + round as usize % 30];
        contents.extend([Square::Painted, Square::Number(0)]);
        contents.extend((1..=9).map(Square::Number));
        let setup = random_board(side, &contents, &mut draw);
        let (mut word, mut rows) = (Board::from_setup(&setup), Board::of_rows(&setup));
        let mut undone = Vec::new();
        loop {
            assert_alike(&word, &rows);
            let seed = draw();
            let drawn = word.sample_area(&mut random(seed));
            assert_eq!(rows.sample_area(&mut random(seed)), drawn);
            let Some(area) = drawn else { break };
            assert_looked_ahead(&word, &area);
            assert_looked_ahead(&rows, &area);
            undone.push((word.play(&area), rows.play(&area)));
            moves += 1;
            if seed.is_multiple_of(3) {
                rows.settle();
            }
            if seed.is_multiple_of(5) {
                word.settle();
            }
        }
        for (of_word, of_rows) in undone.iter().rev() {
            word.undo(of_word);
            rows.undo(of_rows);
            assert_alike(&word, &rows);
        }
    }
    assert!(moves > 700, "{moves}");
}

/// Compares methods that save time with playing the move and undoing it.
fn assert_looked_ahead(board: &Board, area: &Area) {
    let (mut played, mut advanced) = (board.clone(), board.clone());
    let undo = played.play(area);
    advanced.advance(area);
    assert_eq!(position_and_key(&played), position_and_key(&advanced));
    let behind = played.count_all(1000);
    assert_eq!(board.count_all_after(area, 1000), behind);
    if let Some(behind) = behind.filter(|&behind| behind > 0) {
        assert_eq!(board.count_all_after(area, behind), Some(behind));
        assert_eq!(board.count_all_after(area, behind - 1), None);
    }
    let each = played
        .alive()
        .iter()
        .try_fold(0, |sum, number| Some(sum + played.count_areas(number, 1000)?));
    assert_eq!(each.filter(|&sum| sum <= 1000), behind);
    played.undo(&undo);
    assert_eq!(position_and_key(&played), position_and_key(board));
}

fn assert_alike(word: &Board, rows: &Board) {
    assert!(matches!((word.usable(), rows.usable()), (Cells::Word(_), Cells::Rows(_))));
    for board in [word, rows] {
        board.validate().unwrap();
    }
    assert_eq!(word.to_position(), rows.to_position());
    assert_eq!(word.outcome(), rows.outcome());
    let sets = |board: &Board| [board.usable(), board.numbers(), board.alive(), board.reachable()];
    assert_eq!(sets(word), sets(rows));
    assert_eq!(word.count_all(100), rows.count_all(100));
    assert!(word.components().eq(rows.components()));
    for number in word.numbers().iter() {
        assert_eq!(word.count_areas(number, 5000), rows.count_areas(number, 5000));
        if word.alive().contains(number) {
            assert_eq!(word.ball(number), rows.ball(number));
        }
        let shown = |board: &Board| {
            let mut shown = Vec::new();
            let _ = board.visit_areas(number, &mut |area| {
                shown.push(*area);
                if shown.len() < 200 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
            shown
        };
        assert_eq!(shown(word), shown(rows));
    }
}
