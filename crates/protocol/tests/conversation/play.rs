//! Right conversations: values arrive, and requests have the form that the document prescribes.

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};

use twinboard_protocol::EngineSettings;
use twinboard_vocabulary::{Game, Implementation, TryClone};

use crate::nim::{NOT_ONE_TO_THREE, TOO_MANY};
use crate::server::{Fault, Setting, unspoilt};
use crate::{NimEngine, engine};

fn unspoilt_engine(setting: Setting) -> NimEngine {
    engine(setting.connect(unspoilt).0).unwrap()
}

/// What was sent to an engine, in batches.
struct Sent(Arc<Mutex<Vec<Vec<u8>>>>);

impl Sent {
    fn batches(&self) -> usize {
        self.0.lock().unwrap().len()
    }

    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().concat()).unwrap()
    }
}

fn recorded_engine() -> (NimEngine, Sent) {
    let (settings, sent) = Setting::default().connect(unspoilt);
    (engine(settings).unwrap(), Sent(sent))
}

pub(crate) fn legal_moves(game: &impl Game<Vocabulary = crate::nim::Nim>) -> Vec<u8> {
    let mut all = Vec::new();
    let _ = game.visit_legal_moves(&mut |legal| {
        all.push(*legal);
        ControlFlow::Continue(())
    });
    all
}

#[test]
fn a_game_is_played_over_the_pipe() {
    // In pieces of every small size, so that lines are torn apart.
    for piece in [1, 2, 3, 7, usize::MAX] {
        let engine = unspoilt_engine(Setting { piece, ..Setting::default() });
        let mut game = engine.set_up(&5).unwrap();
        assert_eq!((game.position(), game.outcome().to_string()), (5, "playing".into()));
        assert_eq!(legal_moves(&game), [1, 2, 3]);
        assert_eq!(game.play(&9), Err(NOT_ONE_TO_THREE));
        assert_eq!(game.play(&3), Ok(3));
        assert_eq!((game.position(), legal_moves(&game)), (2, vec![1, 2]));
        assert_eq!(game.play(&3), Err(TOO_MANY));
        assert_eq!(game.key(), Some(0xab02));
        assert_eq!((game.count_kind(&1, 5), game.count_kind(&1, 1)), (Some(2), None));
        let mut copy = game.try_clone().unwrap();
        assert_eq!(copy.play(&1), Ok(1));
        assert_eq!((copy.position(), game.position()), (1, 2));
        assert!(game.undo_moves(&[1, 1, 1]));
        assert_eq!((game.position(), game.validate()), (2, Ok(())));
        assert!(matches!(game.sample_legal_move(&mut || 3), Some(1 | 2)));
        drop(copy);
        assert_eq!(game.play(&2), Ok(2));
        assert_eq!((game.outcome().to_string(), legal_moves(&game)), ("over".into(), vec![]));
        assert_eq!(game.sample_legal_move(&mut || 3), None);
    }
}

#[test]
fn five_requests_are_enough() {
    let engine = unspoilt_engine(Setting { offers: "", ..Setting::default() });
    let mut game = engine.set_up(&4).unwrap();
    assert!(game.try_clone().is_none() && game.key().is_none() && !game.undo_moves(&[1]));
    // Events and reasons are those of the oracle.
    assert_eq!((game.play(&3), game.play(&2)), (Ok(3), Err(TOO_MANY)));
    assert_eq!((game.position(), legal_moves(&game)), (1, vec![1]));
    assert_eq!((game.count_kind(&1, 5), game.sample_legal_move(&mut || 0)), (Some(1), Some(1)));
    assert_eq!(game.validate(), Ok(()));
}

#[test]
fn without_counts_at_most_16_384_moves_are_asked_for() {
    // As if there were more moves than any list has.
    let mut lists = [16_384, 4_096, 16_384].into_iter();
    let spoil = move |_, answer: String| match answer.split_once(" moves ") {
        Some((number, _)) => {
            let most = lists.next().expect("a longer list was asked for");
            format!("{number} moves {most} more\n{}", "1\n".repeat(most)).into_bytes()
        }
        None => answer.into_bytes(),
    };
    let setting = Setting { offers: "events reasons", ..Setting::default() };
    let game = engine(setting.connect(spoil).0).unwrap().set_up(&4).unwrap();
    assert!(!game.can_count_kinds());
    assert_eq!(game.sample_legal_move(&mut || 7), Some(1));
}

#[test]
fn set_ups_outside_of_limits_are_not_sent_and_unsupported_ones_are_skipped() {
    let engine = unspoilt_engine(Setting::default());
    assert_eq!(engine.set_up(&100).unwrap().position(), 100);
    // The position is asked for in advance, and there is none.
    assert!(engine.set_up(&101).is_none() && !engine.accepts(&101));
    assert!(engine.set_up(&100).is_some() && engine.accepts(&100));
    // Set-ups of this rule set have no rows.
    let engine = unspoilt_engine(Setting { limits: "limit rows 1 9\n", ..Setting::default() });
    let message = engine.check_limits(&3).unwrap_err().to_string();
    let expected = "the engine limits `rows`; expected one of stones (EP-13)";
    assert!(message.contains(expected), "{message}");
}

#[test]
fn set_ups_at_both_ends_of_a_limit_are_within_it() {
    let limits = "limit stones 3 9\n";
    let engine = unspoilt_engine(Setting { limits, ..Setting::default() });
    for stones in [3, 4, 8, 9] {
        let game = engine.set_up(&stones).unwrap_or_else(|| panic!("{stones} are refused"));
        assert_eq!(game.position(), stones);
        assert!(engine.accepts(&stones), "{stones}");
        assert_eq!(engine.adapt(&stones), None, "{stones}");
    }
    for (stones, adapted) in [(0, 3), (2, 3), (10, 9), (100, 9)] {
        assert!(engine.set_up(&stones).is_none(), "{stones} are played");
        assert!(!engine.accepts(&stones), "{stones}");
        assert_eq!(engine.adapt(&stones), Some(adapted), "{stones}");
    }
}

#[test]
fn a_step_costs_one_round_trip_once_its_questions_are_known() {
    let (engine, sent) = recorded_engine();
    let mut game = engine.set_up(&20).unwrap();
    let mut step = |stones: u8| {
        let before = sent.batches();
        game.play(&stones).unwrap();
        let _ = (game.position(), game.outcome(), legal_moves(&game), game.key());
        sent.batches() - before
    };
    assert_eq!(step(1), 5);
    assert_eq!((step(2), step(3)), (1, 1));
    // A question asked twice is two requests: a question may wrongly change a game.
    let before = sent.batches();
    let _ = (game.position(), game.position());
    assert_eq!(sent.batches() - before, 2);
}

#[test]
fn dice_are_a_promise_and_their_many_draws_are_not_asked_in_advance() {
    for (offers, promise) in [("random dice", Some(1)), ("random", None), ("dice", None)] {
        let engine = unspoilt_engine(Setting { offers, ..Setting::default() });
        assert_eq!(engine.set_up(&9).unwrap().sampling_bias(), promise, "{offers}");
    }
    let (engine, sent) = recorded_engine();
    let mut game = engine.set_up(&9).unwrap();
    let drawn = |game: &mut dyn FnMut() -> Option<u8>| {
        let mut counts = [0; 3];
        (0..900).for_each(|_| counts[usize::from(game().unwrap()) - 1] += 1);
        counts
    };
    let mut random = 0..;
    let mut number = move || random.next().unwrap();
    let counts = drawn(&mut || game.sample_legal_move(&mut number));
    assert!(counts.iter().all(|count| (200..400).contains(count)), "{counts:?}");
    let before = sent.text().len();
    game.play(&1).unwrap();
    let bytes = sent.text().len() - before;
    assert!(bytes < 64 * 40, "64 questions are asked in advance: {bytes}");
}

/// A copy that is the game itself changes the game, and only a question after that shows it, however
/// often the same was asked before.
#[test]
fn no_question_is_asked_in_advance_across_a_copy() {
    let (engine, sent) = recorded_engine();
    for heap in [5, 6, 7] {
        let game = engine.set_up(&heap).unwrap();
        assert_eq!(game.position(), heap);
        let mut copy = game.try_clone().unwrap();
        sent.0.lock().unwrap().clear();
        assert_eq!(copy.play(&1), Ok(1));
        assert_eq!(game.position(), heap);
        let requests = sent.text();
        let at = |word| requests.find(word).unwrap_or_else(|| panic!("no {word} in {requests}"));
        assert!(at(" play ") < at(" position "), "{requests}");
    }
}

#[test]
fn announced_moves_of_several_games_are_sent_together() {
    let (engine, sent) = recorded_engine();
    let mut game = engine.set_up(&20).unwrap();
    // The engine may play while the caller does something else.
    for is_flushed in [false, true] {
        let mut copy = game.try_clone().unwrap();
        let before = sent.batches();
        game.prefetch(&3);
        copy.prefetch(&2);
        if is_flushed {
            game.flush();
            assert_eq!(sent.batches() - before, 1);
            game.flush();
        }
        assert_eq!((game.play(&3), copy.play(&2)), (Ok(3), Ok(2)));
        assert_eq!(sent.batches() - before, 1);
    }
    // A game that is dropped leaves its announced move.
    let mut copy = game.try_clone().unwrap();
    copy.prefetch(&3);
    drop(copy);
    assert_eq!(game.position(), 14);
}

/// Games beside others are asked other questions: transformed games, and positions set up anew.
#[test]
fn what_is_expected_after_a_set_up_depends_on_the_number_of_other_games() {
    let (engine, sent) = recorded_engine();
    let mut batches = 0;
    for heap in [7, 8, 9] {
        let before = sent.batches();
        let game = engine.set_up(&heap).unwrap();
        let beside = engine.set_up(&heap).unwrap();
        let _ = (game.position(), game.outcome(), legal_moves(&game), beside.key());
        batches = sent.batches() - before;
    }
    assert_eq!(batches, 2);
}

/// Of two games beside the same number of others one is asked for its key, the other for all.
#[test]
fn questions_go_on_as_they_did_before() {
    let (engine, sent) = recorded_engine();
    let batches = |asks: &dyn Fn(&crate::NimGame)| {
        let before = sent.batches();
        asks(&engine.set_up(&9).unwrap());
        sent.batches() - before
    };
    let key = |game: &crate::NimGame| assert!(game.key().is_some());
    let all = |game: &crate::NimGame| {
        let _ = (game.position(), game.outcome(), legal_moves(game), game.key());
    };
    assert_eq!([batches(&key), batches(&all)], [2, 4]);
    // The first question that was not expected brings those that followed it.
    assert_eq!([batches(&key), batches(&all), batches(&key)], [1, 2, 1]);
}

#[test]
fn repeated_draws_are_prefetched() {
    let (engine, sent) = recorded_engine();
    let game = engine.set_up(&9).unwrap();
    let before = sent.batches();
    (0..100).for_each(|number| assert!(game.sample_legal_move(&mut || number).is_some()));
    // Of 1, 2, 4 and so on up to 65 draws.
    assert_eq!(sent.batches() - before, 7);
}

/// What is drawn does not depend on how many draws were asked in advance.
#[test]
fn draws_go_on_after_a_copy_and_after_moves_that_are_taken_back() {
    let draws = |between: &dyn Fn(&mut crate::NimGame)| {
        let (engine, sent) = recorded_engine();
        let mut game = engine.set_up(&9).unwrap();
        let draw = |game: &crate::NimGame, number| {
            assert!(game.sample_legal_move(&mut || number).is_some());
        };
        // The second draw brings the third one.
        (0..2).for_each(|number| draw(&game, number));
        between(&mut game);
        draw(&game, 2);
        let sent = sent.text();
        let drawn = sent.lines().filter_map(|line| line.split_once(" random 1 "));
        // One is asked before `undo`, and its answer is not used.
        let drawn = drawn.filter(|(_, number)| *number != "1");
        drawn.map(|(_, number)| number.to_owned()).collect::<Vec<_>>()
    };
    let expected = draws(&|_| ());
    assert_eq!(expected.len(), 3);
    let betweens: [&dyn Fn(&mut crate::NimGame); 2] =
        [&|game| drop(game.try_clone().unwrap()), &|game| assert!(game.undo_moves(&[2]))];
    for between in betweens {
        let numbers = draws(between);
        assert_eq!(numbers[..3], expected);
        assert_eq!(numbers[3], expected[2]);
    }
}

/// A number that draws once more is sent once more, also by a copy.
#[test]
fn equal_numbers_are_sent_as_equal_numbers() {
    let (engine, sent) = recorded_engine();
    let game = engine.set_up(&9).unwrap();
    for number in [7, 7, 8, 8] {
        game.sample_legal_move(&mut || number);
    }
    game.try_clone().unwrap().sample_legal_move(&mut || 8);
    let sent = sent.text();
    let drawn = sent.lines().filter_map(|line| line.split_once(" random ")?.1.split_once(' '));
    let drawn: Vec<(&str, &str)> = drawn.collect();
    let number = |index: usize| drawn.iter().filter(|it| it.1 == drawn[index].1).count();
    assert!(number(0) == 2 && drawn.iter().any(|it| it.0 == "2"), "{drawn:?}");
    let of_copy = drawn.iter().find(|it| it.0 == "2").unwrap().1;
    assert_eq!(drawn.iter().filter(|it| **it == ("1", of_copy)).count(), 2, "{drawn:?}");
}

/// What the caller cannot see of single moves that are taken back is a breach.
#[test]
fn each_move_that_is_taken_back_is_checked() {
    let undo = |fault| {
        let engine = unspoilt_engine(Setting { fault, ..Setting::default() });
        let mut game = engine.set_up(&7).unwrap();
        game.play(&1).unwrap();
        crate::failure(|| game.undo_moves(&[3, 9, 2]))
    };
    assert_eq!(undo(Fault::None), None);
    for (fault, expected) in [
        (
            Fault::CopyWithoutHistory,
            "after `3`, `9` (refused), `2`, `copy` and `undo`, 1 of 2 times, the answer to position is \
             `1`; expected `3` as before (EP-24)",
        ),
        (
            Fault::StaleMoves,
            "after `3`, `9` (refused), `2` and `undo`, 1 of 2 times, the answer to moves is \
             `moves 1\\n1`; expected `moves 3\\n1\\n2\\n3` as before; a copy took them back first (EP-25)",
        ),
        (
            Fault::UndoesRefused,
            "after `3`, `9` (refused), `2` and `undo`, 2 of 2 times, the answer to position is \
             `3`; expected `6` as before; a copy took them back first (EP-25)",
        ),
    ] {
        let found = undo(fault).unwrap();
        assert!(found.starts_with(expected), "{found}");
    }
}

/// Values are compared, not their spelling: every other answer has its numbers with a zero in front.
#[test]
fn values_may_be_spelled_otherwise_after_moves_are_taken_back() {
    let spelled = |number, answer: String| {
        let (head, lines) = answer.split_once('\n').unwrap();
        let zero = if number % 2 == 1 && !head.contains("hello") { "0" } else { "" };
        let lines = lines.lines().map(|line| format!("{zero}{line}\n"));
        format!("{head}\n{}", lines.collect::<String>()).into_bytes()
    };
    let engine = engine(Setting::default().connect(spelled).0).unwrap();
    for heap in 4..12 {
        let mut game = engine.set_up(&heap).unwrap();
        game.play(&1).unwrap();
        assert_eq!(crate::failure(|| game.undo_moves(&[2, 1])), None);
    }
}

#[test]
fn requests_have_the_form_of_the_document_and_are_sent_one_by_one_if_wanted() {
    let (engine, sent) = recorded_engine();
    let mut game = engine.set_up(&3).unwrap();
    let _ = (game.position(), legal_moves(&game), game.play(&2));
    drop(game);
    let _ = engine.set_up(&1);
    // What was asked before the move is asked after it, too, and after the next set-up.
    let expected = "1 hello 1\n2 set-up 1 1\n3\n3 position 1\n4 moves 1 4096\n5 play 1 2\n\
                    6 position 1\n7 moves 1 4096\n8 end 1\n9 set-up 2 1\n1\n10 position 2\n\
                    11 moves 2 4096\n";
    assert_eq!(sent.text(), expected);
    for one_by_one in [true, false] {
        let (settings, sent) = Setting::default().connect(unspoilt);
        let engine = crate::engine(EngineSettings { one_by_one, ..settings }).unwrap();
        for heap in [9, 9, 9] {
            let mut game = engine.set_up(&heap).unwrap();
            for stones in [1, 1, 9] {
                let _ = (game.play(&stones), game.position(), game.outcome());
            }
        }
        // The line of a set-up has no blank.
        let requests = |batch: &Vec<u8>| {
            String::from_utf8_lossy(batch).lines().filter(|line| line.contains(' ')).count()
        };
        let most = sent.lock().unwrap().iter().map(requests).max();
        assert_eq!(most == Some(1), one_by_one, "{most:?}");
    }
}
