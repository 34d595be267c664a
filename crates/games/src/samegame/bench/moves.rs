//! Given moves: no contender has a choice.

use twinboard_engine::samegame::Board;
use twinboard_harness::bench::{Contender, Done, Role, Workload};
use twinboard_harness::random::SplitMix;
use twinboard_vocabulary::Game;
use twinboard_vocabulary::samegame::{Cell, Grid, Outcome, SameGame};

use super::grids::{ENGINE, ORACLE, PLAIN, Size};
use crate::samegame::plain::Plain;

/// Games per piece of work.
const GAMES: usize = 4;

type Engine = Board<4, 3>;

/// Removes the region of a cell. Returns its size, and true if the game is over then.
type Step<G> = fn(&mut G, Cell) -> (usize, bool);

/// Replays random games from their lists of moves.
pub(super) fn given(name: &'static str, about: &'static str, size: Size) -> Workload {
    use Role::{Rival, Yardstick};
    Workload {
        name,
        about,
        unit: "move",
        whole: "game",
        sums: &[],
        contenders: vec![
            contender(ENGINE, Rival, size, Engine::from_grid, |board, cell| {
                let group = board.group_at(cell).expect("the move is legal");
                board.play(&group);
                (group.size(), !board.has_moves())
            }),
            contender(
                "engine as Game",
                Rival,
                size,
                twinboard_engine::samegame::SameGame::set_up,
                by_trait,
            ),
            contender(ORACLE, Yardstick, size, twinboard_oracle::SameGame::set_up, by_trait),
            contender(PLAIN, Yardstick, size, Plain::set_up, by_trait),
        ],
    }
}

fn by_trait<G: Game<Vocabulary = SameGame>>(game: &mut G, cell: Cell) -> (usize, bool) {
    let group = game.play(&cell.into()).expect("the move is legal");
    (group.size(), game.outcome() != Outcome::Playing)
}

fn contender<G: 'static>(
    name: &'static str,
    role: Role,
    size: Size,
    set_up: fn(&Grid) -> Option<G>,
    step: Step<G>,
) -> Contender {
    Contender::new(name, role, move |seed| {
        let mut random = SplitMix::new(seed);
        let game = |_| {
            let grid = size.grid(&mut random);
            let game = set_up(&grid).expect("every implementation has room for it");
            (game, moves(&grid, &mut random))
        };
        let mut games: Vec<(G, Vec<Cell>)> = (0..GAMES).map(game).collect();
        move || {
            let mut done = Done { wholes: GAMES as u64, ..Done::default() };
            for (game, moves) in &mut games {
                for &cell in &*moves {
                    let (size, is_over) = step(game, cell);
                    let code = (size as u64) << 1 | u64::from(is_over);
                    done.checksum = SplitMix::new(done.checksum ^ code).next_u64();
                }
                done.units += moves.len() as u64;
            }
            done
        }
    })
}

/// A cell of each region that a random game removes.
fn moves(grid: &Grid, random: &mut SplitMix) -> Vec<Cell> {
    let mut board = Engine::from_grid(grid).expect("the board has room for the grid");
    let next = || {
        let group = board.sample_group(|| random.next_u64())?;
        board.play(&group);
        Some(group.first())
    };
    std::iter::from_fn(next).collect()
}
