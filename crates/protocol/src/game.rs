//! A game of an engine in another process.
//!
//! Random legal moves are questions (see `ahead.rs`), too: the numbers that choose them are made
//! here from the set-up, the moves and the number of the question, so that they are known in
//! advance.

use std::cell::{Cell, RefCell};
use std::ops::ControlFlow;
use std::sync::Arc;

use parking_lot::{Mutex, MutexGuard};
use twinboard_vocabulary::{
    Game, GameFailure, LegalMoveOf, MoveOf, OutcomeOf, Plays, PositionOf, ResultOf, TryClone,
    Vocabulary, random,
};

use super::connect::Process;
use super::hello::Kind;
use crate::ahead::{Origin, Questions};
use crate::answers;
use crate::breach::{Breach, quote};
use crate::connection::Answer;
use crate::hello::Offer;
use crate::shared::Shared;
use crate::words::{push_argument, push_number, push_setup};

mod listing;
mod taking_back;

/// Legal moves listed at once; lists that are longer are asked for again, in full.
const MOVES_LISTED: u64 = 1 << 12;

/// Legal moves listed for counts and random moves that the engine does not offer. Games with
/// millions of them would need more than fits into an answer (EP-6).
const MOVES_LISTED_MAX: u64 = 1 << 14;

/// Limit on the random moves that are drawn in advance at once.
const DRAWS_MAX: u64 = 64;

/// A game in the process of an engine. `O` is the implementation that supplies what the engine does
/// not offer; see [`Engine`](crate::Engine).
pub struct RemoteGame<V: Vocabulary, O: Plays<V>> {
    shared: Arc<Shared<V, O>>,
    process: Arc<Mutex<Process<V>>>,
    number: u64,
    origin: Origin,
    /// This game as the oracle plays it; `None` if the engine offers all that it could supply.
    oracle: Option<O::Game>,
    questions: RefCell<Questions>,
    /// Number of moves played or refused.
    moves: u64,
    /// Changes with the set-up, with every move and with every copy.
    seed: u64,
    /// Number of random moves that were drawn since the last move, or asked in advance.
    samples: Cell<u64>,
    /// The random number of the caller for the last draw since the last move, and that of its
    /// request.
    drawn: Cell<Option<(u64, u64)>>,
    /// Number of copies made since the last move.
    copies: Cell<u64>,
    /// The last list of legal moves if it was complete; `None` after a move.
    listed: RefCell<Option<Arc<[LegalMoveOf<V>]>>>,
    /// Length of the last complete list of the game that this one is a copy of.
    last_list: Cell<usize>,
    /// The last position, for counts that the engine does not offer; `None` after a move.
    shown: RefCell<Option<PositionOf<V>>>,
    /// The next move and its request, if they were prefetched.
    prefetched: Option<(MoveOf<V>, u64)>,
    /// True if the engine has such a game.
    is_begun: bool,
}

impl<V: Vocabulary, O: Plays<V>> RemoteGame<V, O> {
    pub(crate) fn new(
        shared: Arc<Shared<V, O>>,
        process: Arc<Mutex<Process<V>>>,
        oracle: Option<O::Game>,
    ) -> Self {
        let number = process.lock().new_game();
        Self {
            shared,
            process,
            number,
            origin: Origin::SetUp(0),
            oracle,
            questions: RefCell::default(),
            moves: 0,
            seed: 0,
            samples: Cell::default(),
            drawn: Cell::default(),
            copies: Cell::default(),
            listed: RefCell::default(),
            last_list: Cell::new(usize::MAX),
            shown: RefCell::default(),
            prefetched: None,
            is_begun: false,
        }
    }

    fn process(&self) -> MutexGuard<'_, Process<V>> {
        self.process.lock()
    }

    /// Sends a request about this game and waits for its answer. `write` appends further arguments.
    fn request(&self, offer: Offer, write: impl FnOnce(&mut Vec<u8>)) -> Result<Answer, Breach> {
        let mut process = self.process();
        let number = self.send(&mut process, offer.into(), write);
        process.connection.answer(number)
    }

    /// Adds a request about this game to those that are sent next.
    fn send(&self, process: &mut Process<V>, kind: Kind, write: impl FnOnce(&mut Vec<u8>)) -> u64 {
        process.connection.request(kind, |out| {
            push_number(out, self.number);
            write(out);
        })
    }

    /// Adds a request whose answer can only be `ok`, which is checked when it arrives.
    fn send_order(&self, process: &mut Process<V>, order: Offer, write: impl FnOnce(&mut Vec<u8>)) {
        let number = self.send(process, order.into(), write);
        process.connection.forget(number);
    }

    /// Adds a question to the requests that are sent next.
    fn send_question(&self, process: &mut Process<V>, kind: Kind) -> u64 {
        self.send(process, kind, |out| match kind {
            Kind::Offered(Offer::Moves) => push_number(out, MOVES_LISTED),
            Kind::FirstMove => push_number(out, 1),
            Kind::Offered(Offer::Random) => {
                self.samples.set(self.samples.get() + 1);
                push_argument(out, &format!("{:x}", mixed(self.seed, self.samples.get())));
            }
            _ => (),
        })
    }

    /// The answer to a question, perhaps asked in advance.
    fn ask(&self, kind: impl Into<Kind>) -> Result<Answer, Breach> {
        let kind = kind.into();
        debug_assert!(self.prefetched.is_none(), "the next call plays the prefetched move");
        let early = self.questions.borrow_mut().ask(kind);
        let mut process = self.process();
        let number = early.unwrap_or_else(|| {
            let drawn = self.samples.get().min(DRAWS_MAX);
            let number = self.send_question(&mut process, kind);
            // A caller that draws again may well go on.
            let expected = match kind {
                Kind::Offered(Offer::Random) if drawn > 0 => vec![kind; drawn as usize],
                _ => self.questions.borrow().rest(&process.expectations, self.origin),
            };
            self.ask_early(&mut process, &expected);
            number
        });
        process.connection.answer(number)
    }

    /// What the answer to a question says; `None` if the engine does not offer it.
    fn offered<T>(
        &self,
        offer: Offer,
        read: impl FnOnce(&Answer) -> Result<T, Breach>,
    ) -> Option<T> {
        let answer = self.shared.has(offer).then(|| self.ask(offer));
        answer.map(|answer| self.checked(answer.and_then(|answer| read(&answer))))
    }

    /// Asks questions in advance.
    fn ask_early(&self, process: &mut Process<V>, kinds: &[Kind]) {
        let mut questions = self.questions.borrow_mut();
        for &kind in kinds {
            questions.add_early(kind, self.send_question(process, kind));
        }
    }

    /// Lets the next draws have the numbers of those that were asked in advance and are not used:
    /// what is drawn must not depend on what was expected.
    fn take_back_draws(&self, questions: &Questions) {
        self.samples.set(self.samples.get() - questions.early(Offer::Random.into()));
    }

    /// Ends the questions about the current position; returns those to expect after the next move,
    /// in a game of this origin.
    fn end_questions(&self, process: &mut Process<V>, origin: Origin) -> Vec<Kind> {
        let mut questions = self.questions.borrow_mut();
        self.take_back_draws(&questions);
        questions.take_unused().for_each(|number| process.connection.forget(number));
        questions.end(&mut process.expectations, origin, self.moves)
    }

    /// Begins a game on the side of the engine; false if it does not support the set-up.
    pub(crate) fn begin(&mut self, setup: &str) -> Result<bool, Breach> {
        self.seed = mixed_with(0, setup);
        let mut guard = self.process.lock();
        let process = &mut *guard;
        let request = process.connection.request(Kind::SetUp, |out| {
            push_number(out, self.number);
            push_setup(out, setup);
        });
        self.origin = Origin::SetUp(process.beside());
        if !process.has_refused_setup {
            let expected = process.expectations.after_set_up(process.beside());
            self.ask_early(process, &expected);
        }
        let answer = process.connection.answer(request)?;
        if answers::set_up(&answer)? {
            self.is_begun = true;
            process.in_progress += 1;
            return Ok(true);
        }
        process.connection.void(self.questions.take().take_unused());
        if !process.has_refused_setup {
            process.has_refused_setup = true;
            // There is no such game, so that every question about it is `unknown` (EP-8).
            let mut asked = [Offer::Position, Offer::Outcome].into_iter();
            if let Some(offer) = asked.find(|&offer| self.shared.has(offer)) {
                let question = self.send(process, offer.into(), |_| ());
                self.expect_unknown(process, question)?;
            }
        }
        Ok(false)
    }

    /// Checks that the engine does not answer a question about a game that it has refused.
    fn expect_unknown(&self, process: &mut Process<V>, question: u64) -> Result<(), Breach> {
        process.connection.allow_unknown(question);
        let answer = process.connection.answer(question)?;
        if answer.head == "unknown" {
            return Ok(());
        }
        let shown = quote(answer.lines.lines().next().unwrap_or(&answer.head).as_bytes());
        let message = format!(
            "the engine answers `unsupported` to the set-up of game {}, and `{shown}` when asked for \
             its position; expected `unknown`",
            self.number
        );
        Err(process.connection.close(Breach::new("EP-8", message)))
    }

    /// Adds a move to the requests that are sent next, with the questions that are expected after
    /// it.
    fn send_play(&mut self, mv: &MoveOf<V>) -> u64 {
        let mut guard = self.process.lock();
        let process = &mut *guard;
        let expected = self.end_questions(process, self.origin);
        let text = mv.to_string();
        let play = self.send(process, Kind::Play, |out| push_argument(out, &text));
        self.moves += 1;
        self.seed = mixed_with(self.seed, &text);
        self.samples.set(0);
        self.drawn.set(None);
        self.copies.set(0);
        self.forget_answers();
        self.ask_early(process, &expected);
        play
    }

    /// Plays a move, which may have been sent already.
    fn play_remotely(&mut self, mv: &MoveOf<V>) -> Result<Answer, Breach> {
        let play = match self.prefetched.take() {
            Some((prefetched, play)) => {
                assert!(prefetched == *mv, "{prefetched} was prefetched, and {mv} is played");
                play
            }
            None => self.send_play(mv),
        };
        self.process().connection.answer(play)
    }

    /// The result of a move; what the engine does not offer comes from `by_oracle`.
    fn result(
        &self,
        mv: &MoveOf<V>,
        answer: &Answer,
        by_oracle: Option<ResultOf<V>>,
    ) -> Result<ResultOf<V>, Breach> {
        match (answers::played(self.shared.texts, &self.shared.hello, answer)?, by_oracle) {
            (Ok(Some(event)), _) | (Ok(None), Some(Ok(event))) => Ok(Ok(event)),
            (Err(Some(refusal)), _) | (Err(None), Some(Err(refusal))) => Ok(Err(refusal)),
            // In words a move is its event, and reasons are not compared.
            (Ok(None), Some(Err(refusal))) => self
                .shared
                .texts
                .read_event(&mv.to_string())
                .map(Ok)
                .or_else(|_| self.differ("played", &format!("refused: {refusal}"))),
            (Ok(None) | Err(None), _) => self
                .shared
                .texts
                .read_refusal("refused")
                .map(Err)
                .or_else(|_| self.differ("refused", "played")),
        }
    }

    /// Reports that engine and oracle differ in the result of the last move. It may be a move of
    /// another game than that of the case, so it has its number.
    fn differ(&self, engine: &str, oracle: &str) -> ! {
        let results = [engine, oracle].map(|it| format!("move {} of a game is {it}", self.moves));
        let message = results.join(" by the engine, and ");
        let failure = GameFailure::new(message);
        std::panic::panic_any(GameFailure { results: Some(Box::new(results)), ..failure })
    }

    /// The game of the oracle, for what the engine does not offer.
    fn oracle(&self) -> &O::Game {
        self.oracle.as_ref().expect("it is set up if the engine lacks something")
    }

    fn read_position(&self) -> Result<PositionOf<V>, Breach> {
        if !self.shared.has(Offer::Position) {
            return Ok(self.oracle().position());
        }
        let mut text = self.ask(Offer::Position)?.lines;
        if !self.shared.ignored.is_empty() {
            let mut oracle = String::new();
            self.shared.texts.write_position(&self.oracle().position(), &mut oracle);
            for part in &self.shared.ignored {
                text = part.taken_from(&oracle, &text);
            }
        }
        let read = self.process().positions.get(&text);
        let position = if let Some(position) = read {
            position
        } else {
            let position = answers::position(self.shared.texts, &text)?;
            self.process().positions.keep(text, &position);
            position
        };
        if !self.shared.has(Offer::Count) {
            *self.shown.borrow_mut() = Some(position.clone());
        }
        Ok(position)
    }

    fn forget_answers(&self) {
        self.listed.take();
        self.shown.take();
    }

    /// The value, or a panic with the breach, after which the process is ended.
    pub(crate) fn checked<T>(&self, result: Result<T, Breach>) -> T {
        result.unwrap_or_else(|breach| {
            // A breach in the text of an answer is noticed after the answer has been read.
            let mut process = self.process();
            let connection = &mut process.connection;
            let breach = if connection.is_open() { connection.close(breach) } else { breach };
            self.shared.note_breach(connection);
            drop(process);
            breach.raise()
        })
    }
}

/// A number that follows from two others, with their bits mixed (the finalizer of `SplitMix64`).
fn mixed(seed: u64, number: u64) -> u64 {
    random::mix(seed.rotate_left(17) ^ number.wrapping_mul(random::STEP))
}

/// A number that follows from another one and a text.
fn mixed_with(seed: u64, text: &str) -> u64 {
    text.bytes().fold(seed, |seed, byte| mixed(seed, byte.into()))
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
        let mut copy = Self::new(Arc::clone(&self.shared), Arc::clone(&self.process), oracle);
        let mut process = self.process();
        let mut questions = self.questions.borrow_mut();
        self.take_back_draws(&questions);
        questions.copy().for_each(|number| process.connection.forget(number));
        drop(questions);
        self.send_order(&mut process, Offer::Copy, |out| push_number(out, copy.number));
        (copy.origin, copy.is_begun) = (Origin::Copy(process.beside()), true);
        process.in_progress += 1;
        drop(process);
        self.copies.set(self.copies.get() + 1);
        copy.seed = mixed(self.seed, self.copies.get());
        copy.drawn.set(self.drawn.get());
        let listed = self.listed.borrow().as_ref().map_or(self.last_list.get(), |list| list.len());
        copy.last_list.set(listed);
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

    fn count_kind(&self, like: &LegalMoveOf<V>, limit: u64) -> Option<u64> {
        if !self.shared.has(Offer::Count) {
            let shown = self.shown.borrow().clone();
            let position = shown.unwrap_or_else(|| self.position());
            let mut count = 0;
            let counted = self.visit_last_list(&mut |legal| {
                count += u64::from(V::same_kind(&position, like, legal));
                if count > limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            return counted.is_continue().then_some(count);
        }
        let answer = self.request(Offer::Count, |out| {
            let mut text = String::new();
            self.shared.texts.write_legal_move(like, &mut text);
            push_number(out, limit);
            push_argument(out, &text);
        });
        let count = answer.and_then(|answer| answers::count(&answer));
        self.checked(count)
    }

    fn can_count_kinds(&self) -> bool {
        self.shared.has(Offer::Count) || self.checked(self.list_for_counts())
    }

    fn prefetch(&mut self, mv: &MoveOf<V>) {
        if self.prefetched.is_none() {
            self.prefetched = Some((mv.clone(), self.send_play(mv)));
        }
    }

    fn flush(&self) {
        let sent = self.process().connection.flush();
        self.checked(sent);
    }

    fn play(&mut self, mv: &MoveOf<V>) -> ResultOf<V> {
        let by_oracle = self.oracle.as_mut().map(|game| game.play(mv));
        let answer = self.play_remotely(mv);
        let result = answer.and_then(|answer| self.result(mv, &answer, by_oracle));
        self.checked(result)
    }

    fn position(&self) -> PositionOf<V> {
        self.checked(self.read_position())
    }

    fn outcome(&self) -> OutcomeOf<V> {
        let outcome =
            self.offered(Offer::Outcome, |answer| answers::outcome(self.shared.texts, answer));
        outcome.unwrap_or_else(|| self.oracle().outcome())
    }

    fn key(&self) -> Option<u64> {
        self.offered(Offer::Key, answers::key)
    }

    fn sample_legal_move(&self, random: &mut dyn FnMut() -> u64) -> Option<LegalMoveOf<V>> {
        if !self.shared.has(Offer::Random) {
            return self.sample_from_list(random);
        }
        // The engine gets another number, which can be sent before it is asked for. A number that
        // draws once more is sent once more.
        let number = random();
        let again = self.drawn.get().filter(|(drawn, _)| *drawn == number);
        let answer = match again {
            Some((_, sent)) => {
                self.request(Offer::Random, |out| push_argument(out, &format!("{sent:x}")))
            }
            None => self.ask(Offer::Random).inspect(|_| {
                let sent = self.samples.get() - self.questions.borrow().early(Offer::Random.into());
                self.drawn.set(Some((number, mixed(self.seed, sent))));
            }),
        };
        let legal = answer.and_then(|answer| answers::random(self.shared.texts, &answer));
        self.checked(legal)
    }

    /// Each of thousands of draws takes a round trip, so only an engine that promises something is
    /// held to it.
    fn sampling_bias(&self) -> Option<u32> {
        (self.shared.has(Offer::Random) && self.shared.has(Offer::Dice)).then_some(1)
    }

    fn undo_moves(&mut self, moves: &[MoveOf<V>]) -> bool {
        if !self.shared.has(Offer::Undo) {
            return false;
        }
        if !moves.is_empty() {
            let done = self.play_and_undo(moves);
            self.checked(done);
        }
        true
    }

    fn observe(&self) -> Vec<(&'static str, String)> {
        self.offered(Offer::Observe, answers::observations).unwrap_or_default()
    }

    fn is_legal(&self, mv: &MoveOf<V>) -> Option<bool> {
        if !self.shared.has(Offer::Legal) {
            return None;
        }
        debug_assert!(self.prefetched.is_none(), "the next call plays the prefetched move");
        let judged = self.request(Offer::Legal, |out| push_argument(out, &mv.to_string()));
        Some(self.checked(judged.and_then(|answer| answers::legal(&answer))))
    }

    fn validate(&self) -> Result<(), String> {
        self.offered(Offer::Validate, answers::validate).unwrap_or(Ok(()))
    }
}

impl<V: Vocabulary, O: Plays<V>> Drop for RemoteGame<V, O> {
    fn drop(&mut self) {
        let mut guard = self.process.lock();
        let process = &mut *guard;
        if !process.connection.is_open() {
            return;
        }
        self.end_questions(process, self.origin);
        if let Some((_, play)) = self.prefetched {
            process.connection.forget(play);
        }
        if !self.is_begun {
            return;
        }
        process.in_progress -= 1;
        if self.shared.has(Offer::End) {
            self.send_order(process, Offer::End, |_| ());
        }
    }
}
