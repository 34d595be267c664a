//! Oware. Rules: Oware Abapa as in Wikipedia's article "Oware"; international competitions have
//! `grand-slam=no-capture`. The end by repetition is that of Oware in `OpenSpiel`.
//!
//! * **OW-1** (board). Each of `x` and `o` has a row of 1 to 9 houses, as many as the other, numbered
//!   from 1 in the direction of sowing. A set-up is a line for each player with the seeds in the
//!   houses and the captured ones, such as `x 4 4 4 4 4 4 score 0`, a line of rules such as
//!   `grand-slam=no-capture repetition=none`, a line `x to move` or `o to move`, and the lines of
//!   OW-7. There are 1 to 200 seeds. The game begins with 4 seeds a house.
//! * **OW-2** (sowing). A move is the number of one of the player's houses that has seeds. They are
//!   all taken out and sown one by one in the next houses, those of the opponent after the last of
//!   the player's and the other way round. The house of origin is left out in each round.
//! * **OW-3** (capture). If the last seed makes 2 or 3 in a house of the opponent, these seeds are
//!   captured, and so are those of the houses before it, one after the other, as long as they are
//!   houses of the opponent with 2 or 3 seeds.
//! * **OW-4** (grand slam). A grand slam is a move that would capture all seeds in the opponent's
//!   houses. It is illegal with `grand-slam=illegal`; it captures nothing with
//!   `grand-slam=no-capture`, and all of them with `grand-slam=captures`. With
//!   `grand-slam=rest-to-opponent` it captures them and gives all other seeds to the opponent.
//! * **OW-5** (feeding). If there are no seeds in the opponent's houses, only moves after which there
//!   are some are legal.
//! * **OW-6** (end). The game is over when a player has captured more than half of all seeds; the
//!   others stay where they are. If the player to move has no legal move, both players capture the
//!   seeds in their own houses, and the game is over. More captured seeds win; equally many are a
//!   draw. A set-up in which the last capture is still to be made is refused.
//! * **OW-7** (repetition). With `repetition=ends` both players capture the seeds in their own houses,
//!   and the game is over, when the seeds and the player to move are as in an earlier position. The
//!   positions since the last capture, oldest first, are lines such as `before 0 1 0 / 2 0 0` with
//!   the houses of `x` and those of `o`. With `repetition=none` a game can go on for ever.

use crate::board::{more_wins, other, read_numbers, read_row, read_turn, side, words};
use crate::listed::Listed;

/// The set-ups with which games begin.
pub(crate) const STARTS: &[&str] = &[
    "x 4 4 4 4 4 4 score 0\no 4 4 4 4 4 4 score 0\ngrand-slam=no-capture repetition=none\nx to move",
    "x 4 4 4 4 4 4 score 0\no 4 4 4 4 4 4 score 0\ngrand-slam=illegal repetition=ends\nx to move",
    "x 3 3 3 score 0\no 3 3 3 score 0\ngrand-slam=captures repetition=ends\nx to move",
    "x 2 2 score 0\no 2 2 score 0\ngrand-slam=no-capture repetition=ends\no to move",
    "x 0 0 1 0 14 2 score 7\no 1 2 0 1 0 0 score 10\ngrand-slam=rest-to-opponent repetition=none\n\
     x to move",
    "x 0 1 0 2 0 1 score 12\no 1 1 0 0 1 0 score 11\ngrand-slam=illegal repetition=ends\nx to move",
];

/// The words for what a grand slam does (OW-4).
const GRAND_SLAMS: [&str; 4] = ["illegal", "no-capture", "captures", "rest-to-opponent"];

/// Oware, a game in progress.
#[derive(Clone, Debug)]
pub(crate) struct Oware {
    /// The houses of `x` and of `o`.
    houses: [Vec<usize>; 2],
    /// The seeds that `x` and `o` have captured.
    scores: [usize; 2],
    grand_slam: &'static str,
    /// Earlier positions; `None` if repetition does not matter (OW-7).
    earlier: Option<Vec<[Vec<usize>; 2]>>,
    player: char,
}

impl Oware {
    /// The number of seeds in the houses of a side.
    fn in_houses(&self, side: usize) -> usize {
        self.houses[side].iter().sum()
    }

    /// Sows the seeds of a house of the player, counted from 0 (OW-2), and returns the side and house
    /// of the last one.
    fn sow(&mut self, house: usize) -> (usize, usize) {
        let (own, others) = (side(self.player), side(other(self.player)));
        let seeds = std::mem::take(&mut self.houses[own][house]);
        let row = |side| (0..self.houses[own].len()).map(move |house| (side, house));
        let round: Vec<(usize, usize)> = row(own).chain(row(others)).collect();
        let way = round.into_iter().cycle().skip(house + 1).filter(|to| *to != (own, house));
        let mut last = (own, house);
        for (side, house) in way.take(seeds) {
            self.houses[side][house] += 1;
            last = (side, house);
        }
        last
    }

    /// The opponent's houses that are captured from after a sowing (OW-3).
    fn captured(&self, (last_side, last): (usize, usize)) -> Vec<usize> {
        if last_side == side(self.player) {
            return Vec::new();
        }
        let back = (0..=last).rev();
        back.take_while(|house| [2, 3].contains(&self.houses[last_side][*house])).collect()
    }

    /// The game after a house, counted from 0, is sown, before the ends of OW-6 and OW-7; `None` if
    /// that is illegal.
    fn after(&self, house: usize) -> Option<Self> {
        let (own, others) = (side(self.player), side(other(self.player)));
        if self.houses[own][house] == 0 {
            return None;
        }
        let mut after = self.clone();
        let last = after.sow(house);
        let mut captured = after.captured(last);
        let number: usize = captured.iter().map(|house| after.houses[others][*house]).sum();
        let is_grand_slam = number > 0 && number == after.in_houses(others);
        match self.grand_slam {
            "illegal" if is_grand_slam => return None,
            "no-capture" if is_grand_slam => captured.clear(),
            _ => {}
        }
        for house in &captured {
            after.scores[own] += std::mem::take(&mut after.houses[others][*house]);
        }
        if self.in_houses(others) == 0 && after.in_houses(others) == 0 {
            return None;
        }
        if is_grand_slam && self.grand_slam == "rest-to-opponent" {
            after.scores[others] += after.in_houses(own);
            after.houses[own].fill(0);
        }
        if let Some(earlier) = &mut after.earlier {
            earlier.push(self.houses.clone());
            if !captured.is_empty() {
                earlier.clear();
            }
        }
        after.player = other(self.player);
        Some(after)
    }

    /// True if a position has occurred twice (OW-7). The player to move alternates.
    fn is_repeated(&self) -> bool {
        let all: Vec<&[Vec<usize>; 2]> =
            self.earlier.iter().flatten().chain([&self.houses]).collect();
        let is_again = |at: usize| (0..at).rev().skip(1).step_by(2).any(|old| all[old] == all[at]);
        (0..all.len()).any(is_again)
    }

    /// True if both players are to capture the seeds in their own houses (OW-6, OW-7).
    fn is_rest_due(&self) -> bool {
        !self.is_over() && (self.is_repeated() || self.steps().is_empty())
    }

    /// OW-1, OW-6 and OW-7 about set-ups.
    fn is_possible(&self) -> bool {
        let ([x, o], left) = (&self.houses, self.in_houses(0) + self.in_houses(1));
        let mut earlier = self.earlier.iter().flatten();
        let is_earlier = earlier.all(|rows| {
            let is_row = |row: &Vec<usize>| row.len() == x.len();
            rows.iter().flatten().sum::<usize>() == left && rows.iter().all(is_row)
        });
        let has_earlier = self.earlier.iter().flatten().next().is_some();
        (1..=9).contains(&x.len())
            && x.len() == o.len()
            && (1..=200).contains(&(left + self.scores[0] + self.scores[1]))
            && is_earlier
            && !(has_earlier && self.is_over())
            && !self.is_rest_due()
    }

    fn read(setup: &str) -> Option<Self> {
        let lines: Vec<&str> = setup.lines().collect();
        let [x, o, rules, turn, earlier @ ..] = &lines[..] else { return None };
        let (x, x_score) = read_row(x, 'x', "score")?;
        let (o, o_score) = read_row(o, 'o', "score")?;
        let (slam, repetition) = rules.strip_prefix("grand-slam=")?.split_once(" repetition=")?;
        let grand_slam = GRAND_SLAMS.into_iter().find(|name| *name == slam)?;
        let read_earlier = |line: &&str| {
            let (x, o) = line.strip_prefix("before ")?.split_once(" / ")?;
            Some([read_numbers(x)?, read_numbers(o)?])
        };
        let earlier = earlier.iter().map(read_earlier).collect::<Option<_>>()?;
        let earlier = (repetition == "ends").then_some(earlier);
        let (houses, scores, player) = ([x, o], [x_score, o_score], read_turn(turn)?);
        let game = Self { houses, scores, grand_slam, earlier, player };
        // Numbers and rules are written in one way only.
        (game.is_possible() && game.position() == setup).then_some(game)
    }
}

impl Listed for Oware {
    type Step = Self;
    const ILLEGAL: &'static str = "no house of the player that may be sown (OW-2, OW-4, OW-5)";
    const OVER: Option<&'static str> = Some("the game is over (OW-6)");

    fn set_up(setup: &str) -> Result<Self, String> {
        Self::read(setup).ok_or_else(|| {
            "a line as `x 4 4 4 4 4 4 score 0`, the like for `o`, each with 1 to 9 houses, 1 to 200 \
             seeds in all, then a line as `grand-slam=no-capture repetition=none`, then `x to move` \
             or `o to move`, then with `repetition=ends` lines of earlier positions, with a legal \
             move unless the game is over (OW-1, OW-6, OW-7)"
                .to_owned()
        })
    }

    fn steps(&self) -> Vec<(String, Self)> {
        let after = |house: usize| Some(((house + 1).to_string(), self.after(house)?));
        (0..self.houses[0].len()).filter_map(after).collect()
    }

    fn take(&mut self, after: Self) {
        *self = after;
        if self.is_rest_due() {
            for side in [0, 1] {
                self.scores[side] += self.in_houses(side);
                self.houses[side].fill(0);
            }
            self.earlier = self.earlier.as_ref().map(|_| Vec::new());
        }
    }

    fn is_over(&self) -> bool {
        let left = self.in_houses(0) + self.in_houses(1);
        let all = left + self.scores[0] + self.scores[1];
        left == 0 || self.scores.iter().any(|score| 2 * score > all)
    }

    fn position(&self) -> String {
        let ([x, o], [x_score, o_score]) = (&self.houses, &self.scores);
        let repetition = if self.earlier.is_some() { "ends" } else { "none" };
        let line = |[x, o]: &[Vec<usize>; 2]| format!("\nbefore {} / {}", words(x), words(o));
        let earlier: String = self.earlier.iter().flatten().map(line).collect();
        format!(
            "x {} score {x_score}\no {} score {o_score}\ngrand-slam={} \
             repetition={repetition}\n{} to move{earlier}",
            words(x),
            words(o),
            self.grand_slam,
            self.player
        )
    }

    fn outcome(&self) -> Option<String> {
        self.is_over().then(|| more_wins(self.scores[0], self.scores[1]))
    }

    fn player(&self) -> Option<String> {
        Some(self.player.to_string())
    }
}
