//! Backgammon without the cube. Rules: Tom Keith's, as in the manual of GNU Backgammon.
//!
//! * **BG-1** (board). Each of `x` and `o` has 15 checkers, on points, on the bar or borne off. Both
//!   count the points from the end of their own way, so point *p* of one is point 25 - *p* of the
//!   other; never do both have checkers there. A set-up is a line for each player, such as
//!   `x: bar*1 24*2 6*5`, with the number of checkers from the bar down to point 1, and the line of
//!   the turn. All other checkers are borne off, but not those of both players.
//! * **BG-2** (opening). The ordinary beginning goes with the line `opening roll`: each player rolls
//!   one die, again while they are equal. The roll is a move of nature, as in `x 6 o 2`. The player
//!   with the higher number begins, and plays both.
//! * **BG-3** (roll). After `x to roll` nature rolls two dice, as in `6 2` with the higher number first;
//!   two different numbers are twice as frequent as two equal ones, which are played four times. The
//!   line of the turn lists the numbers that are left to play, as in `x to play 3 3 3`.
//! * **BG-4** (checker). A move plays a number with a checker, as in `6 from 24`: the checker moves that
//!   many points down. The opponent has at most one checker on the point where it lands, and that
//!   one is hit: it goes to the bar. While a player has checkers on the bar, one of them must move,
//!   as if from point 25: `6 from bar`.
//! * **BG-5** (bearing off). When all checkers of a player are on points 1 to 6 or borne off, a number
//!   bears a checker off from its point, or from the highest point with checkers if that is lower.
//! * **BG-6** (obligation). As many of the numbers must be played as can be, in whatever order allows
//!   it, even if fewer would bear off the last checker. If one of two different numbers can be
//!   played but not both, it must be the higher one where that can be played.
//! * **BG-7** (turn). If none of the numbers that are left can be played, the move is `pass`. When all
//!   are played or passed, the opponent is to roll.
//! * **BG-8** (end). The player who has borne off all checkers has won, and the opponent would be to
//!   roll. It is a gammon if the opponent has borne off none, and a backgammon if in addition one of
//!   the opponent's checkers is on the bar or on points 1 to 6 of the winner.

use std::collections::BTreeSet;

use crate::board::{other, read_numbers, read_turn, side, words};
use crate::listed::Listed;

/// The set-ups with which games begin.
pub(crate) const STARTS: &[&str] = &[
    "x: 24*2 13*5 8*3 6*5\no: 24*2 13*5 8*3 6*5\nopening roll",
    "x: bar*1 22*1 13*2 6*4 5*4 4*3\no: 24*1 22*1 8*3 6*4 5*3 4*2 2*1\nx to roll",
    "x: bar*2 7*1 6*4 4*4 2*2 1*2\no: 20*1 6*3 5*2 4*2 3*2 1*3\nx to roll",
    "x: 6*2 5*3 3*2 1*1\no: 6*1 5*2 4*4 2*3\no to roll",
    "x: 7*1 2*2\no: bar*1 24*1 6*5 5*4 4*4\nx to play 6 5",
    "x: 18*1 1*2\no: 18*2 8*3 6*5 5*2\nx to play 6 5",
];

/// Where a checker on the bar is counted, one above the points.
const BAR: usize = 25;

/// Checkers of a player by point; 0 is not used, and `BAR` is the bar.
type Checkers = [usize; BAR + 1];

/// Backgammon, a game in progress.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Backgammon {
    /// Those of `x`, then those of `o`.
    checkers: [Checkers; 2],
    /// The player in turn; `x` before the opening roll.
    player: char,
    is_opening: bool,
    /// The numbers that are left to play, the highest first; none before a roll.
    numbers: Vec<usize>,
}

impl Backgammon {
    fn winner(&self) -> Option<char> {
        ['x', 'o'].into_iter().find(|player| self.checkers[side(*player)] == [0; BAR + 1])
    }

    /// The game after a number is played with a checker, if BG-4 and BG-5 allow it.
    fn after_checker(&self, number: usize, from: usize) -> Option<Self> {
        let (me, you) = (side(self.player), side(other(self.player)));
        let own = &self.checkers[me];
        if own[from] == 0 || (own[BAR] > 0 && from != BAR) {
            return None;
        }
        let mut after = self.clone();
        after.checkers[me][from] -= 1;
        let at = self.numbers.iter().position(|left| *left == number)?;
        after.numbers.remove(at);
        if number < from {
            let to = from - number;
            if self.checkers[you][25 - to] > 1 {
                return None;
            }
            after.checkers[you][BAR] += self.checkers[you][25 - to];
            after.checkers[you][25 - to] = 0;
            after.checkers[me][to] += 1;
        } else {
            let is_home = own[7..].iter().all(|checkers| *checkers == 0);
            let is_highest = own[from + 1..].iter().all(|checkers| *checkers == 0);
            if !is_home || (number > from && !is_highest) {
                return None;
            }
        }
        let is_last = after.numbers.is_empty() || after.winner().is_some();
        Some(if is_last { after.passed() } else { after })
    }

    /// The game with the opponent to roll.
    fn passed(&self) -> Self {
        Self { player: other(self.player), numbers: Vec::new(), ..self.clone() }
    }

    /// The moves of a checker that BG-4 and BG-5 allow: the number, the point and the game after it.
    fn checker_moves(&self) -> Vec<(usize, usize, Self)> {
        let numbers: BTreeSet<usize> = self.numbers.iter().copied().collect();
        let pairs =
            numbers.into_iter().flat_map(|number| (1..=BAR).map(move |from| (number, from)));
        pairs
            .filter_map(|(number, from)| Some((number, from, self.after_checker(number, from)?)))
            .collect()
    }

    /// How many of the numbers that are left can be played at most (BG-6).
    fn playable(&self) -> usize {
        let mut games = BTreeSet::from([self.clone()]);
        let mut played = 0;
        loop {
            let moves = games.iter().flat_map(Self::checker_moves);
            games = moves.map(|(_, _, after)| after).collect();
            if games.is_empty() {
                return played;
            }
            played += 1;
        }
    }

    /// The moves of a player with numbers to play (BG-6, BG-7).
    fn plays(&self) -> Vec<(String, Self)> {
        let most = self.playable();
        let mut moves = self.checker_moves();
        moves.retain(|(_, _, after)| 1 + after.playable() == most);
        let highest = moves.iter().map(|(number, ..)| *number).max();
        if most == 1 && self.numbers.len() > 1 {
            moves.retain(|(number, ..)| Some(*number) == highest);
        }
        if moves.is_empty() {
            return vec![("pass".to_owned(), self.passed())];
        }
        let name = |number, from| format!("{number} from {}", point_name(from));
        moves.into_iter().map(|(number, from, after)| (name(number, from), after)).collect()
    }

    /// The rolls and the game after each (BG-2, BG-3).
    fn rolls(&self) -> Vec<(String, Self)> {
        let mut rolls = Vec::new();
        for (high, low) in (1..=6).flat_map(|high| (1..=high).map(move |low| (high, low))) {
            let numbers = if high == low { vec![high; 4] } else { vec![high, low] };
            let turn = |player| {
                let numbers = numbers.clone();
                Self { checkers: self.checkers, player, is_opening: false, numbers }
            };
            if !self.is_opening {
                rolls.push((format!("{high} {low}"), turn(self.player)));
            } else if high > low {
                rolls.push((format!("x {high} o {low}"), turn('x')));
                rolls.push((format!("x {low} o {high}"), turn('o')));
            }
        }
        rolls
    }
}

fn point_name(point: usize) -> String {
    if point == BAR { "bar".to_owned() } else { point.to_string() }
}

impl Listed for Backgammon {
    type Step = Self;
    const ILLEGAL: &'static str =
        "no roll, no checker that may move so, or the game is over (BG-2 to BG-8)";

    fn set_up(setup: &str) -> Result<Self, String> {
        Self::read(setup).ok_or_else(|| {
            "a line as `x: bar*1 24*2 6*5`, the like for `o:`, at most 15 checkers each, then \
             `opening roll`, or a line as `x to roll` or `x to play 6 2`"
                .to_owned()
        })
    }

    /// All moves and the game after each.
    fn steps(&self) -> Vec<(String, Self)> {
        match self.winner() {
            Some(_) => Vec::new(),
            None if self.numbers.is_empty() => self.rolls(),
            None => self.plays(),
        }
    }

    fn take(&mut self, after: Self) {
        *self = after;
    }

    fn position(&self) -> String {
        self.text()
    }

    fn outcome(&self) -> Option<String> {
        let winner = self.winner()?;
        let loser = &self.checkers[side(other(winner))];
        // Points 1 to 6 of the winner are 19 to 24 of the loser.
        let is_behind = loser[19..=BAR].iter().any(|checkers| *checkers > 0);
        Some(match (loser.iter().sum(), is_behind) {
            (15_usize, true) => format!("{winner} wins a backgammon"),
            (15, false) => format!("{winner} wins a gammon"),
            _ => format!("{winner} wins"),
        })
    }

    fn weight(&self, mv: &str) -> u32 {
        match mv.split_once(' ') {
            Some((high, low)) if self.numbers.is_empty() && !self.is_opening && high != low => 2,
            _ => 1,
        }
    }
}

fn read_checkers(line: &str, player: &str) -> Option<Checkers> {
    let mut checkers = [0; BAR + 1];
    for word in line.strip_prefix(player)?.split(' ').skip(1) {
        let (name, number) = word.split_once('*')?;
        let point = (1..=BAR).find(|point| point_name(*point) == name)?;
        checkers[point] = number.parse().ok().filter(|number| *number <= 15)?;
    }
    Some(checkers)
}

fn checkers_text(checkers: &Checkers) -> String {
    let points = (1..=BAR).rev().filter(|point| checkers[*point] > 0);
    points.map(|point| format!(" {}*{}", point_name(point), checkers[point])).collect()
}

impl Backgammon {
    /// The whole position.
    fn text(&self) -> String {
        let [x, o] = self.checkers.each_ref().map(checkers_text);
        let player = self.player;
        let turn = match self.numbers[..] {
            [] if self.is_opening => "opening roll".to_owned(),
            [] => format!("{player} to roll"),
            _ => format!("{player} to play {}", words(&self.numbers)),
        };
        format!("x:{x}\no:{o}\n{turn}")
    }

    /// What BG-1 to BG-3 and BG-8 say about set-ups.
    fn is_possible(&self) -> bool {
        let [x, o] = &self.checkers;
        let is_shared = |point: usize| x[point] > 0 && o[25 - point] > 0;
        let is_roll = match self.numbers[..] {
            [high, low] => high >= low,
            [first, ..] => self.numbers.iter().all(|number| *number == first),
            [] => true,
        };
        let is_turn = self.winner().is_none_or(|winner| {
            self.player == other(winner) && self.numbers.is_empty() && !self.is_opening
        });
        let numbers = [x, o].map(|checkers| checkers.iter().sum::<usize>());
        is_roll
            && self.numbers.len() <= 4
            && self.numbers.iter().all(|number| (1..=6).contains(number))
            && is_turn
            && numbers != [0, 0]
            && numbers.iter().all(|number| *number <= 15)
            && !(1..=24).any(is_shared)
    }

    /// Reads a set-up; `None` if it is none, or not as [`Self::text`] writes it.
    fn read(setup: &str) -> Option<Self> {
        let [x, o, turn] = setup.lines().collect::<Vec<_>>()[..] else { return None };
        let checkers = [read_checkers(x, "x:")?, read_checkers(o, "o:")?];
        let is_opening = turn == "opening roll";
        let (player, rest) = turn.split_once(" to ").unwrap_or(("x", "roll"));
        let numbers = match rest.strip_prefix("play ") {
            Some(numbers) => read_numbers(numbers)?,
            None => Vec::new(),
        };
        let player = read_turn(&format!("{player} to move"))?;
        let game = Self { checkers, player, is_opening, numbers };
        // The opening roll has one set-up.
        let is_beginning = !is_opening || setup == STARTS[0];
        (is_beginning && game.is_possible() && game.text() == setup).then_some(game)
    }
}
