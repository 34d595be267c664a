//! A game of an engine in another process.
//!
//! A round trip between two processes takes longer than most requests. So a game sends, together
//! with a move, the questions that followed its last move, in the same order, in the expectation
//! that they follow again (EP-7). An answer that arrives in advance is used once: asking twice
//! sends two requests, because a question may wrongly change a game, and checks ask twice to see
//! that.
//!
//! Random legal moves are questions, too: the numbers that choose them are drawn here, from the
//! number of the move and of the question, so that they are known in advance.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};

use board::{
    Game, GameFailure, LegalMoveOf, MoveOf, OutcomeOf, ParseError, Plays, PositionOf, RefusalOf,
    ResultOf, TryClone, Vocabulary,
};

use crate::breach::{Breach, quote};
use crate::connection::{Answer, Connection, Kind, unexpected};
use crate::engine::{Shared, lock};
use crate::hello::Offer;

/// Legal moves listed at first; lists that are longer are asked for again, in full.
const MOVES_LISTED_FIRST: usize = 1 << 12;

/// Growth of a list that is asked for again.
const MOVES_GROWTH: usize = 16;

/// Limit on the questions that are asked in advance.
const QUESTIONS_MAX: usize = 64;

/// Beginning of a game, which tells what is asked first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Origin {
    SetUp,
    Copy,
    /// A copy that has played a move.
    PlayedCopy,
    /// A game that has played more moves.
    Replacement,
}

/// Requests about one game between two of its moves.
#[derive(Default)]
struct Questions {
    /// Requests that were sent in advance and have not been used, in order.
    early: VecDeque<(Kind, u64)>,
    /// Questions that were asked, in order.
    asked: Vec<Kind>,
    /// Number of random moves requested since the last move.
    samples: u64,
}

/// A game in the process of an engine. `O` is the implementation that supplies what the engine does
/// not offer; see [`Engine`](crate::Engine).
pub struct RemoteGame<V: Vocabulary, O: Plays<V>> {
    shared: Arc<Shared<V, O>>,
    connection: Arc<Mutex<Connection>>,
    number: u64,
    origin: Origin,
    /// This game as the oracle plays it; `None` if the engine offers events and reasons.
    oracle: Option<O::Game>,
    questions: RefCell<Questions>,
    /// Number of moves played or refused.
    moves: u64,
    /// True if the engine has such a game.
    is_begun: bool,
}

impl<V: Vocabulary, O: Plays<V>> RemoteGame<V, O> {
    pub(crate) fn new(
        shared: Arc<Shared<V, O>>,
        connection: Arc<Mutex<Connection>>,
        number: u64,
        oracle: Option<O::Game>,
    ) -> Self {
        Self {
            shared,
            connection,
            number,
            origin: Origin::SetUp,
            oracle,
            questions: RefCell::default(),
            moves: 0,
            is_begun: false,
        }
    }

    /// Sends a request about this game and waits for its answer. `write` appends further arguments.
    fn request(&self, kind: Kind, write: impl FnOnce(&mut Vec<u8>)) -> Result<Answer, Breach> {
        let mut connection = lock(&self.connection);
        let number = self.send(&mut connection, kind, write);
        connection.answer(number)
    }

    /// Adds a request about this game to those that are sent next.
    fn send(
        &self,
        connection: &mut Connection,
        kind: Kind,
        write: impl FnOnce(&mut Vec<u8>),
    ) -> u64 {
        connection.request(kind, |out| {
            out.push(b' ');
            out.extend_from_slice(self.number.to_string().as_bytes());
            write(out);
        })
    }

    /// Adds a question to the requests that are sent next.
    fn send_question(
        &self,
        connection: &mut Connection,
        questions: &mut Questions,
        kind: Kind,
    ) -> u64 {
        self.send(connection, kind, |out| match kind {
            Kind::Moves => push_argument(out, &MOVES_LISTED_FIRST.to_string()),
            Kind::Random => {
                questions.samples += 1;
                let number = mixed(self.moves.wrapping_mul(0x1_0000) + questions.samples);
                push_argument(out, &format!("{number:x}"));
            }
            _ => (),
        })
    }

    /// The answer to a question, perhaps asked in advance.
    fn ask(&self, kind: Kind) -> Result<Answer, Breach> {
        let mut questions = self.questions.borrow_mut();
        questions.asked.push(kind);
        let early = questions.early.iter().position(|&(early, _)| early == kind);
        let mut connection = lock(&self.connection);
        let number = match early.and_then(|index| questions.early.remove(index)) {
            Some((_, number)) => number,
            None => self.send_question(&mut connection, &mut questions, kind),
        };
        connection.answer(number)
    }

    /// Asks questions in advance.
    fn ask_early(&self, connection: &mut Connection, questions: &mut Questions, kinds: &[Kind]) {
        for &kind in kinds.iter().take(QUESTIONS_MAX) {
            let number = self.send_question(connection, questions, kind);
            questions.early.push_back((kind, number));
        }
    }

    /// Drops the answers that were asked for in advance, and returns the questions that were asked.
    fn end_questions(&self, connection: &mut Connection) -> Vec<Kind> {
        let questions = self.questions.take();
        for (_, number) in questions.early {
            connection.forget(number);
        }
        questions.asked
    }

    /// The questions to expect after the next move; remembers those after the beginning of a game.
    fn expect(&self, connection: &mut Connection, asked: Vec<Kind>) -> Vec<Kind> {
        let is_first = self.moves == 0;
        match self.origin {
            Origin::SetUp if is_first => {
                // After a move more or less the same is asked.
                connection.expected[Origin::SetUp as usize].clone_from(&asked);
                asked
            }
            Origin::Copy if is_first => {
                connection.expected[Origin::Copy as usize] = asked;
                connection.expected[Origin::PlayedCopy as usize].clone()
            }
            Origin::Copy if self.moves == 1 => {
                connection.expected[Origin::PlayedCopy as usize] = asked;
                // Copies that go on have replaced the game that they are copies of.
                connection.expected[Origin::Replacement as usize].clone()
            }
            _ => {
                let usual = &mut connection.expected[Origin::Replacement as usize];
                // Other games, which only follow this one, are asked less.
                if 2 * asked.len() >= usual.len() {
                    usual.clone_from(&asked);
                }
                asked
            }
        }
    }

    /// Begins a game on the side of the engine; false if it does not support the set-up.
    pub(crate) fn begin(&mut self, setup: &str) -> Result<bool, Breach> {
        let mut connection = lock(&self.connection);
        let mut questions = self.questions.borrow_mut();
        let request = connection.request(Kind::SetUp, |out| {
            let lines: Vec<&str> = setup.trim_end_matches('\n').split('\n').collect();
            push_argument(out, &self.number.to_string());
            push_argument(out, &lines.len().to_string());
            for line in lines {
                out.push(b'\n');
                out.extend_from_slice(line.as_bytes());
            }
        });
        if !connection.is_choosy {
            let expected = connection.expected[Origin::SetUp as usize].clone();
            self.ask_early(&mut connection, &mut questions, &expected);
        }
        let answer = connection.answer(request)?;
        match answer.head.as_str() {
            "ok" => {
                self.is_begun = true;
                Ok(true)
            }
            "unsupported" => {
                connection.is_choosy = true;
                connection.void(questions.early.drain(..).map(|(_, number)| number));
                Ok(false)
            }
            found => Err(unexpected(Kind::SetUp, found, "ok` or `unsupported")),
        }
    }

    /// Plays a move, with the questions that are expected after it.
    fn play_remotely(&mut self, mv: &MoveOf<V>) -> Result<Answer, Breach> {
        let mut connection = lock(&self.connection);
        let asked = self.end_questions(&mut connection);
        let expected = self.expect(&mut connection, asked);
        let play =
            self.send(&mut connection, Kind::Play, |out| push_argument(out, &mv.to_string()));
        self.moves += 1;
        self.ask_early(&mut connection, &mut self.questions.borrow_mut(), &expected);
        connection.answer(play)
    }

    /// The result of a move; what the engine does not offer comes from `by_oracle`.
    fn result(
        &self,
        mv: &MoveOf<V>,
        answer: &Answer,
        by_oracle: Option<ResultOf<V>>,
    ) -> Result<ResultOf<V>, Breach> {
        let texts = self.shared.texts;
        let (word, text) = answer.head.split_once(' ').unwrap_or((&answer.head, ""));
        let is_offered = match word {
            "played" => self.shared.has(Offer::Events),
            "refused" => self.shared.has(Offer::Reasons),
            _ => return Err(unexpected(Kind::Play, &answer.head, "played` or `refused")),
        };
        if !is_offered && !text.is_empty() {
            let clause = if word == "played" { "EP-19" } else { "EP-20" };
            let message =
                format!("`{}` has a text that is not offered", quote(answer.head.as_bytes()));
            return Err(Breach::new(clause, message));
        }
        match (word, is_offered, by_oracle) {
            ("played", true, _) => Ok(Ok(readable("an event", text, texts.read_event(text))?)),
            (_, true, _) => Ok(Err(readable("a reason", text, texts.read_refusal(text))?)),
            ("played", false, Some(Ok(event))) => Ok(Ok(event)),
            ("refused", false, Some(Err(refusal))) => Ok(Err(refusal)),
            ("played", false, Some(Err(refusal))) => {
                fail(format!("it plays `{mv}`, which the oracle refuses: {refusal}"))
            }
            (_, false, _) => fail(format!("it refuses `{mv}`, which the oracle plays")),
        }
    }

    /// Shows the lines of a list of legal moves; true if all were shown, `None` if `visit` broke.
    fn show(
        &self,
        answer: &Answer,
        seen: usize,
        visit: &mut dyn FnMut(&LegalMoveOf<V>) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Breach> {
        for line in answer.lines.lines().skip(seen) {
            let legal = self.shared.texts.read_legal_move(line);
            if visit(&readable("a legal move", line, legal)?).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn list(
        &self,
        visit: &mut dyn FnMut(&LegalMoveOf<V>) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Breach> {
        let (mut most, mut seen) = (MOVES_LISTED_FIRST, 0);
        let mut answer = self.ask(Kind::Moves)?;
        loop {
            let has_more = answer.head.ends_with(" more");
            if answer.count > most || has_more && answer.count < most {
                let expected = format!("moves K` with at most {most}, or `moves {most} more");
                return Err(unexpected(Kind::Moves, &answer.head, &expected));
            }
            if self.show(&answer, seen, visit)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
            if !has_more {
                return Ok(ControlFlow::Continue(()));
            }
            (seen, most) = (most, most.saturating_mul(MOVES_GROWTH));
            answer = self.request(Kind::Moves, |out| push_argument(out, &most.to_string()))?;
        }
    }

    /// Plays moves and takes back those that are accepted. A refused move changes nothing, so all
    /// moves can be sent at once.
    fn play_and_undo(&mut self, moves: &[MoveOf<V>]) -> Result<(), Breach> {
        let mut connection = lock(&self.connection);
        let plays: Vec<u64> = moves
            .iter()
            .map(|mv| {
                self.send(&mut connection, Kind::Play, |out| push_argument(out, &mv.to_string()))
            })
            .collect();
        let mut accepted = 0;
        for number in plays {
            let answer = connection.answer(number)?;
            accepted += match answer.head.split(' ').next() {
                Some("played") => 1,
                Some("refused") => 0,
                _ => return Err(unexpected(Kind::Play, &answer.head, "played` or `refused")),
            };
        }
        for _ in 0..accepted {
            let undo = self.send(&mut connection, Kind::Undo, |_| ());
            // The answer can only be `ok`, which is checked when it arrives.
            connection.forget(undo);
        }
        // Questions from now on are asked after the moves.
        let mut questions = self.questions.borrow_mut();
        for (_, number) in questions.early.drain(..) {
            connection.forget(number);
        }
        Ok(())
    }

    /// The rest of an answer behind its name.
    fn argument(kind: Kind, answer: &Answer) -> Result<&str, Breach> {
        let rest = answer.head.strip_prefix(kind.name());
        let rest = rest.and_then(|rest| rest.strip_prefix(' ').or(rest.is_empty().then_some("")));
        let expected = || format!("{} …", kind.name());
        rest.ok_or_else(|| unexpected(kind, &answer.head, &expected()))
    }

    /// The value, or a panic with the breach, after which the process is ended.
    pub(crate) fn checked<T>(&self, result: Result<T, Breach>) -> T {
        result.unwrap_or_else(|breach| {
            // A breach in the text of an answer is noticed after the answer has been read.
            let mut connection = lock(&self.connection);
            let breach = if connection.is_open() { connection.close(breach) } else { breach };
            drop(connection);
            breach.raise()
        })
    }
}

/// A number with the bits of `number` mixed (the finalizer of `SplitMix64`).
fn mixed(number: u64) -> u64 {
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

/// The value that was read, or the breach of EP-32.
fn readable<T>(name: &str, text: &str, read: Result<T, ParseError>) -> Result<T, Breach> {
    read.map_err(|error| {
        let text = quote(text.as_bytes());
        Breach::new("EP-32", format!("`{text}` is not {name}: {error}"))
    })
}

/// Reports a wrong answer that cannot be expressed as a value.
fn fail(message: String) -> ! {
    std::panic::panic_any(GameFailure(message))
}

fn push_argument(out: &mut Vec<u8>, argument: &str) {
    out.push(b' ');
    out.extend_from_slice(argument.as_bytes());
}

impl<V: Vocabulary, O: Plays<V>> TryClone for RemoteGame<V, O> {
    fn try_clone(&self) -> Option<Self> {
        if !self.shared.has(Offer::Copy) {
            return None;
        }
        let oracle = match &self.oracle {
            Some(game) => Some(game.try_clone()?),
            None => None,
        };
        let number = {
            let mut connection = lock(&self.connection);
            let number = connection.new_game();
            let copy = self.send(&mut connection, Kind::Copy, |out| {
                push_argument(out, &number.to_string());
            });
            // The answer can only be `ok`, which is checked when it arrives.
            connection.forget(copy);
            number
        };
        let mut copy =
            Self::new(Arc::clone(&self.shared), Arc::clone(&self.connection), number, oracle);
        (copy.origin, copy.is_begun) = (Origin::Copy, true);
        Some(copy)
    }
}

impl<V: Vocabulary, O: Plays<V>> Game for RemoteGame<V, O> {
    type Vocabulary = V;

    fn visit_legal_moves(
        &self,
        visit: &mut dyn FnMut(&LegalMoveOf<V>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.checked(self.list(visit))
    }

    fn count_kind(&self, like: &LegalMoveOf<V>, most: u64) -> Option<u64> {
        if !self.shared.has(Offer::Count) {
            let mut count = 0;
            let counted = self.visit_kind(like, &mut |_| {
                count += 1;
                if count > most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            return counted.is_continue().then_some(count);
        }
        let answer = self.request(Kind::Count, |out| {
            let mut text = String::new();
            self.shared.texts.write_legal_move(like, &mut text);
            push_argument(out, &most.to_string());
            push_argument(out, &text);
        });
        let count = answer.and_then(|answer| {
            let text = Self::argument(Kind::Count, &answer)?;
            if text == "more" {
                return Ok(None);
            }
            let count = text
                .parse()
                .map_err(|_| unexpected(Kind::Count, &answer.head, "count N` or `count more"))?;
            Ok(Some(count))
        });
        self.checked(count)
    }

    fn play(&mut self, mv: &MoveOf<V>) -> ResultOf<V> {
        let by_oracle = self.oracle.as_mut().map(|game| game.play(mv));
        let answer = self.play_remotely(mv);
        let result = answer.and_then(|answer| self.result(mv, &answer, by_oracle));
        self.checked(result)
    }

    fn position(&self) -> PositionOf<V> {
        let position = self.ask(Kind::Position).and_then(|answer| {
            let text = &answer.lines;
            readable("a position", text, self.shared.texts.read_position(text))
        });
        self.checked(position)
    }

    fn outcome(&self) -> OutcomeOf<V> {
        let outcome = self.ask(Kind::Outcome).and_then(|answer| {
            let text = Self::argument(Kind::Outcome, &answer)?;
            readable("an outcome", text, self.shared.texts.read_outcome(text))
        });
        self.checked(outcome)
    }

    fn key(&self) -> Option<u64> {
        if !self.shared.has(Offer::Key) {
            return None;
        }
        let key = self.ask(Kind::Key).and_then(|answer| {
            let text = Self::argument(Kind::Key, &answer)?;
            let key = u64::from_str_radix(text, 16);
            key.map_err(|_| unexpected(Kind::Key, &answer.head, "key X` in hexadecimal"))
        });
        Some(self.checked(key))
    }

    fn sample_legal_move(&self, random: &mut dyn FnMut() -> u64) -> Option<LegalMoveOf<V>> {
        if !self.shared.has(Offer::Random) {
            return sample(self, random);
        }
        // The engine gets another number, which can be sent before it is asked for.
        let _ = random();
        let legal = self.ask(Kind::Random).and_then(|answer| {
            match Self::argument(Kind::Random, &answer)? {
                "" => Ok(None),
                text => readable("a legal move", text, self.shared.texts.read_legal_move(text))
                    .map(Some),
            }
        });
        self.checked(legal)
    }

    fn play_and_take_back(&mut self, moves: &[MoveOf<V>]) -> bool {
        if !self.shared.has(Offer::Undo) {
            return false;
        }
        let done = self.play_and_undo(moves);
        self.checked(done);
        true
    }

    fn validate(&self) -> Result<(), String> {
        if !self.shared.has(Offer::Validate) {
            return Ok(());
        }
        let valid = self.ask(Kind::Validate).and_then(|answer| match answer.head.as_str() {
            "ok" => Ok(Ok(())),
            head => match head.strip_prefix("broken ") {
                Some(sentence) => Ok(Err(sentence.to_owned())),
                None => Err(unexpected(Kind::Validate, head, "ok` or `broken SENTENCE")),
            },
        });
        self.checked(valid)
    }

    fn advance(&mut self, mv: &MoveOf<V>) -> Result<(), RefusalOf<V>> {
        self.play(mv).map(drop)
    }
}

/// A random legal move from the whole list, uniformly.
fn sample<G: Game>(
    game: &G,
    random: &mut dyn FnMut() -> u64,
) -> Option<LegalMoveOf<G::Vocabulary>> {
    let mut all = Vec::new();
    let _ = game.visit_legal_moves(&mut |legal| {
        all.push(legal.clone());
        ControlFlow::Continue(())
    });
    if all.is_empty() {
        return None;
    }
    let index = board::game::below(random, all.len() as u64) as usize;
    Some(all.swap_remove(index))
}

impl<V: Vocabulary, O: Plays<V>> Drop for RemoteGame<V, O> {
    fn drop(&mut self) {
        let mut connection = lock(&self.connection);
        if !connection.is_open() {
            return;
        }
        let asked = self.end_questions(&mut connection);
        self.expect(&mut connection, asked);
        if self.is_begun && self.shared.has(Offer::End) {
            let end = self.send(&mut connection, Kind::End, |_| ());
            connection.forget(end);
        }
    }
}
