//! Each invariant rejects the steps that break it, and accepts a correct step.

use twinboard_harness::{Observed, View};
use twinboard_vocabulary::linkpop::{
    Board, Cell, Link, LinkPop, Margin, Outcome, Pair, Pick, Point, Pop, Popped, Refusal, Setup,
    Step, Symbol,
};

use super::INVARIANTS;

fn board(rows: &[&str]) -> Board {
    let columns = rows[0].split_whitespace().count();
    let text = format!("{} {columns}\n{}\n0 0\n", rows.len(), rows.join("\n"));
    text.parse::<Setup>().expect("a small board").board
}

fn pair(one: (u8, u8), other: (u8, u8)) -> Pair {
    Pair::new(Cell::new(one.0, one.1), Cell::new(other.0, other.1))
}

fn pop(one: (u8, u8), other: (u8, u8), cost: u8) -> Pop {
    Pop { pair: pair(one, other), cost }
}

fn request(one: (u8, u8), other: (u8, u8)) -> Step {
    let pick = |(row, column): (u8, u8)| Pick { row: row.into(), column: column.into() };
    Step::Pop(pick(one), pick(other))
}

fn link(points: &[(i8, i8)]) -> Link {
    let points: Vec<_> = points.iter().map(|&(row, column)| Point::new(row, column)).collect();
    Link::new(&points)
}

fn turn(cells: &[(u8, u8)]) -> Vec<Cell> {
    cells.iter().map(|&(row, column)| Cell::new(row, column)).collect()
}

fn view(board: Board, legal: &[Pop]) -> View<LinkPop> {
    let outcome = if board.blocks().next().is_none() {
        Outcome::Cleared
    } else if legal.is_empty() {
        Outcome::Stuck
    } else {
        Outcome::Playing
    };
    View { position: board, outcome, legal: Some(legal.to_vec()) }
}

type Scene = crate::tests::Scene<LinkPop>;

impl Scene {
    /// `X` is popped. `A` moves left in turn 1, and `B` up into the cell that `A` has left.
    fn right() -> Self {
        let before = board(&["XS YS CS", "XS AL DS", "ES BU YS"]);
        let result = Popped {
            pair: pair((0, 0), (1, 0)),
            symbol: Symbol::from_letter(b'X').expect("a letter"),
            link: link(&[(0, 0), (1, 0)]),
            turns: vec![turn(&[(1, 1), (2, 1)])],
        };
        let now = board(&[".. YS CS", "AL BU DS", "ES .. YS"]);
        Self {
            invariants: INVARIANTS,
            setup: Setup { board: before.clone(), margin: Margin::Inside },
            before: view(before, &[pop((0, 0), (1, 0), 1)]),
            mv: request((0, 0), (1, 0)),
            result: Ok(result),
            now: view(now, &[]),
        }
    }

    fn now(self, rows: &[&str]) -> Self {
        self.with(|scene| scene.now = view(board(rows), &[]))
    }
}

#[test]
fn a_right_step_breaks_nothing() {
    assert_eq!(Scene::right().broken(), []);
    assert_eq!(Scene::right().with(|scene| scene.mv = Step::Robot).broken(), []);
}

#[test]
fn a_board_other_than_that_of_the_set_up_is_noticed() {
    let setup = Setup { board: board(&["AS BS"]), margin: Margin::Inside };
    for (rows, is_broken) in [(&["AS BS"][..], false), (&["AS .."], true)] {
        let now = view(board(rows), &[]);
        let observed = Observed { setup: &setup, step: None, now: &now, observations: &[] };
        let mut results = INVARIANTS.iter().map(|invariant| (invariant.check)(&observed));
        assert_eq!(results.any(|result| result.is_err()), is_broken);
    }
}

#[test]
fn blocks_that_vanish_appear_or_change_are_not_conserved() {
    let conserved = "blocks leave two by two";
    let scene = |rows: &[&str]| Scene::right().now(rows);
    let vanished = scene(&[".. YS CS", "AL BU DS", "ES .. .."]);
    vanished.breaks(conserved, "YS: 1 are left, 2 should be");
    let appeared = scene(&[".. YS CS", "AL BU DS", "ES ZS YS"]);
    appeared.breaks(conserved, "ZS: 1 are left, 0 should be");
    let turned = scene(&[".. YS CS", "AL BD DS", "ES .. YS"]);
    turned.breaks(conserved, "are left");
    let renamed = scene(&[".. YS CS", "FL BU DS", "ES .. YS"]);
    renamed.breaks(conserved, "are left");
}

#[test]
fn popped_blocks_had_the_symbol_of_the_event() {
    let symbol = Symbol::from_letter(b'W').expect("a letter");
    let scene = Scene::right().with(|scene| scene.event().symbol = symbol);
    scene.breaks("blocks leave two by two", "(0,0) was popped as W, and held Some(XS)");
    let scene = Scene::right().with(|scene| scene.event().pair = pair((0, 0), (1, 1)));
    scene.breaks("blocks leave two by two", "(1,1) was popped as X, and held Some(AL)");
}

#[test]
fn blocks_that_move_or_stay_against_the_rules_are_noticed() {
    let scene = Scene::right().now(&[".. YS CS", "AL BU DS", ".. ES YS"]);
    scene.breaks("a standing block never moves", "ES stood at (2,0)");
    let mut scene = Scene::right().now(&[".. YS CS", "AL .. DS", "ES BU YS"]);
    scene.event().turns = vec![turn(&[(1, 1)])];
    scene.breaks("a settled board is settled", "BU at (2,1) can still move");
}

#[test]
fn turns_that_do_not_lead_to_the_board_are_noticed() {
    let turns = "the turns lead from the pop to the board";
    let with = |turns| Scene::right().with(|scene| scene.event().turns = turns);
    with(vec![]).breaks(turns, "they lead to another board");
    with(vec![turn(&[(2, 1), (1, 1)])]).breaks(turns, "out of order");
    with(vec![turn(&[(1, 1), (2, 1)]), vec![]]).breaks(turns, "turn 2 is empty");
    with(vec![turn(&[(1, 1), (2, 1), (2, 1)])]).breaks(turns, "out of order");
    with(vec![turn(&[(0, 0)])]).breaks(turns, "nothing stood at (0,0)");
    with(vec![turn(&[(1, 1), (2, 0)])]).breaks(turns, "ES at (2,0) cannot leave it");
    let onto = with(vec![turn(&[(1, 1), (2, 1)]), turn(&[(1, 1)])]);
    onto.breaks(turns, "turn 2: BU at (1,1) moves onto YS");
    with(vec![turn(&[(2, 1)])]).breaks(turns, "AL at (1,1) could move, and did not");
    // The first of these two turns is wrong: the block below could have followed at once.
    let lazy = with(vec![turn(&[(1, 1)]), turn(&[(2, 1)])]);
    lazy.breaks(turns, "turn 1: BU at (2,1) could move, and did not");
}

#[test]
fn an_obvious_link_that_is_not_listed_is_noticed() {
    let see = "blocks that see each other, or one side, are linked";
    let broken = |rows: &[&str], margin, legal: &[Pop]| {
        let scene = Scene { now: view(board(rows), legal), ..Scene::right() };
        let scene = scene.with(|scene| scene.setup.margin = margin);
        let broken = scene.broken().into_iter().find(|(invariant, _)| invariant.contains(see));
        broken.map(|(_, message)| message)
    };
    let (inside, outside) = (Margin::Inside, Margin::Outside);
    let beside = broken(&["AS .. AS"], inside, &[]).expect("a row");
    assert!(beside.contains("(0,0) and (0,2) see each other"), "{beside}");
    assert_eq!(broken(&["AS .. AS"], inside, &[pop((0, 0), (0, 2), 1)]), None);
    assert!(broken(&["AS .. AS"], inside, &[pop((0, 0), (0, 2), 3)]).is_some(), "it costs 1");
    assert!(broken(&["AS", "AS"], inside, &[]).is_some(), "a column");
    assert_eq!(broken(&["AS BS AS"], inside, &[]), None);
    let above = broken(&["AS BS AS"], outside, &[]).expect("both see the upper side");
    assert!(above.contains("(0,0) and (0,2) see one side"), "{above}");
    assert_eq!(broken(&["AS BS AS"], outside, &[pop((0, 0), (0, 2), 3)]), None);
    assert!(broken(&["AS", "BS", "AS"], outside, &[]).is_some(), "the left side");
    let below = ["BS CS DS", "AS ES AS"];
    assert!(broken(&below, outside, &[]).is_some(), "the lower side");
    let hidden = ["BS CS BS", "DS AS ES", "CS FS GS", "ES AS FS", "GS HS HS"];
    let listed = [pop((0, 0), (0, 2), 3), pop((4, 1), (4, 2), 1)];
    assert_eq!(broken(&hidden, outside, &listed), None, "neither sees a side");
}

/// Two blocks with a third between them, a free row below, and a link from one to the other.
fn linked(margin: Margin, points: &[(i8, i8)]) -> Scene {
    let cost = points.len() as u8 - 1;
    let result = Popped {
        pair: pair((0, 0), (0, 2)),
        symbol: Symbol::from_letter(b'A').expect("a letter"),
        link: link(points),
        turns: vec![],
    };
    let before = board(&["AS BS AS", ".. .. ..", ".. .. .."]);
    Scene {
        invariants: INVARIANTS,
        setup: Setup { board: before.clone(), margin },
        before: view(before, &[pop((0, 0), (0, 2), cost)]),
        mv: request((0, 0), (0, 2)),
        result: Ok(result),
        now: view(board(&[".. BS ..", ".. .. ..", ".. .. .."]), &[]),
    }
}

#[test]
fn a_link_that_is_not_a_path_over_empty_cells_is_noticed() {
    let path = "a link is a path over empty cells";
    let (inside, outside) = (Margin::Inside, Margin::Outside);
    assert_eq!(linked(inside, &[(0, 0), (1, 0), (1, 2), (0, 2)]).broken(), []);
    assert_eq!(linked(outside, &[(0, 0), (-1, 0), (-1, 2), (0, 2)]).broken(), []);
    linked(inside, &[(0, 0), (-1, 0), (-1, 2), (0, 2)]).breaks(path, "(-1,0) is off the board");
    let far = linked(outside, &[(0, 0), (-2, 0), (-2, 2), (0, 2)]);
    far.breaks(path, "(-2,0) is further out than the ring");
    linked(inside, &[(0, 0), (0, 2)]).breaks(path, "(0,1) holds a block");
    linked(inside, &[(0, 0), (0, 1), (0, 2)]).breaks(path, "holds a block");
    linked(inside, &[(0, 2), (1, 2), (1, 0), (0, 0)]).breaks(path, "does not lead from");
    linked(inside, &[(0, 0), (1, 1), (0, 2)]).breaks(path, "is not straight");
    linked(inside, &[(0, 0), (0, 0), (0, 2)]).breaks(path, "is not straight");
    linked(inside, &[(0, 0), (1, 0), (2, 0), (0, 2)]).breaks(path, "does not turn at (1,0)");
}

#[test]
fn a_pop_of_other_cells_than_those_asked_for_is_noticed() {
    let asked_for = "a pop is what was asked for";
    for step in [request((0, 0), (1, 1)), request((0, 0), (9, 9)), request((0, 0), (0, 0))] {
        Scene { mv: step, ..Scene::right() }.breaks(asked_for, "was popped");
    }
    let swapped = Scene { mv: request((1, 0), (0, 0)), ..Scene::right() };
    assert_eq!(swapped.broken(), []);
}

#[test]
fn a_pair_of_the_robot_that_does_not_come_first_is_noticed() {
    let first = "the robot's pair comes first";
    let robot = |legal: &[Pop]| {
        let scene = Scene { mv: Step::Robot, ..Scene::right() };
        scene.with(|scene| scene.before.legal = Some(legal.to_vec()))
    };
    let own = pop((0, 0), (1, 0), 1);
    assert_eq!(robot(&[own, pop((0, 0), (2, 0), 1), pop((0, 1), (0, 2), 1)]).broken(), []);
    assert_eq!(robot(&[own, pop((0, 0), (0, 1), 2)]).broken(), [], "cost comes before place");
    robot(&[own, pop((0, 0), (0, 1), 1)]).breaks(first, "(0,0) (0,1) at cost 1 comes first");
    robot(&[]).breaks(first, "nothing is listed");
    let mut refused = robot(&[own]);
    refused.result = Err(Refusal::NothingToPop);
    refused.now = view(refused.before.position.clone(), &[own]);
    refused.breaks(first, "nothing was chosen");
}

#[test]
fn a_refusal_for_another_than_the_first_reason_is_noticed() {
    let reasons = "a pop is refused for its first reason";
    let before = view(board(&["AS BS ..", "CS AS .."]), &[]);
    let scene = |mv: Step, result: Refusal| {
        let (before, now) = (before.clone(), before.clone());
        Scene { before, mv, result: Err(result), now, ..Scene::right() }
    };
    let all = [
        ((2, 0), (0, 3), Refusal::FirstOffBoard),
        ((0, 0), (0, 3), Refusal::SecondOffBoard),
        ((0, 2), (0, 2), Refusal::SameCell),
        ((0, 2), (1, 2), Refusal::FirstEmpty),
        ((0, 0), (1, 2), Refusal::SecondEmpty),
        ((0, 0), (0, 1), Refusal::DifferentSymbols),
        ((0, 0), (1, 1), Refusal::NoLink),
    ];
    for (first, second, right) in all {
        assert_eq!(scene(request(first, second), right).broken(), []);
        for (.., wrong) in all.into_iter().filter(|(.., wrong)| *wrong != right) {
            scene(request(first, second), wrong).breaks(reasons, &right.to_string());
        }
    }
    // A large number must not become a cell by truncation.
    let giant = Step::Pop(Pick { row: 1 << 32, column: 0 }, Pick { row: 0, column: 1 });
    scene(giant, Refusal::DifferentSymbols).breaks(reasons, "first cell is off");
    let listed = scene(request((0, 0), (1, 1)), Refusal::NoLink);
    let listed = listed.with(|scene| scene.before.legal = Some(vec![pop((0, 0), (1, 1), 2)]));
    listed.breaks(reasons, "should be accepted");
}

#[test]
fn listed_pairs_that_do_not_match_or_cost_too_much_are_noticed() {
    let listed = "listed pairs have one symbol and a cost";
    let playing =
        |legal| View { outcome: Outcome::Playing, ..view(Scene::right().now.position, &[legal]) };
    let with = |legal| Scene { now: playing(legal), ..Scene::right() };
    assert_eq!(with(pop((0, 1), (2, 2), 3)).broken(), [], "both are Y");
    with(pop((0, 1), (0, 2), 1)).breaks(listed, "not two blocks with the same symbol");
    with(pop((0, 0), (2, 1), 1)).breaks(listed, "not two blocks with the same symbol");
    with(pop((0, 1), (3, 2), 1)).breaks(listed, "not two blocks with the same symbol");
    with(pop((0, 1), (2, 2), 4)).breaks(listed, "no link costs that");
    with(pop((0, 1), (2, 2), 0)).breaks(listed, "no link costs that");
}

#[test]
fn cleared_with_blocks_left_or_not_cleared_without_is_noticed() {
    let scene = Scene::right().with(|scene| scene.now.outcome = Outcome::Cleared);
    scene.breaks("cleared exactly when empty", "7 blocks are left");
    let mut scene = linked(Margin::Inside, &[(0, 0), (1, 0), (1, 2), (0, 2)]);
    scene.now = View { outcome: Outcome::Stuck, ..view(board(&[".."]), &[]) };
    scene.breaks("cleared exactly when empty", "0 blocks are left");
}
