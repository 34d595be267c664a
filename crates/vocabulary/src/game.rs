//! Playing: the vocabulary of a rule set, games in progress, and implementations that set them up.
//!
//! A [`Vocabulary`] names the types of a rule set, an [`Implementation`] turns a set-up into a
//! [`Game`], and the game plays moves and answers questions about itself. Everything that a game
//! offers beyond the four required methods is checked, too.
//!
//! Legal moves are shown by reference to a visitor that may stop, because some games have tens of
//! millions of them in one position (paint). `perft` and `exhaust` move games between threads, so
//! the games of an implementation are `Send`.

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::ops::{ControlFlow, RangeInclusive};
use std::str::FromStr;

use super::picture::Highlight;
use crate::picture::Picture;
use crate::text::error::ParseError;

pub(crate) mod any;

/// Set-up of a vocabulary.
pub type SetupOf<V> = <V as Vocabulary>::Setup;
/// Move of a vocabulary, legal or not.
pub type MoveOf<V> = <V as Vocabulary>::Move;
/// Legal move of a vocabulary.
pub type LegalMoveOf<V> = <V as Vocabulary>::LegalMove;
/// Event of a vocabulary.
pub type EventOf<V> = <V as Vocabulary>::Event;
/// Refusal of a vocabulary.
pub type RefusalOf<V> = <V as Vocabulary>::Refusal;
/// Position of a vocabulary.
pub type PositionOf<V> = <V as Vocabulary>::Position;
/// Outcome of a vocabulary.
pub type OutcomeOf<V> = <V as Vocabulary>::Outcome;
/// Result of a requested move: its effect, or the reason why it was refused.
pub type ResultOf<V> = Result<EventOf<V>, RefusalOf<V>>;

/// The types of one rule set: plain data, without any rule of play.
///
/// Both sides of a rule set use the same vocabulary, so their answers can be compared. Set-ups and
/// moves are read and written through [`FromStr`] and [`Display`]; a rule set with its own case
/// format implements `CaseText` of the harness instead. A type may serve several purposes: if legal
/// moves are moves and events are legal moves, the defaults of [`to_move`](Self::to_move) and
/// [`played`](Self::played) suffice.
///
/// ```
/// use twinboard_vocabulary::Vocabulary;
///
/// /// A heap of matches; a move takes one to three of them.
/// #[derive(Clone, Copy, Debug, PartialEq, Eq)]
/// struct Matches;
///
/// impl Vocabulary for Matches {
///     const NAME: &'static str = "matches";
///     type Setup = u32; // matches at the start
///     type Move = u64; // any number, also 0 and 100
///     type LegalMove = u32; // 1, 2 or 3
///     type Event = u32; // the number that was taken
///     type Refusal = &'static str;
///     type Position = u32; // matches left
///     type Outcome = bool; // true once none is left
///
///     fn is_over(outcome: bool) -> bool {
///         outcome
///     }
/// }
///
/// assert_eq!(Matches::to_move(&2), 2);
/// assert_eq!(Matches::picture(&21).to_string(), "21\n");
/// ```
pub trait Vocabulary: Copy + Eq + Debug + Send + Sync + 'static {
    /// Name of the rule set on the command line and in paths, for example `samegame`.
    const NAME: &'static str;

    /// The start of a game.
    type Setup: Clone
        + Eq
        + Debug
        + Display
        + FromStr<Err: Into<ParseError>>
        + Send
        + Sync
        + 'static;

    /// A move as a player requests it. It may be illegal in every way that its text can express.
    type Move: Clone + Eq + Debug + Display + FromStr<Err: Into<ParseError>> + Send + Sync + 'static;

    /// A legal move as an implementation lists it, with everything known about it before it is
    /// played (its cells, its cost). Several [`Move`](Self::Move)s may request the same one.
    type LegalMove: Clone + Ord + Debug + Display + Into<Self::Move> + Send + Sync + 'static;

    /// The effect of an accepted move.
    type Event: Clone + Eq + Debug + Display + Into<Self::LegalMove> + Send + Sync + 'static;

    /// The reason why a move was refused. A refused move changes nothing.
    type Refusal: Copy + Eq + Debug + Display + Send + Sync + 'static;

    /// The state of a game between two moves, with everything on which the rest of the game depends:
    /// equal positions have the same outcome and the same legal moves, whatever moves led to them,
    /// and so have the positions after each of these moves.
    ///
    /// That includes what no board shows: whose turn it is, a right that has been lost, the
    /// positions that may not be repeated. Positions are compared, hashed and merged (`perft`,
    /// `exhaust`), so the continuations of two that are equal are checked and counted once.
    type Position: Clone + Eq + Hash + Debug + Display + Send + Sync + 'static;

    /// The state of the game: it goes on, or it has ended in one of several ways.
    type Outcome: Copy + Eq + Debug + Display + Send + Sync + 'static;

    /// True if the game has ended: no move is legal any more.
    fn is_over(outcome: Self::Outcome) -> bool;

    /// The move that plays `legal`, one of perhaps several.
    fn to_move(legal: &Self::LegalMove) -> Self::Move {
        legal.clone().into()
    }

    /// The listed legal move whose effect was `event`.
    fn played(event: &Self::Event) -> Self::LegalMove {
        event.clone().into()
    }

    /// True if two moves that are legal at `position` are of the same kind.
    ///
    /// Kinds matter if a position has too many legal moves to list: one kind may still have few
    /// enough to count ([`Game::count_kind`]). By default there is one kind only.
    fn same_kind(
        _position: &Self::Position,
        _one: &Self::LegalMove,
        _other: &Self::LegalMove,
    ) -> bool {
        true
    }

    /// How often `legal` happens if it is a move of nature, relative to the other legal moves of the
    /// position: a 2 has weight 9 where nine new tiles of ten are a 2, and a 4 has weight 1. The
    /// default is 1 for every move: all happen equally often. 0 counts as 1, because a legal move
    /// can happen.
    ///
    /// A weight that takes a rule of play to compute belongs in the legal move: then both sides
    /// state it, and their lists are compared. The default of [`Game::sample_legal_move`] draws by
    /// the weights, half of the random games of a campaign do, and an engine that draws by itself
    /// is checked against them ([`Game::sampling_bias`]).
    fn weight(_legal: &Self::LegalMove) -> u32 {
        1
    }

    /// The position as a drawing for people. The default draws the lines of its text with
    /// [`Picture::of_text`].
    fn picture(position: &Self::Position) -> Picture {
        Picture::of_text(&position.to_string())
    }

    /// The canonical text of the position, simple enough for any program to reproduce (PF-3): the
    /// rows from the top, each ended by a line feed, with one blank between two cells.
    ///
    /// Two positions have the same text if and only if they are equal. The default writes the cells
    /// of the picture.
    fn text(position: &Self::Position) -> String {
        Self::picture(position).text()
    }

    /// Quantities of a set-up, such as its rows, each with its name; every set-up has the same names.
    /// Engines in other processes may limit them. The default has none.
    fn quantities(_setup: &Self::Setup) -> Vec<(&'static str, u64)> {
        Vec::new()
    }

    /// A set-up like this one whose quantities are within these limits, which are in the order of
    /// [`quantities`](Self::quantities). The default has none, so that cases outside of the limits
    /// are skipped.
    fn within(_setup: &Self::Setup, _limits: &[RangeInclusive<u64>]) -> Option<Self::Setup> {
        None
    }

    /// Pictures of the steps between `before` and the position after `event`, for people; none if
    /// the two positions already show the effect.
    fn story(_before: &Self::Position, _event: &Self::Event) -> Vec<Picture> {
        Vec::new()
    }

    /// Shapes over the picture of `before` that show the move: its cells, or a line between them.
    /// By default there are none, and films mark only the cells that the step has changed.
    fn highlights(_before: &Self::Position, _event: &Self::Event) -> Vec<Highlight> {
        Vec::new()
    }

    /// Cells of the picture of `before` that a move names, as rows and columns from 0, as drawn:
    /// they are marked if the move is refused. By default there are none. Cells off the picture are
    /// left out.
    fn named_cells(_before: &Self::Position, _mv: &Self::Move) -> Vec<(usize, usize)> {
        Vec::new()
    }
}

/// An implementation of a rule set: an engine, an oracle, or yours. It sets games up.
///
/// An implementation is a value, so it may hold resources that its games need, such as a connection
/// to another process. If a game needs nothing but its set-up, [`from_fn`] turns a function into an
/// implementation:
///
/// ```
/// # use std::ops::ControlFlow;
/// # use twinboard_vocabulary::{Game, Implementation, Vocabulary, from_fn};
/// # #[derive(Clone, Copy, Debug, PartialEq, Eq)]
/// # struct Countdown;
/// # impl Vocabulary for Countdown {
/// #     const NAME: &'static str = "countdown";
/// #     type Setup = u8;
/// #     type Move = u8;
/// #     type LegalMove = u8;
/// #     type Event = u8;
/// #     type Refusal = &'static str;
/// #     type Position = u8;
/// #     type Outcome = bool;
/// #     fn is_over(over: bool) -> bool { over }
/// # }
/// #[derive(Clone)]
/// struct Counter(u8);
///
/// impl Counter {
///     fn set_up(start: &u8) -> Option<Self> {
///         Some(Self(*start))
///     }
/// }
///
/// impl Game for Counter {
///     type Vocabulary = Countdown;
///     // …
/// #   fn visit_legal_moves(
/// #       &self,
/// #       visit: &mut dyn FnMut(&u8) -> ControlFlow<()>,
/// #   ) -> ControlFlow<()> {
/// #       if self.0 > 0 { visit(&1) } else { ControlFlow::Continue(()) }
/// #   }
/// #   fn play(&mut self, _: &u8) -> Result<u8, &'static str> { self.0 -= 1; Ok(1) }
/// #   fn position(&self) -> u8 { self.0 }
/// #   fn outcome(&self) -> bool { self.0 == 0 }
/// }
///
/// let counters = from_fn(Counter::set_up);
/// assert_eq!(counters.set_up(&3).unwrap().position(), 3);
/// ```
pub trait Implementation: Send + Sync + 'static {
    /// The games that it sets up. They may move between threads.
    type Game: Game + Send + 'static;

    /// Sets a game up; `None` if this implementation does not support the set-up, for example
    /// because it is too large. Such cases are counted and skipped, not compared.
    fn set_up(&self, setup: &SetupOf<VocabularyOf<Self>>) -> Option<Self::Game>;

    /// True if this implementation declares that it supports the set-up. A declaration is binding:
    /// an accepted set-up that [`set_up`](Self::set_up) refuses is a divergence.
    ///
    /// The default declares nothing: it calls `set_up` and returns true if that succeeds.
    fn accepts(&self, setup: &SetupOf<VocabularyOf<Self>>) -> bool {
        self.set_up(setup).is_some()
    }

    /// A set-up like this one that is accepted, if this one is not: campaigns play it instead. The
    /// default has none, so that such cases are skipped.
    fn adapt(&self, _setup: &SetupOf<VocabularyOf<Self>>) -> Option<SetupOf<VocabularyOf<Self>>> {
        None
    }

    /// Calls `visit` with the number of each place of its code that ran since the last call, and
    /// how often it did, at most 255 times. Numbers may be repeated; their counts add up. Equal
    /// games give equal places. Numbers from [`FIRST_STEP`] on are no code. Returns false if that is
    /// unknown, as in the default: a fuzzer counts the places of code that is compiled into its own
    /// process by itself.
    fn take_coverage(&self, _visit: &mut dyn FnMut(u16, u8)) -> bool {
        false
    }
}

/// The first number of [`Implementation::take_coverage`] that is a step towards code which did not
/// run, such as how far the operands of a comparison are apart (EP-36).
pub const FIRST_STEP: u16 = 0x8000;

/// The vocabulary of an implementation.
pub type VocabularyOf<I> = <<I as Implementation>::Game as Game>::Vocabulary;

/// An [`Implementation`] of the rule set with the vocabulary `V`.
pub trait Plays<V: Vocabulary>: Implementation<Game: Game<Vocabulary = V>> {}

impl<V: Vocabulary, I: Implementation<Game: Game<Vocabulary = V>>> Plays<V> for I {}

/// An implementation whose games need nothing but their set-up; see [`from_fn`].
pub struct FromFn<G: Game> {
    set_up: fn(&SetupOf<G::Vocabulary>) -> Option<G>,
}

/// Makes an implementation of the function that sets its games up.
pub fn from_fn<G: Game>(set_up: fn(&SetupOf<G::Vocabulary>) -> Option<G>) -> FromFn<G> {
    FromFn { set_up }
}

impl<G: Game> Clone for FromFn<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for FromFn<G> {}

impl<G: Game> Debug for FromFn<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("FromFn")
    }
}

impl<G: Game + Send + 'static> Implementation for FromFn<G> {
    type Game = G;

    fn set_up(&self, setup: &SetupOf<G::Vocabulary>) -> Option<G> {
        (self.set_up)(setup)
    }
}

/// Copying that may be unsupported.
///
/// Every [`Clone`] type implements it. A game that cannot be copied (because it lives in another
/// process, for example) implements it by hand and returns `None`; checks that need copies are then
/// left out, or replay the game from its set-up.
pub trait TryClone {
    /// A copy; `None` if this value cannot be copied.
    fn try_clone(&self) -> Option<Self>
    where
        Self: Sized;
}

impl<T: Clone> TryClone for T {
    fn try_clone(&self) -> Option<Self> {
        Some(self.clone())
    }
}

/// A game in progress.
///
/// Four methods are required. The others have defaults; an implementation that overrides them
/// exposes more of itself to the checks.
///
/// Games are deterministic: equal moves from equal set-ups give equal answers, regardless of other
/// games played before or at the same time. Only [`sample_legal_move`](Self::sample_legal_move)
/// also depends on its random numbers.
///
/// ```
/// use std::ops::ControlFlow;
/// use twinboard_vocabulary::{Game, LegalMoveOf};
///
/// /// Any legal move, at the cost of one; `None` if the game is over.
/// fn any_legal_move<G: Game>(game: &G) -> Option<LegalMoveOf<G::Vocabulary>> {
///     let mut found = None;
///     let _ = game.visit_legal_moves(&mut |legal| {
///         found = Some(legal.clone());
///         ControlFlow::Break(())
///     });
///     found
/// }
/// ```
pub trait Game: TryClone {
    /// The rule set that is played.
    type Vocabulary: Vocabulary;

    /// Shows every legal move once, in any order, until `visit` breaks. Returns `Break` if it did.
    ///
    /// Moves must be generated lazily: a caller that breaks after a few of very many must not pay
    /// for the rest.
    fn visit_legal_moves(
        &self,
        visit: &mut dyn FnMut(&LegalMoveOf<Self::Vocabulary>) -> ControlFlow<()>,
    ) -> ControlFlow<()>;

    /// Number of legal moves of the same kind as `like`, including `like`; `None` if there are more
    /// than `limit`. The default visits at most `limit + 1` moves of the kind.
    fn count_kind(&self, like: &LegalMoveOf<Self::Vocabulary>, limit: u64) -> Option<u64> {
        let (position, mut count) = (self.position(), 0);
        let counted = self.visit_legal_moves(&mut |legal| {
            let is_like = Self::Vocabulary::same_kind(&position, like, legal);
            if is_like && count == limit {
                return ControlFlow::Break(());
            }
            count += u64::from(is_like);
            ControlFlow::Continue(())
        });
        counted.is_continue().then_some(count)
    }

    /// Number of legal moves, if this implementation counts them without a list.
    ///
    /// Most engines can, and `perft --count` asks nothing else at its last depth. The checks compare
    /// the number with the list. The default is `None`: the legal moves are visited and counted.
    fn count_legal_moves(&self) -> Option<u64> {
        None
    }

    /// False if this implementation has more legal moves here than it can list, and no other way to
    /// count those of a kind. Then [`count_kind`](Self::count_kind) is not called where moves are too
    /// many to compare their lists.
    fn can_count_kinds(&self) -> bool {
        true
    }

    /// Announces that the next call on this game is to play `mv`, if there is another call at all.
    /// A game in another process can then send the move together with requests of other games. The
    /// default does nothing.
    fn prefetch(&mut self, _mv: &MoveOf<Self::Vocabulary>) {}

    /// Sends what was announced by [`prefetch`](Self::prefetch) of this game and of others of its
    /// process, without waiting: the process plays while the caller does something else. The
    /// default does nothing.
    fn flush(&self) {}

    /// Plays `mv` and returns its effect, or refuses it and changes nothing.
    ///
    /// # Errors
    ///
    /// The first reason, in the order that the rule set prescribes, why the move is illegal.
    fn play(&mut self, mv: &MoveOf<Self::Vocabulary>) -> ResultOf<Self::Vocabulary>;

    /// Plays `mv` like [`play`](Self::play) but does not report its effect, which may be cheaper.
    ///
    /// # Errors
    ///
    /// As for [`play`](Self::play).
    fn advance(
        &mut self,
        mv: &MoveOf<Self::Vocabulary>,
    ) -> Result<(), RefusalOf<Self::Vocabulary>> {
        self.play(mv).map(drop)
    }

    /// The state of the game. It determines the rest of the game ([`Vocabulary::Position`]): if two
    /// games have equal positions, no later answer to equal moves may differ.
    fn position(&self) -> PositionOf<Self::Vocabulary>;

    /// The outcome, or that the game goes on.
    fn outcome(&self) -> OutcomeOf<Self::Vocabulary>;

    /// A 64-bit hash of the position, if this implementation has one.
    ///
    /// Equal positions must have equal keys, however they were reached. Different positions should
    /// have different keys; the checks treat a collision as a bug.
    fn key(&self) -> Option<u64> {
        None
    }

    /// A random legal move, each with a positive probability; `None` if and only if there is none.
    ///
    /// Every call of `random` returns 64 uniformly distributed bits. Equal numbers draw the same move,
    /// asked twice and on a copy. The default visits all moves and draws by their weights
    /// ([`Vocabulary::weight`]), which are equal unless a vocabulary says otherwise.
    fn sample_legal_move(
        &self,
        random: &mut dyn FnMut() -> u64,
    ) -> Option<LegalMoveOf<Self::Vocabulary>> {
        let mut chosen = None;
        let mut seen = 0_u64;
        let _ = self.visit_legal_moves(&mut |legal| {
            let weight = u64::from(Self::Vocabulary::weight(legal).max(1));
            seen += weight;
            // Reservoir sampling: a move replaces the current choice with its share of the weights
            // so far, which leaves every move its share.
            if below(random, seen) < weight {
                chosen = Some(legal.clone());
            }
            ControlFlow::Continue(())
        });
        chosen
    }

    /// The largest factor, at least 1, by which the probability that
    /// [`sample_legal_move`](Self::sample_legal_move) gives some legal move may differ from its
    /// share of the weights ([`Vocabulary::weight`]), at positions with at most a few hundred legal
    /// moves. The harness draws many moves and holds the game to it: 1 promises draws as even as
    /// the weights, such as those of dice. The default is 8. `None` promises no chances: only a move
    /// that is never drawn is noticed, where up to four are legal.
    fn sampling_bias(&self) -> Option<u32> {
        Some(8)
    }

    /// Plays these moves in order and takes all of them back, last one first. Illegal moves are
    /// refused, and playing may end at the first of them; the checks put some behind legal ones. The
    /// game then goes on as if nothing had been played. Returns true if this implementation
    /// supports that; otherwise the game must be unchanged. An empty list may be answered either way. The
    /// default returns false.
    fn undo_moves(&mut self, _moves: &[MoveOf<Self::Vocabulary>]) -> bool {
        false
    }

    /// Further answers about the position, each with a name: whether the player to move is in check,
    /// a score, the value of an accumulator. Names differ from each other. The default gives none.
    ///
    /// Where both sides give a name, their texts are compared after every step. They must depend on
    /// the position alone, as the key does: copies, moves taken back and games set up anew are held
    /// to the same texts. A name that only one side gives is not compared with the other side, and
    /// the summary of a campaign lists it.
    fn observe(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }

    /// Whether `mv` is legal, if this implementation can tell without a list and without playing;
    /// the default cannot. It must agree with [`visit_legal_moves`](Self::visit_legal_moves) and
    /// with [`play`](Self::play), for moves that are refused too.
    fn is_legal(&self, _mv: &MoveOf<Self::Vocabulary>) -> Option<bool> {
        None
    }

    /// Checks the invariants of this implementation's representation. The default checks nothing.
    ///
    /// # Errors
    ///
    /// A sentence that names the broken invariant.
    fn validate(&self) -> Result<(), String> {
        Ok(())
    }
}

/// Payload of a panic in which a game reports a failure that has no value, such as the end of the
/// process that plays it: a sentence, perhaps with more lines. The methods of [`Game`] return no
/// errors, so this is how an engine in another process reports one.
///
/// ```should_panic
/// use twinboard_vocabulary::GameFailure;
///
/// std::panic::panic_any(GameFailure::new("the engine ends before it answers"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameFailure {
    /// The failure in a sentence, perhaps with more lines.
    pub message: String,
    /// The failure of the process that plays the game, if it is one.
    pub process: Option<Box<ProcessFailure>>,
    /// Results of a move on engine and oracle that no values can express: of an engine that says no
    /// more than that it plays a move, or refuses it.
    pub results: Option<Box<[String; 2]>>,
}

impl GameFailure {
    /// A failure of a game in this process.
    #[must_use]
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), process: None, results: None }
    }
}

/// Breach of a protocol by a process that plays games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProcessFailure {
    /// The clause of the protocol, such as `EP-4`.
    pub clause: &'static str,
    /// Last lines of standard error.
    pub errors: Vec<String>,
}

/// Payload of a panic in which a game reports that the system lacks what it needs, such as another
/// process or file descriptor: a sentence. That is no fault of the implementation, so nothing is
/// found by it: it ends the work.
///
/// ```should_panic
/// use twinboard_vocabulary::SystemFailure;
///
/// // Unlike `panic_any`, this prints nothing.
/// std::panic::resume_unwind(Box::new(SystemFailure("too many open files".into())));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SystemFailure(pub String);

/// A uniformly distributed number below `bound`; every call of `random` returns 64 uniformly
/// distributed bits.
///
/// Lemire's multiplication with rejection, "Fast Random Integer Generation in an Interval" (2019):
/// the high half of `random() · bound` is the number; the low half identifies the few values that
/// would bias the result, and these are drawn again.
///
/// ```
/// use twinboard_vocabulary::game::below;
///
/// assert_eq!(below(&mut || u64::MAX, 6), 5);
/// ```
///
/// # Panics
///
/// If `bound` is 0.
pub fn below(random: &mut dyn FnMut() -> u64, bound: u64) -> u64 {
    /// Number of values of a `u64`.
    const VALUES: u128 = u64::MAX as u128 + 1;
    assert!(bound > 0, "there is no number below 0");
    let rejected_below = bound.wrapping_neg() % bound;
    loop {
        let product = u128::from(random()) * u128::from(bound);
        if (product % VALUES) as u64 >= rejected_below {
            return (product / VALUES) as u64;
        }
    }
}
