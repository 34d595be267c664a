//! Goofspiel, with moves of nature, joint moves and hidden information. Rules: Wikipedia's article
//! "Goofspiel"; `bids=sealed` is the imperfect information of Goofspiel in `OpenSpiel`.
//!
//! * **GS-1** (cards). The players `first` and `second` have the cards 1 to *n* each, and the prizes are
//!   1 to *n* too, with *n* from 1 to 13. A set-up is a line of rules such as
//!   `cards=6 ties=discarded bids=open`, then the prizes turned up and the bids of both players so
//!   far, as in `prizes: 4 2`, `first: 3` and `second: 5`. There are as many bids of each player as
//!   prizes, or one less; no number occurs twice in a line. The game begins with empty lines.
//! * **GS-2** (prize). While there are as many bids as prizes, nature turns up any of the other prizes,
//!   as in `prize 4`; all are equally probable.
//! * **GS-3** (bids). Otherwise both players bid at the same time, each a card that they have not bid
//!   before: `3 5` is one move, with the card of the first player first.
//! * **GS-4** (winner of a prize). The higher bid wins the prize. With equal bids nobody does: with
//!   `ties=discarded` the prize is out of the game, with `ties=held` it goes to the winner of the
//!   next prize that is won, if there is one.
//! * **GS-5** (end). When all cards have been bid, the game is over. The player whose prizes have the
//!   higher sum has won; equal sums are a draw.
//! * **GS-6** (views). The answers `view-first` and `view-second` say what each player sees: the
//!   prizes, the player's own bids, and for each round who won the prize, `first`, `second` or
//!   `nobody`. With `bids=open` players also see the opponent's bids, once both have bid; with
//!   `bids=sealed` they never do.

use crate::board::{read_numbers, words};
use crate::listed::Listed;

/// The set-ups with which games begin.
pub(crate) const STARTS: &[&str] = &[
    "cards=6 ties=discarded bids=open\nprizes:\nfirst:\nsecond:",
    "cards=13 ties=held bids=open\nprizes:\nfirst:\nsecond:",
    "cards=4 ties=held bids=sealed\nprizes:\nfirst:\nsecond:",
    "cards=5 ties=discarded bids=sealed\nprizes: 5 4 3\nfirst: 1 5\nsecond: 2 5",
];

/// The names of the players.
const PLAYERS: [&str; 2] = ["first", "second"];

/// Goofspiel, a game in progress.
#[derive(Clone, Debug)]
pub(crate) struct Goofspiel {
    /// The number of cards of each player.
    cards: usize,
    ties_are_held: bool,
    bids_are_sealed: bool,
    /// The prizes turned up so far.
    prizes: Vec<usize>,
    /// The bids of both players so far.
    bids: [Vec<usize>; 2],
}

impl Goofspiel {
    /// The numbers from 1 to *n* that are not among these.
    fn others(&self, used: &[usize]) -> Vec<usize> {
        (1..=self.cards).filter(|number| !used.contains(number)).collect()
    }

    fn is_natures_turn(&self) -> bool {
        self.prizes.len() == self.bids[0].len()
    }

    /// The winner of each round so far, as an index of `PLAYERS`; `None` if bids are equal (GS-4).
    fn winners(&self) -> Vec<Option<usize>> {
        let [first, second] = &self.bids;
        let winner = |(first, second): (&usize, &usize)| match first.cmp(second) {
            std::cmp::Ordering::Less => Some(1),
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Greater => Some(0),
        };
        first.iter().zip(second).map(winner).collect()
    }

    /// The sums of the prizes of both players (GS-4, GS-5).
    fn sums(&self) -> [usize; 2] {
        let (mut sums, mut held) = ([0, 0], 0);
        for (winner, prize) in self.winners().into_iter().zip(&self.prizes) {
            match winner {
                Some(player) => {
                    sums[player] += prize + held;
                    held = 0;
                }
                None if self.ties_are_held => held += prize,
                None => {}
            }
        }
        sums
    }

    /// What a player sees (GS-6).
    fn view(&self, player: usize) -> String {
        let bids = |seat: usize| line(PLAYERS[seat], &self.bids[seat]);
        let name = |winner: Option<usize>| winner.map_or("nobody", |winner| PLAYERS[winner]);
        let winners: Vec<&str> = self.winners().into_iter().map(name).collect();
        let mut seen = vec![line("prizes", &self.prizes), bids(player)];
        if !self.bids_are_sealed {
            seen.push(bids(1 - player));
        }
        seen.push(format!("winners: {}", winners.join(" ")).trim_end().to_owned());
        seen.join("; ")
    }

    /// GS-1.
    fn is_possible(&self) -> bool {
        let [first, second] = &self.bids;
        let are_cards = |numbers: &[usize]| {
            let is_new = |(at, number): (usize, &usize)| !numbers[..at].contains(number);
            numbers.iter().all(|number| (1..=self.cards).contains(number))
                && numbers.iter().enumerate().all(is_new)
        };
        (1..=13).contains(&self.cards)
            && [&self.prizes, first, second].into_iter().all(|numbers| are_cards(numbers))
            && first.len() == second.len()
            && [first.len(), first.len() + 1].contains(&self.prizes.len())
    }

    fn read(setup: &str) -> Option<Self> {
        let [rules, prizes, first, second] = setup.lines().collect::<Vec<_>>()[..] else {
            return None;
        };
        let (cards, rules) = rules.strip_prefix("cards=")?.split_once(' ')?;
        let (ties_are_held, bids_are_sealed) = match rules {
            "ties=discarded bids=open" => (false, false),
            "ties=discarded bids=sealed" => (false, true),
            "ties=held bids=open" => (true, false),
            "ties=held bids=sealed" => (true, true),
            _ => return None,
        };
        let numbers = |line: &str, name: &str| match line.strip_prefix(name)? {
            ":" => Some(Vec::new()),
            numbers => read_numbers(numbers.strip_prefix(": ")?),
        };
        let bids = [numbers(first, "first")?, numbers(second, "second")?];
        let prizes = numbers(prizes, "prizes")?;
        let game =
            Self { cards: cards.parse().ok()?, ties_are_held, bids_are_sealed, prizes, bids };
        // Numbers are written in one way only.
        (game.is_possible() && game.position() == setup).then_some(game)
    }
}

/// A name with numbers: `prizes: 4 2`.
fn line(name: &str, numbers: &[usize]) -> String {
    format!("{name}: {}", words(numbers)).trim_end().to_owned()
}

impl Listed for Goofspiel {
    type Step = Vec<usize>;
    const ILLEGAL: &'static str = "no prize that is left, no cards that both players have left, or the game \
        is over (GS-2, GS-3, GS-5)";

    fn set_up(setup: &str) -> Result<Self, String> {
        Self::read(setup).ok_or_else(|| {
            "a line as `cards=6 ties=discarded bids=open` with up to 13 cards, then lines as \
             `prizes: 4 2`, `first: 3` and `second: 5` of different numbers up to that of the cards, \
             with as many bids as prizes or one less"
                .to_owned()
        })
    }

    fn steps(&self) -> Vec<(String, Vec<usize>)> {
        if self.is_natures_turn() {
            let prizes = self.others(&self.prizes).into_iter();
            return prizes.map(|prize| (format!("prize {prize}"), vec![prize])).collect();
        }
        let mut steps = Vec::new();
        for first in self.others(&self.bids[0]) {
            for second in self.others(&self.bids[1]) {
                steps.push((words(&[first, second]), vec![first, second]));
            }
        }
        steps
    }

    fn take(&mut self, cards: Vec<usize>) {
        if let [first, second] = cards[..] {
            self.bids[0].push(first);
            self.bids[1].push(second);
        } else {
            self.prizes.extend(cards);
        }
    }

    fn position(&self) -> String {
        let ties = if self.ties_are_held { "held" } else { "discarded" };
        let bids = if self.bids_are_sealed { "sealed" } else { "open" };
        let [first, second] = [0, 1].map(|player| line(PLAYERS[player], &self.bids[player]));
        let prizes = line("prizes", &self.prizes);
        format!("cards={} ties={ties} bids={bids}\n{prizes}\n{first}\n{second}", self.cards)
    }

    fn outcome(&self) -> Option<String> {
        if self.bids[0].len() < self.cards {
            return None;
        }
        let [first, second] = self.sums();
        let outcome = match first.cmp(&second) {
            std::cmp::Ordering::Less => "second wins",
            std::cmp::Ordering::Equal => "draw",
            std::cmp::Ordering::Greater => "first wins",
        };
        Some(outcome.to_owned())
    }

    fn observe(&self) -> Vec<(&'static str, String)> {
        vec![("view-first", self.view(0)), ("view-second", self.view(1))]
    }
}
