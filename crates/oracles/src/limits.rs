//! Draws by counting moves or positions, in games that could go on for ever. Federations, servers and
//! environments differ in them, so each is a variant and none holds unless the set-up names it.
//!
//! * **LI-1** (limit). Behind the lines of the game a set-up may have a line for each limit, in the
//!   order of the game's list, as in `moves-max=200 left 30`: of the 200 moves 30 are left. Without
//!   `left` all are. Limits are from 1 to 9999.
//! * **LI-2** (count). `moves-max` counts the moves of both players. Any other limit counts those moves in
//!   a row that its game says; with another move all are left again.
//! * **LI-3** (draw). When no move of a limit is left, the game is a draw, unless the last one has
//!   ended it by the rules of the game.
//! * **LI-4** (repetition). With the line `repetition=threefold`, behind the limits of games that have
//!   it, a position that occurs for the third time makes a draw in the same way. The earlier
//!   positions since the last move that cannot be taken back are lines `before`, the first one first,
//!   with slashes between their lines.

use twinboard_vocabulary::text_game::TextGame;

use crate::listed::{Counts, Listed};

/// A limit of a game (LI-1).
#[derive(Debug)]
struct Limit<G> {
    name: &'static str,
    counts: Counts<G>,
    max: usize,
    left: usize,
}

impl<G> Clone for Limit<G> {
    fn clone(&self) -> Self {
        Self { ..*self }
    }
}

/// A game with the limits that its set-up names.
#[derive(Clone, Debug)]
pub(crate) struct Limited<G> {
    game: G,
    limits: Vec<Limit<G>>,
    /// Earlier positions; `None` if repetition does not matter (LI-4).
    earlier: Option<Vec<String>>,
}

/// All limits of a game; none if it ends without any.
fn limits<G: Listed>() -> Vec<(&'static str, Counts<G>)> {
    let all: (&str, Counts<G>) = ("moves-max", |_, _, _| true);
    G::LIMITS.map_or_else(Vec::new, |own| [&[all], own].concat())
}

/// The set-ups with which games begin, without limits, then with all, then with few moves left.
pub(crate) fn starts<G: Listed>(starts: &[&str]) -> Vec<String> {
    let lines = |left: &str| -> String {
        let lines = limits::<G>().into_iter().map(|(name, _)| format!("\n{name}=40{left}"));
        lines.chain(G::REPEATS.map(|_| "\nrepetition=threefold".to_owned())).collect()
    };
    let without = starts.iter().map(|start| (*start).to_owned());
    if G::LIMITS.is_none() {
        return without.collect();
    }
    let with = starts.iter().map(|start| start.to_string() + &lines(""));
    let few = starts.iter().map(|start| start.to_string() + &lines(" left 9"));
    without.chain(with).chain(few).collect()
}

impl<G: Listed> Limited<G> {
    /// The lines of LI-1 and LI-4.
    fn lines(&self) -> String {
        let limit = |Limit { name, max, left, .. }: &Limit<G>| {
            let of = if left == max { String::new() } else { format!(" left {left}") };
            format!("\n{name}={max}{of}")
        };
        let mut lines: String = self.limits.iter().map(limit).collect();
        if let Some(earlier) = &self.earlier {
            lines += "\nrepetition=threefold";
            for position in earlier {
                lines = format!("{lines}\nbefore {}", position.replace('\n', "/"));
            }
        }
        lines
    }

    /// Reads the lines of LI-1 and LI-4; `None` if they are others, or not as [`Self::lines`] has them.
    fn read(game: G, lines: &[&str]) -> Option<Self> {
        let mut limited = Self { game, limits: Vec::new(), earlier: None };
        for line in lines {
            if let Some(position) = line.strip_prefix("before ") {
                limited.earlier.as_mut()?.push(position.replace('/', "\n"));
                continue;
            }
            let (name, value) = line.split_once('=')?;
            if name == "repetition" {
                limited.earlier = Some(Vec::new());
                continue;
            }
            let (name, counts) = limits::<G>().into_iter().find(|limit| limit.0 == name)?;
            let (max, left) = value.split_once(" left ").unwrap_or((value, value));
            let (max, left) = (max.parse().ok()?, left.parse().ok()?);
            if !(1..=9999).contains(&max) || left > max {
                return None;
            }
            limited.limits.push(Limit { name, counts, max, left });
        }
        let place =
            |limit: &Limit<G>| limits::<G>().iter().position(|(name, _)| *name == limit.name);
        let is_sorted = limited.limits.is_sorted_by(|one, other| place(one) < place(other));
        let is_own =
            limited.lines() == lines.iter().map(|line| format!("\n{line}")).collect::<String>();
        (is_sorted && is_own && limited.is_past()).then_some(limited)
    }

    /// Whether the earlier positions can be those before the present one.
    fn is_past(&self) -> bool {
        let (Some(earlier), Some(repeats)) = (&self.earlier, G::REPEATS) else { return true };
        let turn =
            |text: &String| text.lines().find(|line| line.ends_with("to move")).map(str::to_owned);
        let is_turn = |pair: &[String]| turn(&pair[0]) != turn(&pair[1]);
        let all: Vec<String> = earlier.iter().cloned().chain([self.game.position()]).collect();
        earlier.iter().all(|position| {
            let game = G::set_up(position).ok().filter(|game| game.position() == *position);
            game.is_some_and(|game| repeats(&game, &self.game) && game.outcome().is_none())
                && earlier.iter().filter(|other| *other == position).count() < 3
        }) && all.windows(2).all(is_turn)
    }

    /// LI-3 and LI-4.
    fn is_drawn(&self) -> bool {
        let is_third = self.earlier.as_ref().is_some_and(|earlier| {
            let now = self.game.position();
            earlier.iter().filter(|position| **position == now).count() >= 2
        });
        is_third || self.limits.iter().any(|limit| limit.left == 0)
    }
}

impl<G: Listed> TextGame for Limited<G> {
    fn set_up(setup: &str) -> Result<Self, String> {
        let limits = limits::<G>();
        let is_own = |line: &str| {
            let key = line.split('=').next();
            limits.iter().any(|(name, _)| Some(*name) == key)
                || G::REPEATS.is_some() && key == Some("repetition")
        };
        let lines: Vec<&str> = setup.lines().collect();
        let first = lines.iter().position(|line| is_own(line)).unwrap_or(lines.len());
        let game = G::set_up(&lines[..first].join("\n"))?;
        Self::read(game, &lines[first..]).ok_or_else(|| {
            let names: Vec<&str> = limits.iter().map(|(name, _)| *name).collect();
            format!(
                "behind the game no lines or some as `moves-max=200 left 30`, in the order {}{} \
                 (LI-1, LI-4)",
                names.join(", "),
                if G::REPEATS.is_some() { ", then `repetition=threefold`" } else { "" }
            )
        })
    }

    fn moves(&self) -> Vec<String> {
        if self.is_drawn() { Vec::new() } else { self.game.moves() }
    }

    fn play(&mut self, mv: &str) -> Result<(), String> {
        if self.is_drawn() {
            return Err("the game is over (LI-3, LI-4)".to_owned());
        }
        if self.limits.is_empty() && self.earlier.is_none() {
            return self.game.play(mv);
        }
        let before = self.game.clone();
        self.game.play(mv)?;
        for limit in &mut self.limits {
            let is_counted = (limit.counts)(&before, &self.game, limit.left < limit.max);
            limit.left = if is_counted { limit.left - 1 } else { limit.max };
        }
        if let (Some(earlier), Some(repeats)) = (&mut self.earlier, G::REPEATS) {
            earlier.push(before.position());
            if !repeats(&before, &self.game) {
                earlier.clear();
            }
        }
        Ok(())
    }

    fn position(&self) -> String {
        self.game.position() + &self.lines()
    }

    fn outcome(&self) -> Option<String> {
        self.game.outcome().or_else(|| self.is_drawn().then(|| "draw".to_owned()))
    }

    fn player(&self) -> Option<String> {
        self.game.player()
    }

    fn canonical(&self) -> Option<String> {
        self.game.canonical()
    }

    fn weight(&self, mv: &str) -> u32 {
        self.game.weight(mv)
    }

    fn observe(&self) -> Vec<(&'static str, String)> {
        self.game.observe()
    }
}
