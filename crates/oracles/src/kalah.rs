//! Kalah. Rules: Geoffrey Irving, Jeroen Donkers and Jos Uiterwijk, "Solving Kalah", ICGA Journal 23
//! (2000), with `empty-capture=yes rest=owner`; Wikipedia's article "Kalah" has `empty-capture=no`.
//!
//! * **KA-1** (board). Each of `x` and `o` has a row of 1 to 9 houses, as many as the other, and a
//!   store. Houses are numbered from 1 in the direction of sowing, so house *k* of *n* is opposite
//!   the other player's house *n* + 1 - *k*. A set-up is a line of seeds for each player, such as
//!   `x 4 4 4 4 4 4 store 0`, a line of rules such as `empty-capture=no rest=owner`, and a line
//!   `x to move` or `o to move`. There are 1 to 200 seeds. The game begins with 4 seeds a house.
//! * **KA-2** (sowing). A move is the number of one of the player's houses that has seeds. They are
//!   all taken out and sown one by one: in the player's next houses, the player's store, the
//!   opponent's houses from the first one, and again from the player's first house. The opponent's
//!   store is left out; the house of origin is not.
//! * **KA-3** (extra turn). If the last seed falls into the player's store, the player moves again.
//!   Otherwise it is the opponent's turn.
//! * **KA-4** (capture). If the last seed falls into one of the player's houses that was empty, or has
//!   just been emptied as the house of origin, then this seed and all in the opposite house go to
//!   the player's store. If the opposite house is empty, so does the last seed with
//!   `empty-capture=yes`; with `empty-capture=no` it stays where it is.
//! * **KA-5** (end). When all houses of a player are empty after a move, the game is over, whoever
//!   would be to move. The seeds in the houses of the other player go to the store of that player
//!   with `rest=owner`, or to the store of the player with the empty houses with `rest=opponent`.
//!   More seeds in the store win; equally many are a draw. A set-up has seeds in houses of both
//!   players or of neither.

use crate::board::{more_wins, other, read_row, read_turn, side, words};
use crate::listed::Listed;

/// The set-ups with which games begin.
pub(crate) const STARTS: &[&str] = &[
    "x 4 4 4 4 4 4 store 0\no 4 4 4 4 4 4 store 0\nempty-capture=no rest=owner\nx to move",
    "x 4 4 4 4 4 4 store 0\no 4 4 4 4 4 4 store 0\nempty-capture=yes rest=owner\nx to move",
    "x 3 3 3 store 0\no 3 3 3 store 0\nempty-capture=no rest=opponent\nx to move",
    "x 2 2 store 0\no 2 2 store 0\nempty-capture=yes rest=opponent\no to move",
    "x 0 3 13 0 1 0 store 9\no 1 0 14 0 2 0 store 5\nempty-capture=no rest=owner\no to move",
];

/// Kalah, a game in progress.
#[derive(Clone, Debug)]
pub(crate) struct Kalah {
    /// The houses of `x` and of `o`.
    houses: [Vec<usize>; 2],
    stores: [usize; 2],
    captures_empty: bool,
    rest_goes_to_owner: bool,
    player: char,
}

/// A place where a seed can be sown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// A house of a side, counted from 0.
    House(usize, usize),
    /// The store of the player to move.
    Store,
}

impl Kalah {
    /// All places in the order of sowing, beginning with the player's first house (KA-2).
    fn round(&self) -> Vec<Place> {
        let houses =
            |side: usize| (0..self.houses[side].len()).map(move |at| Place::House(side, at));
        let (own, others) = (side(self.player), side(other(self.player)));
        houses(own).chain([Place::Store]).chain(houses(others)).collect()
    }

    /// The game after the seeds of a house, counted from 0, have been sown.
    fn after(&self, house: usize) -> Self {
        let own = side(self.player);
        let mut after = self.clone();
        let seeds = after.houses[own][house];
        after.houses[own][house] = 0;
        let way: Vec<Place> =
            self.round().into_iter().cycle().skip(house + 1).take(seeds).collect();
        for place in &way {
            match *place {
                Place::House(side, at) => after.houses[side][at] += 1,
                Place::Store => after.stores[own] += 1,
            }
        }
        match way.last() {
            Some(Place::House(side, at)) if *side == own => after.capture(*at),
            _ => {}
        }
        if way.last() != Some(&Place::Store) {
            after.player = other(self.player);
        }
        after.end();
        after
    }

    /// KA-4, with the last seed in a house of the player, who is still the one to move.
    fn capture(&mut self, house: usize) {
        let (own, others) = (side(self.player), side(other(self.player)));
        let opposite = self.houses[own].len() - 1 - house;
        let was_empty = self.houses[own][house] == 1;
        if was_empty && (self.captures_empty || self.houses[others][opposite] > 0) {
            self.stores[own] += self.houses[own][house] + self.houses[others][opposite];
            self.houses[own][house] = 0;
            self.houses[others][opposite] = 0;
        }
    }

    /// The number of seeds in the houses of a side.
    fn in_houses(&self, side: usize) -> usize {
        self.houses[side].iter().sum()
    }

    /// Puts the rest into a store if the game is over (KA-5).
    fn end(&mut self) {
        let rest = [self.in_houses(0), self.in_houses(1)];
        if rest[0] > 0 && rest[1] > 0 {
            return;
        }
        for side in [0, 1] {
            let taker = if self.rest_goes_to_owner { side } else { 1 - side };
            self.stores[taker] += rest[side];
            self.houses[side].fill(0);
        }
    }

    /// KA-1 and the last sentence of KA-5.
    fn is_possible(&self) -> bool {
        let [x, o] = &self.houses;
        let seeds = self.in_houses(0) + self.in_houses(1) + self.stores[0] + self.stores[1];
        (1..=9).contains(&x.len())
            && x.len() == o.len()
            && (1..=200).contains(&seeds)
            && (self.in_houses(0) == 0) == (self.in_houses(1) == 0)
    }

    fn read(setup: &str) -> Option<Self> {
        let [x, o, rules, turn] = setup.lines().collect::<Vec<_>>()[..] else { return None };
        let (x, x_store) = read_row(x, 'x', "store")?;
        let (o, o_store) = read_row(o, 'o', "store")?;
        let (captures_empty, rest_goes_to_owner) = match rules {
            "empty-capture=no rest=owner" => (false, true),
            "empty-capture=no rest=opponent" => (false, false),
            "empty-capture=yes rest=owner" => (true, true),
            "empty-capture=yes rest=opponent" => (true, false),
            _ => return None,
        };
        let (houses, stores) = ([x, o], [x_store, o_store]);
        let player = read_turn(turn)?;
        let game = Self { houses, stores, captures_empty, rest_goes_to_owner, player };
        // Numbers are written in one way only.
        (game.is_possible() && game.position() == setup).then_some(game)
    }
}

impl Listed for Kalah {
    type Step = Self;
    const ILLEGAL: &'static str =
        "no house of the player with seeds, or the game is over (KA-2, KA-5)";

    fn set_up(setup: &str) -> Result<Self, String> {
        Self::read(setup).ok_or_else(|| {
            "a line as `x 4 4 4 4 4 4 store 0`, the like for `o`, each with 1 to 9 houses, 1 to 200 \
             seeds in all and some in houses of both players or of neither, then a line as \
             `empty-capture=no rest=owner`, then `x to move` or `o to move`"
                .to_owned()
        })
    }

    fn steps(&self) -> Vec<(String, Self)> {
        let own = &self.houses[side(self.player)];
        let filled = (0..own.len()).filter(|house| own[*house] > 0);
        filled.map(|house| ((house + 1).to_string(), self.after(house))).collect()
    }

    fn take(&mut self, after: Self) {
        *self = after;
    }

    fn position(&self) -> String {
        let yes_or_no = if self.captures_empty { "yes" } else { "no" };
        let taker = if self.rest_goes_to_owner { "owner" } else { "opponent" };
        let ([x, o], [x_store, o_store]) = (&self.houses, &self.stores);
        format!(
            "x {} store {x_store}\no {} store {o_store}\nempty-capture={yes_or_no} \
             rest={taker}\n{} to move",
            words(x),
            words(o),
            self.player
        )
    }

    fn outcome(&self) -> Option<String> {
        let is_over = self.in_houses(0) == 0 && self.in_houses(1) == 0;
        is_over.then(|| more_wins(self.stores[0], self.stores[1]))
    }

    fn player(&self) -> Option<String> {
        Some(self.player.to_string())
    }
}
