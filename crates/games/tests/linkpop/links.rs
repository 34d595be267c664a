//! Pairs, costs and links checked against a search over places and directions
//! (`support/linkpop.rs`), which shares nothing with either side.

use std::fmt::Write;

use twinboard_harness::random::SplitMix;
use twinboard_vocabulary::linkpop::{Board, Cell, LinkPop as Vocabulary, Margin, Pop, Setup, Step};

use super::support::linkpop::{board, check_link, pops, random_board, robots_pop};
use super::support::play::legal_moves;
use super::{Engine, Oracle, with_each_margin};
use crate::support::play::SetUp;

/// Boards of many shapes and densities, without regularity.
fn boards() -> impl Iterator<Item = Board> {
    let mut random = SplitMix::new(2004);
    let shapes = [(1, 9), (9, 1), (2, 2), (2, 7), (3, 3), (4, 6), (6, 6), (8, 5), (9, 9), (12, 12)];
    let kinds = [(1, 0), (2, 0), (3, 20), (4, 40), (6, 55), (9, 70), (5, 85)];
    let all =
        (0..6).flat_map(move |_| shapes).flat_map(move |shape| kinds.map(|kind| (shape, kind)));
    all.map(move |(shape, (symbols, empty))| random_board(shape, symbols, empty, &mut random))
}

fn agrees_with_the_search<G: SetUp<Vocabulary = Vocabulary>>(setup: &Setup, who: &str) {
    let game = G::set_up(setup).expect("the game accepts every board");
    let expected = pops(&setup.board, setup.margin);
    let listed = legal_moves(&game);
    let mut sorted = expected.clone();
    sorted.sort_unstable();
    assert!(listed == sorted, "{who}\n{}", differing(setup, &listed, &sorted));
    let chosen = game.clone().play(&Step::Robot).ok();
    let chosen = chosen.map(|event| Pop { pair: event.pair, cost: event.link.cost() });
    let cheapest = robots_pop(&expected);
    assert_eq!(chosen, cheapest, "{who}: the robot's pair\n{}", shown(setup));
    for &pop in &listed {
        let [first, second] = [pop.pair.earlier(), pop.pair.other()].map(Into::into);
        let event = game.clone().play(&Step::Pop(first, second)).expect("it was listed");
        check_link(setup, pop, &event.link)
            .unwrap_or_else(|why| panic!("{who}: {why}\n{}", shown(setup)));
    }
}

fn shown(setup: &Setup) -> String {
    twinboard_vocabulary::linkpop::text::print(setup, &[], Margin::Inside)
}

fn differing(setup: &Setup, listed: &[Pop], expected: &[Pop]) -> String {
    let mut text = shown(setup);
    for pop in expected.iter().filter(|pop| !listed.contains(pop)) {
        let _ = writeln!(text, "not listed: {pop}");
    }
    for pop in listed.iter().filter(|pop| !expected.contains(pop)) {
        let _ = writeln!(text, "listed, but: {pop}");
    }
    text
}

#[test]
fn pairs_costs_links_and_the_robots_choice_agree_with_the_search() {
    let mut found = [0; 3];
    for setup in boards().flat_map(|board| with_each_margin(&board)) {
        agrees_with_the_search::<Engine>(&setup, "the engine");
        agrees_with_the_search::<Oracle>(&setup, "the oracle");
        for pop in pops(&setup.board, setup.margin) {
            found[usize::from(pop.cost) - 1] += 1;
        }
    }
    assert!(found.iter().all(|&count| count > 1_000), "links of each cost: {found:?}");
}

#[test]
fn outside_links_what_inside_links_at_the_same_cost_and_all_else_at_three() {
    fn holds<G: SetUp<Vocabulary = Vocabulary>>(board: &Board) -> usize {
        let [inside, outside] = with_each_margin(board)
            .map(|setup| legal_moves(&G::set_up(&setup).expect("the game accepts every board")));
        for pop in &inside {
            assert!(outside.contains(pop), "{pop} inside only\n{board:?}");
        }
        let only_outside: Vec<_> = outside.iter().filter(|pop| !inside.contains(pop)).collect();
        assert!(only_outside.iter().all(|pop| pop.cost == 3), "{only_outside:?}\n{board:?}");
        only_outside.len()
    }
    let counts = boards().map(|board| (holds::<Engine>(&board), holds::<Oracle>(&board)));
    let [mut engine, mut oracle] = [0; 2];
    counts.for_each(|(one, other)| (engine, oracle) = (engine + one, oracle + other));
    assert_eq!(engine, oracle);
    assert!(engine > 1_000, "only {engine} pairs need the outside");
}

#[test]
fn the_search_agrees_with_the_examples_of_the_rules() {
    let cost = |rows: &[&str], margin| {
        let pops = pops(&board(rows), margin);
        pops.iter().map(|pop| (pop.pair.earlier(), pop.pair.other(), pop.cost)).collect::<Vec<_>>()
    };
    let cell = Cell::new;
    let (inside, outside) = (Margin::Inside, Margin::Outside);
    assert_eq!(cost(&["AS .. .. AS", ".. .. BS .."], inside), [(cell(0, 0), cell(0, 3), 1)]);
    let two = ["AS .. ..", "BS CS ..", ".. .. AS"];
    assert_eq!(cost(&two, inside), [(cell(0, 0), cell(2, 2), 2)]);
    let three = ["AS BS AS", ".. DS ..", ".. .. .."];
    assert_eq!(cost(&three, inside), [(cell(0, 0), cell(0, 2), 3)]);
    assert_eq!(cost(&["AS BS AS"], inside), []);
    assert_eq!(cost(&["AS BS AS"], outside), [(cell(0, 0), cell(0, 2), 3)]);
    // LP-5: four segments are too many, on the board and around it.
    assert_eq!(cost(&["AS .. CS", "BS .. DS", "ES .. ..", "FS GS AS"], inside), []);
    assert_eq!(cost(&["AS BS", "BS AS"], outside), []);
}

#[test]
fn an_invalid_link_is_rejected_with_its_reason() {
    use twinboard_vocabulary::linkpop::{Link, Pair, Point};
    let setup = Setup { board: board(&["AS BS AS", ".. .. .."]), margin: Margin::Inside };
    let check = |cost: u8, points: &[(i8, i8)]| {
        let points: Vec<_> = points.iter().map(|&(row, column)| Point::new(row, column)).collect();
        let pair = Pair::new(Cell::new(0, 0), Cell::new(0, 2));
        check_link(&setup, Pop { pair, cost }, &Link::new(&points))
    };
    assert_eq!(check(3, &[(0, 0), (1, 0), (1, 2), (0, 2)]), Ok(()));
    for (cost, points, why) in [
        (2, &[(0, 0), (1, 0), (1, 2), (0, 2)][..], "does not cost 2"),
        (1, &[(0, 0), (0, 2)], "passes (0, 1), which is not free"),
        (3, &[(0, 0), (-1, 0), (-1, 2), (0, 2)], "passes (-1, 0), which is not free"),
        (3, &[(0, 2), (1, 2), (1, 0), (0, 0)], "is no link of"),
        (2, &[(0, 0), (1, 1), (0, 2)], "not straight"),
        (3, &[(0, 0), (1, 0), (1, 0), (0, 2)], "not straight"),
    ] {
        let message = check(cost, points).expect_err("it is no link");
        assert!(message.contains(why), "{message}");
    }
}
