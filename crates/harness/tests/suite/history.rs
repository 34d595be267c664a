//! A game whose future depends on more than the position: Go on a tiny board without passes, in
//! which no earlier board may be repeated. Its position leaves the earlier boards out.

use std::ops::ControlFlow;
use std::sync::Arc;

use arbitrary::Unstructured;
use twinboard_harness::perft::{CountPlan, PerftEnd, PerftPlan, PerftResult};
use twinboard_harness::{Finding, Pairing, RuleSet, Subject};
use twinboard_vocabulary::{Game, Vocabulary};

/// Side of the board.
const SIDE: usize = 2;
const CELLS: usize = SIDE * SIDE;
/// A set-up: the game begins with an empty board.
const EMPTY: &str = "go\n";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Superko;

impl Vocabulary for Superko {
    const NAME: &'static str = "superko";
    type Setup = String;
    type Move = u64;
    type LegalMove = u64;
    type Event = u64;
    type Refusal = &'static str;
    /// The points row by row, then whose turn it is.
    type Position = String;
    type Outcome = bool;

    fn is_over(is_over: bool) -> bool {
        is_over
    }
}

impl RuleSet for Superko {
    type Vocabulary = Self;

    fn generate_setup(&self, _: &mut Unstructured<'_>) -> arbitrary::Result<String> {
        Ok("go".into())
    }
}

type Board = [char; CELLS];

#[derive(Clone)]
struct Goban {
    boards: Vec<Board>,
    /// True if earlier boards may not be repeated; else only the last one.
    remembers: bool,
}

impl Goban {
    fn set_up(name: &String) -> Option<Self> {
        (name == "go").then(|| Self { boards: vec![['.'; CELLS]], remembers: true })
    }

    /// An engine that knows only the simple rule.
    fn set_up_forgetful(name: &String) -> Option<Self> {
        Some(Self { remembers: false, ..Self::set_up(name)? })
    }

    fn colour(&self) -> char {
        if self.boards.len() % 2 == 1 { 'b' } else { 'w' }
    }

    /// The board after a stone on this point, unless the rules forbid it.
    fn after(&self, point: u64) -> Result<Board, &'static str> {
        let (mut board, own) = (self.boards[self.boards.len() - 1], self.colour());
        let point = usize::try_from(point).map_err(|_| "off the board")?;
        match board.get(point) {
            None => return Err("off the board"),
            Some('.') => board[point] = own,
            Some(_) => return Err("taken"),
        }
        let other = if own == 'b' { 'w' } else { 'b' };
        remove_captured(&mut board, other);
        if !has_liberty(&board, point) {
            return Err("suicide");
        }
        let forbidden = if self.remembers { 0 } else { self.boards.len().saturating_sub(2) };
        if self.boards[forbidden..].contains(&board) { Err("repeated") } else { Ok(board) }
    }
}

fn neighbours(point: usize) -> impl Iterator<Item = usize> {
    let (row, column) = (point / SIDE, point % SIDE);
    (0..CELLS)
        .filter(move |other| (other / SIDE).abs_diff(row) + (other % SIDE).abs_diff(column) == 1)
}

fn has_liberty(board: &Board, point: usize) -> bool {
    let mut chain = vec![point];
    let mut next = 0;
    while next < chain.len() {
        for beside in neighbours(chain[next]) {
            if board[beside] == '.' {
                return true;
            }
            if board[beside] == board[point] && !chain.contains(&beside) {
                chain.push(beside);
            }
        }
        next += 1;
    }
    false
}

fn remove_captured(board: &mut Board, colour: char) {
    let before = *board;
    for point in 0..CELLS {
        if before[point] == colour && !has_liberty(&before, point) {
            board[point] = '.';
        }
    }
}

impl Game for Goban {
    type Vocabulary = Superko;

    fn visit_legal_moves(&self, visit: &mut dyn FnMut(&u64) -> ControlFlow<()>) -> ControlFlow<()> {
        (0..CELLS as u64).filter(|&point| self.after(point).is_ok()).try_for_each(|it| visit(&it))
    }

    fn play(&mut self, point: &u64) -> Result<u64, &'static str> {
        self.boards.push(self.after(*point)?);
        Ok(*point)
    }

    fn position(&self) -> String {
        let board = &self.boards[self.boards.len() - 1];
        let rows = board.chunks(SIDE).map(|row| row.iter().collect());
        let rows: Vec<String> = rows.collect();
        format!("{}\n{} to move", rows.join("\n"), self.colour())
    }

    fn outcome(&self) -> bool {
        (0..CELLS as u64).all(|point| self.after(point).is_err())
    }
}

fn both() -> Arc<dyn Subject> {
    Pairing::new(Superko, Goban::set_up, Goban::set_up).subject()
}

fn perft(subject: &Arc<dyn Subject>, depth: u32, threads: usize) -> PerftResult {
    let plan = PerftPlan {
        depth,
        divide: false,
        positions_max: 10_000,
        threads,
        step_limit: std::time::Duration::from_mins(1),
        stop: Arc::default(),
    };
    subject.perft(EMPTY.as_bytes(), &plan, &mut |_| ()).unwrap().unwrap()
}

#[test]
fn a_position_that_does_not_determine_the_game_is_reported_with_two_ways_to_it() {
    let result = perft(&both(), 8, 2);
    let PerftEnd::Ambiguous(ambiguity) = &result.end else { panic!("{:?}", result.end) };
    assert_eq!(perft(&both(), 8, 5).end, result.end, "any number of threads finds the same");
    let depth = ambiguity.depth as usize;
    assert_eq!(result.rows.len(), depth, "the rows before are printed");
    // The last depth needs no check, because it is not continued; and a count merges nothing.
    let last = perft(&both(), ambiguity.depth, 1);
    assert_eq!((&last.end, &last.rows[..depth]), (&PerftEnd::Done, &result.rows[..]));
    for row in last.rows {
        let counted = both().count(EMPTY.as_bytes(), &CountPlan::new(row.depth), &mut |_| ());
        assert_eq!(counted.unwrap().unwrap().nodes, Some(row.nodes));
    }
    // Both cases end at one position, and the games from there differ.
    let ends = ambiguity.cases.each_ref().map(|case| {
        let mut game = Goban::set_up(&"go".to_owned()).unwrap();
        let moves = case.lines().filter_map(|line| line.strip_prefix("> "));
        for mv in moves {
            game.play(&mv.parse().unwrap()).unwrap();
        }
        assert_eq!(game.boards.len(), depth + 1);
        let legal =
            (0..CELLS as u64).filter(|&point| game.after(point).is_ok()).collect::<Vec<_>>();
        (game.position(), game.outcome(), legal)
    });
    assert_eq!(ends[0].0, ends[1].0);
    assert_ne!(ends[0], ends[1]);
    assert!(ambiguity.futures[0] != ambiguity.futures[1], "{ambiguity:?}");
}

#[test]
fn a_side_that_alone_depends_on_the_way_differs_from_the_other() {
    // The engine remembers earlier boards, the oracle does not, or the other way round.
    let one = Pairing::new(Superko, Goban::set_up, Goban::set_up_forgetful).subject();
    let other = Pairing::new(Superko, Goban::set_up_forgetful, Goban::set_up).subject();
    for subject in [one, other] {
        let PerftEnd::Differs(difference) = perft(&subject, 8, 2).end else {
            panic!("the difference was not noticed")
        };
        assert!(matches!(difference.divergence.finding, Finding::Differs { .. }), "{difference:?}");
    }
}
