//! 2048. Rules: Gabriele Cirulli, "2048" (2014), as a game of the player and nature.
//!
//! * **TF-1** (board). 2 to 4 rows and columns; a cell is empty (`.`) or has a tile, which is a power
//!   of two from 2 to 131072. A set-up is the rows from the top with blanks between the cells, a
//!   line such as `goal=2048` or `goal=none`, a line such as `score 0`, and a line `player to move`
//!   or `nature to move`. There is a tile if the player is to move, and an empty cell if nature is.
//!   The tiles add up to 196608 at most, so that no game has a second tile of 131072: the most that
//!   the ordinary board allows.
//! * **TF-2** (slide). The player moves all tiles to an edge: `left`, `right`, `up` or `down`. In each
//!   line, beginning at that edge, a tile and the next one of the same value merge into one of twice
//!   the value, unless they are 131072. A tile that has
//!   merged does not merge again in the same slide. No gaps remain between the tiles and the edge. A
//!   slide that would change nothing is illegal.
//! * **TF-3** (tile). After a slide nature puts a tile on any empty cell, as in `2 at b3`: a letter for
//!   the column from the left and a number for the row from the top. Nine of ten are a 2, the others
//!   a 4.
//! * **TF-4** (score). Each merging adds the value of the new tile to the score. So a tile of value
//!   *n*, the *k*-th power of two, has brought (*k* - 1) *n* points, or 4 less for each 4 of nature's
//!   in it. In a set-up the score is a multiple of 4 and not more than the tiles allow.
//! * **TF-5** (end). With a goal, the player has won when a tile has at least its value. The player has
//!   lost when no slide is legal. The game is over then.

use crate::board::Board;
use crate::listed::Listed;

/// The set-ups with which games begin.
pub(crate) const STARTS: &[&str] = &[
    ". . . .\n. . 2 .\n. . . .\n. 2 . .\ngoal=2048\nscore 0\nplayer to move",
    ". . .\n. . .\n. . .\ngoal=64\nscore 0\nnature to move",
    ". 2\n. .\ngoal=none\nscore 0\nplayer to move",
    ". 2 . 4\n. . 4 .\ngoal=16\nscore 4\nplayer to move",
    "2 2 4 8\n4 4 4 4\n2 4 8 16\n2 2 2 .\ngoal=none\nscore 80\nplayer to move",
    "1024 512 256 128\n1024 2 4 2\n65536 8 64 .\n65536 16384 16384 4\ngoal=none\n\
     score 2400000\nplayer to move",
];

/// Largest sum of the tiles of a set-up (TF-1).
const SUM_MAX: u64 = 196_608;
/// The largest tile (TF-1).
const LARGEST: u64 = 131_072;

/// 2048, a game in progress.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Twenty48 {
    /// Rows of tiles, the top row first; 0 is an empty cell.
    rows: Vec<Vec<u64>>,
    goal: Option<u64>,
    score: u64,
    is_players_turn: bool,
}

/// A line after its tiles moved to its beginning, and the points for that (TF-2, TF-4).
fn slid(line: &[u64]) -> (Vec<u64>, u64) {
    let mut tiles = line.iter().copied().filter(|tile| *tile > 0).peekable();
    let (mut slid, mut points) = (Vec::new(), 0);
    while let Some(tile) = tiles.next() {
        if tile < LARGEST && tiles.next_if_eq(&tile).is_some() {
            slid.push(2 * tile);
            points += 2 * tile;
        } else {
            slid.push(tile);
        }
    }
    slid.resize(line.len(), 0);
    (slid, points)
}

/// The rows as columns and the columns as rows.
fn turned(rows: &[Vec<u64>]) -> Vec<Vec<u64>> {
    (0..rows[0].len()).map(|column| rows.iter().map(|row| row[column]).collect()).collect()
}

fn mirrored(rows: &[Vec<u64>]) -> Vec<Vec<u64>> {
    rows.iter().map(|row| row.iter().rev().copied().collect()).collect()
}

/// All powers of two that are tiles.
fn is_tile(value: u64) -> bool {
    let mut tile = 2;
    while tile < value && tile < LARGEST {
        tile *= 2;
    }
    tile == value
}

/// The most points that a tile can have brought (TF-4).
fn points_max(tile: u64) -> u64 {
    let (mut half, mut points) = (tile, 0);
    while half > 2 {
        points += tile;
        half /= 2;
    }
    points
}

impl Twenty48 {
    /// The game after a slide of TF-2; `None` if the slide is illegal.
    fn after_slide(&self, slide: &str) -> Option<Self> {
        let to_left = |rows: &[Vec<u64>]| {
            let lines: Vec<(Vec<u64>, u64)> = rows.iter().map(|row| slid(row)).collect();
            let points: u64 = lines.iter().map(|(_, points)| points).sum();
            (lines.into_iter().map(|(line, _)| line).collect::<Vec<_>>(), points)
        };
        let (rows, points) = match slide {
            "left" => to_left(&self.rows),
            "right" => {
                let (rows, points) = to_left(&mirrored(&self.rows));
                (mirrored(&rows), points)
            }
            "up" => {
                let (columns, points) = to_left(&turned(&self.rows));
                (turned(&columns), points)
            }
            "down" => {
                let (columns, points) = to_left(&mirrored(&turned(&self.rows)));
                (turned(&mirrored(&columns)), points)
            }
            _ => return None,
        };
        let score = self.score + points;
        (rows != self.rows).then_some(Self { rows, score, is_players_turn: false, ..*self })
    }

    fn has_won(&self) -> bool {
        self.goal.is_some_and(|goal| self.rows.iter().flatten().any(|tile| *tile >= goal))
    }

    fn read(setup: &str) -> Option<Self> {
        let lines: Vec<&str> = setup.lines().collect();
        let [rows @ .., goal, score, turn] = &lines[..] else { return None };
        let cell = |cell: &str| match cell {
            "." => Some(0),
            tile => tile.parse().ok().filter(|tile| is_tile(*tile)),
        };
        let row = |row: &&str| row.split(' ').map(cell).collect::<Option<Vec<u64>>>();
        let rows = rows.iter().map(row).collect::<Option<Vec<_>>>()?;
        let columns = rows.first()?.len();
        let goal = match goal.strip_prefix("goal=")? {
            "none" => None,
            goal => Some(goal.parse().ok().filter(|goal| is_tile(*goal) && *goal > 4)?),
        };
        let is_players_turn = match *turn {
            "player to move" => true,
            "nature to move" => false,
            _ => return None,
        };
        let score = score.strip_prefix("score ")?.parse().ok()?;
        let is_board = [rows.len(), columns].iter().all(|size| (2..=4).contains(size))
            && rows.iter().all(|row| row.len() == columns)
            && rows.iter().flatten().any(|tile| (*tile > 0) == is_players_turn);
        let is_reached = rows.iter().flatten().sum::<u64>() <= SUM_MAX;
        let most: u64 = rows.iter().flatten().map(|tile| points_max(*tile)).sum();
        let game = Self { rows, goal, score, is_players_turn };
        // Numbers are written in one way only.
        (is_board && is_reached && score % 4 == 0 && score <= most && game.position() == setup)
            .then_some(game)
    }
}

impl Listed for Twenty48 {
    type Step = Self;
    const ILLEGAL: &'static str = "it is no slide that changes the board, or no new tile on an \
        empty cell (TF-2, TF-3)";
    const OVER: Option<&'static str> = Some("the game is over (TF-5)");

    fn set_up(setup: &str) -> Result<Self, String> {
        Self::read(setup).ok_or_else(|| {
            "2 to 4 rows of 2 to 4 cells with blanks between them, `.` or a tile from 2 to 131072, \
             all together at most 196608, then `goal=none` or a tile as in `goal=2048`, then a score that the tiles allow as in \
             `score 0`, then `player to move` or `nature to move`"
                .to_owned()
        })
    }

    /// The slides or new tiles, and the game after each; also when the goal is reached.
    fn steps(&self) -> Vec<(String, Self)> {
        if self.is_players_turn {
            let slides = ["left", "right", "up", "down"].into_iter();
            let after = |slide: &str| Some((slide.to_owned(), self.after_slide(slide)?));
            return slides.filter_map(after).collect();
        }
        let mut choices = Vec::new();
        for (row, tiles) in self.rows.iter().enumerate() {
            for (column, _) in tiles.iter().enumerate().filter(|(_, tile)| **tile == 0) {
                for tile in [2, 4] {
                    let mut after = Self { is_players_turn: true, ..self.clone() };
                    after.rows[row][column] = tile;
                    choices.push((
                        format!("{tile} at {}", Board::name_from_top((row, column))),
                        after,
                    ));
                }
            }
        }
        choices
    }

    fn take(&mut self, after: Self) {
        *self = after;
    }

    fn position(&self) -> String {
        let cell = |tile: &u64| if *tile == 0 { ".".to_owned() } else { tile.to_string() };
        let row = |row: &Vec<u64>| row.iter().map(cell).collect::<Vec<_>>().join(" ") + "\n";
        let rows: String = self.rows.iter().map(row).collect();
        let goal = self.goal.map_or_else(|| "none".to_owned(), |goal| goal.to_string());
        let turn = if self.is_players_turn { "player" } else { "nature" };
        format!("{rows}goal={goal}\nscore {}\n{turn} to move", self.score)
    }

    fn outcome(&self) -> Option<String> {
        if self.has_won() {
            return Some("won".to_owned());
        }
        (self.is_players_turn && self.steps().is_empty()).then(|| "lost".to_owned())
    }

    fn weight(&self, mv: &str) -> u32 {
        if mv.starts_with("2 at ") { 9 } else { 1 }
    }
}
