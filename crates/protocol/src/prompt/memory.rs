//! Answers of a conversation by hand that are asked for again.
//!
//! A question that is asked again at the same position of a game must have the same answer: right
//! away, after a refused move, after moves that were taken back, and in a copy. No question is sent
//! that nobody has typed, so only answers that were seen are compared.

use std::collections::BTreeMap;

use crate::answers;
use crate::breach::{Breach, quote};
use crate::connection::Answer;
use crate::kind::Kind;

/// The games in progress, and what changed them.
#[derive(Default)]
pub(super) struct Memory {
    games: BTreeMap<u64, Vec<Step>>,
    /// Everything that may change a game, in order.
    orders: Vec<Order>,
}

/// Answers at one position of a game.
type Step = Vec<Seen>;

#[derive(Clone)]
struct Seen {
    /// The question with its arguments.
    question: String,
    answer: Answer,
    /// Number of orders before.
    orders: usize,
}

struct Order {
    /// The game, and the copies that were made of it later.
    games: Vec<u64>,
    kind: Kind,
    /// As reports show it.
    text: String,
}

impl Memory {
    /// True if the game is in progress.
    pub(super) fn has(&self, game: u64) -> bool {
        self.games.contains_key(&game)
    }

    /// True if a move of the game can be taken back.
    pub(super) fn has_moves(&self, game: u64) -> bool {
        self.games.get(&game).is_some_and(|steps| steps.len() > 1)
    }

    /// Notes an answer of a request about `game`; `copy` is the number of a new game.
    pub(super) fn note(
        &mut self,
        (game, copy): (u64, u64),
        (kind, text): (Kind, &str),
        answer: &Answer,
    ) {
        match kind {
            Kind::SetUp if answer.head == "ok" => {
                self.games.insert(game, vec![Step::new()]);
            }
            Kind::Play => {
                let is_played = answer.head.starts_with("played");
                let refused = if is_played { "" } else { " (refused)" };
                self.order(game, kind, format!("`{}`{refused}", quote(text.as_bytes())));
                if let Some(steps) = self.games.get_mut(&game).filter(|_| is_played) {
                    steps.push(Step::new());
                }
            }
            Kind::Copy => {
                if let Some(steps) = self.games.get(&game).cloned() {
                    self.games.insert(copy, steps);
                }
                for order in &mut self.orders {
                    if order.games.contains(&game) {
                        order.games.push(copy);
                    }
                }
                self.order(copy, kind, "`copy`".into());
            }
            Kind::Undo => {
                self.order(game, kind, "`undo`".into());
                self.games.entry(game).and_modify(|steps| drop(steps.pop()));
            }
            Kind::End => drop(self.games.remove(&game)),
            _ => {}
        }
    }

    fn order(&mut self, game: u64, kind: Kind, text: String) {
        self.orders.push(Order { games: vec![game], kind, text });
    }

    /// Compares an answer with that to the same question at the same position, or keeps it.
    ///
    /// # Errors
    ///
    /// If they differ.
    pub(super) fn compare(
        &mut self,
        game: u64,
        (kind, text): (Kind, &str),
        answer: &Answer,
    ) -> Result<(), Breach> {
        use Kind::{Count, Key, Moves, Outcome, Position, Random};
        if !matches!(kind, Count | Key | Moves | Outcome | Position | Random) {
            return Ok(());
        }
        let question = format!("{} {text}", kind.name());
        let Some(step) = self.games.get_mut(&game).and_then(|steps| steps.last_mut()) else {
            return Ok(());
        };
        let Some(seen) = step.iter().find(|seen| seen.question == question) else {
            step.push(Seen { question, answer: answer.clone(), orders: self.orders.len() });
            return Ok(());
        };
        let since = &self.orders[seen.orders..];
        let is_same = if since.is_empty() {
            seen.answer == *answer
        } else {
            answers::is_same(&seen.answer, answer)
        };
        if is_same {
            return Ok(());
        }
        let own: Vec<&Order> = since.iter().filter(|order| order.games.contains(&game)).collect();
        let has = |kind| own.iter().any(|order| order.kind == kind);
        let clause = match () {
            () if has(Kind::Copy) => "EP-24",
            () if has(Kind::Undo) => "EP-25",
            () if !own.is_empty() => "EP-18",
            () if !since.is_empty() => "EP-14",
            () => kind.clause(),
        };
        let own: Vec<&str> = own.iter().map(|order| &*order.text).collect();
        let after = match &own[..] {
            [] if since.is_empty() => "asked again".to_owned(),
            [] => "after requests about another game".to_owned(),
            own => format!("after {}", own.join(", ")),
        };
        let [before, now] = [&seen.answer, answer].map(answers::quoted);
        let name = kind.name();
        let message =
            format!("{after}, the answer to {name} is `{now}`; expected `{before}` as before");
        Err(Breach::new(clause, message))
    }
}
