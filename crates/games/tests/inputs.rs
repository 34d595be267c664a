//! Generators of inputs: they write well-formed judge input of the requested size, which is the
//! same in every version.

use std::collections::BTreeMap;

use twinboard_harness::inputs::{Generator, ParameterValues};
use twinboard_harness::{Side, random};
use twinboard_vocabulary::linkpop::{self, Attribute, Margin, text as linkpop_text};
use twinboard_vocabulary::samegame::{Grid, text as samegame};
use twinboard_vocabulary::{CaseReader, Game, Item, Limits};

fn generator(rule_set: &str) -> Generator {
    generators().find(|generator| generator.rule_set == rule_set).unwrap()
}

fn generators() -> impl Iterator<Item = Generator> {
    twinboard_games::registrations().into_iter().map(|one| one.input_generator())
}

/// The smallest or the largest value of each parameter that is not given.
fn at_an_end(generator: &Generator, largest: bool, given: &[(&str, u64)]) -> ParameterValues {
    let ends = generator.parameters.iter().map(|parameter| {
        let given =
            given.iter().find(|(name, _)| *name == parameter.name).map(|(_, number)| *number);
        let end = if largest { *parameter.range.end() } else { *parameter.range.start() };
        (parameter.name.to_owned(), given.unwrap_or(end))
    });
    generator.choose(&ends.collect()).unwrap()
}

fn usual(generator: &Generator) -> ParameterValues {
    let first = generator.parameters.iter().filter(|parameter| parameter.default.is_none());
    let first: BTreeMap<_, _> =
        first.map(|parameter| (parameter.name.to_owned(), *parameter.range.start())).collect();
    generator.choose(&first).unwrap()
}

#[test]
fn a_seed_determines_the_same_input_in_every_version() {
    let digest = |rule_set| {
        let generator = generator(rule_set);
        random::digest(generator.generate(&usual(&generator), 1).as_bytes())
    };
    assert_eq!(digest("samegame"), 14_252_202_539_672_086_096);
    assert_eq!(digest("linkpop"), 15_848_200_938_475_234_582);
}

/// The only grid of an input, and the numbers of its accepted and its refused selections.
fn samegame_case(text: &str) -> (Grid, usize, usize) {
    let mut reader = samegame::Reader::new(text.as_bytes(), Limits::Judge);
    let Some(Item::Setup(grid)) = reader.next_item().unwrap() else { panic!("{text}") };
    let mut game = twinboard_oracle::SameGame::set_up(&grid).unwrap();
    let (mut accepted, mut refused) = (0, 0);
    while let Some(item) = reader.next_item().unwrap() {
        match item {
            Item::Move(selection) if game.play(&selection).is_ok() => accepted += 1,
            Item::Move(_) => refused += 1,
            _ => {}
        }
    }
    (grid, accepted, refused)
}

#[test]
fn grids_have_the_requested_size_and_selections_remove_something() {
    let generator = generator("samegame");
    let (small, large) = (at_an_end(&generator, false, &[]), at_an_end(&generator, true, &[]));
    assert_eq!(generator.generate(&small, 1), "1 1\n0\n0 0\n0 0\n");
    let (grid, accepted, _) = samegame_case(&generator.generate(&large, 1));
    assert_eq!((grid.rows(), grid.columns()), (10, 40));
    for colour in 0..10 {
        assert!(grid.colours().contains(&colour), "{colour}");
    }
    assert!(accepted > 10);
    let given = |stray| {
        [("rows", 10), ("columns", 12), ("colours", 4), ("moves", 10_000), ("stray", stray)]
    };
    let chosen = |stray| at_an_end(&generator, true, &given(stray));
    let (_, accepted, refused) = samegame_case(&generator.generate(&chosen(0), 1));
    assert!(accepted > 10 && refused == 0, "{accepted} {refused}");
    let (_, accepted, refused) = samegame_case(&generator.generate(&chosen(50), 1));
    assert!(accepted > 10 && refused > 3, "{accepted} {refused}");
    let few = at_an_end(&generator, true, &[("moves", 3), ("colours", 3)]);
    let (_, accepted, refused) = samegame_case(&generator.generate(&few, 1));
    assert_eq!(accepted + refused, 3);
}

#[test]
fn both_sides_answer_a_file_of_the_judge_alike() {
    let all = twinboard_games::all();
    let subject = all.iter().find(|subject| subject.name() == "samegame").expect("it is built in");
    let generator = generator("samegame");
    let mut input = String::new();
    for seed in 0..200 {
        let given = [("colours", 3 + seed % 8), ("moves", 200), ("stray", 75)];
        let grid = generator.generate(&at_an_end(&generator, true, &given), seed);
        // Each grid ends with a line of zeros, and the file with another one.
        input += grid.strip_suffix("0 0\n").expect("it ends the file");
    }
    input += "0 0\n";
    let [engine, oracle] = [Side::Engine, Side::Oracle].map(|side| {
        let mut answers = Vec::new();
        let input = Box::new(std::io::Cursor::new(input.clone()));
        let played = subject.play(side, input, Limits::Judge, &mut answers);
        assert!(played.is_ok(), "the {side} stopped: {played:?}");
        answers
    });
    let text = String::from_utf8(engine.clone()).expect("answers are text");
    assert_eq!(text.matches("Grid ").count(), 200, "an answer for each grid");
    assert!(engine == oracle);
}

fn linkpop_board(text: &str) -> linkpop::Board {
    let mut reader = linkpop_text::Reader::new(text.as_bytes(), Limits::Judge, Margin::Inside);
    let Some(Item::Setup(setup)) = reader.next_item().unwrap() else { panic!("{text}") };
    setup.board
}

#[test]
fn boards_have_the_requested_size_symbols_and_movement() {
    let generator = generator("linkpop");
    let small = at_an_end(&generator, false, &[]);
    assert_eq!(generator.generate(&small, 1), "1 1\nAS\n0 0\n");
    for (moving, expected) in [(0, 0..=0), (50, 400..=500), (100, 900..=900_usize)] {
        let chosen = at_an_end(&generator, true, &[("moving", moving)]);
        let board = linkpop_board(&generator.generate(&chosen, 1));
        assert_eq!((board.rows(), board.columns()), (30, 30));
        let count =
            |attribute| board.blocks().filter(|(_, block)| block.attribute == attribute).count();
        let all_move = Attribute::ALL.into_iter().filter(|&it| it != Attribute::Still).map(count);
        let counts: Vec<usize> = all_move.collect();
        assert!(expected.contains(&counts.iter().sum::<usize>()), "{moving}: {counts:?}");
        let spread = counts.iter().max().unwrap() - counts.iter().min().unwrap();
        assert!(spread < 60, "{moving}: {counts:?}");
        let symbols = board.blocks().map(|(_, block)| block.symbol);
        assert_eq!(symbols.collect::<std::collections::BTreeSet<_>>().len(), 26);
    }
}
