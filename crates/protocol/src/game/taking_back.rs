//! Moves that a game of an engine in another process takes back (EP-25).
//!
//! The callers of [`Game::undo_moves`](twinboard_vocabulary::Game::undo_moves) compare the position
//! after all moves are taken back with that before. What only a single step shows is compared here:
//! the answers after each move that is taken back are those before that move, in the game and in a
//! copy of it, which takes back moves that were made before it was (EP-24). All these requests are
//! sent together with others.

use twinboard_vocabulary::{MoveOf, Plays, Vocabulary};

use super::{MOVES_LISTED, RemoteGame, mixed_with};
use crate::ahead::Origin;
use crate::answers::{self, Texts};
use crate::breach::{Breach, quote};
use crate::connect::Process;
use crate::connection::Answer;
use crate::hello::{Kind, Offer, Part};
use crate::words::{push_argument, push_number};

/// What is asked about a position before a move and after it has been taken back. The list of legal
/// moves comes last: it takes longest, and is asked for in some games only.
const ASKED: [Offer; 3] = [Offer::Position, Offer::Outcome, Offer::Moves];

/// Lists up to this length are always asked for.
const FEW_MOVES: usize = 16;

/// Longer ones are asked for in one of this many games.
const GAMES_PER_LISTING: u64 = 4;

/// Behind one of this many first moves the engine is asked while the moves are made, and not when they
/// have been taken back: an answer that it kept is still there when another move follows.
const MOVES_PER_ASKING_BEFORE: u64 = 3;

impl<V: Vocabulary, O: Plays<V>> RemoteGame<V, O> {
    /// Plays moves and takes back all that are accepted. The moves are sent at once: most are legal
    /// unless the engine is wrong.
    pub(super) fn play_and_undo(&mut self, moves: &[MoveOf<V>]) -> Result<(), Breach> {
        let mut guard = self.process.lock();
        let process = &mut *guard;
        let are_few = self.last_list.get() <= FEW_MOVES;
        let first = moves.first().map(ToString::to_string).unwrap_or_default();
        let asks_only_before = mixed_with(0, &first).is_multiple_of(MOVES_PER_ASKING_BEFORE);
        let lists = are_few || asks_only_before || self.seed.is_multiple_of(GAMES_PER_LISTING);
        let offered: Vec<Offer> =
            ASKED.into_iter().filter(|offer| self.shared.has(*offer)).collect();
        let without_list: Vec<Offer> =
            offered.iter().copied().filter(|offer| *offer != Offer::Moves).collect();
        let asked = if lists { &offered } else { &without_list };
        let begin = ask_about(process, self.number, &without_list[..without_list.len().min(1)]);
        let mut plays = Vec::new();
        for mv in moves {
            let text = mv.to_string();
            let play = self.send(process, Kind::Play, |out| push_argument(out, &text));
            plays.push((text, play, ask_about(process, self.number, asked)));
        }
        let distractions =
            if asks_only_before { Vec::new() } else { self.ask_unrelated(process, &first) };
        // The answers before each move that is accepted, and after the last of them.
        let mut shown = vec![answers(process, &begin)?];
        let (mut accepted, mut requested) = (0, Vec::new());
        for (text, play, asked) in plays {
            let answer = process.connection.answer(play)?;
            let is_accepted = answers::is_played(&answer)?;
            let after = answers(process, &asked)?;
            let text = quote(text.as_bytes());
            requested.push(format!("`{text}`{}", if is_accepted { "" } else { " (refused)" }));
            if is_accepted {
                accepted += 1;
                shown.push(after);
            }
        }
        answers(process, &distractions)?;
        let copy = self.shared.has(Offer::Copy).then(|| process.new_game());
        let copy_undone = copy.map(|copy| {
            self.send_order(process, Offer::Copy, |out| push_number(out, copy));
            let undone = undo(process, copy, accepted, &without_list);
            if self.shared.has(Offer::End) {
                order(process, Offer::End, copy);
            }
            undone
        });
        let asked = if asks_only_before { &[] } else { &asked[..] };
        let undone = undo(process, self.number, accepted, asked);
        // Questions from now on are asked after the moves.
        let expected = self.end_questions(process, Origin::TakenBack);
        self.forget_answers();
        if !asks_only_before {
            self.ask_early(process, &expected);
        }
        let moves = requested.join(", ");
        let first = if copy.is_some() { "; a copy took them back first" } else { "" };
        let (texts, ignored) = (self.shared.texts, &*self.shared.ignored);
        compare(
            (process, texts, &offered, ignored),
            &shown,
            undone,
            ("EP-25", &format!("{moves} and `undo`")),
            first,
        )?;
        let undone = copy_undone.unwrap_or_default();
        compare(
            (process, texts, &offered, ignored),
            &shown,
            undone,
            ("EP-24", &format!("{moves}, `copy` and `undo`")),
            "",
        )
    }

    /// Asks what no answer is compared with here: a question must not change what `undo` has kept.
    /// The first move is often illegal by now.
    fn ask_unrelated(&self, process: &mut Process<V>, first: &str) -> Vec<u64> {
        let asked =
            [(Offer::Key, ""), (Offer::Observe, ""), (Offer::Legal, first), (Offer::Random, "1")];
        let offered = asked.into_iter().filter(|(offer, _)| self.shared.has(*offer));
        let send = |(offer, argument): (Offer, &str)| {
            self.send(process, offer.into(), |out| {
                if !argument.is_empty() {
                    push_argument(out, argument);
                }
            })
        };
        offered.map(send).collect()
    }
}

/// Adds a request about a game whose answer can only be `ok`.
fn order<V: Vocabulary>(process: &mut Process<V>, order: Offer, game: u64) {
    let number = process.connection.request(order, |out| push_number(out, game));
    process.connection.forget(number);
}

/// Adds questions about the position of a game; returns the numbers of the requests.
fn ask_about<V: Vocabulary>(process: &mut Process<V>, game: u64, asked: &[Offer]) -> Vec<u64> {
    let ask = |&offer: &Offer| {
        process.connection.request(offer, |out| {
            push_number(out, game);
            if offer == Offer::Moves {
                push_number(out, MOVES_LISTED);
            }
        })
    };
    asked.iter().map(ask).collect()
}

fn answers<V: Vocabulary>(process: &mut Process<V>, asked: &[u64]) -> Result<Vec<Answer>, Breach> {
    asked.iter().map(|&number| process.connection.answer(number)).collect()
}

/// Adds requests that take back the last moves of a game, with questions after each.
fn undo<V: Vocabulary>(
    process: &mut Process<V>,
    game: u64,
    moves: usize,
    asked: &[Offer],
) -> Vec<Vec<u64>> {
    let undo = |_| {
        order(process, Offer::Undo, game);
        ask_about(process, game, asked)
    };
    (0..moves).map(undo).collect()
}

/// Compares the answers after each move that was taken back with those before it, if both were
/// asked: `shown` has those before each move, and after the last of them. A breach has the clause
/// and says after what it was asked, and what else was done.
fn compare<V: Vocabulary>(
    (process, texts, offered, ignored): (&mut Process<V>, Texts<V>, &[Offer], &[Part]),
    shown: &[Vec<Answer>],
    undone: Vec<Vec<u64>>,
    (clause, requested): (&'static str, &str),
    also: &str,
) -> Result<(), Breach> {
    let moves = undone.len();
    for (count, asked) in (1..).zip(undone) {
        let now = answers(process, &asked)?;
        for ((offer, before), mut now) in offered.iter().zip(&shown[moves - count]).zip(now) {
            if *offer == Offer::Position {
                for part in ignored {
                    now.lines = part.taken_from(&before.lines, &now.lines);
                }
            }
            // Nearly always, so nothing is read.
            if answers::is_same(before, &now) {
                continue;
            }
            let [known, found] =
                [before, &now].map(|answer| answers::canonical(texts, *offer, answer));
            if answers::is_same(&known?, &found?) {
                continue;
            }
            let (name, (line, [before, now])) = (offer.name(), answers::difference(before, &now));
            let message = format!(
                "after {requested}, {count} of {moves} times, {line}the answer to {name} is \
                 `{now}`; expected `{before}` as before{also}"
            );
            return Err(Breach::new(clause, message));
        }
    }
    Ok(())
}
