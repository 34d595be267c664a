//! Workloads of SameGame for `bench`: the engine, the oracle and the plain programs on the same
//! tasks.
//!
//! * `random-games-15x15x5`: uniformly random games to their end, as a search plays them. Each move
//!   removes a region; all regions have the same probability. The engine samples a region without
//!   listing them; the others list all regions and choose.
//! * `random-games-10x40x10`: the same on the judge's largest grid.
//! * `playouts-15x15x5`: several random games from each grid, set up once, as a Monte-Carlo search
//!   plays them; also with many boards at once, at each level of instructions that this CPU has.
//! * `listed-games-15x15x5`: the same games, but the engine too lists every region with its cells:
//!   it keeps the list from move to move, or makes it anew.
//! * `moves-15x15x5`: random games replayed from the list of their moves; after each move the
//!   outcome is asked for. `engine as Game` is the engine as the checks play it.
//! * `judge`: judge input, read, played and answered by the code of `twinboard play`.
//!
//! Contenders choose differently, so they play different games: `crates/games/tests/bench.rs`
//! asserts that the mean numbers of moves and of cells left agree, that all give the judge the same
//! answers, and that a checksum of the given moves is the same. Times are printed and never
//! asserted.

mod grids;
mod moves;

use std::ops::ControlFlow;

use twinboard_engine::samegame::batch::{Level, playouts_at};
use twinboard_engine::samegame::{Board, ListedBoard};
use twinboard_harness::RuleSet;
use twinboard_harness::bench::{Contender, Done, Measured, Note, Role, Suite, Workload};
use twinboard_harness::judge;
use twinboard_harness::random::SplitMix;
use twinboard_vocabulary::samegame::{Grid, SameGame, Selection, text};
use twinboard_vocabulary::{Game, Limits, Vocabulary as _, from_fn};

use super::plain::{Lean, Plain};
use grids::{ENGINE, LEAN, ORACLE, PLAIN, Size, choose};

type Engine = twinboard_engine::samegame::SameGame;
type Oracle = twinboard_oracle::SameGame;

const READING: &str = "reading alone";

const SEARCHED: &str = "random-games-15x15x5";
const JUDGE: &str = "judge";

/// Games per piece of work.
const GAMES: usize = 16;
/// Games of a batch from each of the `GAMES` boards of a piece, enough to keep its lanes busy.
const MANY_PLAYOUTS: usize = 32;
/// Grids per piece of judge input, enough that the fixed cost of a file hardly counts; and grids in
/// the judge's whole file.
const GRIDS: usize = 200;
const GRIDS_IN_FILE: f64 = 2_000.0;
/// Selections per grid.
const SELECTIONS: usize = 200;

/// Speed of the plain program, in random games of 15 × 15 × 5 per second, on the machine on which
/// the best program that the judge accepted took `BEST_THERE_MS` milliseconds for such a file.
const PLAIN_THERE: f64 = 3_300.0;
const BEST_THERE_MS: f64 = 166.0;

/// The workloads of SameGame.
#[must_use]
pub fn suite(rules: impl RuleSet<Vocabulary = SameGame> + Copy + 'static) -> Suite {
    let searched = Size { rows: 15, columns: 15, colours: 5 };
    let judged = Size { rows: 10, columns: 40, colours: 10 };
    Suite {
        workloads: vec![
            games(
                SEARCHED,
                "uniformly random games on 15 × 15 of 5 colours",
                searched.compared(vec![searched.contender(ENGINE, Role::Rival, drawn::<4, 3>)]),
            ),
            games(
                "random-games-10x40x10",
                "uniformly random games on 10 × 40 of 10 colours",
                judged.compared(vec![judged.contender(ENGINE, Role::Rival, drawn::<10, 4>)]),
            ),
            games(
                "playouts-15x15x5",
                "random games from the same boards of 15 × 15 of 5 colours",
                playouts(searched),
            ),
            games(
                "listed-games-15x15x5",
                "the same on 15 × 15 of 5 colours, every region listed before every move",
                searched.compared(vec![
                    searched.contender(ENGINE, Role::Rival, kept::<4, 3>),
                    searched.contender("engine, listed anew", Role::Rival, listed::<4, 3>),
                ]),
            ),
            moves::given("moves-15x15x5", "given moves on 15 × 15 of 5 colours", searched),
            Workload {
                name: JUDGE,
                about: "judge's input: grids of 10 × 40 with 200 selections each, read and answered",
                unit: "grid",
                whole: "grid",
                sums: &["bytes answered"],
                contenders: vec![
                    judge_contender(rules, ENGINE, Role::Rival, Engine::set_up),
                    judge_contender(rules, ORACLE, Role::Yardstick, Oracle::set_up),
                    judge_contender(rules, PLAIN, Role::Yardstick, Plain::set_up),
                    Contender::new(READING, Role::Part, move |seed| {
                        let input = judge_input(seed, GRIDS);
                        move || read(&rules, &input)
                    }),
                ],
            },
        ],
        notes,
    }
}

fn games(name: &'static str, about: &'static str, contenders: Vec<Contender>) -> Workload {
    Workload { name, about, unit: "move", whole: "game", sums: &["cells left"], contenders }
}

/// Totals of one random game.
struct Played {
    moves: u64,
    cells_left: u64,
}

impl Size {
    /// A contender that plays random games on grids of this size.
    fn contender(
        self,
        name: &'static str,
        role: Role,
        play: impl Fn(&Grid, &mut SplitMix) -> Played + Copy + 'static,
    ) -> Contender {
        Contender::new(name, role, move |seed| {
            let mut random = SplitMix::new(seed);
            let grids: Vec<Grid> = (0..GAMES).map(|_| self.grid(&mut random)).collect();
            move || done(grids.iter().map(|grid| play(grid, &mut random)))
        })
    }

    /// Contenders, and the programs that they are compared with.
    fn compared(self, mut contenders: Vec<Contender>) -> Vec<Contender> {
        contenders.extend([
            self.contender(ORACLE, Role::Yardstick, |grid, random| {
                chosen_by_trait(Oracle::set_up(grid), random)
            }),
            self.contender(PLAIN, Role::Yardstick, chosen_by_plain),
            self.contender(LEAN, Role::Yardstick, chosen_by_lean),
        ]);
        contenders
    }

    /// As many games as a piece of work has, set up on random grids of this size.
    fn set_up<T>(self, random: &mut SplitMix, set_up: impl Fn(&Grid) -> Option<T>) -> Vec<T> {
        let game = |_| set_up(&self.grid(random)).expect("every implementation has room for it");
        (0..GAMES).map(game).collect()
    }

    /// A contender that plays a random game from each of some boards, on a copy.
    fn copying<T: 'static>(
        self,
        name: &'static str,
        role: Role,
        set_up: impl Fn(&Grid) -> Option<T> + Copy + 'static,
        play: impl Fn(&T, &mut SplitMix) -> Played + Copy + 'static,
    ) -> Contender {
        Contender::new(name, role, move |seed| {
            let mut random = SplitMix::new(seed);
            let games = self.set_up(&mut random, set_up);
            move || done(games.iter().map(|game| play(game, &mut random)))
        })
    }
}

/// Random games from the same boards, which are set up before the time starts: by the engine that
/// plays many boards at once, fastest level first, and by programs that copy a board for each game.
fn playouts(size: Size) -> Vec<Contender> {
    let levels = Level::ALL.into_iter().rev().filter(|level| level.is_available());
    let batches = levels.map(|level| {
        let name = match level {
            Level::Avx512 => "batch, AVX-512",
            Level::Avx2 => "batch, AVX2",
            Level::Portable => "batch, portable",
        };
        Contender::new(name, Role::Rival, move |seed| {
            let mut random = SplitMix::new(seed);
            let boards = size.set_up(&mut random, Board::<4, 3>::from_grid);
            move || {
                let games = playouts_at(level, &boards, random.next_u64(), MANY_PLAYOUTS);
                done(games.iter().map(|game| Played {
                    moves: game.moves.into(),
                    cells_left: game.cells_left.into(),
                }))
            }
        })
    });
    let others = [
        size.copying(ENGINE, Role::Rival, Board::<4, 3>::from_grid, |board, random| {
            drawn_from(*board, random)
        }),
        size.copying(ORACLE, Role::Yardstick, Oracle::set_up, |game, random| {
            chosen_by_trait(Some(game.clone()), random)
        }),
        size.copying(PLAIN, Role::Yardstick, Plain::set_up, |game, random| {
            play_plain(game.clone(), random)
        }),
        size.copying(
            LEAN,
            Role::Yardstick,
            |grid| Some(Lean::new(grid)),
            |game, random| play_lean(game.clone(), random),
        ),
    ];
    batches.chain(others).collect()
}

/// Totals of the games of a piece of work.
fn done(games: impl Iterator<Item = Played>) -> Done {
    let mut done = Done { units: 0, wholes: 0, sums: vec![0], checksum: 0 };
    for game in games {
        done.units += game.moves;
        done.wholes += 1;
        done.sums[0] += game.cells_left;
    }
    done
}

/// The engine as a search uses it: a group is drawn without listing them.
fn drawn<const W: usize, const P: usize>(grid: &Grid, random: &mut SplitMix) -> Played {
    drawn_from(Board::<W, P>::from_grid(grid).expect("the board has room for the grid"), random)
}

fn drawn_from<const W: usize, const P: usize>(
    mut board: Board<W, P>,
    random: &mut SplitMix,
) -> Played {
    let mut moves = 0;
    while let Some(group) = board.sample_group(|| random.next_u64()) {
        board.play(&group);
        moves += 1;
    }
    Played { moves, cells_left: board.cells_left() as u64 }
}

/// The engine with a list of all groups and their cells before every move, kept from move to move.
fn kept<const W: usize, const P: usize>(grid: &Grid, random: &mut SplitMix) -> Played {
    let board = Board::<W, P>::from_grid(grid).expect("the board has room for the grid");
    let mut board = ListedBoard::new(board);
    let mut moves = 0;
    while !board.groups().is_empty() {
        board.play(choose(random, board.groups().len()));
        moves += 1;
    }
    Played { moves, cells_left: board.board().cells_left() as u64 }
}

/// The engine with a list of all groups and their cells, made anew before every move.
fn listed<const W: usize, const P: usize>(grid: &Grid, random: &mut SplitMix) -> Played {
    let mut board = Board::<W, P>::from_grid(grid).expect("the board has room for the grid");
    let mut groups = Vec::new();
    let mut moves = 0;
    loop {
        groups.clear();
        groups.extend(board.groups());
        if groups.is_empty() {
            return Played { moves, cells_left: board.cells_left() as u64 };
        }
        board.play(&groups[choose(random, groups.len())]);
        moves += 1;
    }
}

/// Any implementation, through [`Game`].
fn chosen_by_trait<G: Game<Vocabulary = SameGame>>(
    game: Option<G>,
    random: &mut SplitMix,
) -> Played {
    let mut game = game.expect("every implementation accepts the judge's grids");
    let mut selections = Vec::new();
    let mut moves = 0;
    loop {
        selections.clear();
        let _ = game.visit_legal_moves(&mut |group| {
            selections.push(SameGame::to_move(group));
            ControlFlow::Continue(())
        });
        if selections.is_empty() {
            let cells_left = game.position().cells().flatten().count() as u64;
            return Played { moves, cells_left };
        }
        game.play(&selections[choose(random, selections.len())]).expect("it listed this move");
        moves += 1;
    }
}

fn chosen_by_plain(grid: &Grid, random: &mut SplitMix) -> Played {
    play_plain(Plain::new(grid), random)
}

fn play_plain(mut game: Plain, random: &mut SplitMix) -> Played {
    let mut moves = 0;
    loop {
        let groups = game.groups();
        if groups.is_empty() {
            return Played { moves, cells_left: game.cells_left() as u64 };
        }
        game.remove(&groups[choose(random, groups.len())]);
        moves += 1;
    }
}

fn chosen_by_lean(grid: &Grid, random: &mut SplitMix) -> Played {
    play_lean(Lean::new(grid), random)
}

fn play_lean(mut game: Lean, random: &mut SplitMix) -> Played {
    let mut moves = 0;
    loop {
        let count = game.list();
        if count == 0 {
            return Played { moves, cells_left: game.cells_left() as u64 };
        }
        game.remove(choose(random, count));
        moves += 1;
    }
}

/// Judge input of n random grids of 10 × 40, each with 200 selections of random cells of the grid,
/// legal or not.
///
/// The grids have 3 to 10 colours. Of 200 selections 54 are accepted, 85 name cells without an
/// equal neighbour and 61 name empty cells (measured). This is the input of a judge that does not
/// look at the grid.
#[must_use]
pub fn judge_input(seed: u64, grids: usize) -> Vec<u8> {
    let mut random = SplitMix::new(seed);
    let cases: Vec<(Grid, Vec<Selection>)> = (0..grids)
        .map(|_| {
            let colours = 3 + choose(&mut random, 8) as u8;
            let grid = Size { rows: 10, columns: 40, colours }.grid(&mut random);
            let mut number = |count: u8| choose(&mut random, count.into()) as u64 + 1;
            let selections = (0..SELECTIONS).map(|_| {
                let (row, column) = (number(grid.rows()), number(grid.columns()));
                Selection::new(row, column).expect("both count from 1")
            });
            let selections = selections.collect();
            (grid, selections)
        })
        .collect();
    text::print(cases.iter().map(|(grid, selections)| (grid, &selections[..]))).into_bytes()
}

/// An implementation that answers judge input through the code of `twinboard play`.
fn judge_contender<G: Game<Vocabulary = SameGame> + Send + 'static>(
    rules: impl RuleSet<Vocabulary = SameGame> + Copy + 'static,
    name: &'static str,
    role: Role,
    set_up: fn(&Grid) -> Option<G>,
) -> Contender {
    let side = from_fn(set_up);
    Contender::new(name, role, move |seed| {
        let input = judge_input(seed, GRIDS);
        // Kept from piece to piece, as a program writes through the same buffer again and again.
        let mut answers = Vec::new();
        move || {
            answers.clear();
            judge::play(&rules, &side, Box::new(&input[..]), Limits::Judge, &mut answers)
                .expect("the input is well-formed");
            of_grids(answers.len() as u64)
        }
    })
}

/// Reads the input to its end, by the reader of `twinboard play`, and discards it.
fn read(rules: &impl RuleSet<Vocabulary = SameGame>, input: &[u8]) -> Done {
    let mut reader = rules.text().reader(Box::new(input), Limits::Judge);
    while let Some(item) = reader.next_item().expect("the input is well-formed") {
        std::hint::black_box(item);
    }
    of_grids(0)
}

/// A whole number with separators: `3,300`.
fn thousands(number: f64) -> String {
    let digits = format!("{number:.0}");
    let groups = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy);
    groups.collect::<Vec<_>>().join(",")
}

fn of_grids(bytes: u64) -> Done {
    Done { units: GRIDS as u64, wholes: GRIDS as u64, sums: vec![bytes], checksum: 0 }
}

/// The time for the judge's whole file, measured here and scaled to the machine of the best
/// accepted program.
fn notes(measured: &[Measured]) -> Vec<Note> {
    let find = |name| measured.iter().find(|measured| measured.name == name);
    let line = |workload, contender| find(workload)?.line(contender);
    let (Some(engine), Some(plain), Some(reading)) =
        (line(JUDGE, ENGINE), line(SEARCHED, PLAIN), line(JUDGE, READING))
    else {
        return Vec::new();
    };
    let ms = engine.ns_per_unit.median * GRIDS_IN_FILE / 1e6;
    let plain = plain.wholes_per_second.median;
    let there = ms * plain / PLAIN_THERE;
    let share = reading.share.map_or(0.0, |share| share.median);
    let note = |name, value, unit, text| Note { name, value, unit, text };
    vec![
        note(
            "judge-file",
            ms,
            "ms",
            format!(
                "the engine answers a file of 2,000 such grids in {ms:.1} ms; reading alone takes \
                 {:.0} % of that",
                100.0 * share
            ),
        ),
        note(
            "judge-file-scaled",
            there,
            "ms",
            format!(
                "scaled to the judge's machine (plain: {} games per s there, {} here): {there:.1} ms",
                thousands(PLAIN_THERE),
                thousands(plain)
            ),
        ),
        note(
            "judge-file-over-best",
            BEST_THERE_MS / there,
            "times",
            format!(
                "fastest accepted program on the judge's machine: {BEST_THERE_MS:.0} ms, {:.1} times \
                 as long",
                BEST_THERE_MS / there
            ),
        ),
    ]
}
